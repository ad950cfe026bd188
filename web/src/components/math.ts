// Formulas drawn by KaTeX, with matches marked.
//
// The LaTeX comes from untrusted documents. KaTeX builds elements, never markup. Commands that affect anything outside the
// formula are forbidden, sizes and macro expansion are bounded, and a formula cannot paint outside its box (style.css:
// contain).
import katex, { type KatexOptions } from "katex";
import "katex/dist/katex.css";

import type { Part } from "../api";
import { h, nextTask } from "../dom";
import { isAllMarked, markSpans, settleMarks, type Range } from "./marks";

const options: KatexOptions = {
  throwOnError: true,
  strict: "ignore",
  maxSize: 12,
  maxExpand: 500,
};

function draw(latex: string, display: boolean, output: KatexOptions["output"]): HTMLElement | null {
  const element = document.createElement("span");
  try {
    katex.render(latex, element, { ...options, displayMode: display, output });
  } catch {
    return null;
  }
  return element;
}

// Draws common formulas invisibly: the browser compiles KaTeX on its first use, and the first result should not wait for that.
// It runs in a separate task, before which the browser may show the page.
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
  display?: boolean; // in the middle of a separate line
  tall?: boolean; // as high as on a separate line, but inline
  matched?: Range[];
  near?: string; // the word of the query to which the whole formula is near in meaning
  isSilent?: boolean; // without MathML until giveVoice
}

// Drawings without MathML, and functions that draw them with it.
const silent = new WeakMap<Element, () => HTMLElement>();

// Returns a formula as an element. A formula that KaTeX cannot draw is shown as LaTeX source.
export function renderMath(latex: string, options: MathOptions = {}): HTMLElement {
  const { display = false, tall = false, matched = [], near, isSilent = false } = options;
  const all = isAllMarked(latex, matched) ? " math-matched" : near ? " math-near" : "";
  const kind = (display ? "math math-display" : tall ? "math math-tall" : "math") + all;
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

// MathML is only for screen readers and takes half of the time. Urgent drawings are made without it, and this function adds it.
export function giveVoice(place: Element): void {
  for (const math of place.querySelectorAll<HTMLElement>(".math")) {
    const mathml = silent.get(math)?.().querySelector(".katex-mathml");
    silent.delete(math);
    if (mathml) math.querySelector(".katex")?.prepend(mathml);
    if ("named" in math.dataset) hideMathml(math);
  }
}

function ofKind(kind: string, latex: string, drawing: HTMLElement | null): HTMLElement {
  const element = drawing ?? h("code", {}, latex);
  element.className = kind;
  element.dataset["latex"] = latex; // for copying
  return element;
}

function drawMarked(latex: string, display: boolean, matched: Range[], output: KatexOptions["output"]): HTMLElement | null {
  if (matched.length === 0 || isAllMarked(latex, matched)) return draw(latex, display, output);
  const marked = draw(markSpans(latex, matched), display, output);
  if (!marked) return draw(latex, display, output);
  settleMarks(marked);
  const source = marked.querySelector("annotation");
  if (source) source.textContent = latex;
  return marked;
}

// The drawing of a formula inside a button, and its name for screen readers, which makes MathML unnecessary.
export function namedMath(name: string, latex: string): [HTMLElement, HTMLElement] {
  const math = ofKind("math", latex, draw(latex, false, "html"));
  math.setAttribute("aria-hidden", "true");
  return [h("span", { class: "visually-hidden" }, name), math];
}

function hideMathml(math: HTMLElement): void {
  math.querySelector(".katex-mathml")?.setAttribute("aria-hidden", "true");
}

// A formula in a link or a button. The name of the link contains its words in place of its MathML.
function mathInName({ latex, spoken }: { latex: string; spoken?: string }, options: MathOptions): HTMLElement[] {
  const math = renderMath(latex, options);
  math.dataset["named"] = "";
  hideMathml(math);
  const near = options.near ? `, ${nearTitle(options.near)}, ` : "";
  return [h("span", { class: "visually-hidden" }, ` ${spoken || latex} ${near}`), math];
}

// A link that is a formula, named by the words of the formula, because some screen readers make no name of MathML.
export function mathLink(href: string, formula: { latex: string; spoken?: string }, title: string, options: MathOptions = {}): HTMLAnchorElement {
  const kind = options.display ? "math-link math-link-display" : "math-link";
  return h("a", { class: kind, href, title: options.near ? `${title}, ${nearTitle(options.near)}` : title }, mathInName(formula, options));
}

// The tooltip of a word or a formula that is near to a word of the query in meaning.
function nearTitle(near: string): string {
  return `near “${near}”`;
}

// A name contains only the word, because the explanation would be repeated with each of the names in a list.
function nearWord(text: string, near: string, isName: boolean): HTMLElement {
  const said = isName ? null : h("span", { class: "visually-hidden" }, ` (${nearTitle(near)})`);
  return h("mark", { class: "near", title: nearTitle(near) }, text, said);
}

export interface PartOptions {
  // The target of a click on a formula; without it, formulas are not links.
  formulaLink?: (formula: { latex: string; id?: string }) => string;
  isSilent?: boolean; // as in MathOptions
  // The parts are in a link or a button, whose name has formulas in words.
  isName?: boolean;
}

// Words and formulas in the order of the text.
export function renderParts(parts: Part[], { formulaLink, isSilent, isName }: PartOptions = {}): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of parts) {
    if (!("latex" in part)) {
      if (part.near) fragment.append(nearWord(part.text, part.near, isName ?? false));
      else fragment.append(part.matched ? h("mark", {}, part.text) : part.text);
      continue;
    }
    const { latex, display, matched, near } = part;
    if (formulaLink) {
      fragment.append(mathLink(formulaLink({ latex, id: part.formula ?? undefined }), part, "Search for this formula", { display, matched, near, isSilent }));
    } else if (isName) {
      fragment.append(...mathInName(part, { display, matched, near, isSilent }));
    } else {
      const math = renderMath(latex, { display, matched, near, isSilent });
      if (near) math.title = nearTitle(near);
      fragment.append(math);
    }
  }
  return fragment;
}

// The text for a window title.
export function partsText(parts: Part[]): string {
  return parts.map((part) => ("latex" in part ? `$${part.latex}$` : part.text)).join("");
}

// The text for screen readers.
export function spokenText(parts: Part[]): string {
  return parts.map((part) => ("latex" in part ? part.spoken || part.latex : part.text)).join("");
}
