// The moves of a sheet as a tree, and a walk through it. A sheet is the text form as the program wrote it
// (src/forms/report/sheet.rs): lines of words, some of them moves with their ply. Before a move of ply n stand the
// last moves of every lower ply; moves behind a comma stand beside each other and go on alike.

import { play } from './position.js';

/** Links the moves of a sheet: gives a root whose `next` are the first moves; each word that is a move gets its node. */
export const link = (lines) => {
  const root = { ply: -1, next: [], before: null };
  const follow = (line, way) => {
    let last = null;
    let comma = false;
    line.words.forEach((word, at) => {
      if (typeof word === 'string') {
        comma = word === ', ';
        return;
      }
      const beside = comma && last?.ply === word.ply ? last.twin ?? last : null;
      const kept = way.filter((node) => node.ply < word.ply);
      const before = kept.at(-1) ?? root;
      const node = { ...word, word, line, before, next: [], twin: beside };
      word.node = node;
      before.next.push(node);
      last = node;
      // Nothing follows a refutation, `1...Kb8!`: what is folded below a try is its play.
      const refutes = word.ply > 0 && line.words[at + 1]?.startsWith?.('!');
      if (!refutes) way = beside ? [...kept, beside] : [...kept, node];
    });
    for (const below of line.below ?? []) {
      below.above = line;
      follow(below, way);
    }
  };
  for (const line of lines) follow(line, []);
  return root;
};

/** A walk from a position through linked moves. `seen(position, path)` is told every step. */
export class Walk {
  constructor(position, root, seen) {
    Object.assign(this, { root, start: position, path: [], seen });
  }

  get here() {
    return this.path.at(-1) ?? this.root;
  }

  get position() {
    let ply = this.path[0]?.ply - 1;
    return this.path.reduce((position, node) => {
      const passed = (node.ply - ply) % 2 === 0;
      ply = node.ply;
      const turn = passed ? { w: 'b', b: 'w' }[position.turn] : position.turn;
      return play({ ...position, turn }, node.uci);
    }, this.start);
  }

  next(node = this.here) {
    return node.next.length > 0 ? node.next : node.twin?.next ?? [];
  }

  /** To a move that was clicked. */
  to(node) {
    const path = [];
    for (let one = node; one.before; one = one.before) path.unshift(one);
    this.go(path);
  }

  /** By an arrow key; false where it leads nowhere. */
  arrow(key) {
    const before = this.path.slice(0, -1);
    const beside = this.path.length > 0 ? this.next(before.at(-1) ?? this.root) : [];
    const at = beside.indexOf(this.here);
    if (key === 'Home') this.go([]);
    else if (key === 'ArrowLeft' && this.path.length > 0) this.go(before);
    else {
      const to = { ArrowRight: this.next()[0], ArrowDown: beside[at + 1], ArrowUp: beside[at - 1] }[key];
      if (!to) return false;
      this.go(key === 'ArrowRight' ? [...this.path, to] : [...before, to]);
    }
    return true;
  }

  go(path) {
    this.path = path;
    this.seen();
  }
}
