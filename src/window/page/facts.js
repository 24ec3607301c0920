// What is known of a problem: its author, where and when it was published, an award, keywords, a comment.

import { by } from './dom.js';
import { FACTS, factsOf, withFacts } from './record.js';
import { t } from './texts.js';

/** Writes what is put into the fields into the problem. */
export const followFacts = (desk) => {
  for (const name of FACTS) {
    by(name).addEventListener('input', () => {
      const facts = Object.fromEntries(FACTS.map((one) => [one, by(one).value]));
      desk.change((problem) => withFacts(problem, facts), name);
    });
  }
};

/** Shows what is known; above the fields in one line. */
export const fillFacts = (problem) => {
  const facts = factsOf(problem);
  // A year that is being written is no year yet.
  if (!by('facts').contains(document.activeElement)) for (const name of FACTS) by(name).value = facts[name];
  const known = FACTS.map((name) => facts[name]).filter(Boolean);
  by('remarks').textContent = known.join(' · ') || t('Author, source, award, comment');
};
