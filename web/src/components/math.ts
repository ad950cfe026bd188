// Formulas drawn by KaTeX, with what matched marked.
//
// The LaTeX comes from documents nobody vouches for. KaTeX builds elements, never markup; of the commands
// that reach beyond a formula only \htmlClass is let through, and only with our own class; sizes and
// macro expansion are bounded; a formula cannot paint outside its box (style.css: contain).
import katex, { type KatexOptions } from "katex";
import "katex/dist/katex.css";

import type { Part } from "../api";
import { h, nextTask } from "../dom";

type Range = [number, number]; // as the API gives what matched

const matchedClass = "matched";

const options: KatexOptions = {
  throwOnError: true,
  strict: "ignore",
  maxSize: 12,
  maxExpand: 500,
  trust: (context) => context.command === "\\htmlClass" && "class" in context && context.class === matchedClass,
};

// The LaTeX with \htmlClass around the spans. Braces keep an argument one argument: \frac12.
export function markSpans(latex: string, spans: Range[]): string {
  let text = "";
  let end = 0;
  for (const [from, to] of outermost(latex, spans)) {
    text += `${latex.slice(end, from)}{\\htmlClass{${matchedClass}}{${latex.slice(from, to)}}}`;
    end = to;
  }
  return text + latex.slice(end);
}

