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

export default defineConfig({
  plugins: [onlyWoff2()],
  build: {
    outDir: process.env.NOETHER_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    // No data: addresses in style sheets and scripts: the security policy has no use for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": process.env.NOETHER_SERVER ?? "http://127.0.0.1:8080" } },
});
