// The question and its answer: the form, Solve and Stop, what is proved as it is proved, the solution and its verdict.

import { arrowOf } from './arrows.js';
import { verdictOn } from './checking.js';
import { listDefects, verdictOf } from './defects.js';
import { by, quiet } from './dom.js';
import { Reader } from './reader.js';
import { post, stream, words } from './stream.js';
import { BLANK, deeper, keyOf, solutionsOf, toQuestion, toRecord, withSolutions } from './record.js';
import { fromFen } from './position.js';
import { counted, language, t } from './texts.js';

/** So many seconds may the answer have taken for the verdict to be looked for at once. */
const SOON = 5;
/** So many seconds may an answer take that follows the board, and so many milliseconds the board has to be still before. */
const LIVE = 5;
const STILL = 120;
/** The most keys, and the most tries, that have arrows. */
const MOST_ARROWS = 8;

/** A board on which everything can be asked. */
const KINGS = fromFen('8/8/8/8/8/1k6/8/K7 b - -');

/** Seconds, the first tenth of them by thousandths. */
const clock = (seconds) => seconds.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: seconds < 0.1 ? 3 : 1 }) + ' s';

/** A stipulation without its length. */
const kindOf = (stipulation) => stipulation.replace(/[\d.]+\s*$/, '');

/** The question under the board's side and what comes of it. `shown(position)`: what the board is to show, null for the
 * diagram; `judged(verdict)`: what `check` says of the problem. */
export class Solver extends Reader {
  constructor(desk, shown, judged) {
    super(desk, shown);
    Object.assign(this, { judged, job: 0, sides: new Map() });
    // The problem is another one, or is to be solved whenever it is: its answer follows, within a budget; older jobs end.
    this.follow = quiet(STILL, () => by('live').checked && Object.keys(desk.now.position.men).length > 0 && this.solve(true));
    const change = (make, kind) => desk.change((problem) => ({ ...problem, ask: { ...problem.ask, ...make(problem.ask) } }), kind);
    const stipulate = (make, kind) => {
      const { stipulation } = desk.now.ask;
      change(() => ({ stipulation: make(stipulation) }), kind);
      this.hand(stipulation);
    };
    by('stipulation').addEventListener('input', () => stipulate(() => by('stipulation').value, 'stipulation'));
    by('less').addEventListener('click', () => stipulate((stipulation) => deeper(stipulation, -1)));
    by('more').addEventListener('click', () => stipulate((stipulation) => deeper(stipulation, 1)));
    by('tries').addEventListener('change', () => change(() => ({ tries: Number(by('tries').value) })));
    by('set-play').addEventListener('change', () => change(() => ({ set: by('set-play').checked })));
    by('duplex').addEventListener('change', () => change(() => ({ duplex: by('duplex').checked })));
    by('solutions').addEventListener('input', () => {
      desk.change((problem) => withSolutions(problem, Number(by('solutions').value)), 'solutions');
    });
    by('twins').addEventListener('input', () => change(() => ({ twins: by('twins').value }), 'twins'));
    by('ask').addEventListener('submit', (event) => {
      event.preventDefault();
      this.solve();
    });
    by('stop').addEventListener('click', () => this.stop());
    by('live').addEventListener('change', () => this.follow());
  }

  /** The side that begins by convention where this is asked, `w` or `b`; nothing: that is no stipulation. */
  async begins(stipulation) {
    if (!this.sides.has(stipulation)) {
      const asked = post('read', { text: toRecord({ ...BLANK, position: KINGS, ask: { stipulation } }) });
      // Where nobody answered, the next one asks again.
      this.sides.set(stipulation, asked.then(({ problems }) => problems[0].begins).catch(() => void this.sides.delete(stipulation)));
    }
    return this.sides.get(stipulation);
  }

  /** Another stipulation was chosen. Where another side begins than before, it gets the move, in the same step: Black always;
   * White where half a move was added or taken away, or where Black had the move for the stipulation's sake alone. */
  async hand(before) {
    const { ask } = this.desk.now;
    const { stipulation } = ask;
    // On the way to h#2 nobody has got the move for h# yet.
    const isPassed = this.handing === before;
    this.handing = stipulation;
    const [was, is] = await Promise.all([this.begins(before), this.begins(stipulation)]);
    if (this.handing === stipulation) this.handing = null;
    if (was && !isPassed) this.last = { kind: kindOf(before), side: was };
    const { kind, side } = this.last ?? {};
    if (!is || is === side || this.desk.now.ask !== ask) return;
    this.last = { kind: kindOf(stipulation), side: is };
    if (is === 'w' && kind !== kindOf(stipulation) && !this.desk.now.position.handed) return;
    this.desk.amend((problem) => ({ ...problem, position: { ...problem.position, turn: is, handed: true } }));
  }

  /** Shows what a problem asks. */
  fill(problem) {
    const { ask } = problem;
    const fields = { stipulation: ask.stipulation, tries: ask.tries, twins: ask.twins, solutions: solutionsOf(problem) };
    for (const [id, value] of Object.entries(fields)) {
      if (by(id).value !== String(value)) by(id).value = value;
    }
    by('set-play').checked = ask.set;
    by('duplex').checked = ask.duplex;
    if (ask.twins) by('twins-more').open = true;
  }

