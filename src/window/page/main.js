// The page of `solver window`. Its rooms, each a file:
//
//   board.js     draws a board; it is in src/games/viewer, whose pages of games draw with it, too
//   grid.js      the board as a table of squares: pointer, touch, keyboard, labels
//   position.js  a position, legal or not: FEN, mirror and turn, what a move does
//   record.js    a problem: position, question, name; the EPD record that the program reads
//   history.js   undo and redo: a problem is a plain value that is never changed
//   edit.js      the box of men and all that sets up a position
//   solve.js     the question, Solve and Stop, the stream, the solution
//   limits.js    how long and how far is searched, which the browser remembers
//   reader.js    the solution that is read; sheet.js its lines that fold, walk.js its moves as a tree to walk through
//                defects.js the verdict in words, compose.js what else would be sound, arrows.js arrows, help.js the help
//   facts.js     what is known of a problem: author, source and the like
//   files.js     the collection, list.js its list, opening.js what is opened, checking.js its
//                verdicts, saving.js what is saved
//   stream.js    questions and their events, backend.js what answers them; store.js what the browser keeps; dom.js
//                making elements; texts.js says everything in the language of the reader, de.js and fr.js are its tables
//
// One value is the truth: the problem at `desk.now`. Whatever changes it calls `desk.change`, and `seen`
// below shows it everywhere. The page knows no rules of chess: what is legal, what is asked and what is
// solved the program says.

import { language, prefer, speak, t } from './texts.js';
import { by, quiet } from './dom.js';
import { Checker } from './checking.js';
import { Composer } from './compose.js';
import { Editor } from './edit.js';
import { Files } from './files.js';
import { help } from './help.js';
import { Opener } from './opening.js';
import { History } from './history.js';
import { followLimits, showLimits } from './limits.js';
import { Saver } from './saving.js';
import { Solver } from './solve.js';
import { keep, recall } from './store.js';
import { get, post, words } from './stream.js';
import { BLANK, fromEntry, keyOf, toRecord } from './record.js';

const EXAMPLE = { fen: '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -', stipulation: '#3', id: '' };
/** What is said where the browser keeps only a part of the work, or nothing. */
const PARTS = [
  '',
  'The file is too large for the browser: of it only the edited problems outlast a reload.',
  'The browser has no room for the file: only the problem on the board outlasts a reload.',
];
const NOTHING = 'The browser keeps nothing of this page: save your work before you leave it.';

// Whatever fails below, its reader is told, and what was edited has been kept before it was shown.
const excuse = (error) => { if (error) by('notice').textContent = words(error); };
addEventListener('error', ({ error }) => excuse(error));
addEventListener('unhandledrejection', ({ reason }) => excuse(reason));

/** Which run of the program this is: a number that says nothing of the secret in the address. */
const run = [...location.pathname].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0);
/** The file that the program was started with. */
const about = await get('about').catch(() => ({}));
const given = about.file ?? '';
/** Of another run comes what was not saved, but not over another file. */
const kept = await recall((value) => value?.run === run || !given || Boolean(value?.unsaved && value.file?.name === given)) ?? {};

/** A problem that was kept, if it is whole. */
const whole = (problem) => {
  try {
    return keyOf(problem) && toRecord(problem) && problem;
  } catch {
    return BLANK;
  }
};
const desk = new History(whole(kept.problem), (problem) => seen(problem));
let shown = '';

const solver = new Solver(desk, (position) => {
  editor.grid.arrows.given = position ? [] : solver.arrows();
  editor.show(desk.now, position ?? undefined);
}, (verdict) => files.judge(verdict));
const editor = new Editor(desk, () => solver.walk !== null, () => solver.leave());
const files = new Files(desk, () => remember());
new Opener(files);
new Checker(files);
const composer = new Composer(desk, editor.grid);
new Saver(desk, files);

let started = false;
const rememberNow = () => {
  if (!started) return;
  const { unsaved, settled } = files;
  const value = { problem: desk.now, run, unsaved: Boolean(unsaved), settled };
  const part = keep([false, true, null].map((isPart) => ({ ...value, file: isPart === null ? null : files.snapshot(isPart) })));
  by('unkept').textContent = t(PARTS[part] ?? NOTHING);
};
const remember = quiet(400, rememberNow);

const seen = (problem) => {
  files.follow(problem);
  remember();
  // An answer stands for one question; another problem has none.
  const question = keyOf(problem);
  const isOther = shown !== question && solver.asked !== question;
  if (isOther) solver.forget();
  shown = question;
  if (!solver.walk) editor.grid.arrows.given = solver.arrows();
  editor.show(problem);
  composer.follow(problem);
  solver.fill(problem);
  if (isOther && started) solver.follow();
};

followLimits(about.memory ?? 0, about.most);
by('language').value = language;
by('language').addEventListener('change', async () => {
  prefer(by('language').value);
  await speak(by('language').value);
  showLimits();
  seen(desk.now);
  solver.write();
  files.tally();
  files.list.redraw();
});
by('help').addEventListener('click', help);
by('new').addEventListener('click', async () => {
  const { ask } = desk.now;
  const turn = await solver.begins(ask.stipulation) ?? 'w';
  files.put({ ...BLANK, ask, position: { ...BLANK.position, turn, handed: true } });
});
by('example').addEventListener('click', () => {
  files.put(fromEntry({ ...EXAMPLE, record: '' }, { ...desk.now.ask, tries: 1, set: true }));
  solver.solve();
});

const inField = (target) => target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=listbox]');
/** With Ctrl: whether something came of it. */
const command = (event) => {
  if (event.key === 'Enter') solver.solve();
  else if (event.key === 's') by('export').click();
  else if (inField(event.target) && !event.target.matches('[role=listbox]')) return false;
  else if (/^[zZ]$/.test(event.key)) editor.step(event.shiftKey ? 1 : -1);
  else if (/^[yY]$/.test(event.key)) editor.step(1);
  else return false;
  return true;
};
/** Without: Escape, and arrows that walk the solution. */
const plain = (event) => {
  if (event.key === '?' && !inField(event.target)) {
    help();
    return true;
  }
  if (event.key === 'Escape') {
    if (solver.walk) solver.leave();
    else editor.rest();
    return true;
  }
  if (inField(event.target) || !/^(Arrow|Home$)/.test(event.key)) return false;
  return (!editor.grid.focused() || solver.walk !== null) && solver.arrow(event.key);
};
addEventListener('keydown', (event) => {
  if (event.altKey || document.querySelector('dialog[open]')) return;
  if (event.ctrlKey || event.metaKey ? command(event) : plain(event)) event.preventDefault();
});
addEventListener('beforeunload', (event) => {
  if (files.unsaved) event.preventDefault();
});
addEventListener('pagehide', rememberNow);
setInterval(() => post('alive', {}).catch(() => {}), 120_000);

const start = async () => {
  seen(desk.now);
  try {
    if (Array.isArray(kept.file?.problems)) files.restore(kept.file, desk.now);
    else if (given && !kept.problem) {
      const opened = await get('opened');
      if (opened.problems.length > 0) files.open(given, opened);
      else files.notice(opened.messages.join('; '));
    }
  } finally {
    started = true;
    files.settled = kept.settled ?? files.settled;
    files.follow(desk.now);
    remember();
  }
};
start();
