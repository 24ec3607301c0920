// The page of `solver window`. Its rooms, each a file:
//
//   board.js (of src/games/viewer) draws a board; grid.js is a table of squares over it, pointer.js what is dragged, arrows.js arrows
//   position.js a position, legal or not; record.js a problem and its EPD record; history.js undo and redo
//   edit.js sets up; solve.js asks, limits.js how far; reader.js reads the solution: sheet.js its lines, walk.js its moves
//   defects.js what is wrong; compose.js what else would be sound; help.js the help
//   files.js the collection: list.js its list, opening.js and saving.js its files, checking.js its verdicts
//   stream.js questions and events, backend.js who answers; store.js what is kept; dom.js elements; texts.js words, de.js, fr.js
//
// One value is the truth: the problem at `desk.now`. Whatever changes it calls `desk.change`, and `seen`
// below shows it everywhere. The page knows no rules of chess: what is legal, what is asked and what is
// solved the program says.

import { language, speak, t } from './texts.js';
import { by, quiet } from './dom.js';
import { followChecking } from './checking.js';
import { Composer } from './compose.js';
import { Editor } from './edit.js';
import { Files } from './files.js';
import { help } from './help.js';
import { followOpening } from './opening.js';
import { History } from './history.js';
import { followLimits, showLimits } from './limits.js';
import { Saver } from './saving.js';
import { Solver } from './solve.js';
import { keep, recall, set } from './store.js';
import { post, words } from './stream.js';
import { BLANK, alone, fromEntry, keyOf, toRecord } from './record.js';

const EXAMPLE = { fen: '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -', stipulation: '#3', id: '' };
/** What is said where the browser keeps only a part of the work, or nothing. */
const PARTS = [
  '',
  'The file is too large for the browser: of it only the edited problems outlast a reload.',
  'The browser has no room for the file: only the problem on the board outlasts a reload.',
  'The browser keeps nothing of this page: save your work before you leave it.',
];

// Whatever fails below, its reader is told, and what was edited has been kept before it was shown.
const excuse = ({ error, reason = error }) => { if (reason) by('notice').textContent = words(reason); };
for (const name of ['error', 'unhandledrejection']) addEventListener(name, excuse);

/** Which run of the program this is: a number that says nothing of the secret in the address. */
const run = [...location.pathname].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0);
/** The file that the program was started with. */
const about = await post('about', null).catch(() => ({}));
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
followOpening(files);
followChecking(files);
const composer = new Composer(desk, editor.grid);
new Saver(desk, files);

let started = false;
const rememberNow = () => {
  if (!started) return;
  const value = { problem: desk.now, run, unsaved: Boolean(files.unsaved), settled: files.settled };
  const part = keep([files.snapshot(false), files.snapshot(true), null].map((file) => ({ ...value, file })));
  by('unkept').textContent = t(PARTS.at(part));
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
  set('language', by('language').value);
  await speak(by('language').value);
  showLimits();
  seen(desk.now);
  solver.write();
  files.tally();
  files.list.redraw();
});
by('help').addEventListener('click', help);
by('new').addEventListener('click', () => {
  const { ask } = alone(desk.now);
  files.put({ ...BLANK, ask, position: { ...BLANK.position, handed: true } });
  // White begins, unless the program says that Black does.
  solver.hand('#2');
});
by('example').addEventListener('click', () => {
  files.put(fromEntry({ ...EXAMPLE, record: '' }, { ...desk.now.ask, tries: 1, set: true }));
  solver.solve();
});

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select';
/** With Ctrl: whether something came of it. */
const command = (event) => {
  if (event.key === 'Enter') solver.solve();
  else if (event.key === 's') by('export').click();
  else if (event.target.matches(FIELD)) return false;
  else if (/^[zZ]$/.test(event.key)) editor.step(event.shiftKey ? 1 : -1);
  else if (/^[yY]$/.test(event.key)) editor.step(1);
  else return false;
  return true;
};
/** Without: Escape, and arrows that walk the solution; while it is played they never scroll the page. */
const plain = (event) => {
  const isFree = !event.target.matches(FIELD + ', [role=listbox]');
  if (event.key === 'Escape') (solver.walk ? solver.leave() : editor.rest());
  else if (event.key === '?' && isFree) help();
  else return isFree && /^(Arrow|Home$)/.test(event.key) && (event.target.role !== 'gridcell' || solver.walk !== null) && (solver.arrow(event.key) || !by('walk').hidden);
  return true;
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
      const opened = await post('opened', null);
      if (opened.problems.length > 0) files.open(given, opened);
      else files.notice(opened.messages.join('; '));
    }
  } finally {
    started = true;
    files.settled = kept.settled ?? files.settled;
    files.follow(desk.now);
    remember();
    solver.follow();
  }
};
start();
