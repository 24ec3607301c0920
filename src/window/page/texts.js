// The page in other languages. Its English stands where it is shown, in the page and in its scripts, and is the key to the same
// in de.js, fr.js and others of their kind: each is one object, `English: translation`. What a table does not have stays
// English. `{0}` is the first value to be filled in. A text with the name of its place behind a bar (`none|tries`) is a word
// that English has once and another language twice.

import { setting } from './store.js';

const TABLES = { en: async () => ({ default: {}, reasons: {} }), de: () => import('./de.js'), fr: () => import('./fr.js') };
const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'label'];

let table = {};
let reasons = [];
/** What is shown on the page as long as it lives: how it is set, and its English. */
const fixed = [];

/** The language of the page: `en`, `de`, `fr`. */
export let language = 'en';

/** A text in the language of the page. */
export const t = (text, ...values) => (table[text] ?? text.replace(/\|.*/, '')).replace(/\{(\d)\}/g, (_, at) => values[at]);

/** Why something is refused, as the program says it, in the language of the page. */
export const reason = (text) => {
  for (const [english, translation] of reasons) {
    const found = english.exec(text);
    if (found) return translation.replace(/\{(\d)\}/g, (_, at) => reason(found[Number(at) + 1]));
  }
  return text;
};

/** A number of things: one of them, or several. */
export const counted = (number, one, several) => t(number === 1 ? one : several, number.toLocaleString(language));

/** Names something that is on the page for good; it has its name in whatever language is chosen. */
export const entitle = (element, attribute, text) => {
  fixed.push([(words) => element.setAttribute(attribute, words), text]);
  element.setAttribute(attribute, t(text));
};

const collect = () => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data);
    if (/\p{L}/u.test(text)) fixed.push([(words) => { node.data = before + words + after; }, text.replace(/\s+/g, ' ')]);
  }
  for (const name of ATTRIBUTES) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      fixed.push([(words) => element.setAttribute(name, words), element.getAttribute(name)]);
    }
  }
};

/** Says everything in another language. */
export const speak = async (name) => {
  const known = await TABLES[name]();
  table = known.default;
  reasons = Object.entries(known.reasons).map(([english, translation]) => {
    const parts = english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
    return [new RegExp('^' + parts.join('(.+?)') + '$'), translation];
  });
  language = document.documentElement.lang = name;
  for (const [say, text] of fixed) say(t(text));
};

collect();
const names = [setting('language'), ...navigator.languages].map((name) => name?.slice(0, 2));
const first = names.find((name) => TABLES[name]) ?? 'en';
if (first !== 'en') await speak(first);
