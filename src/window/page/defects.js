// An editor's verdict in words, and the lines that show what is wrong. Verdicts are the program's (`check`); nothing is judged here.

import { make } from './dom.js';
import { reason, t } from './texts.js';

/** Moves as the program writes them in JSON, with the letters of the language. */
export const san = (text) => text.replaceAll('O', '0').replace(/[KQRBN]/g, (letter) => t('KQRBN|letters')['KQRBN'.indexOf(letter)]);

/** A line with its numbers; the first move is of ply 0. */
const numbered = (line) => line.map((move, ply) => (ply % 2 ? '' : ply / 2 + 1 + '.') + san(move)).join(' ');

/** What is wrong: `text`, and of moves that show it `lines`, each a list of moves in SAN. */
const DEFECTS = {
  'no solution': ({ within }) => [{ text: t('no solution within {0}', within) }],
  short: ({ found }) => [{ text: t('solved in {0} already', found) }],
  cooked: ({ moves, found }) => [{ text: t('{0} keys:', found), lines: moves.map((move) => [move]) }],
  several: ({ found }) => [{ text: t('{0} solutions, and nothing says how many are meant', found) }],
  dual: ({ duals }) => duals.map(({ line, continuations }) => (
    { text: t('Dual after {0}:', numbered(line)), lines: continuations.map((move) => [...line, move]) })),
  undecided: () => [{ text: t('a limit came first') }],
  illegal: ({ reason: why }) => [{ text: reason(why) }],
};

/** The defects of one part of an answer of `check`. */
export const defectsOf = ({ object }) => {
  const found = [object, object?.duplex].flatMap((side) => side?.defects ?? []);
  return found.flatMap((defect) => DEFECTS[defect.name]?.(defect) ?? [{ text: t(defect.name) }]);
};

/** The verdict on all parts of an answer: the one that all share, or each with its letter. */
export const verdictOf = (parts) => {
  const verdicts = parts.map(({ object }) => object?.verdict ?? 'unknown');
  if (new Set(verdicts).size === 1) return { name: verdicts[0], text: t(verdicts[0]) };
  const name = verdicts.find((verdict) => verdict !== 'sound');
  return { name, text: parts.map(({ letter }, at) => letter + ') ' + t(verdicts[at])).join(', ') };
};

/** Follows a line of SAN through the play that `solve` gave as JSON; gives its moves with their plies, or null. */
export const followed = (tree, line) => {
  let beside = (tree?.keys ?? []).map((move) => [move, 0]);
  const path = [];
  for (const move of line) {
    const found = beside.find(([{ san: name }]) => name === move);
    if (!found) return null;
    const [{ uci, threats = [], variations = [], continuations = [] }, ply] = found;
    path.push({ san: san(move), uci, ply });
    beside = [[threats, 2], [variations, 1], [continuations, 1]].flatMap(([moves, more]) => moves.map((one) => [one, ply + more]));
  }
  return path;
};

/** Lists what is wrong with each part; a click on a move gives `play(part, path)` the line that shows it. */
export const listDefects = (home, parts, trees, play) => {
  home.replaceChildren();
  parts.forEach((part, at) => {
    for (const { text, lines = [] } of defectsOf(part)) {
      const item = make('li', home, (parts.length > 1 ? part.letter + ') ' : '') + text);
      for (const line of lines) {
        const path = followed(trees[at], line);
        item.append(' ');
        if (!path) make('span', item, san(line.at(-1)));
        else {
          const button = make('button', item, san(line.at(-1)), 'move');
          button.addEventListener('click', () => play(at, path));
        }
      }
    }
  });
};
