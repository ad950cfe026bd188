// Measures how many of the same formulas KaTeX parses, and how fast. Prints one line in the format
// of formula_speed.
//
//   node katex.mjs FORMULAS.txt SECONDS        one formula per line
import { readFileSync } from "node:fs";
import katex from "katex";

const [path, seconds] = process.argv.slice(2);
const formulas = readFileSync(path, "utf8").split("\n").slice(0, -1);
const settings = { displayMode: true, throwOnError: true, strict: "ignore", trust: true };

function pass() {
  let ok = 0;
  const start = process.cpuUsage();
  for (const latex of formulas) {
    try {
      katex.__parse(latex, settings);
      ok += 1;
    } catch {
      // counted as failed
    }
  }
  const used = process.cpuUsage(start);
  return { ok, seconds: (used.user + used.system) / 1e6 };
}

for (let i = 0; i < 3; ++i) pass(); // let the engine compile
const passes = [];
for (let total = 0; total < Number(seconds); ) {
  passes.push(pass());
  total += passes.at(-1).seconds;
}
passes.sort((a, b) => a.seconds - b.seconds);
const median = passes[passes.length >> 1];
const percent = (100 * median.ok) / formulas.length;
console.log(
  `katex version=${katex.version} formulas=${formulas.length} ok=${median.ok} ` +
    `percent=${percent.toFixed(3)} rate-median=${Math.round(formulas.length / median.seconds)}/s`,
);
