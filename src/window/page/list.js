// The problems of a file at the side. Only the rows that are seen exist, so that a hundred thousand scroll as ten do.

import { make } from './dom.js';
import { t } from './texts.js';

const HEIGHT = 46;
const SPARE = 6;

/** A list in `home`; `pick(at)` is told the problem that was chosen. */
export class SideList {
  constructor(home, pick) {
    this.home = home;
    this.pick = pick;
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
      if (row) this.choose(Number(row.dataset.at));
    });
    home.addEventListener('keydown', (event) => this.key(event));
  }

  /** Shows other entries. */
  open(entries) {
    this.entries = entries;
    this.active = -1;
    this.home.scrollTop = 0;
    this.filter('');
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
    const name = [entry.id || entry.author || entry.source || t('line {0}', entry.line), entry.edited ? '•' : ''].join(' ');
    make('b', row, name);
    make('span', row, [entry.stipulation, entry.counts, entry.id ? entry.author : ''].filter(Boolean).join('  '));
    const verdict = entry.verdict ?? (entry.illegal ? 'illegal' : '');
    if (verdict) make('i', row, t(verdict), 'verdict-' + verdict.replaceAll(' ', '-'));
    return row;
  }

  key(event) {
    const place = this.shown.indexOf(this.active);
    const page = Math.max(1, Math.floor(this.home.clientHeight / HEIGHT) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!step || this.shown.length === 0) return;
    event.preventDefault();
    this.choose(this.shown[Math.max(0, Math.min(this.shown.length - 1, place + step))]);
  }

  choose(at) {
    const before = this.active;
    this.active = at;
    const top = this.shown.indexOf(at) * HEIGHT;
    if (top < this.home.scrollTop) this.home.scrollTop = top;
    const low = top + HEIGHT - this.home.clientHeight;
    if (low > this.home.scrollTop) this.home.scrollTop = low;
    this.touch(before);
    this.touch(at);
    this.pick(at);
  }
}
