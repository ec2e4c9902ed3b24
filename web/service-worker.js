// Keeps the page for use without its server. The page and its settings come from the server if it answers; built files never change.
const cacheName = '__CACHE__';
const files = '__FILES__';

self.addEventListener('install', (event) => event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files))));

// A new version takes over once no tab shows the old one, and deletes the old files.
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('neo-lrp ') && name !== cacheName).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const kept = () => caches.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: request.mode === 'navigate' });
  if (pathname.includes('/assets/')) event.respondWith(kept().then((found) => found ?? keep(request)));
  else event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
});

/** What only some users need is kept once it was needed. */
async function keep(request) {
  const response = await fetch(request);
  if (response.ok) await caches.open(cacheName).then((cache) => cache.put(request, response.clone()));
  return response;
}
