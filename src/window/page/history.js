// What was done and can be undone: every state is a plain value that is never changed.

const MOST = 500;

/** States one after the other: a value and what is `beside` it. `seen` is told each value that becomes the present one. */
export class History {
  constructor(value, seen) {
    Object.assign(this, { states: [{ value, beside: null }], at: 0, seen });
  }

  get now() {
    return this.states[this.at].value;
  }

  get beside() {
    return this.states[this.at].beside;
  }

  /** Whether there is a state so many steps further. */
  can(steps) {
    return this.at + steps in this.states;
  }

  /** Makes a new state of the present one. Steps of the same kind, as typing in a field, are one. */
  change(make, kind = '', beside = this.beside) {
    const value = make(this.now);
    if (value === this.now && beside === this.beside) return;
    const joined = kind !== '' && kind === this.kind && this.at > 0 && !this.can(1);
    const kept = this.states.slice(joined ? 0 : Math.max(0, this.at + 1 - MOST), this.at + (joined ? 0 : 1));
    this.states = [...kept, { value, beside }];
    this.at = this.states.length - 1;
    this.kind = kind;
    this.seen(value);
  }

  /** Changes the present state as a part of the step that made it. */
  amend(make) {
    const value = make(this.now);
    this.states = this.states.with(this.at, { value, beside: this.beside });
    this.seen(value);
  }

  /** Goes back (-1) or forth (1). */
  step(by) {
    if (!this.can(by)) return;
    this.at += by;
    this.kind = '';
    this.seen(this.now);
  }

  /** Begins anew. */
  reset(value, beside = null) {
    Object.assign(this, { states: [{ value, beside }], at: 0, kind: '' });
    this.seen(value);
  }
}
