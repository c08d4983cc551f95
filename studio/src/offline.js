// The site without a network: the first visit keeps its files, and they serve every later one until there is a newer site.
// `ferz site` writes the names of the files and the version of the site before this: SITE.

const mine = `ferz ${self.registration.scope} `;
const current = mine + SITE.version;

// past the browser's own cache, which may still have files of an older site
const fetched = SITE.files.map((file) => new Request(file, { cache: "reload" }));
self.addEventListener("install", (event) => event.waitUntil(caches.open(current).then((cache) => cache.addAll(fetched))));

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(mine) && name !== current) await caches.delete(name);
}
self.addEventListener("activate", (event) => event.waitUntil(forget()));

async function answer(request) {
  const cache = await caches.open(current);
  const kept = await cache.match(request.mode === "navigate" ? "index.html" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
