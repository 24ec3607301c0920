// What was done and can be undone: every state is a plain value that is never changed.

const MOST = 500;

/** States one after the other: a value and what is `beside` it. `seen` is told each value that becomes the present one. */
export class History {
  constructor(value, seen) {
    this.states = [{ value, beside: null }];
    this.at = 0;
    this.seen = seen;
  }

  get now() {
    return this.states[this.at].value;
  }

  get beside() {
    return this.states[this.at].beside;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at + 1 < this.states.length;
  }

  /** Makes a new state of the present one. Steps of the same kind, as typing in a field, are one. */
  change(make, kind = '', beside = this.beside) {
    const value = make(this.now);
    if (value === this.now && beside === this.beside) return;
    const joined = kind !== '' && kind === this.kind && this.at > 0 && !this.canRedo;
    const kept = this.states.slice(joined ? 0 : Math.max(0, this.at + 1 - MOST), this.at + (joined ? 0 : 1));
    this.states = [...kept, { value, beside }];
    this.at = this.states.length - 1;
    this.kind = kind;
    this.seen(value);
  }

  /** Changes the present state as a part of the step that made it. */
  amend(make) {
    const value = make(this.now);
    this.states = [...this.states.slice(0, this.at), { value, beside: this.beside }, ...this.states.slice(this.at + 1)];
    this.seen(value);
  }

  /** Goes back (-1) or forth (1). */
  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.states.length) return;
    this.at = to;
    this.kind = '';
    this.seen(this.now);
  }

  /** Begins anew. */
  reset(value, beside = null) {
    this.states = [{ value, beside }];
    this.at = 0;
    this.kind = '';
    this.seen(value);
  }
}
