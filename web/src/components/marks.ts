// Marks on parts of a formula, as two commands that this file adds to KaTeX.
//
// The server gives pieces that are valid LaTeX by themselves (noether/formula/latex/source_wholes.h). KaTeX draws the content
// of \matched as if the command were absent, except that the position of scripts depends on their base. Where a symbol is
// marked without its scripts, \matchedbase encloses all of it, and `settleMarks` moves the mark to the symbol.
import katex from "katex";

export type Range = [number, number]; // as the API gives matches

const matchedClass = "matched";
const baseClass = "matched-base";

interface Definition {
  type: string;
  names: string[];
  props: { numArgs: number; argTypes: string[]; allowedInArgument: boolean };
  handler: (context: { parser: { mode: string } }, args: { type: string; body: unknown[] }[]) => unknown;
}

// These are not in KaTeX's types. package-lock.json fixes its version.
const { __defineFunction: defineFunction } = katex as unknown as { __defineFunction: (definition: Definition) => void };

function defineMark(name: string, cssClass: string): void {
  defineFunction({
    type: "html", // a type that KaTeX can build: a span with a class
    names: [name],
    props: { numArgs: 1, argTypes: ["original"], allowedInArgument: true },
    handler: ({ parser }, [body]) => ({ type: "html", mode: parser.mode, attributes: { class: cssClass }, body: body!.type === "ordgroup" ? body!.body : [body] }),
  });
}

defineMark("\\matched", matchedClass);
defineMark("\\matchedbase", baseClass);

// The LaTeX with the commands around the spans.
export function markSpans(latex: string, spans: Range[]): string {
  let text = "";
  let end = 0;
  for (const [from, to] of outermost(latex, spans)) {
    const until = endOfScripts(latex, from, to);
    const marked = `\\matched${until > to ? "base" : ""}{${latex.slice(from, until)}}`;
    // The piece may be an argument without braces, as in \frac12, which a command cannot be.
    text += latex.slice(end, from) + (/^[a-zA-Z0-9]$/.test(latex.slice(from, until)) ? `{${marked}}` : marked);
    end = until;
  }
  return text + latex.slice(end);
}

// Whether the spans cover the whole formula, which then needs no command.
export function isAllMarked(latex: string, spans: Range[]): boolean {
  return spans.some(([from, to]) => from <= to && latex.slice(0, from).trim() === "" && latex.slice(to).trim() === "" && latex.slice(from, to).trim() !== "");
}

// The end of the scripts attached to the text between two places; `to` without scripts.
function endOfScripts(latex: string, from: number, to: number): number {
  if (/(^|[^\\])[\^_]\s*$/.test(latex.slice(0, from))) return to; // a script itself
  let end = to;
  for (;;) {
    const script = /^\s*(?:['’′″‴]|[\^_]\s*(\{|\\[a-zA-Z]+|\\?[^]))/.exec(latex.slice(end));
    if (!script) return end;
    end += script[0].length;
    if (script[1] === "{") end = endOfGroup(latex, end);
  }
}

// The place after the brace that closes the group.
function endOfGroup(latex: string, begin: number): number {
  let depth = 1;
  for (let at = begin; at < latex.length; at += 1) {
    if (latex[at] === "\\") at += 1;
    else if (latex[at] === "{") depth += 1;
    else if (latex[at] === "}" && --depth === 0) return at + 1;
  }
  return latex.length;
}

// The spans in order and within the text, without those inside another.
function outermost(latex: string, spans: Range[]): Range[] {
  const kept: Range[] = [];
  const sorted = spans.filter(([from, to]) => 0 <= from && from < to && to <= latex.length).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = 0;
  for (const [from, to] of sorted) {
    if (from < end) continue;
    kept.push([from, to]);
    end = endOfScripts(latex, from, to);
  }
  return kept;
}

// Moves the marks of symbols with scripts to the symbols.
export function settleMarks(drawing: Element): void {
  for (const all of drawing.querySelectorAll(`.${baseClass}`)) {
    const [symbol, scripts] = all.firstElementChild?.children ?? [];
    all.classList.remove(baseClass);
    (scripts?.classList.contains("msupsub") ? symbol! : all).classList.add(matchedClass);
  }
}
