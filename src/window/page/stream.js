// What goes to the program and what comes back: questions, and streams of events.

import { ask } from './backend.js';
import { reason, t } from './texts.js';

/** What went wrong outside of this page, in words for its reader; `place`: where in the request, if that is known. */
export class Refusal extends Error {}

/** What a reader is told of an error; one of a script is nothing that they could understand. */
export const words = (error) => {
  if (error instanceof Refusal) return reason(error.message);
  console.error(error);
  return t('Something went wrong in this page. Nothing that you edited is lost.');
};

/** Bytes as a request can hold them. */
export const base64 = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

/** An answer with what it says of things refused in the language of the page. */
const translated = (answer) => {
  for (const problem of answer.problems ?? []) {
    if (problem.illegal) problem.illegal = reason(problem.illegal);
    problem.notes = problem.notes?.map(reason);
  }
  if (answer.messages) answer.messages = answer.messages.map(reason);
  return answer;
};

/** Asks, tells `on(name, data)` every event as it comes, and gives the last one's data: the answer. */
export const stream = async (address, body, on, signal) => {
  let answer = null;
  let refused = null;
  await ask(address, body, (name, data) => {
    if (name === 'error') refused = Object.assign(new Refusal(data.message), { place: data.place });
    else if (name === 'answer') answer = data;
    on(name, data);
  }, signal);
  if (!answer) throw refused ?? new Refusal(t('The program ended before it answered.'));
  return translated(answer);
};

/** Asks, and gives the answer; without a body, what an address has. */
export const post = (address, body, signal) => stream(address, body, () => {}, signal);
