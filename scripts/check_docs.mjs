// node check_docs.mjs TOP, in a folder with sample.idx: see check_docs.sh.
//
// An example is a line `    $ command`; the indented lines under it are its output, either stdout alone
// or stdout and stderr together. The examples of one page run one after the other in one folder. Times
// and rates are not compared, and a line `…` matches any number of lines. Some examples are counted but
// not run: those that show no output, and those that need other data, the network, or a program that
// does not end.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const top = process.argv[2];
const start = process.cwd();
const complaints = [];
const counts = { same: 0, silent: 0, elsewhere: 0, figures: 0 };

checkExamples("README.md");
for (const name of readdirSync(join(top, "docs")).sort()) {
  if (name.endsWith(".md")) checkExamples(join("docs", name));
}
checkFigures();

for (const complaint of complaints) console.log(complaint + "\n");
console.log(
  `${counts.same} examples print what their pages say (${counts.silent} show no output, ` +
    `${counts.elsewhere} need other data), ${counts.figures} repeated figures agree; ` +
    `${complaints.length} disagreements`,
);
process.exit(complaints.length === 0 ? 0 : 1);

function checkExamples(page) {
  const examples = examplesOf(readFileSync(join(top, page), "utf8"));
  if (examples.length === 0) return;
  enterFolder(page.replaceAll("/", "-"), examples);
  for (const example of examples) {
    if (needsOtherThings(example.command)) {
      counts.elsewhere += 1;
      continue;
    }
    // An example without output runs only if it writes a file, which later examples of the page may
    // read.
    if (example.printed.length === 0 && !/(^|\s)(>|-o)\s/.test(example.command)) {
      counts.silent += 1;
      continue;
    }
    // The run with stderr comes first, because the second run may find files of the first one.
    let printed;
    const isSame = ["exec 2>&1; ", "exec 2>/dev/null; "].some((prefix) => {
      printed = printedBy(prefix + example.command);
      return example.printed.length === 0 || matches(printed.map(plain), example.printed.map(plain));
    });
    if (example.printed.length === 0) {
      counts.silent += 1;
      continue;
    }
    if (isSame) {
      counts.same += 1;
      continue;
    }
    complaints.push(
      `${page}:${example.line}: $ ${example.command}\n` +
        difference(printed, example.printed).join("\n"),
    );
  }
}

// Every page has its own files, and the index of the sample unless it makes one itself.
function enterFolder(name, examples) {
  const folder = join(start, name);
  mkdirSync(folder);
  for (const shipped of ["sample", "experiments"]) {
    cpSync(join(top, shipped), join(folder, shipped), { recursive: true });
  }
  if (!examples.some((example) => / -o sample\.idx\b/.test(example.command))) {
    cpSync(join(start, "sample.idx"), join(folder, "sample.idx"), { recursive: true });
  }
  process.chdir(folder);
}

function printedBy(command) {
  const run = spawnSync("bash", ["-c", command], { encoding: "utf8", timeout: 120_000 });
  return withoutTrailingBlanks(run.stdout.split("\n"));
}

// Only indented blocks are examples; a fenced block is a file or a request.
function examplesOf(text) {
  const examples = [];
  let last;
  text.split("\n").forEach((line, at) => {
    const command = /^ {4}\$ (.*)$/.exec(line);
    if (command !== null) {
      last = { line: at + 1, command: command[1], printed: [] };
      examples.push(last);
    } else if (last !== undefined && last.printed.length === 0 && last.command.endsWith("\\")) {
      last.command += "\n" + line.trim();
    } else if (last !== undefined && (line.startsWith("    ") || line === "")) {
      last.printed.push(line.slice(4));
    } else {
      last = undefined;
    }
  });
  for (const example of examples) example.printed = withoutTrailingBlanks(example.printed);
  return examples;
}

