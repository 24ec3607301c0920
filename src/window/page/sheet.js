// The solution on the page: the text form, line by line, folded where it branches, every move a button.

import { make } from './dom.js';
import { t } from './texts.js';

/** Branches below this many are folded at first, and made only when they are unfolded. */
const OPEN = 2;

/** Shows sheets in `home`; `pick(node)` is told the move that was clicked. */
export class SheetView {
  constructor(home, pick) {
    Object.assign(this, { home, pick });
    home.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button.node) this.pick(button.node);
      else if (button.line) this.unfold(button.line, button.line.list?.hidden ?? true);
      else if (button.section) this.foldSection(button);
    });
  }

  /** Appends the sheet of one part; above it its caption where there is one. */
  add(lines, caption) {
    const part = make('section', this.home, undefined, 'part');
    if (caption) make('h3', part, caption, 'caption');
    let list = null;
    let said = false;
    lines.forEach((line, at) => {
      const moves = ({ words }) => words.some((word) => typeof word !== 'string');
      if (moves(line) || line.step > 0) {
        list ??= make('ul', part, undefined, 'play');
        this.line(line, list, 0);
        return;
      }
      const text = line.words.join('');
      if (said && lines[at + 1] && moves(lines[at + 1])) list = this.section(part, text, caption ? 'h4' : 'h3');
      else {
        make('p', part, text, said ? 'said' : 'verdict');
        list = null;
      }
      said = true;
    });
  }

  section(part, text, level) {
    const button = make('button', make(level, part, undefined, 'section'), text, 'head');
    button.section = make('ul', part, undefined, 'play apart');
    button.ariaExpanded = true;
    button.section.head = button;
    return button.section;
  }

  foldSection(button) {
    button.section.hidden = !button.section.hidden;
    button.ariaExpanded = !button.section.hidden;
  }

  line(line, list, depth) {
    const item = make('li', list);
    Object.assign(line, { item, depth, list: null });
    if (line.below?.length > 0) {
      line.button = make('button', item, undefined, 'fold');
      line.button.line = line;
    }
    const [head] = line.words;
    item.classList.toggle('threat', typeof head === 'string' && head.startsWith(t('threat')));
    let home = item;
    for (const word of line.words) {
      if (typeof word === 'string') home = this.text(word, home, item);
      else {
        word.node.button = make('button', home, word.san, 'move');
        Object.assign(word.node.button, { node: word.node, tabIndex: -1 });
      }
    }
    if (line.button) this.unfold(line, depth < OPEN);
  }

  /** Appends words; those in brackets are threats, and stand apart. Gives where the next word belongs. */
  text(words, home, item) {
    for (const piece of words.split(/(?=\()|(?<=\))/)) {
      if (piece.startsWith('(')) home = make('span', home, undefined, 'threat');
      home.append(piece);
      if (piece.endsWith(')') && home !== item) home = home.parentElement;
    }
    return home;
  }

  unfold(line, open) {
    if (open && !line.list) {
      line.list = make('ul', line.item);
      for (const below of line.below) this.line(below, line.list, line.depth + 1);
    }
    if (line.list) line.list.hidden = !open;
    line.button.ariaExpanded = open;
    line.button.ariaLabel = t(open ? 'Fold {0}' : 'Unfold {0}', line.words.map((word) => word.san ?? word).join(''));
  }

  /** Unfolds or folds everything that is folded now; what was never seen is made. */
  all(lines, open) {
    for (const line of lines) {
      if (line.button) this.unfold(line, open);
      if (line.list) this.all(line.below, open);
    }
  }

  /** Marks the move that the board shows with all that lead to it, and brings it into view. */
  mark(node) {
    for (const old of this.home.querySelectorAll('.on-way')) {
      old.classList.remove('on-way');
      Object.assign(old, { ariaCurrent: null, tabIndex: -1 });
    }
    while (node && !node.word) node = node.before;
    if (!node) return;
    const above = [];
    for (let line = node.line.above; line; line = line.above) above.unshift(line);
    for (const line of above) this.unfold(line, true);
    const section = node.button.closest('ul.play');
    if (section.hidden) this.foldSection(section.head);
    for (let one = node; one; one = one.before) one.button?.classList.add('on-way');
    Object.assign(node.button, { ariaCurrent: 'step', tabIndex: 0 });
    if (this.home.contains(document.activeElement)) node.button.focus({ preventScroll: true });
    node.button.scrollIntoView({ block: 'nearest' });
  }
}