// Whether the text between two places is a piece of LaTeX by itself, so that putting it in braces leaves the
// formula what it is: no brace, \\left or environment is cut, no command, no cell of a table, no script that would
// lose its base.
export function isWhole(latex: string, [from, to]: Range): boolean {
  const piece = latex.slice(from, to);
  if (/\\[a-zA-Z]*$/.test(latex.slice(0, from)) && /^[a-zA-Z]/.test(piece)) return false;
  if (/(^|[^\\])(\\\\)*\\$/.test(latex.slice(0, from))) return false;
  if (/\\([a-zA-Z]*)$/.test(piece) && (/\\$/.test(piece) || /^[a-zA-Z]/.test(latex.slice(to)))) return false;
  if (/^\s*[\^_'&]/.test(piece) || /[\^_]\s*$/.test(piece)) return false;
  // A command that still waits for its arguments.
  if (/^\s*[{[]/.test(latex.slice(to)) && /\\[a-zA-Z]+\s*$/.test(piece)) return false;
  let depth = 0;
  const tokens = piece.match(/\\(?:left|right|begin|end)(?![a-zA-Z])|\\[a-zA-Z]+|\\[^]|[{}&]/g) ?? [];
  for (const token of tokens) {
    if (token === "{" || token === "\\left" || token === "\\begin") depth += 1;
    if (token === "}" || token === "\\right" || token === "\\end") depth -= 1;
    if (depth < 0 || (depth === 0 && (token === "&" || token === "\\\\"))) return false;
  }
  return depth === 0;
}

// In order, within the text, whole, none inside another.
function outermost(latex: string, spans: Range[]): Range[] {
  const kept: Range[] = [];
  const sorted = spans
    .filter(([from, to]) => 0 <= from && from < to && to <= latex.length && isWhole(latex, [from, to]))
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  for (const span of sorted) {
    const last = kept[kept.length - 1];
    if (!last || span[0] >= last[1]) kept.push(span);
  }
  return kept;
}

function draw(latex: string, display: boolean, output: KatexOptions["output"]): HTMLElement | null {
  const element = document.createElement("span");
  try {
    katex.render(latex, element, { ...options, displayMode: display, output });
  } catch {
    return null;
  }
  return element;
}

// Draws for nobody what formulas are often made of: the browser compiles KaTeX as it is first used, which whoever waits for a
// first result need not wait for. In a task of its own, before which the browser may show what is there.
async function drawForNobody(): Promise<void> {
  await nextTask();
  const latex = "\\frac{a}{2}+\\sqrt{x^2}\\le\\sum_{k=1}^n\\int_0^\\infty e^{-x}\\,dx";
  draw(markSpans(latex, [[0, "\\frac{a}{2}".length]]), true, "html");
}

let warming: Promise<void> | null = null;

export function warmUpMath(): Promise<void> {
  warming ??= drawForNobody();
  return warming;
}

const drawn = new Map<string, HTMLElement>();
const mostDrawn = 500;

export interface MathOptions {
  display?: boolean; // in the middle of a line of its own
  tall?: boolean; // as high as on a line of its own, but where it stands
  matched?: Range[];
  isSilent?: boolean; // without MathML until giveVoice
}

// What is drawn without MathML, and how it is with it.
const silent = new WeakMap<Element, () => HTMLElement>();

// A formula as an element. What KaTeX cannot draw is shown as it is written.
export function renderMath(latex: string, options: MathOptions = {}): HTMLElement {
  const { display = false, tall = false, matched = [], isSilent = false } = options;
  const kind = display ? "math math-display" : tall ? "math math-tall" : "math";
  const key = `${kind}${JSON.stringify(matched)}${latex}`;
  const known = drawn.get(key);
  if (known) return known.cloneNode(true) as HTMLElement;
  const element = ofKind(kind, latex, drawMarked(latex, display || tall, matched, isSilent ? "html" : "htmlAndMathml"));
  if (isSilent) {
    silent.set(element, () => renderMath(latex, { ...options, isSilent: false }));
    return element;
  }
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, element);
  return element.cloneNode(true) as HTMLElement;
}

// MathML is for screen readers alone and half of the work: what has to be seen soon is drawn without it, and gets it here.
export function giveVoice(place: Element): void {
  for (const math of place.querySelectorAll(".math")) {
    const mathml = silent.get(math)?.().querySelector(".katex-mathml");
    silent.delete(math);
    if (mathml) math.querySelector(".katex")?.prepend(mathml);
  }
}

function ofKind(kind: string, latex: string, drawing: HTMLElement | null): HTMLElement {
  const element = drawing ?? h("code", {}, latex);
  element.className = kind;
  return element;
}

function drawMarked(latex: string, display: boolean, matched: Range[], output: KatexOptions["output"]): HTMLElement | null {
  const spans = outermost(latex, matched);
  if (spans.length > 0) {
    const all = draw(markSpans(latex, spans), display, output);
    if (all) return all;
    // Some span cuts through something: keep those that do not.
    let kept: Range[] = [];
    for (const span of spans.slice(0, 8)) {
      if (draw(markSpans(latex, [...kept, span]), display, output)) kept = [...kept, span];
    }
    if (kept.length > 0) return draw(markSpans(latex, kept), display, output);
  }
  return draw(latex, display, output);
}

// A formula inside a button: what is drawn, and its name for those who do not see it; MathML would be for nobody.
export function namedMath(name: string, latex: string): [HTMLElement, HTMLElement] {
  const math = ofKind("math", latex, draw(latex, false, "html"));
  math.setAttribute("aria-hidden", "true");
  return [h("span", { class: "visually-hidden" }, name), math];
}

export interface PartOptions {
  // Where a click on a formula leads; no link without it.
  formulaLink?: (formula: { latex: string; id?: string }) => string;
  isSilent?: boolean; // as of MathOptions
}

// Words and formulas as they follow each other in a text.
export function renderParts(parts: Part[], { formulaLink, isSilent }: PartOptions = {}): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of parts) {
    if ("latex" in part) {
      const math = renderMath(part.latex, { display: part.display, matched: part.matched, isSilent });
      if (!formulaLink) {
        fragment.append(math);
        continue;
      }
      const href = formulaLink({ latex: part.latex, id: part.formula ?? undefined });
      // Not every reader of screens makes a name of MathML.
      fragment.append(h("a", { class: part.display ? "math-link math-link-display" : "math-link", href, title: "Search for this formula" }, math));
    } else {
      fragment.append(part.matched ? h("mark", {}, part.text) : part.text);
    }
  }
  return fragment;
}

// The text a screen reader or a window title gets.
export function partsText(parts: Part[]): string {
  return parts.map((part) => ("latex" in part ? `$${part.latex}$` : part.text)).join("");
}
