// What is saved: the problem on the board or all of the list, as a file for the browser to put away.

import { by } from './dom.js';
import { toQuestion } from './record.js';
import { png, save } from './store.js';
import { stream, words } from './stream.js';
import { language, t } from './texts.js';

/** How wide a picture in dots is. */
const DOTS = 1440;

/** The dialogue for saving. `files`: the file at the side. */
export class Saver {
  constructor(desk, files) {
    this.desk = desk;
    this.files = files;
    by('export').addEventListener('click', () => {
      by('export-said').textContent = '';
      by('all').disabled = this.files.list.entries.length === 0;
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
    const { row, documents, list: { entries } } = this.files;
    const chosen = entries[row];
    let problems = [toQuestion(this.desk.now)];
    if (form === 'olive' && documents.length > 0) {
      if (all) problems = this.inDocuments(entries, listed, asked);
      else if (chosen) problems = [{ ...problems[0], document: documents[chosen.document], listed: chosen.record }];
    } else if (all) problems = entries.filter((entry) => entry.record).map(listed);
    return {
      problems,
      form: form === 'png' ? 'svg' : form,
      language,
      solution: by('solved').checked && !by('solved').disabled,
    };
  }

  /** The documents of a file of Olive: as they stand; the problems of an edited one each for itself. */
  inDocuments(entries, listed, asked) {
    const { documents } = this.files;
    const own = documents.map(() => []);
    for (const entry of entries) own[entry.document]?.push(entry);
    return documents.flatMap((document, at) => {
      const put = (entry) => ({ ...listed(entry), document, listed: entry.record });
      return own[at].some((entry) => entry.edited) ? own[at].map(put) : [{ ...asked, document }];
    });
  }

  async write() {
    const form = by('form').value;
    const all = by('all').checked && !['png', 'svg'].includes(form);
    this.writing = new AbortController();
    by('export-said').textContent = t('Working …');
    const { edits } = this.files;
    const { now } = this.desk;
    try {
      const answer = await stream('export', this.wanted(form, all), (name, data) => {
        if (name === 'progress' && data.parts > 1) by('export-said').textContent = t('{0} of {1} …', data.part, data.parts);
      }, this.writing.signal);
      if (form === 'png') save(answer.name.replace(/\.svg$/, '.png'), 'image/png', await png(answer.text, DOTS));
      else save(answer.name, answer.type, answer.text);
      if (['olive', 'epd', 'diagrams'].includes(form)) {
        // What was edited while it was written is not in it.
        if (all && edits === this.files.edits) this.files.dirty = false;
        if (!all && now === this.desk.now) this.files.settle();
        this.files.follow(this.desk.now);
      }
      const told = [answer.stopped ? t('Stopped: answers are missing in it.') : '', ...answer.messages ?? []].filter(Boolean).join('; ');
      by('export-said').textContent = told;
      if (!told) by('export-dialog').close();
      this.files.changed();
    } catch (error) {
      if (error.name !== 'AbortError') by('export-said').textContent = words(error);
    }
  }
}
