// A position as a composer sets it up: any men anywhere, legal or not. How it is written as FEN, and what turns it.
// Whether it is legal, the server says.

export { fromFen, play } from './play.js';

/** Squares in the order of a FEN: a8 first, h1 last. */
export const SQUARES = [...'87654321'].flatMap((rank) => [...'abcdefgh'].map((file) => file + rank));
export const NAMES = {
  wK: 'white king', wQ: 'white queen', wR: 'white rook', wB: 'white bishop', wN: 'white knight', wP: 'white pawn',
  bK: 'black king', bQ: 'black queen', bR: 'black rook', bB: 'black bishop', bN: 'black knight', bP: 'black pawn',
};

/** An empty board. `men`: names by square, `wK`; a promoted man of crazyhouse has `~` behind it. `handed`: nobody but a
 * stipulation said who has the move. */
export const EMPTY = { men: {}, turn: 'w', castling: '-', ep: '-', hands: '', variant: '' };

const other = (color) => (color === 'w' ? 'b' : 'w');
const letter = (man) => (man[0] === 'w' ? man[1] : man[1].toLowerCase()) + man.slice(2);

/** The eight ranks of a FEN, with hands in brackets where a game has them. */
export const ranks = (position) => {
  const drawn = SQUARES.map((square) => (position.men[square] ? letter(position.men[square]) : '1'));
  const rows = [...'01234567'].map((row) => drawn.slice(8 * row, 8 * row + 8).join('').replace(/1+/g, ({ length }) => length));
  return rows.join('/') + (position.variant ? '[' + position.hands + ']' : '');
};

/** Four fields. */
export const fen = (position) => [ranks(position), position.turn, castlings(position), position.ep].join(' ');

/** Men of White and Black, `(6+5)`. */
export const counts = ({ men }) => {
  const white = Object.values(men).filter((man) => man[0] === 'w').length;
  return '(' + white + '+' + (Object.keys(men).length - white) + ')';
};

/** The castling rights that men still stand for; letters of files (Chess960) are the server's business. */
export const castlings = ({ men, castling }) => {
  const home = { K: ['e1', 'h1', 'w'], Q: ['e1', 'a1', 'w'], k: ['e8', 'h8', 'b'], q: ['e8', 'a8', 'b'] };
  const kept = [...castling].filter((right) => {
    if (!home[right]) return right !== '-';
    const [king, rook, color] = home[right];
    return men[king] === color + 'K' && men[rook] === color + 'R';
  });
  return kept.join('') || '-';
};

/** The same with a man on a square, or none. */
export const set = (position, square, man) => {
  const men = { ...position.men };
  if (man) men[square] = man;
  else delete men[square];
  return { ...position, men };
};

/** The same with a man gone from one square to another. */
export const shifted = (position, from, to) => (
  from === to ? position : set(set(position, to, position.men[from]), from, ''));

const mapped = (position, square) => {
  const men = Object.entries(position.men).map(([from, man]) => [square(from.charCodeAt(0) - 97, from.charCodeAt(1) - 49), man]);
  return { ...position, men: Object.fromEntries(men.filter(([to]) => to)), ep: '-', castling: '-' };
};
const at = (file, rank) => (file < 0 || file > 7 || rank < 0 || rank > 7 ? '' : 'abcdefgh'[file] + (rank + 1));

/** What can be done with the whole board. Shifting loses no man: it does nothing where one would leave. */
export const WHOLE = {
  mirror: (position) => mapped(position, (file, rank) => at(7 - file, rank)),
  flip: (position) => mapped(position, (file, rank) => at(file, 7 - rank)),
  turn: (position) => mapped(position, (file, rank) => at(rank, 7 - file)),
  half: (position) => mapped(position, (file, rank) => at(7 - file, 7 - rank)),
  swap: (position) => {
    const { men } = WHOLE.flip(position);
    for (const [square, man] of Object.entries(men)) men[square] = other(man[0]) + man.slice(1);
    const swapped = (text) => [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');
    const ep = position.ep.replace(/[36]/, (rank) => 9 - Number(rank));
    return { ...position, men, turn: other(position.turn), castling: swapped(position.castling), ep, hands: swapped(position.hands) };
  },
  clear: (position) => ({ ...position, men: {}, castling: '-', ep: '-', hands: '' }),
  left: (position) => whole(position, -1, 0),
  right: (position) => whole(position, 1, 0),
  up: (position) => whole(position, 0, 1),
  down: (position) => whole(position, 0, -1),
};
const whole = (position, files, rows) => {
  const moved = mapped(position, (file, rank) => at(file + files, rank + rows));
  return Object.keys(moved.men).length === Object.keys(position.men).length ? moved : position;
};
