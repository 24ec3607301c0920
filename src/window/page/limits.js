// How long, how far and with how much memory a question is searched, and whether at each edit: settings, not of a problem.

import { by } from './dom.js';
import { set, setting } from './store.js';
import { counted, t } from './texts.js';

/** What holds where nothing was chosen; undefined: no limit of the page's own. */
const USUAL = { seconds: 60, nodes: undefined, memory: undefined };

/** The limits of a question. */
export const limits = () => Object.fromEntries(Object.entries(USUAL)
  .map(([name, usual]) => [name, setting(name, usual)])
  .filter(([, value]) => value > 0));

/** Shows the limits. */
export const showLimits = () => {
  const { seconds, nodes, memory } = limits();
  for (const [name, value] of Object.entries({ seconds, nodes, memory })) by(name).value = value ?? '';
  by('live').checked = setting('live', false);
  const words = [seconds + ' s', nodes && counted(nodes, '{0} node', '{0} nodes'), memory && memory + ' MB'].filter(Boolean);
  by('limits').querySelector('summary').textContent = t('At most {0}', words.join(', '));
};

/** Shows the limits, and remembers what is chosen. `memory`: what the program takes by itself, and `most` at most, in megabytes. */
export const followLimits = (memory, most = memory) => {
  by('memory').placeholder = memory;
  by('memory').max = most;
  for (const name of Object.keys(USUAL)) {
    by(name).addEventListener('change', () => {
      const value = Math.round(Number(by(name).value));
      set(name, value > 0 ? Math.min(value, Number(by(name).max) || value) : null);
      showLimits();
    });
  }
  by('live').addEventListener('change', () => set('live', by('live').checked));
  addEventListener('storage', showLimits);
  showLimits();
};
