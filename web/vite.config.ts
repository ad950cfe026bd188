// The build of the page. The output goes to NOETHER_WEB_OUT, which CMake sets, with a hash in the name of every file except
// index.html and the files of public/.
import { defineConfig, type Plugin } from "vite";

// Every browser that runs the page reads woff2, so the other formats of KaTeX's fonts are left out.
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

// The page requests the scripts before the fonts, because with so many files some have to wait for a connection. The imports of
// the first script (src/main.ts) are requested with it.
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
    // No data: addresses in style sheets and scripts, because the security policy forbids them.
    assetsInlineLimit: 0,
    // A single style sheet, because late styles cause a second layout.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": process.env.NOETHER_SERVER ?? "http://127.0.0.1:8080" } },
});
