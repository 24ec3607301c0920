// A worker of the page: runs the program once for each request, and is to it what a system is: a clock, random numbers, and
// three streams. WASI names these calls (wasi_snapshot_preview1); what the program does not need in a browser is missing.

const [DONE, MISSING, NO_THREADS] = [0, 8, 6];

/** The program's end, which is thrown through it. */
class Ended extends Error {}

/** Whether the page has taken back the wish that the job goes on. A worker that searches can be told nothing; but it can ask. */
const isOver = (wish) => {
  const request = new XMLHttpRequest();
  request.open('GET', wish, false);
  request.overrideMimeType('text/plain');
  try {
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
};

/** The bytes of lines, as texts. */
class Lines {
  constructor(tell) {
    this.tell = tell;
    this.decoder = new TextDecoder();
    this.text = '';
  }

  add(bytes) {
    const from = this.text.length;
    this.text += this.decoder.decode(bytes, { stream: true });
    for (let end = this.text.indexOf('\n', from); end >= 0; end = this.text.indexOf('\n')) {
      this.tell(this.text.slice(0, end));
      this.text = this.text.slice(end + 1);
    }
  }
}

/** The calls of the program. `words`: its arguments; `body`: its first stream, behind whose end it hears of the wish. */
const system = (words, body, wish, streams) => {
  const calls = {};
  const memory = () => calls.memory.buffer;
  const put = (at, value) => {
    new DataView(memory()).setUint32(at, value, true);
    return DONE;
  };
  /** The pieces of memory that a list names. */
  const pieces = (list, count) => Array.from({ length: count }, (_, n) => {
    const view = new DataView(memory(), list + 8 * n, 8);
    return new Uint8Array(memory(), view.getUint32(0, true), view.getUint32(4, true));
  });
  const strings = words.map((word) => new TextEncoder().encode(word + '\0'));
  let at = 0;
  let isRead = false;
  const read = (piece) => {
    const part = body.subarray(at, at + piece.length);
    piece.set(part);
    at += part.length;
    if (part.length > 0 || piece.length === 0) return part.length;
    if (isRead) return isOver(wish) ? 1 : 0;
    isRead = true;
    return 0;
  };
  Object.assign(calls, {
    args_sizes_get: (count, size) => put(count, strings.length) || put(size, strings.reduce((sum, { length }) => sum + length, 0)),
    args_get: (list, bytes) => {
      strings.forEach((string, n) => {
        put(list + 4 * n, bytes);
        new Uint8Array(memory()).set(string, bytes);
        bytes += string.length;
      });
      return DONE;
    },
    environ_sizes_get: (count, size) => put(count, 0) || put(size, 0),
    environ_get: () => DONE,
    clock_time_get: (clock, precision, result) => {
      const now = clock === 0 ? Date.now() : performance.now();
      new DataView(memory()).setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
      return DONE;
    },
    random_get: (bytes, length) => {
      crypto.getRandomValues(new Uint8Array(memory(), bytes, length));
      return DONE;
    },
    fd_read: (stream, list, count, result) => (stream === 0 ? put(result, read(pieces(list, count)[0])) : MISSING),
    fd_write: (stream, list, count, result) => {
      const written = pieces(list, count);
      written.forEach((piece) => streams[stream].add(piece));
      return put(result, written.reduce((sum, { length }) => sum + length, 0));
    },
    proc_exit: (code) => {
      throw new Ended('the program ended with ' + code);
    },
  });
  return calls;
};

onmessage = ({ data: { module, words, body, wish } }) => {
  const told = [];
  const events = new Lines((line) => {
    const space = line.indexOf(' ');
    postMessage({ name: line.slice(0, space), data: line.slice(space + 1) });
  });
  const calls = system(['solver', ...words], body, wish, { 1: events, 2: new Lines((line) => told.push(line)) });
  const others = (code) => ({ get: (known, name) => known[name] ?? (() => code) });
  const imports = { wasi_snapshot_preview1: new Proxy(calls, others(MISSING)), env: new Proxy({}, others(NO_THREADS)) };
  try {
    const { exports } = new WebAssembly.Instance(module, imports);
    calls.memory = exports.memory;
    exports._start();
  } catch (error) {
    // What a panic says is in the third stream.
    const message = 'internal: ' + (told.filter((line) => line && !line.startsWith('note:')).join(' ') || error.message);
    postMessage({ name: 'error', data: JSON.stringify({ message }) });
  }
  postMessage({ name: 'end' });
};
