// The collection: a file that was opened, or problems that were added one by one; its list at the
// side, what was edited in it, verdicts. The list and the entry of the problem on the board are in the history beside the
// problem, so that what is done to the list can be undone like any edit.

import { by } from './dom.js';
import { SideList } from './list.js';
import { counts } from './position.js';
import { factsOf, fromEntry, keyOf, ownOf } from './record.js';
import { counted, t } from './texts.js';

/** So many problems are named that were not saved. */
const NAMED = 3;
const NONE = [];

/** What the list shows of a problem, and what it is compared by: `own` is all of it, `key` what its verdict depends on. */
const shownOf = (problem) => {
  const { author, source } = factsOf(problem);
  const { id, ask, position } = problem;
  return { edited: problem, own: ownOf(problem), key: keyOf(problem), id, author, source, stipulation: ask.stipulation, counts: counts(position) };
};

/** Whether an entry is another than it was when its file was opened or saved. */
const isChanged = (entry) => entry.own !== undefined && entry.own !== entry.saved;

/** The collection. `desk`: the history of the problem on the board. */
export class Files {
  constructor(desk, changed) {
    Object.assign(this, { desk, changed, name: '', form: '', documents: [], saved: NONE, edits: 0 });
    this.settle();
    const on = { pick: (at) => this.take(at), move: (from, to) => this.move(from, to), remove: () => this.remove() };
    this.list = new SideList(by('list'), on, isChanged);
    by('filter').addEventListener('input', () => this.list.filter(by('filter').value));
    by('close').addEventListener('click', () => this.mayLeave() && this.close());
    by('add').addEventListener('click', () => this.add(this.entries.length));
    by('duplicate').addEventListener('click', () => this.add(this.row + 1, this.entry));
    by('delete').addEventListener('click', () => this.remove());
    by('up').addEventListener('click', () => this.list.shift(-1));
    by('down').addEventListener('click', () => this.list.shift(1));
    by('file-name').addEventListener('input', () => {
      this.name = by('file-name').value;
      this.follow(this.desk.now);
      this.changed();
    });
  }

  /** The list, and the entry in it that is on the board. */
  get entries() {
    return this.desk.beside?.entries ?? NONE;
  }

  get entry() {
    return this.desk.beside?.entry;
  }

  notice(text) {
    by('notice').textContent = text;
  }

  /** What was not saved, in words; nothing: all of it was. */
  get unsaved() {
    const { entries } = this;
    const changed = entries.flatMap((entry, at) => (isChanged(entry) ? [this.list.nameOf(at)] : []));
    const more = changed.length - NAMED;
    const isMoved = changed.length === 0 && entries !== this.saved && entries.length + this.saved.length > 0;
    return [
      ...changed.slice(0, NAMED),
      more > 0 && t('{0} more', more),
      isMoved && t('the order of the list'),
      this.isLoose() && t('the problem on the board'),
      this.replaced && t('a problem that was replaced'),
    ].filter(Boolean).join(', ');
  }

  /** Whether the problem on the board is in no list, and was edited since it came there or was saved. */
  isLoose() {
    const { now } = this.desk;
    return !this.entry && Object.keys(now.position.men).length > 0 && ownOf(now, false) !== this.settled;
  }

  /** The problem on the board can be lost as it is, and what can be undone with it. */
  settle(replaced = false) {
    Object.assign(this, { settled: ownOf(this.desk.now, false), replaced });
  }

  /** All of the list was saved, without what is left out. */
  settleAll(left) {
    this.replaced = false;
    this.saved = this.entries;
    for (const entry of this.entries) if (!left.has(entry)) entry.saved = entry.own ?? entry.saved;
    this.list.redraw();
  }

  /** Whether what was edited may be lost. */
  mayLeave() {
    const { unsaved } = this;
    return !unsaved || confirm(t('These changes were not saved: {0}. Discard them?', unsaved));
  }

  /** Puts another problem on the board, one of no list. The step can be undone; after that the old one would be lost. */
  put(problem) {
    const isLoose = this.isLoose();
    const replaced = isLoose || this.replaced;
    this.desk.change(() => problem, '', this.desk.beside && { entries: this.entries });
    this.settle(replaced);
    this.follow(problem);
    this.notice(isLoose ? t('What was on the board was not saved. Undo brings it back.') : '');
  }

  /** Shows the problems of a file. */
  open(name, { problems, documents = [], messages = [], cut, form }) {
    Object.assign(this, { name, form, documents, whole: documents.map(() => 0), saved: problems });
    for (const { document } of problems) if (document !== undefined) this.whole[document] += 1;
    by('file-name').value = name;
    this.list.filter(by('filter').value = '');
    const first = problems.find((entry) => entry.edited || entry.fen);
    this.begin(first ? this.problemOf(first) : this.desk.now, { entries: problems, entry: first });
    this.tally();
    const left = problems.filter((entry) => !entry.edited && !entry.fen);
    this.notice([
      ...first?.notes ?? [],
      ...messages,
      left.length > 0 ? t('{0} of {1} without a board that could be read, the first in line {2}: {3}', left.length, problems.length, left[0].line, left[0].illegal) : '',
      cut ? t('the file has more problems; the first 100,000 are here') : '',
    ].filter(Boolean).join('; '));
    this.changed();
  }

  /** Begins anew with this problem on the board. */
  begin(problem, beside) {
    this.desk.reset(problem, beside);
    this.settle();
    this.follow(problem);
  }

