// The verdict of `check`: on one problem, and on all of the list.

import { verdictOf } from './defects.js';
import { by } from './dom.js';
import { limits } from './limits.js';
import { partsOf, toQuestion, toRecord } from './record.js';
import { stream, words } from './stream.js';
import { t } from './texts.js';

/** So many problems are asked at once. */
const AT_ONCE = 2;

/** What `check` says of a question, a part each; one that cannot be asked has its reason in the place of a defect. */
export const verdictOn = async (question, signal) => {
  try {
    return (await stream('check', { ...limits(), ...question }, () => {}, signal)).parts;
  } catch (error) {
    if (error.name === 'AbortError') return [];
    return [{ object: { verdict: 'unknown', defects: [{ name: 'illegal', reason: words(error) }] } }];
  }
};

/** Hands all of an iterator to `act`, two at a time, until they are done or `signal` ends it. */
export const inTurn = (queue, signal, act) => {
  const work = async () => {
    for (const one of queue) {
      if (signal.aborted) return;
      await act(one);
    }
  };
  return Promise.all(Array.from({ length: AT_ONCE }, work));
};

/** Checks the list of `files`: all its problems that have no verdict yet; a second click ends it. */
export const followChecking = (files) => {
  let checking = null;
  by('check-all').addEventListener('click', async () => {
    if (checking) return checking.abort();
    const { entries } = files;
    checking = new AbortController();
    const { signal } = checking;
    by('check-all').firstChild.data = t('Stop');
    await inTurn(entries.entries(), signal, async ([at, entry]) => {
      const { edited, verdict, illegal } = entry;
      if (verdict || illegal || files.entries !== entries) return;
      const asked = edited ? [{ record: toRecord(edited), twins: toQuestion(edited).twins }]
        : partsOf(entry).map(({ claimed, record, twins }) => ({ record: claimed ?? record, twins }));
      const parts = [];
      for (const question of asked) parts.push(...await verdictOn(question, signal));
      if (signal.aborted) return;
      entry.verdict = verdictOf(parts).name;
      files.list.touch(at);
      files.tally();
    });
    checking = null;
    by('check-all').firstChild.data = t('Check all');
    files.changed();
  });
};
