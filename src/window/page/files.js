// Files: opened by drag, dialogue or paste, their problems at the side, verdicts, and what is saved.

import { by } from './dom.js';
import { SideList } from './list.js';
import { fromEntry, toQuestion, toRecord } from './record.js';
import { png, save } from './store.js';
import { post, stream } from './stream.js';

/** How wide a picture in dots is. */
const DOTS = 1440;

const base64 = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

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
    this.list = new SideList(by('list'), (at) => this.take(at));
    this.opening();
    this.saving();
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
      else if (text) this.paste(text).catch((error) => this.notice(error.message));
    });
    addEventListener('paste', (event) => {
      if (event.target.matches('input, textarea')) return;
      const [file] = event.clipboardData.files;
      if (file) this.read(file);
      else this.paste(event.clipboardData.getData('text/plain')).catch((error) => this.notice(error.message));
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
        by('paste-error').textContent = error.message;
      }
    });
  }

  notice(text) {
    by('notice').textContent = text;
  }

  /** Whether what was edited may be lost. */
  mayLeave() {
    return !this.dirty || confirm('There are changes that were not saved. Lose them?');
  }

  async read(file) {
    if (!this.mayLeave()) return;
    this.notice('Reading ' + file.name + ' …');
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.open(file.name, await post('records', { name: file.name, base64: base64(bytes) }));
    } catch (error) {
      this.notice(error.message);
    }
  }

  /** Sets up what was copied: one problem on the board, several as a list. */
  async paste(text) {
    if (!text.trim()) throw new Error('There is nothing in it.');
    const answer = await post('read', { text });
    const boards = answer.problems.filter((entry) => entry.fen);
    if (boards.length === 0) throw new Error(answer.problems[0]?.illegal ?? answer.messages[0] ?? 'No position was found in it.');
    if (boards.length > 1) {
      if (this.mayLeave()) this.open('pasted', answer);
      return;
    }
    this.leaveRow();
    this.desk.change((problem) => fromEntry(boards[0], problem.ask));
    this.notice((boards[0].notes ?? []).concat(answer.messages).join('; '));
  }

  /** Shows the problems of a file. */
  open(name, { problems, documents = [], messages = [], cut }) {
    this.name = name;
    this.documents = documents;
    this.dirty = false;
    by('side').hidden = false;
    document.body.classList.add('with-list');
    by('file-name').textContent = name;
    by('filter').value = '';
    this.list.open(problems);
    this.tally();
    this.notice([...messages, cut ? 'The file has more problems; the first 100,000 are here.' : ''].filter(Boolean).join('; '));
    if (problems.length > 0) this.list.choose(0);
    this.changed();
  }

  close() {
    by('side').hidden = true;
    document.body.classList.remove('with-list');
    this.list.open([]);
    this.name = '';
    this.documents = [];
    this.dirty = false;
    this.changed();
  }

  take(at) {
    const entry = this.list.entries[at];
    this.loading = true;
    this.desk.reset(entry.edited ?? fromEntry(entry, this.desk.now.ask));
    this.loading = false;
    this.row = at;
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
    if (this.loading || this.row === undefined) return;
    const entry = this.list.entries[this.row];
    if (!entry || toRecord(problem) === toRecord(entry.edited ?? fromEntry(entry, problem.ask))) return;
    Object.assign(entry, { edited: problem, id: problem.id, stipulation: problem.ask.stipulation, verdict: undefined });
    this.dirty = true;
    this.list.touch(this.row);
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
    const told = [...verdicts].sort((a, b) => b[1] - a[1]).map(([verdict, number]) => number + ' ' + verdict);
    by('tally').textContent = [this.list.entries.length.toLocaleString('en') + ' problems', ...told].join(' · ');
  }

  /** The verdict of `check` on every problem that has none yet, two at a time; a second click ends it. */
  async checkAll() {
    if (this.checking) return this.checking.abort();
    this.checking = new AbortController();
    const { signal } = this.checking;
    const { entries } = this.list;
    by('check-all').textContent = 'Stop';
    let next = 0;
    const work = async () => {
      while (next < entries.length && !signal.aborted && this.list.entries === entries) {
        const at = next;
        next += 1;
        const entry = entries[at];
        if (entry.verdict || entry.illegal) continue;
        try {
          const answer = await stream('check', { record: recordOf(entry), seconds: this.desk.now.ask.seconds }, () => {}, signal);
          entry.verdict = answer.parts[0].object?.verdict ?? 'unknown';
        } catch (error) {
          if (error.name === 'AbortError') return;
          entry.verdict = 'unknown';
        }
        this.list.touch(at);
        this.tally();
      }
    };
    await Promise.all([work(), work()]);
    this.checking = null;
    by('check-all').textContent = 'Check all';
    this.changed();
  }

  saving() {
    by('export').addEventListener('click', () => {
      by('export-said').textContent = '';
      by('all').disabled = this.list.entries.length === 0;
      by('all').checked &&= !by('all').disabled;
      this.options();
      by('export-dialog').showModal();
    });
    by('form').addEventListener('change', () => this.options());
    by('export-cancel').addEventListener('click', () => {
      this.writing?.abort();
      by('export-dialog').close();
    });
    by('export-take').addEventListener('click', (event) => {
      event.preventDefault();
      this.write();
    });
  }

  options() {
    const form = by('form').value;
    by('solved').disabled = !['olive', 'svg', 'png'].includes(form);
    if (['svg', 'png'].includes(form)) by('all').checked = false;
  }

  /** What is to be saved: the problem on the board, or all of the list. */
  wanted(form, all) {
    const { ask } = this.desk.now;
    const asked = { tries: ask.tries, set_play: ask.set, seconds: ask.seconds };
    const listed = (entry) => (entry.edited ? toQuestion(entry.edited) : { record: entry.record, ...asked });
    const { entries } = this.list;
    const chosen = entries[this.row];
    let problems = [toQuestion(this.desk.now)];
    if (form === 'olive' && this.documents.length > 0) {
      if (all) problems = this.inDocuments(entries, listed, asked);
      else if (chosen) problems = [{ ...problems[0], document: this.documents[chosen.document], listed: chosen.record }];
    } else if (all) problems = entries.filter((entry) => entry.record).map(listed);
    return {
      problems,
      form: form === 'png' ? 'svg' : form,
      language: by('language').value,
      solution: by('solved').checked && !by('solved').disabled,
    };
  }

  /** The documents of a file of Olive: as they stand; the problems of an edited one each for itself. */
  inDocuments(entries, listed, asked) {
    const own = this.documents.map(() => []);
    for (const entry of entries) own[entry.document]?.push(entry);
    return this.documents.flatMap((document, at) => {
      const put = (entry) => ({ ...listed(entry), document, listed: entry.record });
      return own[at].some((entry) => entry.edited) ? own[at].map(put) : [{ ...asked, document }];
    });
  }

  async write() {
    const form = by('form').value;
    const all = by('all').checked && !['png', 'svg'].includes(form);
    this.writing = new AbortController();
    by('export-said').textContent = 'Working …';
    try {
      const answer = await stream('export', this.wanted(form, all), (name, data) => {
        if (name === 'progress' && data.parts > 1) by('export-said').textContent = data.part + ' of ' + data.parts + ' …';
      }, this.writing.signal);
      if (form === 'png') save(answer.name.replace(/\.svg$/, '.png'), 'image/png', await png(answer.text, DOTS));
      else save(answer.name, answer.type, answer.text);
      if (['olive', 'epd', 'diagrams'].includes(form) && all) this.dirty = false;
      const told = [answer.stopped ? 'Stopped: answers are missing in it.' : '', ...answer.messages ?? []].filter(Boolean).join('; ');
      by('export-said').textContent = told;
      if (!told) by('export-dialog').close();
      this.changed();
    } catch (error) {
      if (error.name !== 'AbortError') by('export-said').textContent = error.message;
    }
  }
}
