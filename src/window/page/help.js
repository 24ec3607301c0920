// The help inside the page: one screen of what can be done, with boards that the page draws itself, and all keys.

import { Arrows, arrowOf } from './arrows.js';
import { VIEW, draw, drawMark, drawMen, drawSquares, menOf } from './board.js';
import { by, make } from './dom.js';
import { t } from './texts.js';

const MORPHY = 'kbK5/pp6/1P6/8/8/8/8/R7';
/** A picture, and what there is to say about it. */
const TOPICS = () => [
  [{ ranks: '8/8/8/3k4/8/8/3K4/8', marks: ['d2', 'd5'] }, t('Set up'),
    t('Drag men from the box, or click a man and then its squares. Off the board a man is gone. Ctrl+V takes a FEN, an EPD line, Popeye’s input or Olive’s algebraic form; a file can be dropped anywhere.')],
  [{ ranks: MORPHY, arrows: [['a1a6', 'key'], ['a1a5', 'try']] }, t('Ask and solve'),
    t('Write what is asked as it stands under a diagram: #2, h#2.5, s#4, ser-h#7; # alone is a mate of any length. The arrows are the key and, thin, the tries that you asked for.')],
  [{ ranks: 'kbK5/pP6/R7/8/8/8/8/8', marks: ['b6', 'b7'] }, t('Read'),
    t('A click on a move plays it. The arrow keys walk the tree, ▸ folds a branch, and Esc shows the diagram. Threats and set play stand apart.')],
  [{ ranks: MORPHY, tints: [['a1', 'good'], ['b1', 'bad'], ['c1', 'good'], ['d1', 'bad']] }, t('Compose'),
    t('Solve as I edit: the answer follows the board. Below the solution every square for a man, every other man on its square, and the problem without each man are tried; green is sound. All verdicts are proved.')],
];
const KEYS = () => [
  ['Ctrl+Enter', t('solve')], ['← → ↑ ↓', t('walk the solution, or the squares of the board')], [t('Esc'), t('diagram; lay the man down')],
  ['K Q R B N P', t('set a white man on the square; small letters: a black one')], [t('Delete|key'), t('take the man away')],
  ['Ctrl+Z, Ctrl+Y', t('undo, redo')], [t('Right button'), t('draw an arrow or a circle (Shift: red, Alt: blue)')], ['?', t('this help')],
];

const picture = (home, { ranks, marks = [], arrows = [], tints = [] }) => {
  const svg = draw('svg', home, { class: 'board', viewBox: Object.values(VIEW).join(' '), 'aria-hidden': 'true' });
  const [under, over] = [draw('g', svg, {}), draw('g', svg, {})];
  drawSquares(under, false);
  for (const square of marks) drawMark(under, square, false);
  for (const [square, kind] of tints) drawMark(under, square, false, 'tint ' + kind);
  drawMen(under, menOf(ranks), false);
  Object.assign(new Arrows(over), { given: arrows.map(([uci, kind]) => arrowOf(uci, kind)) }).draw(false);
};

/** Opens the help, in the language of the page. */
export const help = () => {
  by('help-topics').replaceChildren();
  by('help-keys').replaceChildren();
  for (const [shown, title, text] of TOPICS()) {
    const topic = make('section', by('help-topics'));
    picture(topic, shown);
    make('h3', topic, title);
    make('p', topic, text);
  }
  for (const [key, text] of KEYS()) {
    make('dt', by('help-keys'), key);
    make('dd', by('help-keys'), text);
  }
  by('help-dialog').showModal();
};
