// A solution that is read: written in the language of the page, walked through on the board, its branches folded.

import { by } from './dom.js';
import { fromFen } from './position.js';
import { alone } from './record.js';
import { SheetView } from './sheet.js';
import { language, reason, t } from './texts.js';
import { Walk, link } from './walk.js';

/** The answer that is on the page. `shown(position)`: what the board is to show, null for the diagram. */
export class Reader {
  constructor(desk, shown) {
    Object.assign(this, { desk, shown, walk: null, answer: null, parts: [] });
    this.view = new SheetView(by('sheet'), (node) => this.pick(node));
    by('run-in').addEventListener('click', () => {
      const is = by('sheet').classList.toggle('run-in');
      by('run-in').ariaPressed = is;
      if (is) this.fold(true);
    });
    by('unfold').addEventListener('click', () => this.fold(true));
    by('fold').addEventListener('click', () => this.fold(false));
    by('back').addEventListener('click', () => this.arrow('ArrowLeft'));
    by('forth').addEventListener('click', () => this.arrow('ArrowRight'));
    by('home').addEventListener('click', () => this.leave());
    by('take').addEventListener('click', () => {
      const { position } = this.walk;
      this.leave();
      this.desk.change((problem) => alone({ ...problem, position: { ...position, marks: undefined } }));
    });
  }

  /** Writes the solution in the language that is chosen. */
  write() {
    if (!this.answer) return;
    this.leave();
    by('sheet').replaceChildren();
    this.parts = this.answer.parts.map((part) => {
      const lines = part.sheets?.[language] ?? [];
      const root = link(lines);
      const error = part.object?.error;
      this.view.add(error ? [{ step: 0, words: [reason(error)] }] : lines, this.answer.parts.length > 1 ? part.caption : '');
      for (const first of root.next) first.part = root;
      root.position = fromFen(part.record);
      return { lines, root };
    });
    if (by('sheet').classList.contains('run-in')) this.fold(true);
  }

  /** Unfolds everything, or folds it. */
  fold(open) {
    for (const { lines } of this.parts) this.view.all(lines, open);
  }

  /** Plays a line that is no part of the sheet, or only its beginning is. */
  play(part, path) {
    const last = path.reduce((before, move) => (
      before.next.find(({ uci, ply }) => uci === move.uci && ply === move.ply) ?? { ...move, before, next: [] }), this.parts[part].root);
    this.pick(last);
  }

  begin(root) {
    if (this.walk?.root === root) return;
    this.walk = new Walk(root.position, root, () => this.step());
  }

  pick(node) {
    let root = node;
    while (root.before) root = root.before;
    this.begin(root);
    this.walk.to(node);
  }

  /** An arrow key, wherever the focus is; false where nothing came of it. */
  arrow(key) {
    if (this.parts.length === 0) return false;
    if (!this.walk) this.begin(this.parts[0].root);
    return this.walk.arrow(key);
  }

  step() {
    const { walk } = this;
    this.view.mark(walk.here);
    by('walk').hidden = false;
    by('line').textContent = walk.path.map((node, at) => {
      const number = Math.floor(node.ply / 2) + 1;
      if (node.ply % 2 === 0) return number + '.' + node.san;
      return at === 0 || walk.path[at - 1].ply !== node.ply - 1 ? number + '...' + node.san : node.san;
    }).join(' ') || t('Diagram');
    by('back').disabled = walk.path.length === 0;
    by('forth').disabled = walk.next().length === 0;
    this.shown(walk.position);
  }

  /** Back to the diagram. */
  leave() {
    if (!this.walk) return;
    this.walk = null;
    this.view.mark(null);
    by('walk').hidden = true;
    this.shown(null);
  }
}
