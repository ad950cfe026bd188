// node web/build.mjs OUT: builds the page and writes OUT/page.bin, all its bytes one after another, and OUT/page_assets.cpp,
// which puts them into the program (noether/server/page/bundle.h).
//
// Packages are installed only if package-lock.json has changed since they were installed, so that later builds need no network.
// Needs only Node 18.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));

const contentTypes = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

function fail(message) {
  console.error(`web: ${message}`);
  process.exit(1);
}

function run(command, args, env = {}) {
  // The output is shown only on failure.
  const result = spawnSync(command, args, { cwd: web, encoding: "utf8", env: { ...process.env, ...env } });
  if (result.status === 0) return true;
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  return false;
}

export function installPackages() {
  const stamp = join(web, "node_modules", ".noether-lock");
  const lock = readFileSync(join(web, "package-lock.json"), "utf8");
  const digest = createHash("sha256").update(lock).update(process.platform + process.arch).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  if (!run("npm", ["ci", "--no-audit", "--no-fund"])) {
    fail("npm could not install the packages of web/package-lock.json: it needs the network once. cmake -DNOETHER_WEB=OFF builds without the page");
  }
  writeFileSync(stamp, digest);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

// The files of the page, each with its properties for the server.
function collect(folder) {
  return filesBelow(folder)
    .map((file) => {
      const path = `/${relative(folder, file).split(sep).join("/")}`;
      const contentType = contentTypes[extname(file)] ?? fail(`no content type for ${path}`);
      const plain = readFileSync(file);
      const gzip = gzipSync(plain, { level: 9 });
      return {
        path,
        contentType,
        plain,
        gzip: gzip.length < 0.95 * plain.length ? gzip : Buffer.alloc(0),
        etag: createHash("sha256").update(plain).digest("hex").slice(0, 20),
        namedByHash: path.startsWith("/assets/"),
      };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function sourceText(assets, blob) {
  let offset = 0;
  const slice = (bytes) => {
    const text = bytes.length === 0 ? "{}" : `{noether_page_bytes + ${offset}, ${bytes.length}}`;
    offset += bytes.length;
    return text;
  };
  const rows = assets.map(
    (asset) =>
      `    Asset{${JSON.stringify(asset.path)}, ${JSON.stringify(asset.contentType)}, ${slice(asset.plain)}, ${slice(asset.gzip)}, "${asset.etag}", ${asset.namedByHash}},`,
  );
  return `// Written by web/build.mjs.
#include <array>

#include "noether/server/page/bundle.h"

__asm__(
    ".section .rodata\\n"
    ".balign 16\\n"
    ".globl noether_page_bytes\\n"
    "noether_page_bytes:\\n"
    ".incbin ${JSON.stringify(blob).replace(/[\\"]/g, "\\$&")}\\n"
    ".byte 0\\n"
    ".previous\\n");
extern "C" const char noether_page_bytes[];

namespace noether::server {
namespace {

const std::array<Asset, ${assets.length}> kAssets = {{
${rows.join("\n")}
}};

}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace noether::server
`;
}

function main() {
  const out = resolve(process.argv[2] ?? fail("usage: node web/build.mjs OUT"));
  installPackages();
  const site = join(out, "site");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const vite = join(web, "node_modules", "vite", "bin", "vite.js");
  if (!run(process.execPath, [vite, "build", "--logLevel", "warn"], { NOETHER_WEB_OUT: site })) fail("vite could not build the page");
  const assets = collect(site);
  const blob = join(out, "page.bin");
  writeFileSync(blob, Buffer.concat(assets.flatMap((asset) => [asset.plain, asset.gzip])));
  writeFileSync(join(out, "page_assets.cpp"), sourceText(assets, blob));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main();
