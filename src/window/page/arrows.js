// Arrows and circles on the board: the program's for keys and tries, and those that its reader draws with the right button.

import { draw, place } from './board.js';

const middle = (square, upside) => place(square, upside).map((corner) => corner + 22.5);

/** Draws an arrow, or a circle where it leads nowhere. */
const drawArrow = (home, { from, to, kind }, upside) => {
  const [x, y] = middle(from, upside);
  if (from === to) return draw('circle', home, { class: 'arrow ' + kind, cx: x, cy: y, r: 20 });
  const [u, v] = middle(to, upside);
  const length = Math.hypot(u - x, v - y);
  const [a, b] = [(u - x) / length, (v - y) / length];
  const at = (along, across) => (x + a * along - b * across).toFixed(1) + ' ' + (y + b * along + a * across).toFixed(1);
  const neck = length - 13;
  const outline = [at(11, -3), at(neck, -3), at(neck, -8), at(length, 0), at(neck, 8), at(neck, 3), at(11, 3)];
  return draw('path', home, { class: 'arrow ' + kind, d: 'M' + outline.join('L') + 'Z' });
};

/** The arrow of a move as engines write it; a man that is dropped has a circle. */
export const arrowOf = (uci, kind) => ({ from: uci[1] === '@' ? uci.slice(2, 4) : uci.slice(0, 2), to: uci.slice(2, 4), kind });

/** The arrows over a board. */
export class Arrows {
  constructor(home) {
    Object.assign(this, { home, given: [], own: [] });
  }

  /** Draws or takes away one of the reader's own. */
  toggle(arrow) {
    const isSame = ({ from, to, kind }) => from === arrow.from && to === arrow.to && kind === arrow.kind;
    const others = this.own.filter((other) => !isSame(other));
    this.own = others.length < this.own.length ? others : [...others, arrow];
  }

  draw(upside) {
    this.home.replaceChildren();
    for (const arrow of [...this.given, ...this.own]) drawArrow(this.home, arrow, upside);
  }
}
