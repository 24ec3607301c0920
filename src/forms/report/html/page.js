/* global draw, drawMark, drawMen, fromFen, play -- board.js and play.js stand before this */
(() => {
  const by = (id) => document.getElementById(id);
  const records = [...document.querySelectorAll('article')];
  const selects = ['verdict', 'outcome', 'stipulation'].map(by).filter(Boolean);
  const search = by('search');
  records.forEach((record, at) => { record.id = 'r' + (at + 1); });

  // What there is to choose, with numbers.
  for (const select of selects) {
    const numbers = new Map();
    for (const record of records) {
      const value = record.dataset[select.id];
      numbers.set(value, (numbers.get(value) || 0) + 1);
    }
    const order = new Intl.Collator(undefined, { numeric: true });
    for (const [value, number] of [...numbers].sort((a, b) => order.compare(a[0], b[0]))) {
      const shown = [...select.querySelectorAll('option')].find((o) => o.dataset.name === value);
      const option = new Option((shown ? shown.textContent : value || '–') + ' (' + number + ')', '=' + value);
      select.append(option);
    }
    for (const name of [...select.querySelectorAll('option[data-name]')]) name.remove();
  }

  const texts = [];
  const text = (at) => texts[at] ?? (texts[at] = records[at].textContent.toLowerCase());
  let listed = false;
  const list = () => {
    const entries = document.createDocumentFragment();
    for (const record of records) {
      if (record.hidden) continue;
      const link = document.createElement('a');
      link.href = '#' + record.id;
      const heading = record.querySelector('h2').firstChild;
      link.textContent = (heading && heading.textContent.trim()) || record.id.slice(1);
      const entry = document.createElement('li');
      entry.value = +record.id.slice(1);
      entry.append(link, ' ' + record.dataset.stipulation);
      entries.append(entry);
    }
    by('list').replaceChildren(entries);
    listed = true;
  };

  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    records.forEach((record, at) => {
      const chosen = selects.every((s) => !s.value || s.value === '=' + record.dataset[s.id]);
      const found = chosen && words.every((word) => text(at).includes(word));
      if (record.hidden === found) record.hidden = !found;
      shown += found;
    });
    by('shown').textContent = shown + ' / ' + records.length;
    listed = false;
    if (by('contents').open) list();
  };

  let timer;
  search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(apply, 120); });
  for (const select of selects) select.addEventListener('change', apply);
  by('contents').addEventListener('toggle', () => { if (by('contents').open && !listed) list(); });
  const fold = (open) => {
    for (const record of records) {
      if (record.hidden) continue;
      for (const part of record.querySelectorAll('details')) part.open = open;
    }
  };
  by('unfold').addEventListener('click', () => fold(true));
  by('fold').addEventListener('click', () => fold(false));

  // The half-moves before a move in its line, which stand before its squares.
  const ply = (move) => parseInt(move.dataset.m, 10);

  // The moves from the diagram to this one: before a move stand the last moves of every lower ply, in its line and in
  // those that it is folded below. Of moves behind commas, the first goes on; a refutation (`1...Kb8!`) does not.
  const wayTo = (move) => {
    const way = [move];
    let line = move.parentElement;
    let moves = [...line.querySelectorAll(':scope > i')];
    moves.length = moves.indexOf(move);
    while (line) {
      for (const one of moves.reverse()) {
        if (ply(one) > 0 && one.nextSibling?.data?.startsWith('!')) continue;
        const [next] = way;
        const beside = next !== move && one.nextElementSibling === next && one.nextSibling.data === ', ';
        if (beside && ply(one) === ply(next)) way[0] = one;
        else if (ply(one) < ply(next)) way.unshift(one);
      }
      line = line.closest('li')?.parentElement.closest('li')?.querySelector('summary');
      moves = line ? [...line.querySelectorAll(':scope > i')] : [];
    }
    return way;
  };

  const positionAfter = (way, start, first) => {
    let last = first - 1;
    return way.reduce((before, move) => {
      const passed = (ply(move) - last) % 2 === 0;
      last = ply(move);
      return play(passed ? { ...before, turn: before.turn === 'w' ? 'b' : 'w' } : before, move.dataset.m.replace(/^\d+/, ''));
    }, start);
  };

  // As small_diagram (src/forms/report/svg.rs) draws it.
  const drawHands = (board, hands) => {
    const rows = [['w', /[A-Z]/g], ['b', /[a-z]/g]].map(([color, letters]) => (
      (hands.match(letters) ?? []).map((man) => man.toUpperCase()).sort((a, b) => 'QRBNP'.indexOf(a) - 'QRBNP'.indexOf(b))
        .map((man) => color + man))).filter((men) => men.length > 0);
    rows.forEach((men, row) => men.forEach((man, at) => {
      const x = at * Math.min(29.25, 330.75 / men.length);
      draw('use', board, { href: '#' + man, transform: `translate(${x} ${364 + 32 * row}) scale(.65)` });
    }));
    board.setAttribute('viewBox', `-2 -2 364 ${364 + 32 * rows.length}`);
  };

  // A move that is clicked is shown on the board of its record; clicked again, it gives way to the diagram.
  const show = (move, is = move.ariaPressed !== 'true') => {
    const record = move.closest('article');
    const board = record.querySelector('svg.d');
    const way = is ? wayTo(move) : [];
    board.dataset.fen ??= board.getAttribute('aria-label');
    // The side to move begins with half a move where a stipulation of help play has one.
    const first = record.dataset.stipulation.endsWith('.5') ? 1 : 0;
    const start = fromFen(board.dataset.fen, board.dataset.game);
    const { turn } = move.closest('.s').dataset; // in a duplex, the other side's
    const { men, hands, marks } = positionAfter(way, turn ? { ...start, turn } : start, first);
    board.replaceChildren();
    draw('use', board, { href: '#b' });
    for (const square of marks ?? []) drawMark(board, square);
    drawMen(board, Object.entries(men).map(([square, man]) => [square, man.slice(0, 2)]));
    drawHands(board, hands);
    board.setAttribute('aria-label', [board.dataset.fen, ...way.map((one) => one.textContent)].join(' '));
    for (const one of record.querySelectorAll('i[tabindex="0"]')) Object.assign(one, { tabIndex: -1, ariaPressed: false });
    Object.assign(move, { tabIndex: 0, ariaPressed: is });
    if (is) board.scrollIntoView({ block: 'nearest' });
  };

  for (const record of document.querySelectorAll('article:has(svg.d)')) {
    const moves = record.querySelectorAll('i');
    moves.forEach((move, at) => Object.assign(move, { role: 'button', tabIndex: at && -1, ariaPressed: false }));
  }
  document.addEventListener('click', (event) => {
    const move = event.target.closest('i[role=button]');
    if (!move) return;
    event.preventDefault();
    show(move);
    move.focus({ preventScroll: true });
  });
  document.addEventListener('keydown', (event) => {
    const move = event.target.closest('i[role=button]');
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') show(move);
    else if (step) {
      const moves = [...move.closest('article').querySelectorAll('i')].filter((one) => one.checkVisibility());
      const next = moves[moves.indexOf(move) + step];
      if (!next) return;
      show(next, true);
      next.focus();
    } else return;
    event.preventDefault();
  });
  by('bar').hidden = false;
  apply();
  if (location.hash) { const at = by(location.hash.slice(1)); if (at) at.scrollIntoView(); }
})();
