// Setting up: the board, the box of men, undo, whose move, what is done with the whole board, fields of the position.

import { draw } from './board.js';
import { by, make, quiet } from './dom.js';
import { Grid } from './grid.js';
import { NAMES, WHOLE, counts, fen, fromFen, set, shifted } from './position.js';
import { post, words } from './stream.js';
import { FACTS, factsOf, fromEntry, toRecord, withFacts } from './record.js';
import { entitle, t } from './texts.js';

const CASTLINGS = [...document.querySelectorAll('[data-castling]')];

/** The board with all that changes it. `desk`: the history of problems; `walking()`: whether a solution is played on it. */
export class Editor {
  constructor(desk, walking, leave) {
    Object.assign(this, { desk, walking, leave });
    this.brush = ''; // the man that a click on a square sets; `x` takes men away
    this.chosen = ''; // the square that a man of the box is set on, or from which a man goes
    this.grid = new Grid(by('board'), {
      press: (square) => this.press(square),
      drag: (from, to) => this.move((position) => (to ? shifted(position, from, to) : set(position, from, ''))),
      type: (square, man) => this.move((position) => set(position, square, man)),
      read: () => this.walking(),
    });
    this.look = quiet(60, () => this.ask());
    this.box();
    this.fields();
  }

  /** Changes the position; a solution that is played on the board goes back to the diagram first. */
  move(change, kind) {
    if (this.walking()) this.leave();
    this.desk.change((problem) => {
      const position = change(problem.position);
      return position === problem.position ? problem : { ...problem, position };
    }, kind);
  }

  press(square) {
    if (this.walking()) return;
    const { men } = this.desk.now.position;
    const from = this.chosen;
    if (this.brush) {
      const man = this.brush === 'x' || men[square] === this.brush ? '' : this.brush;
      return this.move((position) => set(position, square, man));
    }
    const goes = from && from !== square && men[from];
    this.chosen = goes || from === square ? '' : square;
    if (goes) this.move((position) => shifted(position, from, square));
    else this.show(this.desk.now);
  }

  /** A man of the box, or the eraser, was pressed: it is in hand until another one is. */
  pick(man) {
    const square = this.chosen;
    this.chosen = '';
    if (square) this.move((position) => set(position, square, man === 'x' ? '' : man));
    else this.brush = man;
    this.show(this.desk.now);
  }

  box() {
    this.buttons = [];
    for (const color of 'wb') {
      const row = make('div', by('box'), undefined, 'men');
      for (const role of 'KQRBNP') {
        const button = this.button(row, color + role, NAMES[color + role]);
        draw('use', draw('svg', button, { viewBox: '0 0 45 45', 'aria-hidden': 'true' }), { href: '#' + color + role });
        button.addEventListener('pointerdown', (event) => {
          if (event.button > 0) return;
          this.grid.carry(event, color + role, (square, dragged) => {
            // A click that follows at once belongs to the drag.
            button.carried = dragged;
            setTimeout(() => { button.carried = false; });
            if (square) this.move((position) => set(position, square, color + role));
          });
        });
      }
      if (color === 'w') this.button(row, '', 'pointer: move men', '☝');
      else this.button(row, 'x', 'eraser', '⌫');
    }
  }

  button(row, man, name, text) {
    const button = make('button', row, text, 'man');
    button.dataset.man = man;
    for (const attribute of ['title', 'aria-label']) entitle(button, attribute, name);
    button.addEventListener('click', () => button.carried || (man ? this.pick(man) : this.rest()));
    this.buttons.push(button);
    return button;
  }

  fields() {
    by('undo').addEventListener('click', () => this.step(-1));
    by('redo').addEventListener('click', () => this.step(1));
    by('upside').addEventListener('click', () => {
      this.grid.turned = !this.grid.turned;
      by('upside').ariaPressed = this.grid.turned;
      this.show(this.desk.now);
    });
    by('whole').addEventListener('click', (event) => {
      const act = WHOLE[event.target.dataset?.do];
      if (act) this.move(act);
    });
    for (const color of ['white', 'black']) {
      by(color).addEventListener('change', () => this.move((position) => ({ ...position, turn: color[0], handed: false })));
    }
    for (const box of CASTLINGS) box.addEventListener('change', () => this.castle());
    by('ep').addEventListener('change', () => this.move((position) => ({ ...position, ep: by('ep').value.trim() || '-' })));
    by('hands').addEventListener('change', () => {
      const held = by('hand-w').value.toUpperCase() + by('hand-b').value.toLowerCase();
      this.move((position) => ({ ...position, hands: held.replace(/[^QRBNP]/gi, '') }));
    });
    by('variant').addEventListener('change', ({ target: { value } }) => {
      this.move((position) => ({ ...position, variant: value, hands: value ? position.hands : '' }));
    });
    by('fen').addEventListener('change', () => this.setUp(by('fen').value.trim()));
    by('name').addEventListener('input', () => {
      this.desk.change((problem) => ({ ...problem, id: by('name').value.trim() }), 'name');
    });
    by('facts').addEventListener('input', ({ target }) => {
      const facts = Object.fromEntries(FACTS.map((name) => [name, by(name).value]));
      this.desk.change((problem) => withFacts(problem, facts), target.id);
    });
  }

