'use strict';
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
  by('bar').hidden = false;
  apply();
  if (location.hash) { const at = by(location.hash.slice(1)); if (at) at.scrollIntoView(); }
})();
