// What goes to the program and what comes back: requests and streams of events.

/** What went wrong outside of this page, in words for its reader. */
export class Refusal extends Error {}

/** What a reader is told of an error; one of a script is nothing that they could understand. */
export const words = (error) => {
  if (error instanceof Refusal) return error.message;
  console.error(error);
  return 'Something went wrong in this page. Nothing that you edited is lost.';
};

/** A connection that fails has words of the browser. */
const lost = (error) => {
  throw error.name === 'AbortError' ? error : new Refusal('The program does not answer. Is it still running?');
};

const refuse = async (response) => {
  const answer = await response.json().catch(() => null);
  const busy = 'All workers are busy; try again in a moment.';
  throw new Refusal(answer?.error?.message ?? (response.status === 503 ? busy : 'The program answered ' + response.status + '.'));
};

const send = async (address, body, signal) => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch(lost);
  if (!response.ok) await refuse(response);
  return response;
};

/** Bytes as a request can hold them. */
export const base64 = (bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

/** Asks, and gives the answer. */
export const post = async (address, body, signal) => (await send(address, body, signal)).json();

/** Gives what an address has. */
export const get = async (address) => {
  const response = await fetch(address).catch(lost);
  if (!response.ok) await refuse(response);
  return response.json();
};

/** Asks, tells `on(name, data)` every event as it comes, and gives the last one's data: the answer. */
export const stream = async (address, body, on, signal) => {
  const response = await send(address, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let answer = null;
  const hear = ({ name, data }) => {
    if (name === 'error') throw new Refusal(data.message);
    if (name === 'answer') answer = data;
    on(name, data);
  };
  for (;;) {
    const { value, done } = await reader.read().catch(lost);
    if (done) break;
    const from = Math.max(0, text.length - 1);
    text += value;
    // An event ends with an empty line; a large one comes in many pieces.
    for (let end = text.indexOf('\n\n', from); end >= 0; end = text.indexOf('\n\n')) {
      const event = readEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (event) hear(event);
    }
  }
  if (!answer) throw new Refusal('The program ended before it answered.');
  return answer;
};

const readEvent = (text) => {
  let name = '';
  let data = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data: ')) data += line.slice(6);
  }
  return name && data ? { name, data: JSON.parse(data) } : null;
};
