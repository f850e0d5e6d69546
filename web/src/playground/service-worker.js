// Keeps the playground for when there is no network: everything that it is made of is fetched once, after the first scene plays.
// What has its content's mark in its name is taken from what is kept; the rest is asked for, and taken from there where nobody
// answers. scripts/playground.mjs fills in the two names below.
const version = "VERSION";
const files = ["FILES"];

const NAME = `piaget-playground-${version}`;
/** How long a network may be silent before what is kept is shown. */
const PATIENCE_MS = 3000;

/** A module of one function that returns a vector: only a browser with these instructions takes it for good. */
const VECTORS = Uint8Array.of(
  ...[
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
);
const needless = WebAssembly.validate(VECTORS) ? /\/plain-.*\.wasm$/ : /\/simd-.*\.wasm$/;

const inScope = (path) => new URL(path, self.registration.scope).href;
const isMarked = (url) => url.startsWith(inScope("assets/"));

async function keepAll() {
  const cache = await caches.open(NAME);
  const wanted = ["./", ...files.filter((path) => path !== "index.html" && !needless.test(path))].map(
    inScope,
  );
  // What the page has loaded already is not fetched again: the browser has it.
  await Promise.all(
    wanted.map((url) => cache.add(new Request(url, { cache: isMarked(url) ? "force-cache" : "default" }))),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("piaget-playground-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page without its question and its part after `#`, which are the page's own affair. */
const kept = async (request) => {
  const url = new URL(request.url);
  url.search = "";
  if (url.pathname.endsWith("/index.html")) url.pathname = url.pathname.replace(/index\.html$/, "");
  return (await caches.open(NAME)).match(url.href);
};

async function fromNetwork(request) {
  const silent = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE_MS));
  try {
    return await Promise.race([fetch(request), silent]);
  } catch (error) {
    return (await kept(request)) ?? Promise.reject(error);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  if (isMarked(request.url)) event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else event.respondWith(fromNetwork(request));
});