// Excludes examples with data that does not ship, with programs that serve or measure, and with
// programs outside the shell.
function needsOtherThings(command) {
  if (/&$|\bserve\b|\bmodel bench\b|\|\s*dot\b/.test(command.replace(/#.*$/, "").trim())) return true;
  if (!/^(noether|echo|printf) /.test(command)) return true;
  if (/\bcorpus generate\b/.test(command)) return true; // minutes
  const folder = /^noether corpus \w+ ([\w./-]+)/.exec(command);
  if (folder !== null && !existsSync(folder[1])) return true;
  const words = command.replace(/'[^']*'|"[^"]*"|\s#.*$/g, " ").split(/\s+/);
  const written = new Set(words.filter((_, at) => /^(-o|>|--html|--report)$/.test(words[at - 1])));
  return words.some(
    (word) =>
      /^[\w./-]+\.(idx|tsv|txt|gz|run|xml|jsonl|experiment|rules)$|^[\w-]+\/[\w./-]+$/.test(word) &&
      !written.has(word) &&
      !existsSync(word),
  );
}

function plain(line) {
  return line
    .replace(/\b[\d.,]+ (ns|µs|ms|s|min|h)\b/g, "TIME")
    .replace(/\b[\d.,]+ ?(MB|KB|kB)?\/s\b/g, "RATE")
    .trimEnd();
}

function withoutTrailingBlanks(lines) {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, end + 1);
}

function matches(lines, wanted, at = 0, from = 0) {
  for (; from < wanted.length; ++from, ++at) {
    if (/^\s*(…|\.\.\.)$/.test(wanted[from])) {
      for (let end = lines.length; end >= at; --end) {
        if (matches(lines, wanted, end, from + 1)) return true;
      }
      return false;
    }
    if (at >= lines.length || lines[at] !== wanted[from]) return false;
  }
  return at === lines.length;
}

function difference(printed, wanted) {
  let at = 0;
  while (at < Math.min(printed.length, wanted.length) && plain(printed[at]) === plain(wanted[at])) ++at;
  const part = (sign, lines) => lines.slice(at, at + 6).map((line) => `  ${sign} ${line}`);
  return [...part("-", wanted), ...part("+", printed)];
}

// The summary of docs/measurements.md repeats figures of the sections below it and of the encoder's
// card. If a source has a row of the same name, its figures must come from that row; other figures may
// stand anywhere in the sources. The summary may round a figure.
function checkFigures() {
  const [, summary, sections] = /^## Summary\n([^]*?)^(## [^]*)$/m.exec(
    readFileSync(join(top, "docs/measurements.md"), "utf8"),
  );
  const sources = [sections, readFileSync(join(top, "models/formula-encoder/README.md"), "utf8")];
  const rows = new Map();
  for (const row of sources.flatMap(rowsOf)) rows.set(row.name, figuresOf(row.cells));
  const all = figuresOf(sources.join("\n"));
  for (const row of rowsOf(summary)) {
    const own = rows.get(row.name);
    for (const figure of figuresOf(row.cells)) {
      compareFigure(figure, own ?? all, `the summary, row "${row.name}"`, own === undefined ? "" : ", same row");
    }
  }
  // The sentences of README.md repeat only counts, which are written with a comma.
  const readme = readFileSync(join(top, "README.md"), "utf8");
  const prose = readme.split("\n").filter((line) => !/^( {4}|\|)/.test(line)).join("\n");
  for (const figure of prose.match(/(?<![\w.])\d{1,3}(,\d{3})+(?![\w,])/g) ?? []) {
    compareFigure(figure, all, "README.md", "");
  }
}

function rowsOf(text) {
  return text
    .split("\n")
    .filter((line) => /^\|.*\|$/.test(line) && !/^\|[-|]+$/.test(line))
    .map((line) => {
      const [name, ...cells] = line.slice(1, -1).split("|");
      return { name: name.trim().toLowerCase(), cells: cells.join("|") };
    });
}

// Matches digits with a thousands separator or a point, but not in a name, a date or a link.
function figuresOf(text) {
  const plainText = text.replace(/\]\([^)]*\)|`[^`]*`|\d{4}-\d\d-\d\d/g, " ");
  return plainText.match(/(?<![\w.,@-])(\d[\d,]*)?\.?\d+(?![\w])/g) ?? [];
}

function compareFigure(figure, among, where, which) {
  counts.figures += 1;
  if (among.some((other) => other === figure || isRounded(figure, other))) return;
  complaints.push(
    `${where}: ${figure} is not in the sections of docs/measurements.md or in the encoder's card${which}`,
  );
}

function isRounded(short, long) {
  const [a, b] = [short, long].map((text) => text.replaceAll(",", ""));
  const digits = (a.split(".")[1] ?? "").length;
  if (digits > 0 || b.includes(".")) return Number(b).toFixed(digits) === Number(a).toFixed(digits);
  // 401,000 for 401,712: zeros at the end may be rounded away.
  const unit = 10 ** /0*$/.exec(a)[0].length;
  return a.length > 3 && Math.round(Number(b) / unit) * unit === Number(a);
}
