// How the page is built. The output goes where CMake wants it (NOETHER_WEB_OUT), with a hash in the
// name of every file but index.html and what public/ holds.
import { defineConfig, type Plugin } from "vite";

// Every browser that runs the page reads woff2: the other formats of KaTeX's fonts stay out.
function onlyWoff2(): Plugin {
  return {
    name: "only-woff2",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("katex") || !id.endsWith(".css")) return null;
      return code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)/g, "");
    },
  };
}

// The scripts are asked for before the fonts: of so many files some have to wait for a connection. What the first script
// (src/main.ts) asks for by itself is asked for with it.
function scriptsFirst(): Plugin {
  const isFirst = (chunk: { type: string; isEntry?: boolean; name?: string }) => chunk.type === "chunk" && (chunk.isEntry || chunk.name === "app");
  return {
    name: "scripts-first",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {})
          .filter(isFirst)
          .map(({ fileName }) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` }, injectTo: "head-prepend" as const })),
    },
  };
}

export default defineConfig({
  plugins: [onlyWoff2(), scriptsFirst()],
  build: {
    outDir: process.env.NOETHER_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // No data: addresses in style sheets and scripts: the security policy has no use for them.
    assetsInlineLimit: 0,
    // One style sheet: what is styled late is laid out twice.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": process.env.NOETHER_SERVER ?? "http://127.0.0.1:8080" } },
});
