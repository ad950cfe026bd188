// npm run marks: checks that the program's marks in the formulas found for the topics of ARQMath do not change the drawing of
// KaTeX.
//
// The topics and the collection are in $NOETHER_DATA or ../shared/data; without them the check is skipped. It needs no browser.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { repository, serve } from "./harness.mjs";

const data = path.resolve(process.env.NOETHER_DATA ?? path.join(repository, "../shared/data"), "arqmath");
const collection = path.join(data, "collection");
const topicFiles = [2020, 2021, 2022].map((year) => path.join(data, "topics", `Topics_Task1_${year}.xml`));
for (const needed of [collection, ...topicFiles]) {
  if (existsSync(needed)) continue;
  console.error(`skipped: there is no ${path.relative(repository, needed)}`);
  process.exit(77);
}

// The functions that mark and describe drawings, from the sources of the page.
async function pageModules(folder) {
  const { build } = await import("esbuild");
  const components = path.join(repository, "web/src/components");
  const entry = `export * from "${components}/marks.ts"; export * from "${components}/drawing_structure.ts";`;
  const outfile = path.join(folder, "marks.mjs");
  await build({ stdin: { contents: entry, resolveDir: path.join(repository, "web") }, outfile, bundle: true, platform: "node", format: "esm", target: "node18", logLevel: "warning" });
  return import(pathToFileURL(outfile).href);
}

const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'" };
const unescaped = (text) => text.replace(/&(#39|\w+);/g, (all, name) => entities[name] ?? all);

async function topicTitles() {
  const files = await Promise.all(topicFiles.map((file) => readFile(file, "utf8")));
  const titles = files.flatMap((text) => [...text.matchAll(/<Title>([^]*?)<\/Title>/g)].map(([, title]) => title));
  return titles.map((title) => unescaped(unescaped(title).replace(/<\/?(span|p|em|strong|b|i)\b[^>]*>/g, "")).trim());
}

// Every formula of the answers that has marks.
function* markedFormulas(answer) {
  if (Array.isArray(answer)) for (const one of answer) yield* markedFormulas(one);
  else if (answer !== null && typeof answer === "object") {
    if (typeof answer.latex === "string" && Array.isArray(answer.matched) && answer.matched.length > 0) yield answer;
    else for (const one of Object.values(answer)) yield* markedFormulas(one);
  }
}

async function ask(address, body) {
  const answer = await fetch(address, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return answer.ok ? answer.json() : null; // an invalid query has no results
}

async function collectMarks(origin) {
  const found = new Map();
  let seen = 0;
  const add = (answer) => {
    for (const { latex, matched } of markedFormulas(answer)) {
      seen += 1;
      found.set(JSON.stringify([latex, matched]), { latex, matched });
    }
  };
  const titles = await topicTitles();
  for (const q of titles) {
    add(await ask(`${origin}/api/v1/search`, { q, limit: 50 }));
    for (const [, formula] of q.matchAll(/\$+([^$]+)\$+/g)) {
      add(await ask(`${origin}/api/v1/similar?${new URLSearchParams({ formula, limit: 20 })}`));
    }
  }
  return { marks: [...found.values()], seen, titles: titles.length };
}

const folder = await mkdtemp(path.join(tmpdir(), "noether-marks-"));
const server = await serve([collection]);
try {
  const { drawingStructure, isAllMarked, markSpans } = await pageModules(folder);
  const { marks, seen, titles } = await collectMarks(server.origin);
  const counts = { whole: 0, unread: 0, compared: 0 };
  const changed = [];
  for (const { latex, matched } of marks) {
    if (isAllMarked(latex, matched)) {
      counts.whole += 1;
      continue;
    }
    for (const display of [true, false]) {
      let plain;
      try {
        plain = drawingStructure(latex, display);
      } catch {
        counts.unread += 1; // shown as LaTeX source
        continue;
      }
      counts.compared += 1;
      const marked = markSpans(latex, matched);
      let drawn;
      try {
        drawn = drawingStructure(marked, display);
      } catch (error) {
        drawn = String(error);
      }
      if (drawn !== plain) changed.push(`${marked}\n  ${drawn.length < 300 ? drawn : ""}`);
    }
  }
  console.log(`${seen} formulas with marks for ${titles} topics, ${marks.length} different, of which ${counts.whole} are marked whole; ${counts.compared} drawings compared, ${counts.unread} that KaTeX cannot draw, ${changed.length} changed by marks`);
  for (const one of changed.slice(0, 40)) console.log(`changed: ${one}`);
  process.exitCode = changed.length > 0 || counts.compared === 0 ? 1 : 0;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
