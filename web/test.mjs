// npm test: runs the unit tests src/**/*.test.ts. The esbuild of Vite bundles them and Node's own test runner runs them; they
// need no browser.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { installPackages } from "./build.mjs";

installPackages();
const { build } = await import("esbuild");

const web = dirname(fileURLToPath(import.meta.url));
const tests = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return tests(path);
    return entry.name.endsWith(".test.ts") ? [path] : [];
  });

const out = mkdtempSync(join(tmpdir(), "noether-web-"));
let status = 1;
try {
  await build({
    entryPoints: tests(join(web, "src")),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    loader: { ".css": "empty" },
    logLevel: "warning",
  });
  const built = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? built(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  status = spawnSync(process.execPath, ["--test", ...built(out)], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
process.exit(status);
