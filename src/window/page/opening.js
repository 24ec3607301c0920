// What is opened: files by drag or dialogue, texts by drag or paste.

import { by } from './dom.js';
import { fromEntry } from './record.js';
import { Refusal, base64, post, words } from './stream.js';
import { t } from './texts.js';

/** The largest file in bytes: for the way to the program it becomes a third larger. */
const LARGEST = 12_000_000;

/** The dialogue whose text goes to `paste`. */
const followDialog = (paste) => {
  by('paste').addEventListener('click', () => {
    by('pasted').value = by('paste-error').textContent = '';
    by('paste-dialog').showModal();
  });
  by('paste-cancel').addEventListener('click', () => by('paste-dialog').close());
  by('paste-take').addEventListener('click', async (event) => {
    event.preventDefault();
    try {
      await paste(by('pasted').value);
      by('paste-dialog').close();
    } catch (error) {
      by('paste-error').textContent = words(error);
    }
  });
};

/** Follows the ways by which problems come to the page; `files` takes them. */
export const followOpening = (files) => {
  let reading = null;
  const excuse = (error) => files.notice(words(error));

  const read = async (file) => {
    reading = file;
    files.notice(t('Reading {0} …', file.name));
    try {
      if (file.size > LARGEST) throw new Refusal(t('{0} is too large: the page takes files of at most 12 MB.', file.name));
      const bytes = await file.arrayBuffer().catch(() => {
        throw new Refusal(t('{0} cannot be read. Is it a folder?', file.name));
      });
      const answer = await post('records', { name: file.name, base64: base64(new Uint8Array(bytes)) });
      // Another file was opened meanwhile.
      if (reading !== file) return;
      if (answer.problems.length === 0) throw new Refusal(answer.messages.join('; ') || t('There is no problem in {0}', file.name));
      files.notice('');
      if (files.mayLeave()) files.open(file.name, answer);
    } catch (error) {
      if (reading === file) excuse(error);
    }
  };

  /** Sets up what was copied: one problem on the board, several as a list. */
  const paste = async (text) => {
    if (!text.trim()) throw new Refusal(t('There is nothing in it.'));
    const answer = await post('read', { text });
    const boards = answer.problems.filter((entry) => entry.fen);
    if (boards.length === 0) throw new Refusal(answer.problems[0]?.illegal ?? answer.messages[0] ?? t('No position was found in it.'));
    if (boards.length > 1) return files.mayLeave() && files.open(t('pasted'), answer);
    files.put(fromEntry(boards[0], files.desk.now.ask));
    files.notice([...boards[0].notes ?? [], ...answer.messages, by('notice').textContent].filter(Boolean).join('; '));
  };

  /** What was dropped or pasted: a file, or else a text. */
  const take = (data) => (data.files[0] ? read(data.files[0]) : paste(data.getData('text/plain')).catch(excuse));

  by('open').addEventListener('click', () => by('file').click());
  by('file').addEventListener('change', () => {
    if (by('file').files[0]) read(by('file').files[0]);
    by('file').value = '';
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer);
  });
  addEventListener('paste', (event) => event.target.matches('input, textarea') || take(event.clipboardData));
  followDialog(paste);
};
