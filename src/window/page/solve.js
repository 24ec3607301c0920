// The question and its answer: the form, Solve and Stop, what is proved as it is proved, the solution and its verdict.

import { by } from './dom.js';
import { limits } from './limits.js';
import { SheetView } from './sheet.js';
import { post, stream, words } from './stream.js';
import { BLANK, deeper, keyOf, toQuestion, toRecord } from './record.js';
import { Walk, link } from './walk.js';
import { fromFen } from './position.js';
import { counted, language, t } from './texts.js';

/** So many seconds may the answer have taken for the verdict to be looked for at once. */
const SOON = 5;

/** A board on which everything can be asked. */
const KINGS = fromFen('8/8/8/8/8/1k6/8/K7 w - -');

/** Seconds, the first tenth of them by thousandths. */
const clock = (seconds) => seconds.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: seconds < 0.1 ? 3 : 1 }) + ' s';

/** A stipulation without its length. */
const kindOf = (stipulation) => stipulation.replace(/[\d.]+\s*$/, '');

/** The question under the board's side and what comes of it. `shown(position)`: what the board is to show, null for the
 * diagram; `judged(verdict)`: what `check` says of the problem. */
export class Solver {
  constructor(desk, shown, judged) {
    this.desk = desk;
    this.shown = shown;
    this.judged = judged;
    this.walk = null;
    this.job = 0;
    this.parts = [];
    this.view = new SheetView(by('sheet'), (node) => this.pick(node));
    this.form();
    this.reading();
  }

  form() {
    const change = (make, kind) => this.desk.change((problem) => ({ ...problem, ask: { ...problem.ask, ...make(problem.ask) } }), kind);
    const stipulate = (make, kind) => {
      const { stipulation } = this.desk.now.ask;
      change(() => ({ stipulation: make(stipulation) }), kind);
      this.hand(stipulation);
    };
    by('stipulation').addEventListener('input', () => stipulate(() => by('stipulation').value, 'stipulation'));
    by('less').addEventListener('click', () => stipulate((stipulation) => deeper(stipulation, -1)));
    by('more').addEventListener('click', () => stipulate((stipulation) => deeper(stipulation, 1)));
    by('tries').addEventListener('change', () => change(() => ({ tries: Number(by('tries').value) })));
    by('set-play').addEventListener('change', () => change(() => ({ set: by('set-play').checked })));
    by('duplex').addEventListener('change', () => change(() => ({ duplex: by('duplex').checked })));
    by('twins').addEventListener('input', () => change(() => ({ twins: by('twins').value }), 'twins'));
    by('ask').addEventListener('submit', (event) => {
      event.preventDefault();
      this.solve();
    });
    by('stop').addEventListener('click', () => this.stop());
  }

  /** The side that begins by convention where this is asked, `w` or `b`; null: that is no stipulation. */
  async begins(stipulation) {
    this.sides ??= new Map();
    if (!this.sides.has(stipulation)) {
      const asked = post('read', { text: toRecord({ ...BLANK, position: KINGS, ask: { stipulation } }) });
      this.sides.set(stipulation, asked.then(({ problems }) => problems[0].begins ?? null).catch(() => null));
    }
    return this.sides.get(stipulation);
  }

  /** Another stipulation was chosen. Where another side begins than before, it gets the move, in the same step: Black always;
   * White where half a move was added or taken away, or where Black had the move for the stipulation's sake alone. */
  async hand(before) {
    const { ask } = this.desk.now;
    const { stipulation } = ask;
    const [was, is] = await Promise.all([this.begins(before), this.begins(stipulation)]);
    if (was) this.last = { kind: kindOf(before), side: was };
    const { kind, side } = this.last ?? {};
    if (!is || is === side || this.desk.now.ask !== ask) return;
    this.last = { kind: kindOf(stipulation), side: is };
    if (is === 'w' && kind !== kindOf(stipulation) && !this.desk.now.position.handed) return;
    this.desk.amend((problem) => ({ ...problem, position: { ...problem.position, turn: is, handed: true } }));
  }

