// Keeps the files of the page, so that it works without a network. A new version is fetched as a whole and
// replaces the old one when no page of the old one is open, so no page has files of two versions. scripts/package/site fills in
// the version and the list of files.
/* global FILES, VERSION */

const KEPT = 'keymove ';
const NAME = KEPT + VERSION;

addEventListener('install', (event) => {
  const fresh = (file) => new Request(file, { cache: 'reload' });
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.map(fresh))));
});

addEventListener('activate', (event) => {
  // Other pages of the same origin keep theirs.
  const isOld = (name) => name.startsWith(KEPT) && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

addEventListener('fetch', (event) => {
  const kept = async () => {
    const cache = await caches.open(NAME);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  };
  event.respondWith(kept());
});
