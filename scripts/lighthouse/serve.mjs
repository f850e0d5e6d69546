// A file server that gzips what it serves, as those who host pages do. Gives the address and a way to end it.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createGzip } from "node:zlib";

const MEDIA = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".glb": "model/gltf-binary",
  ".kdl": "text/plain; charset=utf-8",
};

export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!existsSync(file)) return response.writeHead(404).end();
    const marked = path.includes("/assets/");
    response.writeHead(200, {
      "content-type": MEDIA[extname(file)] ?? "application/octet-stream",
      "content-encoding": "gzip",
      "cache-control": marked ? "public, max-age=31536000, immutable" : "no-cache",
    });
    createReadStream(file).pipe(createGzip({ level: 9 })).pipe(response);
  });
  return new Promise((ready) =>
    server.listen(port, "127.0.0.1", () =>
      ready({ address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() }),
    ),
  );
}
