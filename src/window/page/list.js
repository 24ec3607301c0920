// The problems of a collection at the side. Only the rows that are seen exist, so that a hundred thousand scroll as ten do.

import { make } from './dom.js';
import { follow } from './pointer.js';
import { t } from './texts.js';

const HEIGHT = 46;
const SPARE = 6;
/** A row that is dragged so close to an edge of the list scrolls it. */
const EDGE = 30;

/** A list in `home`; `on.pick(at)` is told the problem that was chosen, `on.move(from, to)` where one is to go, and
 * `on.remove()` that the chosen one is to go away. `marked(entry)`: whether it has changes that were not saved. */
export class SideList {
  constructor(home, on, marked) {
    Object.assign(this, { home, on, marked, entries: [], shown: [], rows: new Map(), active: -1, words: '' });
    this.sheet = make('div', home, undefined, 'rows');
    this.sheet.role = 'presentation';
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
    Object.assign(this, { entries, active });
    this.filter(this.words);
    this.reveal(active);
  }

  /** Leaves those entries in which all words stand. */
  filter(text) {
    this.words = text;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = [...this.entries.keys()].filter((at) => {
      const { id, author, source, stipulation, verdict, counts } = this.entries[at];
      const said = [id, author, source, stipulation, verdict, counts].join(' ').toLowerCase();
      return words.every((word) => said.includes(word));
    });
    this.sheet.style.height = this.shown.length * HEIGHT + 'px';
    this.redraw();
  }

  /** Draws anew what is seen. */
  redraw() {
    for (const at of this.rows.keys()) this.drop(at);
    this.draw();
  }

  /** Draws one entry anew, if it is seen. */
  touch(at) {
    this.drop(at);
    this.draw();
  }

  drop(at) {
    this.rows.get(at)?.remove();
    this.rows.delete(at);
  }

  draw() {
    const first = Math.max(0, Math.floor(this.home.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.shown.length, Math.ceil((this.home.scrollTop + this.home.clientHeight) / HEIGHT) + SPARE);
    const seen = this.shown.slice(first, last);
    for (const at of this.rows.keys()) if (!seen.includes(at)) this.drop(at);
    const missing = seen.filter((at) => !this.rows.has(at));
    seen.forEach((at, place) => this.rows.has(at) || this.rows.set(at, this.row(at, first + place)));
    // A reader of screens goes from row to row in the order of the page.
    if (missing.length > 0) this.sheet.append(...seen.map((at) => this.rows.get(at)));
    this.home.setAttribute('aria-activedescendant', this.rows.has(this.active) ? 'row' + this.active : '');
  }

  row(at, place) {
    const entry = this.entries[at];
    const row = make('div', null, undefined, 'row');
    row.dataset.at = at;
    row.style.transform = 'translateY(' + place * HEIGHT + 'px)';
    const aria = { role: 'option', ariaSelected: at === this.active, ariaPosInSet: place + 1, ariaSetSize: this.shown.length };
    Object.assign(row, aria, { id: 'row' + at });
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

  /** Number and name of a problem. */
  numbered(at) {
    const number = t('No. {0}', at + 1);
    const name = this.nameOf(at);
    return name === number ? number : number + ' ' + name;
  }

  key(event) {
    const place = this.shown.indexOf(this.active);
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      return this.shift(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (event.key === 'Delete') return this.on.remove();
    const page = Math.max(1, Math.floor(this.home.clientHeight / HEIGHT) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
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
    for (const changed of [this.active, at]) this.drop(changed);
    this.active = at;
    this.reveal(at);
    this.draw();
  }

  reveal(at) {
    const place = this.shown.indexOf(at);
    if (place < 0) return;
    const top = place * HEIGHT;
    this.home.scrollTop = Math.max(top + HEIGHT - this.home.clientHeight, Math.min(top, this.home.scrollTop));
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
    follow(event, (now) => {
      this.dragged = true;
      const { top, bottom } = this.home.getBoundingClientRect();
      if (now.clientY < top + EDGE) this.home.scrollTop -= HEIGHT / 4;
      if (now.clientY > bottom - EDGE) this.home.scrollTop += HEIGHT / 4;
      row.classList.add('carried');
      row.style.transform = 'translateY(' + placeOf(now) * HEIGHT + 'px)';
    }, (last, dragged) => {
      if (!dragged) return;
      const to = this.shown[placeOf(last)];
      this.redraw();
      if (last.type === 'pointerup') this.on.move(Number(row.dataset.at), to);
    });
  }
}
