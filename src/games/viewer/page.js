/* global VIEW, draw, menOf, drawSquares, drawMark, drawMen -- board.js stands before this */
(() => {
  const by = (id) => document.getElementById(id);
  const make = (name, parent, text, kind) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (kind) element.className = kind;
    if (parent) parent.append(element);
    return element;
  };
  const blocks = [...document.querySelectorAll('script.game')];
  const title = (at) => at + 1 + '. ' + JSON.parse(blocks[at].textContent).title;
  let number = -1; // which game
  let game = null;
  let states = []; // for each half-move, what each board shows
  let at = 0;
  let turned = false;
  let timer = 0;

  const heard = ({ no, news }) => [no && 'no: ' + no.split(',').join(', '), news].filter(Boolean).join('; ');

  // What the boards show after each half-move.
  const follow = () => {
    let boards = game.boards.map((board) => ({ men: board.men, hands: board.hands, clocks: board.clocks, marks: [], news: '' }));
    states = [boards];
    for (const step of game.steps) {
      boards = boards.slice();
      for (const change of step.changes) {
        const before = boards[change.board];
        boards[change.board] = {
          men: change.men ?? before.men,
          hands: change.hands ?? before.hands,
          clocks: change.clocks ?? before.clocks,
          marks: change.men === undefined && change.news === undefined ? before.marks : change.marks ?? [],
          news: change.men === undefined && change.news === undefined ? before.news : heard(change),
        };
        if (change.also !== undefined) {
          const { marks, news } = boards[change.board];
          boards[change.also] = { ...boards[change.also], marks, news };
        }
      }
      states.push(boards);
    }
  };

  // The men on a board: its own, or of another's those of one side.
  const menOn = (index) => {
    const { part } = game.boards[index];
    if (!part) return states[at][index].men;
    const [whole, white] = part;
    const men = states[at][whole].men.replace(white ? /[a-z]/g : /[A-Z]/g, '1');
    return men.replace(/\d+/g, (empty) => [...empty].reduce((sum, one) => sum + Number(one), 0));
  };

  const figures = [];
  // Of three boards a narrow screen shows one: that which was picked, at first the middle one.
  let picked = 1;
  const pick = () => {
    figures.forEach((parts, which) => parts.figure.classList.toggle('on', which === picked));
    [...by('which').children].forEach((button, which) => button.setAttribute('aria-pressed', which === picked));
  };
  const build = () => {
    by('boards').replaceChildren();
    by('boards').classList.toggle('two', game.boards.length === 2);
    by('boards').classList.toggle('pick', game.boards.length > 2);
    by('which').replaceChildren();
    figures.length = 0;
    for (const board of game.boards) {
      const figure = make('figure', by('boards'));
      const parts = { figure };
      make('figcaption', figure, board.name);
      if (game.boards.length > 2) {
        const which = figures.length;
        make('button', by('which'), board.name).addEventListener('click', () => { picked = which; pick(); });
      }
      const seat = (where) => {
        const row = make('div', null, undefined, 'seat');
        parts[where] = { row, name: make('b', row), clock: make('span', row, undefined, 'clock') };
        parts[where].hand = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        parts[where].hand.setAttribute('class', 'hand');
        parts[where].hand.setAttribute('viewBox', '0 0 360 34');
        parts[where].hand.setAttribute('preserveAspectRatio', 'xMinYMid meet');
        return row;
      };
      figure.append(seat('top'), parts.top.hand);
      parts.svg = draw('svg', figure, { class: 'board', viewBox: Object.values(VIEW).join(' '), role: 'img' });
      seat('bottom');
      figure.append(parts.bottom.hand, parts.bottom.row);
      parts.news = make('div', figure, undefined, 'news');
      figures.push(parts);
    }
    pick();
  };

  const hand = (svg, letters, color) => {
    svg.replaceChildren();
    let x = 0;
    for (const letter of 'QRBNP') {
      const held = letters.split(letter).length - 1;
      if (held === 0) continue;
      draw('use', svg, { href: '#' + color + letter, transform: 'translate(' + x + ' 0) scale(.72)' });
      draw('text', svg, { x: x + 32, y: 24 }).textContent = held > 1 ? '×' + held : '';
      x += held > 1 ? 66 : 36;
    }
    svg.setAttribute('aria-label', letters);
  };

  const show = () => {
    const step = game.steps[at - 1];
    states[at].forEach((state, index) => {
      const board = game.boards[index];
      const parts = figures[index];
      const upside = board.turned !== turned;
      const shown = menOn(index);
      parts.svg.setAttribute('aria-label', board.name + ': ' + shown);
      drawSquares(parts.svg, upside);
      for (const square of state.marks) drawMark(parts.svg, square, upside);
      drawMen(parts.svg, menOf(shown), upside);
      for (const [where, side] of [['top', upside ? 0 : 1], ['bottom', upside ? 1 : 0]]) {
        parts[where].name.textContent = board.players[side];
        parts[where].clock.textContent = state.clocks[side];
        hand(parts[where].hand, state.hands[side], 'wb'[side]);
      }
      parts.news.textContent = state.news;
    });
    by('now').textContent = step ? at + ': ' + step.number + ' ' + step.text : 'start';
    by('at').value = at;
    by('first').disabled = by('back').disabled = at === 0;
    by('next').disabled = by('last').disabled = at === game.steps.length;
    const links = by('moves').querySelectorAll('a');
    for (const link of by('moves').querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
    const link = links[at];
    if (link) {
      link.setAttribute('aria-current', 'step');
      const list = by('moves');
      if (link.offsetTop < list.scrollTop || link.offsetTop + 24 > list.scrollTop + list.clientHeight) {
        list.scrollTop = link.offsetTop - list.clientHeight / 2;
      }
    }
    const said = by('said');
    said.replaceChildren();
    const say = (where, words) => {
      for (const word of words ?? []) {
        const item = make('li', said);
        make('small', item, where);
        item.append(word);
      }
    };
    say('', game.remarks);
    game.steps.slice(0, at).forEach((one) => say(one.number, one.remarks));
    if (at === game.steps.length) say('', game.end);
    said.scrollTop = said.scrollHeight;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    by('play').textContent = '▶ play';
  };
  // The board comes first: a browser may refuse the address, as Safari does after 100 in 30 seconds.
  const settle = () => {
    const hash = '#' + (number + 1) + '-' + at;
    if (location.hash === hash) return;
    try {
      history.replaceState(null, '', hash);
    } catch {
      // The next step sets it, or the one behind that.
    }
  };
  const step = (to) => {
    at = Math.max(0, Math.min(game.steps.length, to));
    show();
  };
  const go = (to, keep) => {
    if (!keep) stop();
    step(to);
    settle();
  };
  const play = () => {
    if (timer) return stop();
    if (at === game.steps.length) at = 0;
    by('play').textContent = '❚❚ stop';
    timer = setInterval(() => {
      go(at + 1, true);
      if (at === game.steps.length) stop();
    }, 900);
  };

  const open = (which, to) => {
    if (which !== number) {
      number = which;
      game = JSON.parse(blocks[which].textContent);
      follow();
      build();
      const facts = by('facts');
      facts.replaceChildren();
      for (const [name, value] of game.facts) {
        const fact = make('div', facts);
        make('dt', fact, name);
        make('dd', fact, value);
      }
      const moves = by('moves');
      moves.replaceChildren();
      const link = (ply, text) => {
        make('a', make('li', moves), text).href = '#' + (which + 1) + '-' + ply;
      };
      link(0, 'start');
      game.steps.forEach((step, ply) => link(ply + 1, step.number + ' ' + step.text));
      by('at').max = game.steps.length;
      by('game').selectedIndex = which;
    }
    go(to);
  };
  const address = (hash) => {
    const [, which, ply] = /^#(\d+)-(\d+)$/.exec(hash) ?? [null, 1, 0];
    open(Math.max(0, Math.min(blocks.length - 1, which - 1)), Number(ply));
  };

  if (blocks.length === 0) {
    make('p', document.querySelector('header'), 'There are no games.');
    return;
  }
  by('choice').hidden = blocks.length === 1;
  blocks.forEach((_, which) => by('game').append(new Option(title(which))));
  by('game').addEventListener('change', () => open(by('game').selectedIndex, 0));
  by('first').addEventListener('click', () => go(0));
  by('back').addEventListener('click', () => go(at - 1));
  by('next').addEventListener('click', () => go(at + 1));
  by('last').addEventListener('click', () => go(game.steps.length));
  by('play').addEventListener('click', play);
  by('flip').addEventListener('click', () => { turned = !turned; show(); });
  // While the slider is dragged only the board follows; the address is that of where it is let go.
  by('at').addEventListener('input', () => { stop(); step(Number(by('at').value)); });
  by('at').addEventListener('change', settle);
  addEventListener('hashchange', () => address(location.hash));
  // A link is followed here, for the address may be an old one that is the link's own.
  by('moves').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    address(link.hash);
  });
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('select, input')) return;
    const keys = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(game.steps.length),
      ' ': play,
      f: () => { turned = !turned; show(); },
    };
    if (event.key === ' ' && event.target.matches('button')) return;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.querySelector('main').hidden = false;
  address(location.hash);
})();
