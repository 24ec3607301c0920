// What stays in the browser when the page is left: the problem, its question, the file and what was edited in it.
// Each tab keeps its own under a name of its own, which the tab remembers and holds with a lock as long as it lives:
// - a tab that is loaded again finds its name, and what it kept;
// - a tab that was duplicated finds a name that another tab holds: it goes on with a copy under a new name;
// - a new tab takes over what a tab kept that is gone, closed or crashed, and may never have been saved.

const NAME = 'keymove.';
/** A browser gives some five million characters. */
const MOST = 4_000_000;
/** How long, in milliseconds, a tab that is loaded again may still hold its own name. */
const PATIENCE = 300;

let own = '';

/** Takes a name, and holds it until the page is gone; false where another tab has it. */
const hold = (name, patience = 0) => new Promise((done) => {
  // An old browser: then no tab takes what may be another one's.
  if (!navigator.locks) return done(patience > 0);
  const way = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
  navigator.locks.request(name, way, (lock) => {
    done(lock !== null);
    return lock && new Promise(() => {});
  }).catch((error) => done(error.name !== 'TimeoutError'));
});

/** What is kept under a name, or null. */
const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};

/** Keeps a text; false where there is no room, or the browser keeps nothing. */
const write = (name, text) => {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
};

/** What tabs kept that are gone, the latest first. Only the latest is of use, unless something in it was not saved. */
const orphans = () => Object.keys(localStorage)
  .filter((name) => name.startsWith(NAME))
  .map((name) => ({ name, value: read(name) }))
  .sort((a, b) => (b.value?.time ?? 0) - (a.value?.time ?? 0));

/** Gives what this tab kept, or else a tab that is gone, if `mayTake(value)` says that it is wanted; null: nothing. */
export const recall = async (mayTake) => {
  try {
    let mine = sessionStorage.getItem(NAME);
    let value = mine && read(mine);
    if (value && !mayTake(value)) mine = value = null;
    if (mine && await hold(mine, PATIENCE)) own = mine;
    else if (!mine) {
      for (const orphan of orphans()) {
        const isWanted = !own && mayTake(orphan.value);
        if (!isWanted && orphan.value?.unsaved || !await hold(orphan.name)) continue;
        if (isWanted) [own, value] = [orphan.name, orphan.value];
        else localStorage.removeItem(orphan.name);
      }
    }
    if (!own) {
      own = NAME + crypto.randomUUID();
      await hold(own);
    }
    sessionStorage.setItem(NAME, own);
    return value;
  } catch {
    // The browser keeps nothing, as its owner wants it.
    return null;
  }
};

/** Keeps the first of `values` for which there is room; gives its place, or -1 where there is room for none. */
export const keep = (values) => values.findIndex((value) => {
  const text = JSON.stringify({ ...value, time: Date.now() });
  return own && text.length <= MOST && write(own, text);
});

const SETTINGS = 'keymove-settings';
/** Where the browser keeps nothing they last as long as the page. */
let settings = {};

/** A setting, which holds for every problem and every tab; another tab's are heard of. */
export const setting = (name, otherwise) => {
  settings = read(SETTINGS) ?? settings;
  return settings[name] ?? otherwise;
};

/** Remembers a setting. */
export const set = (name, value) => {
  settings = { ...settings, ...read(SETTINGS), [name]: value };
  write(SETTINGS, JSON.stringify(settings));
};
