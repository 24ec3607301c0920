// What is saved: the problem on the board or all of the list, as a file for the browser to put away.

import { by } from './dom.js';
import { limits } from './limits.js';
import { partsOf, toQuestion } from './record.js';
import { Refusal, stream, words } from './stream.js';
import { language, reason, t } from './texts.js';

/** How wide a picture in dots is. */
const DOTS = 1440;
/** Forms that keep problems, and of which form a file was that is best saved in them. */
const KEEPING = { olive: 'Olive', diagrams: 'EPD', epd: '', pgn: 'PGN' };
const PICTURES = ['svg', 'png'];

/** A name as a file can have it, without an ending of its own. */
const stemOf = (name) => name.replace(/\.\w{1,5}$/, '').replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim();

/** Hands a file to the browser, which asks where to put it or puts it among its downloads. */
const save = (name, type, content) => {
  const href = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
};

/** A picture of SVG as PNG. */
const png = async (svg) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = new OffscreenCanvas(DOTS, Math.round(DOTS * image.naturalHeight / image.naturalWidth));
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob();
  } catch {
    throw new Refusal(t('The picture cannot be drawn.'));
  } finally {
    URL.revokeObjectURL(image.src);
  }
};

/** The dialogue for saving. `files`: the file at the side. */
export class Saver {
  constructor(desk, files) {
    Object.assign(this, { desk, files });
    by('export').addEventListener('click', () => {
      by('export-said').textContent = '';
      const { entries, form } = this.files;
      by('all').disabled = entries.length === 0;
      by('all').checked = entries.length > 0;
      by('form').value = Object.keys(KEEPING).find((name) => KEEPING[name] && KEEPING[name] === form) ?? by('form').value;
      this.options();
      by('export-dialog').showModal();
    });
    for (const id of ['form', 'all']) by(id).addEventListener('change', () => this.options());
    by('export-cancel').addEventListener('click', () => by('export-dialog').close());
    by('export-dialog').addEventListener('close', () => this.writing?.abort());
    by('export-take').addEventListener('click', (event) => {
      event.preventDefault();
      this.write();
    });
  }

  options() {
    const form = by('form').value;
    by('solved').disabled = !['olive', ...PICTURES].includes(form);
    if (PICTURES.includes(form)) by('all').checked = false;
    by('save-name').value = stemOf(by('all').checked ? this.files.name : this.desk.now.id) || t(by('all').checked ? 'collection' : 'problem');
  }

  /** What is to be saved: the problem on the board, or all of the list. `written`: the entry of each problem. */
  wanted(form, all) {
    const { ask } = this.desk.now;
    const asked = { tries: ask.tries, set_play: ask.set, ...limits() };
    // Forms that have twins get them; for the others they are problems of their own, as in the file.
    const has = ['olive', 'popeye'].includes(form) ? (entry) => [entry] : partsOf;
    const listed = (entry) => (entry.edited ? [toQuestion(entry.edited)] : has(entry).map(({ record, twins }) => ({ record, twins, ...asked })));
    const { entry: chosen, documents, entries } = this.files;
    const question = toQuestion(this.desk.now);
    let pairs = [[chosen, question]];
    if (form === 'olive' && documents.length > 0) {
      if (all) pairs = this.inDocuments(entries, listed, asked);
      else if (chosen) pairs = [[chosen, this.inDocument(chosen, question)]];
    } else if (all) pairs = entries.filter((entry) => entry.record || entry.edited).flatMap((entry) => listed(entry).map((one) => [entry, one]));
    const solution = by('solved').checked && !by('solved').disabled;
    const problems = pairs.map(([, problem]) => problem);
    return { written: pairs.map(([entry]) => entry), request: { problems, form: form === 'png' ? 'svg' : form, language, solution } };
  }

  /** The question of an entry with the document of Olive that it came from, if it came from one. */
  inDocument(entry, question) {
    const document = this.files.documents[entry.document ?? entry.copied];
    return document ? { ...question, document, listed: entry.record, listed_twins: entry.twins } : question;
  }

  /** The documents of a file of Olive, each with an entry: as they stand; the problems of a changed one each for itself. */
  inDocuments(entries, listed, asked) {
    const { documents, whole } = this.files;
    const own = documents.map(() => []);
    for (const entry of entries) own[entry.document]?.push(entry);
    const isWhole = own.map((mine, at) => mine.length === whole[at] && !mine.some((entry) => entry.edited));
    return entries.flatMap((entry) => {
      const { document: at } = entry;
      if (!isWhole[at]) return listed(entry).map((one) => [entry, this.inDocument(entry, one)]);
      return entry === own[at][0] ? [[entry, { ...asked, document: documents[at] }]] : [];
    });
  }

  async write() {
    const form = by('form').value;
    const all = by('all').checked;
    this.writing = new AbortController();
    by('export-said').textContent = t('Working …');
    const { edits, entries } = this.files;
    const { now } = this.desk;
    const { request, written } = this.wanted(form, all);
    const missing = (problem, message) => t('{0} was not saved: {1}', this.files.list.numbered(entries.indexOf(written[problem])), reason(message));
    /** Why there is no file. Where no problem could be written, the first one stands for all. */
    const refused = (error) => {
      const [, first] = /^problems\[(\d+)\]/.exec(error.place) ?? [];
      return all && first ? missing(first, error.message) : words(error);
    };
    try {
      const answer = await stream('export', request, (name, data) => {
        if (name === 'progress' && data.parts > 1) by('export-said').textContent = t('{0} of {1} …', data.part, data.parts);
      }, this.writing.signal);
      const name = (stemOf(by('save-name').value) || t('problem')) + '.' + answer.name.split('.').at(-1);
      if (form === 'png') save(name.replace(/svg$/, 'png'), 'image/png', await png(answer.text));
      else save(name, answer.type, answer.text);
      const left = answer.left_out;
      if (form in KEEPING && !answer.stopped) {
        // What was edited while it was written is not in it.
        if (all && edits === this.files.edits && entries === this.files.entries) this.files.settleAll(new Set(left.map(({ problem }) => written[problem])));
        if (!all && now === this.desk.now) this.files.settle();
        this.files.follow(this.desk.now);
      }
      const stopped = answer.stopped ? [t('Stopped: answers are missing in it.')] : [];
      const told = [...stopped, ...left.map(({ problem, message }) => missing(problem, message)), ...answer.messages].join('; ');
      by('export-said').textContent = told;
      if (!told) by('export-dialog').close();
      this.files.changed();
    } catch (error) {
      if (error.name !== 'AbortError') by('export-said').textContent = refused(error);
    }
  }
}
