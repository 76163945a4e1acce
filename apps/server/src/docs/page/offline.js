// A service worker: what was read once can be read, and searched, without a network. The network always goes first, so
// nothing old is shown while there is one.

const KEPT = 'reference';
const SHELL = [
  '/docs',
  '/docs/zh',
  '/docs/page.css',
  '/docs/page.js',
  '/docs/icon.svg',
  '/docs/search-index.js',
  '/docs/zh/search-index.js',
  '/docs/assets/minisearch.js',
];

/** Keeps the shell, and the pages that were open before this worker ran. */
async function keepOpenPages() {
  await clients.claim();
  const cache = await caches.open(KEPT);
  const open = await clients.matchAll({ includeUncontrolled: true });
  await cache.addAll([
    ...new Set([...SHELL, ...open.map(({ url }) => new URL(url).pathname).filter(isKept)]),
  ]);
}

const isKept = (path) => path === '/docs' || (path.startsWith('/docs/') && path !== '/docs/try');

async function answer(event) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
    return response;
  } catch (error) {
    const kept = await cache.match(event.request, { ignoreVary: true, ignoreSearch: true });
    // A browser takes no answer from elsewhere for the address that it asked for.
    if (kept) return kept.redirected ? Response.redirect(kept.url) : kept;
    throw error;
  }
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(keepOpenPages()));
addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isPage = event.request.method === 'GET' && origin === location.origin && isKept(pathname);
  if (isPage) event.respondWith(answer(event));
});
