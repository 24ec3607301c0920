// The verdict of `check` on all problems of the list.

import { by } from './dom.js';
import { limits } from './limits.js';
import { toQuestion, toRecord } from './record.js';
import { stream } from './stream.js';
import { t } from './texts.js';

/** The record of an entry as it is now, with what its file claims. */
const recordOf = (entry) => (entry.edited ? toRecord(entry.edited) : entry.claimed ?? entry.record);

/** Checks the list of `files`. */
export class Checker {
  constructor(files) {
    this.files = files;
    by('check-all').addEventListener('click', () => this.check());
  }

  /** The verdict of `check` on every problem that has none yet, two at a time; a second click ends it. */
  async check() {
    if (this.checking) return this.checking.abort();
    this.checking = new AbortController();
    const { signal } = this.checking;
    const { entries } = this.files;
    by('check-all').textContent = t('Stop');
    let next = 0;
    const work = async () => {
      while (next < entries.length && !signal.aborted && this.files.entries === entries) {
        const at = next;
        next += 1;
        const entry = entries[at];
        if (entry.verdict || entry.illegal) continue;
        try {
          const twins = entry.edited ? toQuestion(entry.edited).twins : undefined;
          const asked = { record: recordOf(entry), twins, ...limits() };
          const answer = await stream('check', asked, () => {}, signal);
          entry.verdict = answer.parts[0].object?.verdict ?? 'unknown';
        } catch (error) {
          if (error.name === 'AbortError') return;
          entry.verdict = 'unknown';
        }
        this.files.list.touch(at);
        this.files.tally();
      }
    };
    try {
      await Promise.all([work(), work()]);
    } finally {
      this.checking = null;
      by('check-all').textContent = t('Check all');
      this.files.changed();
    }
  }
}
