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
    this.desk = desk;
    this.changed = changed;
    this.name = this.form = '';
    this.documents = [];
    this.saved = NONE;
    this.edits = 0;
    this.settle();
    const on = { pick: (at) => this.take(at), move: (from, to) => this.move(from, to), remove: () => this.remove() };
    this.list = new SideList(by('list'), on, isChanged);
    by('filter').addEventListener('input', () => this.list.filter(by('filter').value));
    by('close').addEventListener('click', () => this.mayLeave() && this.close());
    by('add').addEventListener('click', () => this.add());
    by('duplicate').addEventListener('click', () => this.duplicate());
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
    const said = changed.slice(0, NAMED);
    if (more > 0) said.push(t('{0} more', more));
    if (changed.length === 0 && entries !== this.saved && entries.length + this.saved.length > 0) said.push(t('the order of the list'));
    if (this.isLoose()) said.push(t('the problem on the board'));
    if (this.replaced) said.push(t('a problem that was replaced'));
    return said.join(', ');
  }

  /** Whether the problem on the board is in no list, and was edited since it came there or was saved. */
  isLoose() {
    const { now } = this.desk;
    const isEdited = Object.keys(now.position.men).length > 0 && ownOf(now, false) !== this.settled;
    return !this.entry && isEdited;
  }

  /** The problem on the board can be lost as it is, and what can be undone with it. */
  settle() {
    this.settled = ownOf(this.desk.now, false);
    this.replaced = false;
  }

  /** All of the list was saved. */
  settleAll() {
    this.replaced = false;
    this.saved = this.entries;
    for (const entry of this.entries) entry.saved = entry.own ?? entry.saved;
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
    this.settle();
    this.replaced = replaced;
    this.follow(problem);
    this.notice(isLoose ? t('What was on the board was not saved. Undo brings it back.') : '');
  }

  /** Shows the problems of a file. */
  open(name, { problems, documents = [], messages = [], cut, form }) {
    this.name = name;
    this.form = form;
    this.documents = documents;
    this.whole = documents.map(() => 0);
    for (const { document } of problems) if (document !== undefined) this.whole[document] += 1;
    this.saved = problems;
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
    this.name = '';
    this.documents = [];
    this.saved = NONE;
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

  /** The problem on the board becomes the last one of the list. */
  add() {
    if (this.entry) return;
    const entry = { ...shownOf(this.desk.now), saved: '' };
    this.rearrange([...this.entries, entry], entry, '');
  }

  /** A second one of the problem on the board, behind it. */
  duplicate() {
    const { entries, entry, row } = this;
    if (!entry) return;
    const copy = { ...entry, ...shownOf(this.desk.now), saved: '', document: undefined, copied: entry.document ?? entry.copied };
    this.rearrange(entries.toSpliced(row + 1, 0, copy), copy, '');
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
    const verdicts = new Map();
    for (const { verdict } of this.entries) if (verdict) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    const told = [...verdicts].sort((a, b) => b[1] - a[1]).map(([verdict, number]) => number + ' ' + t(verdict));
    by('tally').textContent = [counted(this.entries.length, '{0} problem', '{0} problems'), ...told].join(' · ');
  }
}
