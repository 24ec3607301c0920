// The board as a table of 64 squares over a drawing: for the pointer, the keyboard and a reader of screens.
// It says what was done to it; what that means is decided in main.js.

import { VIEW, draw, drawMark, drawMen, drawSquares, squareAt } from './board.js';
import { NAMES, SQUARES } from './position.js';
import { entitle, t } from './texts.js';

const LETTERS = /^[KQRBNPSkqrbnps]$/;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A board in `home`. `on` has `press(square)`, `drag(from, to)`, `type(square, man)` and `read()`. */
export class Grid {
  constructor(home, on) {
    this.on = on;
    this.turned = false;
    this.men = {};
    this.home = home;
    this.svg = draw('svg', home, { class: 'board', viewBox: Object.values(VIEW).join(' '), 'aria-hidden': 'true' });
    this.table = document.createElement('div');
    this.table.className = 'squares';
    this.table.setAttribute('role', 'grid');
    entitle(this.table, 'aria-label', 'Board');
    this.cells = [];
    for (let row = 0; row < 8; row += 1) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let file = 0; file < 8; file += 1) {
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = row + file === 0 ? 0 : -1;
        this.cells.push(cell);
        line.append(cell);
      }
      this.table.append(line);
    }
    home.append(this.table);
    this.table.addEventListener('keydown', (event) => this.key(event));
    this.table.addEventListener('focusin', (event) => this.rove(event.target));
    this.table.addEventListener('pointerdown', (event) => this.grasp(event));
    this.table.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** Draws men, marked squares and the chosen one. */
  show(position, { marks = [], chosen = '' } = {}) {
    this.men = position.men;
    drawSquares(this.svg, this.turned);
    for (const square of marks) drawMark(this.svg, square, this.turned);
    if (chosen) drawMark(this.svg, chosen, this.turned, 'chosen');
    const men = Object.entries(position.men).map(([square, man]) => [square, man.slice(0, 2)]);
    drawMen(this.svg, men, this.turned);
    this.cells.forEach((cell, at) => {
      const square = this.squareOf(at);
      const man = position.men[square]?.slice(0, 2);
      const name = [square, t(man ? NAMES[man] : 'empty|square'), ...square === chosen ? [t('chosen|square')] : []].join(', ');
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      cell.dataset.square = square;
    });
  }

  squareOf(at) {
    return SQUARES[this.turned ? 63 - at : at];
  }

  /** The square that has the keyboard's focus, or an empty string. */
  focused() {
    const at = this.cells.indexOf(document.activeElement);
    return at < 0 ? '' : this.squareOf(at);
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

  /** A pointer went down on a square: it presses it, or takes its man away. */
  grasp(event) {
    if (event.button > 0 && event.button !== 2) return;
    const from = squareAt(this.svg, event, this.turned);
    if (!from) return;
    event.preventDefault();
    this.cells.find((cell) => cell.dataset.square === from).focus({ preventScroll: true });
    if (event.button === 2) return this.on.type(from, '');
    const man = this.men[from];
    follow(event, man && !this.on.read() ? man.slice(0, 2) : '', (last, dragged) => {
      const to = squareAt(this.svg, last, this.turned);
      if (!dragged) this.on.press(from);
      else if (man) this.on.drag(from, to);
    });
  }

  /** A man of the box is dragged: where it is let go, `drop` is told the square. */
  carry(event, man, drop) {
    follow(event, man, (last, dragged) => drop(dragged ? squareAt(this.svg, last, this.turned) : '', dragged));
  }
}

/** Follows a pointer until it is let go; a man goes with it once it has moved. */
const follow = (begin, man, end) => {
  let ghost = null;
  let dragged = false;
  const move = (event) => {
    if (event.pointerId !== begin.pointerId) return;
    if (!dragged && Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY) < 6) return;
    dragged = true;
    if (!man) return;
    ghost ??= shadow(man);
    ghost.style.left = event.clientX + 'px';
    ghost.style.top = event.clientY + 'px';
  };
  // A finger that drags a man does nothing else: a browser that saw a fling would swallow the next tap.
  const hold = (event) => event.cancelable && dragged && event.preventDefault();
  const stop = (event) => {
    if (event.pointerId !== begin.pointerId) return;
    removeEventListener('pointermove', move);
    setTimeout(() => ['touchmove', 'touchend'].forEach((name) => removeEventListener(name, hold)));
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    ghost?.remove();
    if (event.type === 'pointerup') end(event, dragged);
  };
  ['touchmove', 'touchend'].forEach((name) => addEventListener(name, hold, { passive: false }));
  addEventListener('pointermove', move);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
};

const shadow = (man) => {
  const svg = draw('svg', document.body, { class: 'ghost', viewBox: '0 0 45 45', 'aria-hidden': 'true' });
  draw('use', svg, { href: '#' + man });
  return svg;
};
