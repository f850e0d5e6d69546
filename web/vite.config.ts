// Builds the page into `dist`, which the program embeds. While working on the page, `npm run dev` serves it and passes
// everything that needs a mind on to a running `piaget lab --no-token` (PIAGET_LAB says where).
import { defineConfig } from "vite";

const lab = process.env.PIAGET_LAB ?? "http://127.0.0.1:7878";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  server: {
    port: 7901,
    fs: { allow: [".."] },
    proxy: { "/session": { target: lab, ws: true } },
  },
});
