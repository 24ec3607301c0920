// The board, written once: the window and the pages of `bpgn html` and `kriegspiel html` draw with it.
// It needs nothing from elsewhere but the shapes `#b` and `#wK` to `#bP` that the page holds (src/drawing.rs).

const SIDE = 45;
const FILES = 'abcdefgh';

/** What a board shows: eight squares of 45 units, ranks at the left, files below. */
export const VIEW = { left: -14, top: -2, width: 376, height: 378 };

/** Appends an element of SVG. */
export const draw = (name, parent, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
};

/** The corner of a square in units; `upside`: Black sits below. */
export const place = (square, upside) => {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return upside ? [SIDE * (7 - file), SIDE * rank] : [SIDE * file, SIDE * (7 - rank)];
};

/** The square under a pointer, or an empty string. */
export const squareAt = (svg, event, upside) => {
  const box = svg.getBoundingClientRect();
  const x = Math.floor(((event.clientX - box.left) / box.width * VIEW.width + VIEW.left) / SIDE);
  const y = Math.floor(((event.clientY - box.top) / box.height * VIEW.height + VIEW.top) / SIDE);
  if (x < 0 || x > 7 || y < 0 || y > 7) return '';
  return upside ? FILES[7 - x] + (y + 1) : FILES[x] + (8 - y);
};

/** The men of eight ranks as a FEN has them: square and name, `['e1', 'wK']`. */
export const menOf = (ranks) => ranks.split('/').flatMap((row, rank) => {
  const men = [];
  let file = 0;
  for (const letter of row) {
    if (letter >= '1' && letter <= '8') file += Number(letter);
    else if (letter !== '~') {
      const color = letter === letter.toUpperCase() ? 'w' : 'b';
      men.push([FILES[file] + (8 - rank), color + letter.toUpperCase()]);
      file += 1;
    }
  }
  return men;
});

/** Draws squares and coordinates on an emptied board. */
export const drawSquares = (svg, upside) => {
  svg.replaceChildren();
  draw('use', svg, { href: '#b' });
  for (let line = 0; line < 8; line += 1) {
    draw('text', svg, { x: -12, y: SIDE * line + 27 }).textContent = upside ? line + 1 : 8 - line;
    draw('text', svg, { x: SIDE * line + 19, y: 373 }).textContent = FILES[upside ? 7 - line : line];
  }
};

/** Marks a square; what `kind` looks like is the style's business. */
export const drawMark = (svg, square, upside, kind = 'm') => {
  const [x, y] = place(square, upside);
  return draw('rect', svg, { class: kind, x, y, width: SIDE, height: SIDE });
};

/** Draws men, each a square and a name. */
export const drawMen = (svg, men, upside) => {
  for (const [square, man] of men) {
    const [x, y] = place(square, upside);
    draw('use', svg, { href: '#' + man, x, y });
  }
};
