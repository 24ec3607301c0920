// Positions and moves, written once: the window and the page of `--format html` play with it.

const turned = (color) => (color === 'w' ? 'b' : 'w');

/** Reads the first four fields of a FEN; what is missing has its usual value. */
export const fromFen = (text, variant = '') => {
  const [board, turn = 'w', castling = '-', ep = '-'] = text.trim().split(/\s+/);
  const [rows, hands] = board.replace(']', '').split('[');
  const men = {};
  rows.split('/').slice(0, 8).forEach((row, at) => {
    const squares = row.replace(/\d/g, (number) => '.'.repeat(number)).match(/.~?/g) ?? [];
    squares.slice(0, 8).forEach(([one, promoted = ''], file) => {
      const role = one.toUpperCase();
      if (/[KQRBNP]/.test(role)) men['abcdefgh'[file] + (8 - at)] = (one === role ? 'w' : 'b') + role + promoted;
    });
  });
  const game = hands === undefined ? '' : variant || 'crazyhouse';
  return { men, turn: turn === 'b' ? 'b' : 'w', castling, ep, hands: hands ?? '', variant: game };
};

/** The position after a move as engines write it. Where the other side's man moves, the side to move has passed. */
export const play = (position, uci) => {
  if (uci[1] === '@') return dropped(position, uci[0], uci.slice(2, 4));
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const man = position.men[from];
  if (!man) return position;
  const men = { ...position.men };
  const own = men[to]?.[0] === man[0];
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  let hands = position.hands;
  const take = (square) => {
    if (position.variant === 'crazyhouse' && men[square]) {
      const role = men[square].endsWith('~') ? 'P' : men[square][1];
      hands += man[0] === 'w' ? role : role.toLowerCase();
    }
    delete men[square];
  };
  delete men[from];
  if (man[1] === 'K' && (own || Math.abs(files) > 1)) {
    const [king, rook] = files > 0 ? ['g', 'f'] : ['c', 'd'];
    delete men[own ? to : (files > 0 ? 'h' : 'a') + from[1]];
    men[king + from[1]] = man;
    men[rook + from[1]] = man[0] + 'R';
    return { ...position, men, turn: turned(man[0]), ep: '-', marks: [from, king + from[1]] };
  }
  if (man[1] === 'P' && files !== 0 && !men[to]) take(to[0] + from[1]);
  else take(to);
  const promoted = uci[4] && man[0] + uci[4].toUpperCase() + (position.variant ? '~' : '');
  men[to] = promoted || man;
  return { ...position, men, hands, turn: turned(man[0]), ep: '-', marks: [from, to] };
};

const dropped = (position, role, square) => {
  const own = position.turn === 'w' ? role : role.toLowerCase();
  const men = { ...position.men, [square]: position.turn + role };
  return { ...position, men, hands: position.hands.replace(own, ''), turn: turned(position.turn), marks: [square] };
};
