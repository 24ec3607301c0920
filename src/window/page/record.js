// A problem as the page keeps it, and the EPD record that the program reads and writes.

import { limits } from './limits.js';
import { EMPTY, fen, fromFen } from './position.js';

/** What is asked of a problem, in addition to the position. */
export const ASK = { stipulation: '#2', tries: 0, set: false, duplex: false, twins: '' };

/** A problem without men. `ops`: the operations of its record that hold no answer, as text. */
export const BLANK = { position: EMPTY, ask: ASK, id: '', ops: [] };

/** What a problem is, whatever its answer. */
const KEPT = /^(c[0-9]|Author|Source|Award|MateRule|Reserve)$/i;

/** The opcode of the number of solutions that the author means. */
const COUNT = 'Count';

/** The operations of a record: opcode and operands as they stand. */
export const operations = (text) => {
  const found = text.matchAll(/\s*([^\s;"]+)((?:"(?:[^"\\]|\\.)*"|[^;"])*);?/g);
  return [...found].map(([, name, rest]) => [name, rest.trim()]);
};

const unquoted = (text) => text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1');
const quoted = (text) => '"' + text.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ') + '"';

/** The problem of an entry that `read`, `records` or `opened` gave. */
export const fromEntry = (entry, ask = ASK) => {
  const ops = operations((entry.record ?? '').split(/\s+/).slice(4).join(' '));
  const duplex = ops.some(([name]) => name === 'dup');
  // The program says which number is the author's: a `Count` in an answer was found.
  return withSolutions({
    position: fromFen(entry.fen, entry.variant),
    ask: { ...ask, twins: (entry.twins ?? []).join('\n'), duplex, stipulation: entry.stipulation ?? ask.stipulation },
    id: entry.id ?? '',
    ops: ops.filter(([name]) => KEPT.test(name)),
  }, entry.solutions);
};

/** The problems of an entry as its file has them: it and its twins. */
export const partsOf = (entry) => entry.parts ?? [entry];

/** The problem with so many solutions meant; without a number nothing is said. */
export const withSolutions = (problem, number) => {
  const others = problem.ops.filter(([name]) => name !== COUNT);
  const isNumber = Number.isSafeInteger(number) && number > 0;
  return { ...problem, ops: isNumber ? [...others, [COUNT, String(number)]] : others };
};

/** The number of solutions that the author means, as text; empty where nothing is said. */
export const solutionsOf = ({ ops }) => ops.find(([name]) => name === COUNT)?.[1] ?? '';

/** The problem without what was said of another position: its twins and the number of its solutions. */
export const alone = (problem) => withSolutions({ ...problem, ask: { ...problem.ask, twins: '' } });

/** The record of a problem: position, name, whatever else it had, and what it asks, if that is wanted. */
export const toRecord = (problem, asks = true) => {
  const { position, ask, id, ops } = problem;
  const list = ops.map(([name, rest]) => (name + ' ' + rest).trim() + ';');
  if (id) list.push('id ' + quoted(id) + ';');
  if (position.variant) list.push('Variant ' + quoted(position.variant) + ';');
  if (asks && ask.stipulation.trim()) list.push('Stip ' + quoted(ask.stipulation.trim()) + ';');
  if (ask.duplex) list.push('dup;');
  return [fen(position), ...list].join(' ');
};

/** What `solve` and `check` are asked. */
export const toQuestion = (problem) => {
  const { ask } = problem;
  const twins = ask.twins.split('\n').map((line) => line.trim()).filter(Boolean);
  return {
    record: toRecord(problem, false),
    stipulation: ask.stipulation.trim() || undefined,
    tries: ask.tries,
    set_play: ask.set,
    duplex: ask.duplex,
    twins,
    ...limits(),
    languages: ['en', 'de', 'fr'],
  };
};

/** What tells two questions apart: the position and what is asked of it, not its name. */
export const keyOf = (problem) => {
  const { position, ask } = problem;
  return JSON.stringify([fen(position), position.variant, ask, solutionsOf(problem)]);
};

/** All that is the problem's own, for telling whether it was edited. */
export const ownOf = (problem, asks) => JSON.stringify([toRecord(problem, asks), problem.ask.twins]);

/** The operations that have what is known of a problem. A source ends with its date; a comment has its lines in one. */
const OPCODES = { author: 'c0', source: 'c1', award: 'c2', comment: 'c3', keywords: 'c4' };
export const FACTS = ['author', 'source', 'year', 'award', 'keywords', 'comment'];
const DATED = /^(.*?)(?:(?:^|, )((?:[\d?]{1,2}[./-]){0,2}\d{4}(?:[./-][\d?]{1,2}){0,2}))?$/s;
const LINE = ' ¶ ';

/** What is known of a problem, by the names of FACTS. */
export const factsOf = ({ ops }) => {
  const said = ([name, opcode]) => [name, unquoted(ops.find(([own]) => own === opcode)?.[1] ?? '')];
  const facts = Object.fromEntries(Object.entries(OPCODES).map(said));
  const [, source, year = ''] = DATED.exec(facts.source);
  return { ...facts, source, year, comment: facts.comment.replaceAll(LINE, '\n') };
};

/** The problem of which this is known. */
export const withFacts = (problem, facts) => {
  const dated = [facts.source, facts.year].map((text) => text.trim()).filter(Boolean).join(', ');
  const texts = { ...facts, source: dated, comment: facts.comment.trim().replace(/\s*\n\s*/g, LINE) };
  const known = Object.entries(OPCODES).filter(([name]) => texts[name].trim()).map(([name, opcode]) => [opcode, quoted(texts[name].trim())]);
  const others = problem.ops.filter(([own]) => !Object.values(OPCODES).includes(own));
  return { ...problem, ops: [...known, ...others] };
};

/** The number of a stipulation made one larger or smaller, by halves where help play has them. */
export const deeper = (stipulation, by) => stipulation.replace(/(\d+)(\.5)?\s*$/, (_, whole, half) => {
  const least = half || /^h/.test(stipulation) ? 0.5 : 1;
  return String(Math.max(least, Number(whole) + (half ? 0.5 : 0) + by));
});
