// Builds the page into `dist`, which the program embeds. While working on the page, `npm run dev` serves it and passes
// everything that needs a mind on to a running `piaget lab --no-token` (PIAGET_LAB says where).
//
// With `--mode playground` it builds the page that has the lab within it: what says where the lab and the bodies are is taken from
// `src/playground`, and the session's modules from the folder PIAGET_MODULES.
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

const lab = process.env.PIAGET_LAB ?? "http://127.0.0.1:7878";
const modules = resolve(process.env.PIAGET_MODULES ?? "../target/modules");

/** What the playground has instead of the lab's own. */
const INSTEAD: Record<string, string> = {
  "src/carrier.ts": "src/playground/carrier.tsx",
  "src/stage/models.ts": "src/playground/models.ts",
};

/** Nothing is fetched from elsewhere: the browser itself sees to that. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'; base-uri 'self'; form-action 'none'";

function playground(): Plugin {
  const instead = new Map(Object.entries(INSTEAD).map(([from, to]) => [resolve(from), resolve(to)]));
  return {
    name: "playground",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.startsWith(".") || !importer) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return (found && instead.get(found.id)) ?? null;
    },
    transformIndexHtml(html) {
      const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
      return html
        .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n    ${meta}`)
        .replace("<title>Piaget lab</title>", "<title>Piaget playground</title>");
    },
  };
}

export default defineConfig(({ mode }) => ({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  worker: { format: "es" },
  resolve: { alias: { "@modules": modules } },
  plugins: mode === "playground" ? [playground()] : [],
  server: {
    port: 7901,
    fs: { allow: [".."] },
    proxy: { "/session": { target: lab, ws: true } },
  },
}));
