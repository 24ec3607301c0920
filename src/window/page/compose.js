// What a composer tries by hand all evening: one man on every other square, other men on its square, the problem without each
// man. Each trial is the problem with one change, and its verdict is the program's (`check`).

import { inTurn, verdictOn } from './checking.js';
import { by, make } from './dom.js';
import { defectsOf, san, verdictOf } from './defects.js';
import { NAMES, SQUARES, set, shifted } from './position.js';
import { limits } from './limits.js';
import { keyOf, toQuestion } from './record.js';
import { t } from './texts.js';

/** Each trial may take so many seconds. */
const SECONDS = 5;

/** Pawns stand on no first and last rank. */
const mayStand = (man, square) => man[1] !== 'P' || !'18'.includes(square[1]);

/** The changes that are tried: a label, and the position after it. */
const TRIALS = {
  squares: (position, from) => SQUARES
    .filter((to) => !position.men[to] && mayStand(position.men[from], to))
    .map((to) => ({ label: from + '–' + to, square: to, position: shifted(position, from, to) })),
  kinds: (position, square) => Object.keys(NAMES)
    .filter((man) => man[1] !== 'K' && man !== position.men[square] && mayStand(man, square))
    .map((man) => ({ label: t(NAMES[man]) + ' ' + square, square, position: set(position, square, man) })),
  idle: (position) => SQUARES
    .filter((square) => position.men[square] && position.men[square][1] !== 'K')
    .map((square) => ({ label: t('without {0}', nameOf(position, square)), square, position: set(position, square, '') })),
};

const nameOf = ({ men }, square) => t(NAMES[men[square].slice(0, 2)]) + ' ' + square;

/** The trials below the solution. `desk`: the history of the problem; `grid`: the board, on which verdicts are colours. */
export class Composer {
  constructor(desk, grid) {
    Object.assign(this, { desk, grid, tried: new Set(), gone: null });
    by('board').addEventListener('pointerdown', ({ target }) => {
      if (target.dataset.square && desk.now.position.men[target.dataset.square]) by('subject').value = target.dataset.square;
    });
    for (const kind of Object.keys(TRIALS)) by('try-' + kind).addEventListener('click', () => this.begin(kind));
    by('try-stop').addEventListener('click', () => this.gone?.abort());
  }

  /** The problem on the board is another one: its men can be chosen; what was tried of another problem is forgotten. */
  follow(problem) {
    const { men } = problem.position;
    const before = by('subject').value;
    by('subject').replaceChildren(...SQUARES.filter((square) => men[square]).map((square) => new Option(nameOf(problem.position, square), square)));
    if (men[before]) by('subject').value = before;
    if (!this.tried.has(keyOf(problem))) this.forget();
  }

  forget() {
    this.gone?.abort();
    this.tried.clear();
    by('trials').hidden = true;
    by('tried').textContent = '';
    this.grid.tints.clear();
    this.grid.show(...this.grid.shown);
  }

  /** Tries every change of a kind; another run, and another problem, end it. */
  async begin(kind) {
    this.forget();
    const base = this.desk.now;
    const square = by('subject').value;
    if (!base.position.men[square]) return;
    const trials = TRIALS[kind](base.position, square).map((trial) => ({ ...trial, problem: { ...base, position: trial.position } }));
    if (kind !== 'idle') trials.unshift({ label: t('as it is'), problem: base });
    for (const { problem } of [...trials, { problem: base }]) this.tried.add(keyOf(problem));
    this.gone = new AbortController();
    const { signal } = this.gone;
    for (const name of ['sound-trials', 'other-trials']) by(name).replaceChildren();
    by('trials').hidden = by('try-stop').hidden = false;
    const all = trials.length - (kind === 'idle' ? 0 : 1);
    let [done, sound] = [0, 0];
    await inTurn(trials.values(), signal, async (trial) => {
      const { record, twins, stipulation, duplex } = toQuestion(trial.problem);
      const parts = await verdictOn({ record, twins, stipulation, duplex, seconds: Math.min(SECONDS, limits().seconds) }, signal);
      if (signal.aborted) return;
      done += 1;
      sound += this.row(trial, parts) && trial.problem !== base ? 1 : 0;
      by('tried').textContent = t(kind === 'idle' ? '{0} of {1} men are idle' : '{0} of {1} sound', sound, all)
        + (done < trials.length ? ', ' + t('{0} to go', trials.length - done) : '');
    });
    if (this.gone?.signal === signal) by('try-stop').hidden = true;
  }

  /** A row of the table: the change, which a click makes, its verdict, and why. Gives whether it is sound. */
  row({ label, square, problem }, parts) {
    const { name, text } = verdictOf(parts);
    const row = make('tr', by(name === 'sound' ? 'sound-trials' : 'other-trials'));
    const button = make('button', make('th', row), label);
    row.firstChild.scope = 'row';
    button.addEventListener('click', () => this.desk.change(() => problem, 'trial'));
    make('td', row, text, 'verdict-' + name.replaceAll(' ', '-'));
    const moves = parts.flatMap(({ object }) => object?.keys ?? []).map(san);
    const reasons = parts.flatMap(defectsOf).map((defect) => [defect.text, ...(defect.lines ?? []).map((line) => san(line.at(-1)))].join(' '));
    make('td', row, name === 'sound' ? moves.join(', ') : reasons.slice(0, 3).join('; ') + (reasons.length > 3 ? ' …' : ''));
    if (square) this.grid.tints.set(square, { sound: 'good', undecided: 'open', unknown: 'open' }[name] ?? 'bad');
    this.grid.show(...this.grid.shown);
    return name === 'sound';
  }
}
