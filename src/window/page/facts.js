// What is known of a problem: its author, where and when it was published, an award, keywords, a comment.

import { by } from './dom.js';
import { FACTS, factsOf, withFact } from './record.js';
import { t } from './texts.js';

/** Writes what is put into the fields into the problem. */
export const followFacts = (desk) => {
  for (const name of FACTS) {
    by(name).addEventListener('input', () => desk.change((problem) => withFact(problem, name, by(name).value), name));
  }
};

/** Shows what is known; above the fields in one line. */
export const fillFacts = (problem) => {
  const facts = factsOf(problem);
  for (const name of FACTS) if (by(name) !== document.activeElement) by(name).value = facts[name];
  const known = FACTS.map((name) => facts[name]).filter(Boolean);
  by('remarks').textContent = known.join(' · ') || t('Author, source, award, comment');
};