  /** Forgets the answer, because the problem is another one. */
  forget() {
    if (this.job || this.gone) this.stop();
    this.leave();
    Object.assign(this, { parts: [], answer: null, checked: null, asked: '' });
    by('progress').hidden = true;
    // An answer that follows the board comes in the place of the old one.
    const follows = by('live').checked && Object.keys(this.desk.now.position.men).length > 0;
    by('sheet').inert = follows;
    by('solution').classList.toggle('stale', follows);
    if (follows) return;
    by('solution').hidden = true;
    by('hint').hidden = false;
    by('sheet').replaceChildren();
  }

  /** The arrows of the diagram that is solved: its keys and its tries. */
  arrows() {
    const object = this.answer?.parts[0].object;
    const some = (moves, kind) => (moves ?? []).slice(0, MOST_ARROWS).map(({ uci }) => arrowOf(uci, kind));
    return [...some(object?.tree?.tries, 'try'), ...some(object?.keys, 'key')];
  }

  /** Solves the problem; `live`: because it was edited, whatever was asked before. */
  async solve(live = false) {
    if (live) this.gone?.abort();
    else if (this.gone) return;
    this.leave();
    const question = toQuestion(this.desk.now);
    if (live) question.seconds = Math.min(LIVE, question.seconds ?? LIVE);
    const asked = keyOf(this.desk.now);
    this.asked = asked;
    const gone = new AbortController();
    this.gone = gone;
    this.busy(true, live);
    this.say('…', null);
    try {
      const answer = await stream('solve', question, (name, data) => this.gone === gone && this.hear(name, data), gone.signal);
      if (this.asked === asked) this.answered(answer, question, live);
    } catch (error) {
      if (error.name === 'AbortError' || this.asked !== asked) return;
      this.say(words(error), null);
      by('bar').value = 0;
      by('solution').hidden = true;
    } finally {
      if (this.gone === gone) {
        this.job = 0;
        this.gone = null;
        this.busy(false, live);
      }
    }
  }

  /** Ends the job; what it has proved comes as its answer. A second click does not wait for that. */
  stop() {
    if (this.job) post('stop', { job: this.job }).catch(() => this.gone?.abort());
    else this.gone?.abort();
    this.job = 0;
    by('said').textContent += ' – ' + t('stopping');
  }

  busy(is, live) {
    by('solve').hidden = is;
    by('stop').hidden = !is;
    by('hint').hidden ||= is;
    if (is || !by('solution').hidden) by('progress').hidden = !is;
    if (!live) (is ? by('stop') : by('solve')).focus({ preventScroll: true });
  }

  hear(name, data) {
    if (name === 'started') {
      this.job = data.job;
      if (data.queued > 0) this.say(counted(data.queued, '{0} job waits before this one', '{0} jobs wait before this one'), null);
    } else if (name === 'progress' && this.job) this.say(this.progressOf(data), data.refuted ?? null);
  }

  progressOf({ part, parts, seconds, nodes, refuted, proved, keys }) {
    const { position } = this.desk.now;
    const key = (uci) => (uci[1] === '@' ? uci : (position.men[uci.slice(0, 2)]?.[1] ?? '').replace('P', '') + uci.slice(0, 2) + '–' + uci.slice(2));
    return [
      parts > 1 && part > 0 && t('part {0} of {1}', part, parts),
      refuted > 0 && t('nothing within {0}', refuted),
      proved > 0 && t('a solution of {0} in hand', proved),
      keys?.length > 0 && t(keys.length > 1 ? 'keys {0}' : 'key {0}', keys.map(key).join(', ')),
      clock(seconds),
      counted(nodes ?? 0, '{0} node', '{0} nodes'),
    ].filter(Boolean).join(' · ');
  }

  /** A line about the run, and the bar: how many moves of the stipulated length are refuted. */
  say(text, refuted) {
    by('said').textContent = text;
    const length = parseFloat(/[\d.]+\s*$/.exec(this.desk.now.ask.stipulation)?.[0]);
    if (refuted === null || !(length > 0)) by('bar').removeAttribute('value');
    else {
      by('bar').max = length;
      by('bar').value = Math.min(refuted, length);
    }
  }

  answered(answer, question, live) {
    Object.assign(this, { answer, checked: null });
    by('sheet').inert = false;
    by('solution').classList.remove('stale');
    by('progress').hidden = true;
    by('solution').hidden = false;
    by('time').textContent = clock(answer.seconds) + (answer.stopped ? ', ' + t('stopped') : '');
    by('verdict').textContent = '';
    by('defects').replaceChildren();
    this.write();
    this.shown(null);
    if (!live && matchMedia('(max-width: 45rem)').matches) by('solution').scrollIntoView({ block: 'start' });
    if (!answer.stopped && answer.seconds < SOON) this.check(question);
  }

  write() {
    super.write();
    this.tell();
  }

  async check({ record, twins, stipulation, duplex }) {
    const { answer } = this;
    const parts = await verdictOn({ record, twins, stipulation, duplex });
    if (this.answer !== answer) return;
    this.checked = parts;
    this.tell();
    if (parts.length > 0) this.judged(verdictOf(parts).name);
  }

  /** Says the verdict and what is wrong. */
  tell() {
    if (!this.checked) return;
    const { name, text } = verdictOf(this.checked);
    by('verdict').textContent = t('Check: {0}', text);
    by('verdict').className = 'verdict-' + name.replaceAll(' ', '-');
    listDefects(by('defects'), this.checked, this.answer.parts.map((part) => part.object?.tree), (part, path) => this.play(part, path));
  }
}
