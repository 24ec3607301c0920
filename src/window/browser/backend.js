// The program inside the page: WebAssembly in workers, in place of the server (src/window/page/backend.js). Nothing leaves the
// browser. A worker does one request at a time; what lists problems never waits for a search.

import { t } from './texts.js';

/** Memory for the tables of a search, in megabytes. */
const MEMORY = 64;
/** Workers of each kind: those that search, and those that read. */
const MOST = { search: Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1)), read: 1 };
const SEARCHES = ['solve', 'check', 'export', 'bench'];

const compiled = async () => {
  const response = await fetch('solver.wasm');
  if (!response.ok) throw new Error(t('The solver cannot be loaded: status {0}.', response.status));
  // A server that does not know the type of the file sends another one.
  const isKnown = response.headers.get('Content-Type') === 'application/wasm';
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};
const program = compiled();
program.catch(() => {});

const pools = new Map(Object.keys(MOST).map((kind) => [kind, { idle: [new Worker('worker.js')], count: 1, waiting: [] }]));

/** A worker of its kind, when one is free; `signal` ends the waiting. */
const hire = (kind, signal) => {
  const pool = pools.get(kind);
  if (pool.idle.length > 0) return pool.idle.pop();
  if (pool.count < MOST[kind]) {
    pool.count += 1;
    return new Worker('worker.js');
  }
  return new Promise((take, fail) => {
    pool.waiting.push(take);
    signal?.addEventListener('abort', () => {
      pool.waiting = pool.waiting.filter((other) => other !== take);
      fail(signal.reason);
    });
  });
};

/** Gives a worker back. */
const release = (kind, worker) => {
  const pool = pools.get(kind);
  const next = pool.waiting.shift();
  if (next) next(worker);
  else pool.idle.push(worker);
};

/** One request from its first event to its last. A worker that is busy hears nothing; it is ended and has a successor. */
const run = (worker, request, hear, signal) => new Promise((done, fail) => {
  const end = (finish, value, next) => {
    signal?.removeEventListener('abort', abort);
    worker.onmessage = worker.onerror = null;
    if (next !== worker) worker.terminate();
    release(request.kind, next);
    finish(value);
  };
  const abort = () => end(fail, signal.reason, new Worker('worker.js'));
  signal?.addEventListener('abort', abort);
  worker.onmessage = ({ data: { name, data } }) => {
    if (name === 'end') end(done, undefined, worker);
    else hear(name, JSON.parse(data));
  };
  worker.onerror = ({ message }) => {
    hear('error', { message: 'internal: ' + message });
    end(done, undefined, new Worker('worker.js'));
  };
  worker.postMessage(request);
});

/** What is there as long as a job is to go on: a worker that searches sees whether its address still leads to something. */
const wishes = new Map();
let jobs = 0;

/** What needs no program. */
const OWN = {
  about: () => ({ file: null, memory: MEMORY, most: 1024 }),
  alive: () => ({}),
  stop: ({ job }) => {
    URL.revokeObjectURL(wishes.get(job));
    return { stopped: wishes.has(job) };
  },
};

/** Asks, and tells `hear(name, data)` every event as it comes; the last one is `answer`, or `error` with a `message`. */
export const ask = async (name, body, hear, signal) => {
  if (OWN[name]) return hear('answer', OWN[name](body));
  const kind = SEARCHES.includes(name) ? 'search' : 'read';
  jobs += 1;
  const job = jobs;
  const wish = URL.createObjectURL(new Blob(['go on']));
  wishes.set(job, wish);
  try {
    const module = await program.catch((error) => hear('error', { message: error.message }));
    if (!module) return undefined;
    signal?.throwIfAborted();
    let worker = hire(kind, signal);
    if (worker instanceof Promise) {
      hear('started', { job, parts: 1, queued: pools.get(kind).waiting.length });
      worker = await worker;
    }
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return await run(worker, { kind, module, words: [name, String(job), String(body?.memory ?? MEMORY)], body: bytes, wish }, hear, signal);
  } finally {
    wishes.delete(job);
    URL.revokeObjectURL(wish);
  }
};

// Where there is no such thing the page works all the same, as long as there is a network.
navigator.serviceWorker?.register('offline.js').catch(() => {});
