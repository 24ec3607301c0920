// The board as a table of 64 squares over a drawing: for the pointer, the keyboard and a reader of screens.
// It says what was done to it; what that means is decided in main.js.

import { Arrows } from './arrows.js';
import { VIEW, draw, drawMark, drawSquares, place, squareAt } from './board.js';
import { make } from './dom.js';
import { follow } from './pointer.js';
import { NAMES, SQUARES } from './position.js';
import { entitle, t } from './texts.js';

const LETTERS = /^[KQRBNPSkqrbnps]$/;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A board in `home`. `on` has `press(square)`, `drag(from, to)`, `type(square, man)` and `read()`. */
export class Grid {
  constructor(home, on) {
    Object.assign(this, { on, turned: false, men: {}, tints: new Map(), shown: [{ men: {} }], drawn: new Map() });
    this.svg = draw('svg', home, { class: 'board', viewBox: Object.values(VIEW).join(' '), 'aria-hidden': 'true' });
    [this.under, this.above, this.over] = [1, 2, 3].map(() => draw('g', this.svg, {}));
    this.arrows = new Arrows(this.over);
    const part = (parent, role) => {
      const made = make('div', parent);
      made.role = role;
      return made;
    };
    this.table = part(home, 'grid');
    this.table.className = 'squares';
    entitle(this.table, 'aria-label', 'Board');
    this.cells = [...'87654321'].map(() => part(this.table, 'row')).flatMap((row) => [...'abcdefgh'].map(() => part(row, 'gridcell')));
    this.rove(this.cells[0]);
    this.table.addEventListener('keydown', (event) => this.key(event));
    this.table.addEventListener('focusin', (event) => this.rove(event.target));
    this.table.addEventListener('pointerdown', (event) => this.grasp(event));
    this.table.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Draws men, marked squares and the chosen one. */
  show(position, options = {}) {
    this.shown = [position, options];
    const { marks = [], chosen = '' } = options;
    drawSquares(this.under, this.turned);
    for (const [square, kind] of this.tints) drawMark(this.under, square, this.turned, 'tint ' + kind);
    for (const square of marks) drawMark(this.under, square, this.turned);
    if (chosen) drawMark(this.under, chosen, this.turned, 'chosen');
    this.place(position.men);
    this.arrows.draw(this.turned);
    this.cells.forEach((cell, at) => {
      const square = this.squareOf(at);
      const man = position.men[square]?.slice(0, 2);
      const name = [square, t(man ? NAMES[man] : 'empty|square'), ...square === chosen ? [t('chosen|square')] : []].join(', ');
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      cell.dataset.square = square;
    });
  }

  /** Puts the men where they are now; those that went there glide, unless they were dragged or the reader wants no motion. */
  place(men) {
    const before = this.men;
    if (this.drawn.size > 0 && this.seenTurned === this.turned && JSON.stringify(before) === JSON.stringify(men)) return;
    const differ = (some, others) => Object.keys(some).filter((square) => some[square] !== others[square]);
    const [gone, come] = [differ(before, men), differ(men, before)];
    const glides = this.seenTurned === this.turned && gone.length < 4 && !this.dragged && !still.matches;
    Object.assign(this, { men, seenTurned: this.turned });
    this.arrows.own = [];
    this.above.replaceChildren();
    this.drawn = new Map(Object.entries(men).map(([square, man]) => {
      const [x, y] = place(square, this.turned);
      return [square, draw('use', this.above, { href: '#' + man.slice(0, 2), x, y })];
    }));
    for (const to of glides ? come : []) {
      const from = gone.find((square) => before[square] === men[to]) ?? gone.find((square) => before[square] === men[to][0] + 'P');
      if (!from) continue;
      const [[x, y], [u, v]] = [place(from, this.turned), place(to, this.turned)];
      this.drawn.get(to).animate([{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: 'none' }], { duration: 150, easing: 'ease-out' });
    }
  }

  squareOf(at) {
    return SQUARES[this.turned ? 63 - at : at];
  }

  rove(target) {
    for (const cell of this.cells) cell.tabIndex = cell === target ? 0 : -1;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.cells.indexOf(event.target);
    const step = STEPS[event.key];
    const square = this.squareOf(at);
    if (step && !this.on.read()) {
      const [file, row] = [at % 8 + step[0], Math.floor(at / 8) + step[1]];
      if (file >= 0 && file < 8 && row >= 0 && row < 8) this.cells[8 * row + file].focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.on.press(square);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.on.type(square, '');
    else if (LETTERS.test(event.key)) {
      const role = event.key.toUpperCase().replace('S', 'N');
      this.on.type(square, (event.key === event.key.toUpperCase() ? 'w' : 'b') + role);
    } else return;
    event.preventDefault();
  }

  /** A pointer went down on a square: it presses it, or goes with its man; with the right button it draws. */
  grasp(event) {
    if (event.button > 0 && event.button !== 2) return;
    const from = squareAt(this.svg, event, this.turned);
    if (!from) return;
    event.preventDefault();
    this.cells.find((cell) => cell.dataset.square === from).focus({ preventScroll: true });
    const man = this.men[from];
    if (event.button === 2) {
      return carry(event, '', (last) => {
        const to = squareAt(this.svg, last, this.turned);
        if (to) this.arrows.toggle({ from, to, kind: event.shiftKey ? 'red' : event.altKey ? 'blue' : 'own' });
        this.arrows.draw(this.turned);
      });
    }
    this.arrows.own = [];
    this.arrows.draw(this.turned);
    const carried = man && !this.on.read() ? man.slice(0, 2) : '';
    const lift = (is) => carried && this.drawn.get(from)?.classList.toggle('lifted', is);
    carry(event, carried, (last, dragged) => {
      const to = squareAt(this.svg, last, this.turned);
      lift(false);
      this.dragged = dragged;
      if (!dragged) this.on.press(from);
      else if (man) this.on.drag(from, to);
      this.dragged = false;
    }, lift);
  }

  /** A man of the box is dragged: where it is let go, `drop` is told the square. */
  carry(event, man, drop) {
    carry(event, man, (last, dragged) => drop(dragged ? squareAt(this.svg, last, this.turned) : '', dragged));
  }
}

/** Follows a pointer; a man, if one is given, goes with it once it has moved. */
const carry = (begin, man, end, lift) => {
  let ghost = null;
  const move = ({ clientX, clientY }) => {
    if (!man) return;
    if (!ghost) lift?.(true);
    ghost ??= shadow(man);
    ghost.style.left = clientX + 'px';
    ghost.style.top = clientY + 'px';
  };
  follow(begin, move, (event, dragged) => {
    ghost?.remove();
    if (event.type === 'pointerup') end(event, dragged);
    else lift?.(false);
  });
};

const shadow = (man) => {
  const svg = draw('svg', document.body, { class: 'ghost', viewBox: '0 0 45 45', 'aria-hidden': 'true' });
  draw('use', svg, { href: '#' + man });
  return svg;
};