  /** Shows what a problem asks. */
  fill({ ask }) {
    for (const [id, value] of [['stipulation', ask.stipulation], ['tries', ask.tries], ['twins', ask.twins]]) {
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
    this.parts = [];
    this.answer = null;
    this.asked = '';
    by('solution').hidden = true;
    by('progress').hidden = true;
    by('hint').hidden = false;
    this.view.clear();
  }

  async solve() {
    if (this.gone) return;
    this.leave();
    const question = toQuestion(this.desk.now);
    const asked = keyOf(this.desk.now);
    this.asked = asked;
    this.gone = new AbortController();
    this.busy(true);
    this.say('…', null);
    try {
      const answer = await stream('solve', question, (name, data) => this.hear(name, data), this.gone.signal);
      if (this.asked === asked) this.answered(answer, question);
    } catch (error) {
      if (error.name !== 'AbortError' && this.asked === asked) this.fail(error);
    } finally {
      this.job = 0;
      this.gone = null;
      this.busy(false);
    }
  }

  /** Ends the job; what it has proved comes as its answer. A second click does not wait for that. */
  stop() {
    if (this.job) post('stop', { job: this.job }).catch(() => this.gone?.abort());
    else this.gone?.abort();
    this.job = 0;
    by('said').textContent += ' – ' + t('stopping');
  }

  busy(is) {
    by('solve').hidden = is;
    by('stop').hidden = !is;
    if (is) {
      by('hint').hidden = true;
      by('progress').hidden = false;
    } else if (by('solution').hidden === false) by('progress').hidden = true;
    (is ? by('stop') : by('solve')).focus({ preventScroll: true });
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
    const said = [];
    if (parts > 1 && part > 0) said.push(t('part {0} of {1}', part, parts));
    if (refuted > 0) said.push(t('nothing within {0}', refuted));
    if (proved > 0) said.push(t('a solution of {0} in hand', proved));
    if (keys?.length > 0) said.push(t(keys.length > 1 ? 'keys {0}' : 'key {0}', keys.map(key).join(', ')));
    said.push(clock(seconds), counted(nodes ?? 0, '{0} node', '{0} nodes'));
    return said.join(' · ');
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

  fail(error) {
    by('progress').hidden = false;
    by('bar').value = 0;
    by('said').textContent = words(error);
    by('solution').hidden = true;
  }

  answered(answer, question) {
    this.answer = answer;
    by('progress').hidden = true;
    by('solution').hidden = false;
    by('time').textContent = clock(answer.seconds) + (answer.stopped ? ', ' + t('stopped') : '');
    by('verdict').textContent = '';
    this.write();
    if (matchMedia('(max-width: 45rem)').matches) by('solution').scrollIntoView({ block: 'start' });
    if (!answer.stopped && answer.seconds < SOON) this.check(question);
  }

  /** Writes the solution in the language that is chosen. */
  write() {
    if (!this.answer) return;
    this.leave();
    this.view.clear();
    this.parts = this.answer.parts.map((part) => {
      const lines = part.sheets?.[language] ?? [];
      const root = link(lines);
      const error = part.object?.error;
      this.view.add(error ? [{ step: 0, words: [error] }] : lines, this.answer.parts.length > 1 ? part.caption : '');
      for (const first of root.next) first.part = root;
      root.position = fromFen(part.record);
      return { lines, root };
    });
  }

  async check(question) {
    const { asked } = this;
    const { record, twins, stipulation, duplex } = question;
    const wanted = { record, twins, stipulation, duplex, ...limits() };
    try {
      const answer = await stream('check', wanted, () => {});
      if (this.asked !== asked) return;
      const verdicts = answer.parts.map((part) => part.text.en.trim().replace(/^[^:]*:\d+: /, ''));
      by('verdict').textContent = t('Check: {0}', [...new Set(verdicts)].join(' · '));
      const [{ object }] = answer.parts;
      by('verdict').className = 'verdict-' + (object?.verdict ?? '').replaceAll(' ', '-');
      if (answer.parts.length === 1) this.judged(object?.verdict);
    } catch {
      // The verdict stands beside an answer that is complete without it.
    }
  }

  reading() {
    by('unfold').addEventListener('click', () => this.parts.forEach(({ lines }) => this.view.all(lines, true)));
    by('fold').addEventListener('click', () => this.parts.forEach(({ lines }) => this.view.all(lines, false)));
    by('back').addEventListener('click', () => this.arrow('ArrowLeft'));
    by('forth').addEventListener('click', () => this.arrow('ArrowRight'));
    by('home').addEventListener('click', () => this.leave());
    by('take').addEventListener('click', () => {
      const { position } = this.walk;
      this.leave();
      this.desk.change((problem) => ({ ...problem, position: { ...position, marks: undefined } }));
    });
  }

  begin(root) {
    if (this.walk?.root === root) return;
    this.walk = new Walk(root.position, root, () => this.step());
  }

  pick(node) {
    let root = node;
    while (root.before) root = root.before;
    this.begin(root);
    this.walk.to(node);
  }

  /** An arrow key, wherever the focus is; false where nothing came of it. */
  arrow(key) {
    if (this.parts.length === 0) return false;
    if (!this.walk) this.begin(this.parts[0].root);
    return this.walk.arrow(key);
  }

  step() {
    const { walk } = this;
    this.view.mark(walk.here);
    by('walk').hidden = false;
    by('line').textContent = walk.path.map((node, at) => {
      const number = Math.floor(node.ply / 2) + 1;
      if (node.ply % 2 === 0) return number + '.' + node.san;
      return at === 0 || walk.path[at - 1].ply !== node.ply - 1 ? number + '...' + node.san : node.san;
    }).join(' ') || t('Diagram');
    by('back').disabled = walk.path.length === 0;
    by('forth').disabled = walk.next().length === 0;
    this.shown(walk.position);
  }

  /** Back to the diagram. */
  leave() {
    if (!this.walk) return;
    this.walk = null;
    this.view.mark(null);
    by('walk').hidden = true;
    this.shown(null);
  }
}
