// The page of `solver window`. Its rooms, each a file:
//
//   board.js     draws a board; the pages of `bpgn html` and `kriegspiel html` draw with it, too
//   grid.js      the board as a table of squares: pointer, touch, keyboard, labels
//   position.js  a position, legal or not: FEN, mirror and turn, what a move does
//   record.js    a problem: position, question, name; the EPD record that the program reads
//   history.js   undo and redo: a problem is a plain value that is never changed
//   edit.js      the box of men and all that sets up a position
//   solve.js     the question, Solve and Stop, the stream, the solution
//   sheet.js     the solution as lines that fold, walk.js its moves as a tree to walk through
//   files.js     files and what is saved, list.js their problems at the side
//   stream.js    requests and streams of events; store.js what the browser keeps; dom.js making elements
//
// One value is the truth: the problem at `desk.now`. Whatever changes it calls `desk.change`, and `seen`
// below shows it everywhere. The page knows no rules of chess: what is legal, what is asked and what is
// solved the program says.

import { by, quiet } from './dom.js';
import { Editor } from './edit.js';
import { Files } from './files.js';
import { History } from './history.js';
import { Solver } from './solve.js';
import { keep, recall } from './store.js';
import { get, post } from './stream.js';
import { BLANK, fromEntry, keyOf } from './record.js';


const EXAMPLE = { fen: '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -', stipulation: '#3', id: '' };

const kept = recall();
const desk = new History(kept.problem ?? BLANK, (problem) => seen(problem));
let shown = '';

const solver = new Solver(desk, (position) => editor.show(desk.now, position ?? undefined), (verdict) => files.judge(verdict));
const editor = new Editor(desk, () => solver.walk !== null, () => solver.leave());
const files = new Files(desk, () => remember());

const remember = quiet(400, () => {
  const { name, dirty, row, list, documents } = files;
  const file = name ? { name, dirty, row, problems: list.entries, documents } : null;
  keep({ problem: desk.now, language: by('language').value, file });
});

const seen = (problem) => {
  // An answer stands for one question; another problem has none.
  const question = keyOf(problem);
  if (shown !== question && solver.asked !== question) solver.forget();
  shown = question;
  editor.show(problem);
  solver.fill(problem);
  files.follow(problem);
  remember();
};

by('language').value = kept.language ?? 'en';
by('language').addEventListener('change', remember);
by('new').addEventListener('click', () => {
  files.leaveRow();
  desk.change(() => ({ ...BLANK, ask: desk.now.ask }));
});
by('example').addEventListener('click', () => {
  files.leaveRow();
  desk.change((problem) => fromEntry({ ...EXAMPLE, record: '' }, { ...problem.ask, tries: 1, set: true }));
});

const inField = (target) => target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=listbox]');
/** With Ctrl: whether something came of it. */
const command = (event) => {
  if (event.key === 'Enter') solver.solve();
  else if (inField(event.target)) return false;
  else if (/^[zZ]$/.test(event.key)) editor.step(event.shiftKey ? 1 : -1);
  else if (/^[yY]$/.test(event.key)) editor.step(1);
  else return false;
  return true;
};
/** Without: Escape, and arrows that walk the solution. */
const plain = (event) => {
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
  if (files.dirty) event.preventDefault();
});
setInterval(() => post('alive', {}).catch(() => {}), 120_000);

const start = async () => {
  seen(desk.now);
  const opened = await get('opened').catch(() => null);
  if (opened?.problems.length > 0) {
    const { file } = await get('about');
    files.open(file ?? 'file', opened);
  } else if (kept.file) {
    const { name, dirty, row, problems, documents } = kept.file;
    const problem = desk.now;
    files.open(name, { problems, documents });
    files.dirty = dirty;
    if (row !== undefined && problems[row]) files.list.choose(row);
    else {
      files.leaveRow();
      desk.reset(problem);
    }
  }
};
start();
