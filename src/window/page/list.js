// The problems of a collection at the side. Only the rows that are seen exist, so that a hundred thousand scroll as ten do.

import { make } from './dom.js';
import { t } from './texts.js';

const HEIGHT = 46;
const SPARE = 6;
/** A pointer that has gone so far drags its row; so close to an edge of the list it scrolls. */
const FAR = 6;
const EDGE = 30;

/** A list in `home`; `on.pick(at)` is told the problem that was chosen, `on.move(from, to)` where one is to go, and
 * `on.remove()` that the chosen one is to go away. `marked(entry)`: whether it has changes that were not saved. */
export class SideList {
  constructor(home, on, marked) {
    this.home = home;
    this.on = on;
    this.marked = marked;
    this.entries = [];
    this.shown = [];
    this.rows = new Map();
    this.active = -1;
    this.words = '';
    home.tabIndex = 0;
    home.setAttribute('role', 'listbox');
    this.sheet = make('div', home, undefined, 'rows');
    this.sheet.setAttribute('role', 'presentation');
    home.addEventListener('scroll', () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(home);
    this.sheet.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row && !this.dragged) this.choose(Number(row.dataset.at));
    });
    this.sheet.addEventListener('pointerdown', (event) => this.grasp(event));
    home.addEventListener('keydown', (event) => this.key(event));
  }

  /** Shows other entries, the one at `active` as the chosen one. */
  show(entries, active) {
    this.entries = entries;
    this.active = active;
    this.filter(this.words);
    this.reveal(active);
  }

  /** Leaves those entries in which all words stand. */
  filter(text) {
    this.words = text;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (entry) => words.every((word) => this.textOf(entry).includes(word));
    this.shown = this.entries.map((_, at) => at).filter((at) => fits(this.entries[at]));
    this.sheet.style.height = this.shown.length * HEIGHT + 'px';
    this.redraw();
  }

  textOf(entry) {
    return [entry.id, entry.author, entry.source, entry.stipulation, entry.verdict, entry.counts].join(' ').toLowerCase();
  }

  /** Draws anew what is seen. */
  redraw() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  /** Draws one entry anew, if it is seen. */
  touch(at) {
    this.rows.get(at)?.remove();
    this.rows.delete(at);
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.home.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.shown.length, Math.ceil((this.home.scrollTop + this.home.clientHeight) / HEIGHT) + SPARE);
    const seen = this.shown.slice(first, last);
    for (const [at, row] of this.rows) {
      if (seen.includes(at)) continue;
      row.remove();
      this.rows.delete(at);
    }
    const missing = seen.filter((at) => !this.rows.has(at));
    seen.forEach((at, place) => this.rows.has(at) || this.rows.set(at, this.row(at, first + place)));
    // A reader of screens goes from row to row in the order of the page.
    if (missing.length > 0) this.sheet.append(...seen.map((at) => this.rows.get(at)));
    this.home.setAttribute('aria-activedescendant', this.rows.has(this.active) ? 'row' + this.active : '');
  }

  row(at, place) {
    const entry = this.entries[at];
    const row = make('div', null, undefined, 'row');
    row.id = 'row' + at;
    row.dataset.at = at;
    row.style.transform = 'translateY(' + place * HEIGHT + 'px)';
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(at === this.active));
    row.setAttribute('aria-posinset', place + 1);
    row.setAttribute('aria-setsize', this.shown.length);
    make('b', row, [this.nameOf(at), this.marked(entry) ? '•' : ''].join(' '));
    make('span', row, '⠿', 'grip').setAttribute('aria-hidden', 'true');
    make('span', row, [entry.stipulation, entry.counts, entry.id ? entry.author : ''].filter(Boolean).join('  '));
    const verdict = entry.verdict ?? (entry.illegal ? 'illegal' : '');
    if (verdict) make('i', row, t(verdict), 'verdict-' + verdict.replaceAll(' ', '-'));
    return row;
  }

  nameOf(at) {
    const { id, author, source } = this.entries[at];
    return id || author || source || t('No. {0}', at + 1);
  }

  key(event) {
    const place = this.shown.indexOf(this.active);
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      return this.shift(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (event.key === 'Delete') return this.on.remove();
    const page = Math.max(1, Math.floor(this.home.clientHeight / HEIGHT) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!step || this.shown.length === 0) return;
    event.preventDefault();
    this.choose(this.shown[Math.max(0, Math.min(this.shown.length - 1, place + step))]);
  }

  choose(at) {
    this.activate(at);
    this.on.pick(at);
  }

  /** Shows which row is the chosen one. */
  activate(at) {
    const before = this.active;
    this.active = at;
    this.reveal(at);
    this.touch(before);
    this.touch(at);
  }

  reveal(at) {
    const place = this.shown.indexOf(at);
    if (place < 0) return;
    const top = place * HEIGHT;
    if (top < this.home.scrollTop) this.home.scrollTop = top;
    const low = top + HEIGHT - this.home.clientHeight;
    if (low > this.home.scrollTop) this.home.scrollTop = low;
  }

  /** Has the chosen row go up (-1) or down (1) among those that are shown. */
  shift(by) {
    const to = this.shown[this.shown.indexOf(this.active) + by];
    if (this.active >= 0 && to !== undefined) this.on.move(this.active, to);
  }

  /** A pointer went down on a row: once it has moved, the row goes where it is let go. A finger takes it by its grip. */
  grasp(event) {
    const row = event.target.closest('.row');
    this.dragged = false;
    if (!row || event.button > 0 || event.pointerType === 'touch' && !event.target.matches('.grip')) return;
    const placeOf = ({ clientY }) => {
      const place = Math.floor((clientY - this.sheet.getBoundingClientRect().top) / HEIGHT);
      return Math.max(0, Math.min(this.shown.length - 1, place));
    };
    const move = (now) => {
      if (Math.abs(now.clientY - event.clientY) < FAR && !this.dragged) return;
      this.dragged = true;
      const { top, bottom } = this.home.getBoundingClientRect();
      if (now.clientY < top + EDGE) this.home.scrollTop -= HEIGHT / 4;
      if (now.clientY > bottom - EDGE) this.home.scrollTop += HEIGHT / 4;
      row.classList.add('carried');
      row.style.transform = 'translateY(' + placeOf(now) * HEIGHT + 'px)';
    };
    const stop = (last) => {
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, stop);
      removeEventListener('pointermove', move);
      if (!this.dragged) return;
      const to = this.shown[placeOf(last)];
      this.redraw();
      if (last.type === 'pointerup') this.on.move(Number(row.dataset.at), to);
    };
    // A browser that saw a fling would swallow the next tap.
    const hold = (touch) => touch.cancelable && this.dragged && touch.preventDefault();
    for (const name of ['touchmove', 'touchend']) event.target.addEventListener(name, hold, { passive: false });
    addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, stop);
  }
}