  /** Lays down the man in hand, forgets the chosen square. */
  rest() {
    this.brush = this.chosen = '';
    if (!this.walking()) this.show(this.desk.now);
  }

  step(steps) {
    if (this.walking()) this.leave();
    this.chosen = '';
    this.desk.step(steps);
  }

  /** Sets up what was written into the field, all that can be pasted: a position of this problem, or with a task of its own
   * another problem. What cannot be read leaves the board as it is. */
  async setUp(text) {
    const before = this.desk.now;
    try {
      const { problems, messages } = text ? await post('read', { text }) : { problems: [], messages: [] };
      if (this.desk.now !== before) return;
      const entry = problems.find((problem) => problem.fen);
      if (entry?.stipulation) {
        this.leave();
        return this.desk.change((problem) => fromEntry(entry, problem.ask));
      }
      if (entry) return this.move((position) => fromFen(entry.fen, entry.variant ?? position.variant));
      this.show(this.desk.now);
      by('notice').textContent = problems[0]?.illegal ?? messages[0] ?? '';
    } catch (error) {
      by('notice').textContent = words(error);
    }
  }

  castle() {
    const rights = CASTLINGS.filter((box) => box.checked).map((box) => box.dataset.castling);
    this.move((position) => {
      const files = [...position.castling].filter((right) => /[A-HJ-a-hj]/.test(right) && !'KQkq-'.includes(right));
      return { ...position, castling: [...rights, ...files].join('') || '-' };
    });
  }

  /** Shows a problem; while a solution is played, `other` is on the board. */
  show(problem, other) {
    const position = other ?? problem.position;
    const walking = this.walking();
    document.body.classList.toggle('walking', walking);
    this.grid.show(position, { marks: other?.marks, chosen: walking ? '' : this.chosen });
    for (const button of this.buttons) button.ariaPressed = this.brush === button.dataset.man;
    by('counts').textContent = counts(position);
    if (!walking) this.fill(problem);
  }

  fill(problem) {
    const { position } = problem;
    const fields = fen(position);
    by('fen').value = fields;
    by('name').value = document.activeElement === by('name') ? by('name').value : problem.id;
    const facts = factsOf(problem);
    // A year that is being written is no year yet.
    if (!by('facts').contains(document.activeElement)) for (const name of FACTS) by(name).value = facts[name];
    by('remarks').textContent = FACTS.map((name) => facts[name]).filter(Boolean).join(' · ') || t('Author, source, award, comment');
    by(position.turn === 'w' ? 'white' : 'black').checked = true;
    const held = fields.split(' ')[2];
    for (const box of CASTLINGS) box.checked = held.includes(box.dataset.castling);
    by('ep').value = position.ep === '-' ? '' : position.ep;
    by('variant').value = position.variant;
    by('hands').hidden = !position.variant;
    by('hand-w').value = position.hands.replace(/[a-z]/g, '');
    by('hand-b').value = position.hands.replace(/[A-Z]/g, '');
    by('undo').disabled = !this.desk.can(-1);
    by('redo').disabled = !this.desk.can(1);
    this.look();
  }

  /** Has the program say what is illegal; an answer that comes late is for nobody. */
  async ask() {
    const record = toRecord(this.desk.now);
    if (Object.keys(this.desk.now.position.men).length === 0) return this.say('');
    try {
      const { problems } = await post('read', { text: record });
      if (toRecord(this.desk.now) !== record) return;
      const [{ illegal, begins, stipulation }] = problems;
      const { turn } = this.desk.now.position;
      const other = turn === 'w' ? 'White begins this {0}; by convention Black does' : 'Black begins this {0}; by convention White does';
      this.say(illegal ?? (begins && begins !== turn ? t(other, stipulation) : ''));
    } catch (error) {
      this.say(words(error));
    }
  }

  say(text) {
    Object.assign(by('illegal'), { textContent: text, title: text });
  }
}