  /** What is to be kept of the collection, as a whole or only what was edited in it; null: there is none. */
  snapshot(isPart) {
    const { name, form, documents, whole, entry, entries } = this;
    if (!this.desk.beside) return null;
    const problems = isPart ? entries.filter(isChanged) : entries;
    const row = problems.indexOf(entry);
    const rest = { name, form, row, isSaved: entries === this.saved };
    if (!isPart || documents.length === 0) return { ...rest, problems, documents, whole };
    // Of the documents those of the problems, each by itself.
    const own = problems.map((one, at) => ({ ...one, document: undefined, copied: at }));
    return { ...rest, problems: own, documents: problems.map((one) => documents[one.document ?? one.copied] ?? ''), whole: [] };
  }

  /** Opens what was kept of a collection; `problem` was on the board. */
  restore({ name, form, row, isSaved, problems, documents, whole }, problem) {
    this.open(name, { problems, documents, form });
    if (whole) this.whole = whole;
    if (!isSaved) this.saved = NONE;
    const entry = problems[row];
    this.begin(entry ? this.problemOf(entry) : problem, { entries: problems, entry });
  }

  close() {
    Object.assign(this, { name: '', documents: [], saved: NONE });
    this.begin(this.desk.now, null);
    this.changed();
  }

  /** The problem of an entry. */
  problemOf(entry) {
    if (entry.edited) return entry.edited;
    const problem = fromEntry(entry, this.desk.now.ask);
    Object.assign(entry, { saved: ownOf(problem), key: keyOf(problem) });
    return problem;
  }

  /** A row was chosen. Nothing is changed before its problem is there as a whole. */
  take(at) {
    const entry = this.entries[at];
    if (!entry.edited && !entry.fen) {
      const why = entry.illegal ?? t('there is none');
      return this.notice(t('No board could be read from line {0}: {1}. The board keeps its problem.', entry.line, why));
    }
    const isLoose = this.isLoose();
    this.replaced ||= isLoose;
    this.desk.change(() => this.problemOf(entry), 'row', { entries: this.entries, entry });
    this.notice(isLoose ? t('What was on the board was not saved. Undo brings it back.') : (entry.notes ?? []).join('; '));
  }

  /** Another list, with this entry of it on the board. */
  rearrange(entries, entry, said) {
    const hasBoard = entry && (entry.edited || entry.fen);
    this.desk.change((problem) => (hasBoard && entry !== this.entry ? this.problemOf(entry) : problem), '', { entries, entry: hasBoard ? entry : undefined });
    this.tally();
    this.notice(said);
  }

  /** The problem on the board has a place in the list from now on, beside the one that is there already where it is a copy. */
  add(row, of) {
    const copied = of?.document ?? of?.copied;
    const entry = { ...of, ...shownOf(this.desk.now), saved: '', document: undefined, copied };
    this.rearrange(this.entries.toSpliced(row, 0, entry), entry, '');
  }

  /** The problem on the board leaves the list; the next one takes its place. */
  remove() {
    const { entries, entry, row } = this;
    if (!entry) return;
    const name = this.list.nameOf(row);
    const next = entries[row + 1] ?? entries[row - 1];
    this.rearrange(entries.toSpliced(row, 1), next, t('{0} was deleted from the list. Undo brings it back.', name));
    if (!this.entry) this.settle();
    this.follow(this.desk.now);
  }

  move(from, to) {
    const { entries } = this;
    if (from === to) return;
    this.rearrange(entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]), this.entry, '');
  }

  get row() {
    return this.entries.indexOf(this.entry);
  }

  /** The problem on the board is another state, or the list: where it is an entry's, the entry is edited. */
  follow(problem) {
    const { entries, entry, list } = this;
    if (entry && ownOf(problem) !== (entry.own ?? entry.saved)) {
      const { key } = entry;
      Object.assign(entry, shownOf(problem));
      if (entry.key !== key) entry.verdict = entry.illegal = undefined;
      this.edits += 1;
      list.touch(this.row);
    }
    if (list.entries !== entries) list.show(entries, this.row);
    else if (list.active !== this.row) list.activate(this.row);
    const { unsaved } = this;
    by('unsaved').textContent = unsaved && t('Not saved: {0}', unsaved);
    document.title = (unsaved ? '• ' : '') + (this.desk.beside ? (this.name || t('Untitled collection')) + ' – ' : '') + 'keymove';
    document.body.classList.toggle('with-list', Boolean(this.desk.beside));
    by('nothing').hidden = entries.length > 0;
    by('add').disabled = Boolean(entry);
    for (const name of ['duplicate', 'delete', 'up', 'down']) by(name).disabled = !entry;
  }

  /** The verdict on the row that is on the board. */
  judge(verdict) {
    const { entry } = this;
    if (!entry || !verdict) return;
    entry.verdict = verdict;
    this.list.touch(this.row);
    this.tally();
    this.changed();
  }

  tally() {
    const verdicts = Object.entries(Object.groupBy(this.entries, ({ verdict }) => verdict ?? ''));
    const told = verdicts.filter(([verdict]) => verdict).sort(([, a], [, b]) => b.length - a.length).map(([verdict, { length }]) => length + ' ' + t(verdict));
    by('tally').textContent = [counted(this.entries.length, '{0} problem', '{0} problems'), ...told].join(' · ');
  }
}
