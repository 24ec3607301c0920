// The program behind the page, over HTTP. The page that has the program in itself has another file of this name
// (src/window/browser/backend.js), and nothing else tells the two apart.

import { t } from './texts.js';

/** A connection that fails has words of the browser. */
const lost = (error) => {
  throw error.name === 'AbortError' ? error : new Error(t('The program does not answer. Is it still running?'), { cause: error });
};

/** What is wrong: a `message` for the reader, and its `place` in the request where that is known. */
const refusal = async (response) => {
  const answer = await response.json().catch(() => null);
  const busy = t('All workers are busy; try again in a moment.');
  return answer?.error ?? { message: response.status === 503 ? busy : t('The program answered {0}.', response.status) };
};

/** Asks, and tells `hear(name, data)` every event as it comes; the last one is `answer`, or `error` with a `message`. Without
 * a body it asks for what an address has. */
export const ask = async (address, body, hear, signal) => {
  try {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal };
    const response = await fetch(address, body ? post : {}).catch(lost);
    if (!response.ok) return hear('error', await refusal(response));
    if (!response.headers.get('Content-Type').startsWith('text/event-stream')) return hear('answer', await response.json());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read().catch(lost);
      if (done) return undefined;
      const from = Math.max(0, text.length - 1);
      text += value;
      // An event ends with an empty line; a large one comes in many pieces.
      for (let end = text.indexOf('\n\n', from); end >= 0; end = text.indexOf('\n\n')) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        if (name) hear(name, JSON.parse(data));
        text = text.slice(end + 2);
      }
    }
  } catch (error) {
    if (error.name === 'AbortError' || !error.cause) throw error;
    return hear('error', { message: error.message });
  }
};
