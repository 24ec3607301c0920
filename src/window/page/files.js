// Files: opened by drag, dialogue or paste, their problems at the side, what was edited in them, verdicts.

import { by } from './dom.js';
import { SideList } from './list.js';
import { fromEntry, ownOf, toQuestion, toRecord } from './record.js';
import { Refusal, base64, post, stream, words } from './stream.js';
import { counted, t } from './texts.js';

/** The largest file in bytes: for the way to the program it becomes a third larger. */
const LARGEST = 12_000_000;

/** The record of an entry as it is now, with what its file claims. */
const recordOf = (entry) => (entry.edited ? toRecord(entry.edited) : entry.claimed ?? entry.record);

/** The file at the side. `desk`: the history of the problem on the board. */
export class Files {
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
    this.name = '';
    this.documents = [];
    this.dirty = false;
    this.edits = 0;
    this.settle();
    this.list = new SideList(by('list'), (at) => this.take(at));
    this.opening();
    by('filter').addEventListener('input', () => this.list.filter(by('filter').value));
    by('check-all').addEventListener('click', () => this.checkAll());
    by('close').addEventListener('click', () => this.mayLeave() && this.close());
  }

  opening() {
    by('open').addEventListener('click', () => by('file').click());
    by('file').addEventListener('change', () => {
      if (by('file').files[0]) this.read(by('file').files[0]);
      by('file').value = '';
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData('text/plain');
      if (file) this.read(file);
      else if (text) this.paste(text).catch((error) => this.notice(words(error)));
    });
    addEventListener('paste', (event) => {
      if (event.target.matches('input, textarea')) return;
      const [file] = event.clipboardData.files;
      if (file) this.read(file);
      else this.paste(event.clipboardData.getData('text/plain')).catch((error) => this.notice(words(error)));
    });
    by('paste').addEventListener('click', () => {
      by('pasted').value = by('paste-error').textContent = '';
      by('paste-dialog').showModal();
    });
    by('paste-cancel').addEventListener('click', () => by('paste-dialog').close());
    by('paste-take').addEventListener('click', async (event) => {
      event.preventDefault();
      try {
        await this.paste(by('pasted').value);
        by('paste-dialog').close();
      } catch (error) {
        by('paste-error').textContent = words(error);
      }
    });
  }

  notice(text) {
    by('notice').textContent = text;
  }

  /** Whether something was edited that was not saved. */
  get unsaved() {
    return this.dirty || this.isLoose();
  }

  /** Whether the problem on the board is of no row, and was edited since it came there or was saved. */
  isLoose() {
    const { now } = this.desk;
    const isEdited = Object.keys(now.position.men).length > 0 && ownOf(now, false) !== this.settled;
    return this.row === undefined && (isEdited || this.replaced);
  }

  /** The problem on the board can be lost as it is, and what can be undone with it. */
  settle() {
    this.settled = ownOf(this.desk.now, false);
    this.replaced = false;
  }

  /** Whether what was edited may be lost. */
  mayLeave() {
    return !this.unsaved || confirm(t('There are changes that were not saved. Lose them?'));
  }

  async read(file) {
    this.reading = file;
    this.notice(t('Reading {0} …', file.name));
    try {
      if (file.size > LARGEST) throw new Refusal(t('{0} is too large: the page takes files of at most 12 MB.', file.name));
      const bytes = await file.arrayBuffer().catch(() => {
        throw new Refusal(t('{0} cannot be read. Is it a folder?', file.name));
      });
      const answer = await post('records', { name: file.name, base64: base64(new Uint8Array(bytes)) });
      // Another file was opened meanwhile.
      if (this.reading !== file) return;
      if (answer.problems.length === 0) throw new Refusal(answer.messages.join('; ') || t('There is no problem in {0}', file.name));
      this.notice('');
      if (this.mayLeave()) this.open(file.name, answer);
    } catch (error) {
      if (this.reading === file) this.notice(words(error));
    }
  }

  /** Sets up what was copied: one problem on the board, several as a list. */
  async paste(text) {
    if (!text.trim()) throw new Refusal(t('There is nothing in it.'));
    const answer = await post('read', { text });
    const boards = answer.problems.filter((entry) => entry.fen);
    if (boards.length === 0) throw new Refusal(answer.problems[0]?.illegal ?? answer.messages[0] ?? t('No position was found in it.'));
    if (boards.length > 1) {
      if (this.mayLeave()) this.open(t('pasted'), answer);
      return;
    }
    const problem = fromEntry(boards[0], this.desk.now.ask);
    this.put(problem);
    this.notice([...boards[0].notes ?? [], ...answer.messages, by('notice').textContent].filter(Boolean).join('; '));
  }

  /** Puts another problem on the board, one of no row. The step can be undone; after that the old one would be lost. */
  put(problem) {
    const replaced = this.isLoose();
    this.leaveRow();
    this.desk.change(() => problem);
    this.settle();
    this.replaced = replaced;
    this.follow(problem);
    this.notice(replaced ? t('What was on the board was not saved. Undo brings it back.') : '');
  }

  /** Shows the problems of a file. */
  open(name, { problems, documents = [], messages = [], cut }) {
    this.name = name;
    this.documents = documents;
    this.dirty = false;
    this.settle();
    by('side').hidden = false;
    document.body.classList.add('with-list');
    by('file-name').textContent = name;
    by('filter').value = '';
    this.list.open(problems);
    this.leaveRow();
    this.tally();
    const first = problems.findIndex((entry) => entry.edited || entry.fen);
    if (first >= 0) this.list.choose(first);
    const left = problems.filter((entry) => !entry.edited && !entry.fen);
    this.notice([
      by('notice').textContent,
      ...messages,
      left.length > 0 ? t('{0} of {1} without a board that could be read, the first in line {2}: {3}', left.length, problems.length, left[0].line, left[0].illegal) : '',
      cut ? t('the file has more problems; the first 100,000 are here') : '',
    ].filter(Boolean).join('; '));
    this.changed();
  }

  /** What is to be kept of the file, as a whole or only what was edited in it; null: there is none. */
  snapshot(edited) {
    const { name, dirty, row, documents, list: { entries } } = this;
    if (!name || !edited) return name ? { name, dirty, row, problems: entries, documents } : null;
    const problems = entries.filter((entry) => entry.edited);
    const place = problems.indexOf(entries[row]);
    return {
      name,
      dirty,
      row: place < 0 ? undefined : place,
      problems: problems.map((entry, at) => ({ ...entry, document: documents.length > 0 ? at : undefined })),
      documents: documents.length > 0 ? problems.map((entry) => documents[entry.document]) : [],
    };
  }

  /** Opens what was kept of a file; `problem` was on the board. */
  restore({ name, dirty, row, problems, documents }, problem) {
    this.open(name, { problems, documents });
    this.dirty = dirty;
    if (problems[row]) this.list.choose(row);
    else {
      this.leaveRow();
      this.desk.reset(problem);
    }
  }

  close() {
    by('side').hidden = true;
    document.body.classList.remove('with-list');
    this.list.open([]);
    this.row = undefined;
    this.name = '';
    this.documents = [];
    this.dirty = false;
    this.settle();
    this.changed();
  }

  /** A row was chosen. Nothing is changed before its problem is there as a whole. */
  take(at) {
    const entry = this.list.entries[at];
    if (!entry.edited && !entry.fen) {
      const why = entry.illegal ?? t('there is none');
      return this.notice(t('No board could be read from line {0}: {1}. The board keeps its problem.', entry.line, why));
    }
    if (this.isLoose() && !confirm(t('A problem that is in no file was not saved. Lose it?'))) return this.leaveRow();
    const problem = entry.edited ?? fromEntry(entry, this.desk.now.ask);
    this.row = at;
    this.taken = ownOf(problem);
    this.desk.reset(problem);
    this.notice((entry.notes ?? []).join('; '));
  }

  /** The board holds something else than the row that was chosen. */
  leaveRow() {
    this.row = undefined;
    this.list.active = -1;
    this.list.redraw();
  }

  /** The problem on the board is another state: where it is a row's, the row is edited. */
  follow(problem) {
    const entry = this.list.entries[this.row];
    if (entry && ownOf(problem) !== this.taken) {
      this.taken = ownOf(problem);
      Object.assign(entry, { edited: problem, id: problem.id, stipulation: problem.ask.stipulation, verdict: undefined });
      this.dirty = true;
      this.edits += 1;
      const looked = this.list.active;
      this.list.active = this.row;
      this.list.touch(looked);
      this.list.touch(this.row);
    }
    document.title = (this.unsaved ? '• ' : '') + 'keymove';
    document.body.classList.toggle('unsaved', this.unsaved);
  }

  /** The verdict on the row that is on the board. */
  judge(verdict) {
    const entry = this.list.entries[this.row];
    if (!entry || !verdict) return;
    entry.verdict = verdict;
    this.list.touch(this.row);
    this.tally();
    this.changed();
  }

  tally() {
    const verdicts = new Map();
    for (const { verdict } of this.list.entries) if (verdict) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    const told = [...verdicts].sort((a, b) => b[1] - a[1]).map(([verdict, number]) => number + ' ' + t(verdict));
    by('tally').textContent = [counted(this.list.entries.length, '{0} problem', '{0} problems'), ...told].join(' · ');
  }

  /** The verdict of `check` on every problem that has none yet, two at a time; a second click ends it. */
  async checkAll() {
    if (this.checking) return this.checking.abort();
    this.checking = new AbortController();
    const { signal } = this.checking;
    const { entries } = this.list;
    by('check-all').textContent = t('Stop');
    let next = 0;
    const work = async () => {
      while (next < entries.length && !signal.aborted && this.list.entries === entries) {
        const at = next;
        next += 1;
        const entry = entries[at];
        if (entry.verdict || entry.illegal) continue;
        try {
          const twins = entry.edited ? toQuestion(entry.edited).twins : undefined;
          const asked = { record: recordOf(entry), twins, seconds: this.desk.now.ask.seconds };
          const answer = await stream('check', asked, () => {}, signal);
          entry.verdict = answer.parts[0].object?.verdict ?? 'unknown';
        } catch (error) {
          if (error.name === 'AbortError') return;
          entry.verdict = 'unknown';
        }
        this.list.touch(at);
        this.tally();
      }
    };
    try {
      await Promise.all([work(), work()]);
    } finally {
      this.checking = null;
      by('check-all').textContent = t('Check all');
      this.changed();
    }
  }
}
