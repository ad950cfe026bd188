// A formula: its drawing and reading, its places, equal formulas, and near formulas.
//
// /formula/{id} is a formula of the index; /formula?latex=… is any formula. Its places and relations are known only if the
// index contains it too.

import "./formula.css";
import { api, type FormulaAnswer, type FormulaTrees, type ParsedFormula, type Warning } from "../api";
import { renderMath } from "../components/math";
import { notice, pointInto } from "../components/notice";
import { h, type Child } from "../dom";
import type { View } from "../router";
import { sentence } from "../sentence";
import { compareAddress, formulaAddress, rewriteAddress, searchAddress } from "../addresses";
import { AnswerPlace } from "./answer_place";
import { copyButton } from "./copy_button";
import { renderEqual, renderNearest, renderOccurrences } from "./formula_relations";
import { renderSymbols } from "./formula_symbols";
import { drawLayoutTree, drawOperatorTree } from "./tree_drawing";

const perPage = 10;

export const formulaView: View = {
  pattern: "/formula/{id}",
  title: "Formula",
  mount({ root, route, signal, setTitle }) {
    const place = new AnswerPlace(signal);
    const id = route.params["id"]!;
    const given = route.query.get("offset") ?? "";
    const offset = /^\d{1,4}$/.test(given) ? Number(given) : 0;
    root.append(place.element);
    void place.show({
      ask: (stop) => api.formula(id, { offset, limit: perPage }, stop),
      show: (answer) => {
        setTitle(answer.latex);
        requestAnimationFrame(() => showRoot(root));
        return [...renderTrees(answer), ...renderRelations(answer, signal)];
      },
      say: (answer) => `Formula ${answer.spoken || answer.latex}`,
      missing: "There is no such formula",
    });
  },
};

export const writtenFormulaView: View = {
  pattern: "/formula",
  title: "Formula",
  mount({ root, route, signal, setTitle }) {
    const place = new AnswerPlace(signal);
    const latex = route.query.get("latex") ?? "";
    root.append(place.element);
    if (latex === "") {
      place.fill(notice("No formula", h("p", {}, "This page shows a formula of a document: click one there, or ", h("a", { href: "/" }, "search"), " for one.")));
      return;
    }
    void place.show({
      ask: (stop) => askWritten(latex, stop),
      show: ({ parsed, indexed }) => {
        setTitle(parsed.latex);
        requestAnimationFrame(() => showRoot(root));
        return indexed ? [...renderTrees(parsed, indexed), ...renderRelations(indexed, signal)] : renderTrees(parsed);
      },
      say: ({ parsed }) => `Formula ${parsed.spoken || parsed.latex}`,
      textAt: (where) => (where === "/latex" ? latex : undefined),
    });
  },
};

// A formula given as LaTeX, with the data of the index if the index contains it.
async function askWritten(latex: string, stop: AbortSignal): Promise<{ parsed: ParsedFormula; indexed: FormulaAnswer | null }> {
  const parsed = await api.parse(latex, stop);
  const isKnown = parsed.places > 0 && parsed.id !== null;
  return { parsed, indexed: isKnown ? await api.formula(parsed.id!, { limit: perPage }, stop) : null };
}

// Scrolls a tree that is too wide so that its root is visible.
function showRoot(view: HTMLElement): void {
  for (const place of view.querySelectorAll<HTMLElement>(".tree-scroll")) {
    const root = place.querySelector(".tree-node")?.getBoundingClientRect();
    if (!root) continue;
    const frame = place.getBoundingClientRect();
    place.scrollLeft += root.left + root.width / 2 - (frame.left + frame.width / 2);
    place.scrollTop += root.top + root.height / 2 - (frame.top + frame.height / 2);
  }
}

// `indexed` is the formula of the index with the same drawing, if this is not its own page.
function renderTrees(answer: FormulaTrees, indexed?: FormulaAnswer): Child[] {
  const { latex } = answer;
  return [
    h("h1", { class: "small-caps" }, "Formula"),
    h("div", { class: "formula-large" }, renderMath(latex, { display: true })),
    h(
      "p",
      { class: "meta dot-list" },
      h("a", { href: searchAddress(latex) }, "Search"),
      h("a", { href: searchAddress(latex, "meaning") }, "Search by meaning"),
      h("a", { href: rewriteAddress(latex) }, "Rewrite"),
      h("a", { href: compareAddress(latex) }, "Compare with another"),
      indexed && h("a", { href: formulaAddress(indexed) }, "Its page"),
    ),
    ...answer.warnings.map((warning) => renderWarning(warning, latex)),
    h("div", { class: "trees" }, renderTree("As it is drawn", "layout tree", drawLayoutTree(answer.layout_tree), answer.truncated), renderTree("As it is meant", "operator tree", drawOperatorTree(answer.operator_tree), answer.truncated)),
    renderNotations(answer),
  ];
}

// Describes the parts that cannot be read, and their places; the trees are those of the rest.
function renderWarning({ message, hint, span }: Warning, latex: string): HTMLElement {
  return h("div", { class: "formula-warning" }, h("p", {}, sentence(hint ? `${message}: ${hint}` : message)), span && pointInto(latex, span));
}

function renderTree(title: string, name: string, { picture, leftOut }: { picture: SVGElement; leftOut: number }, truncated: boolean): HTMLElement {
  return h(
    "figure",
    { class: "tree-figure" },
    h("figcaption", {}, h("h2", { class: "small-caps" }, title), h("span", { class: "meta" }, name)),
    h("div", { class: "tree-scroll" }, picture),
    (leftOut > 0 || truncated) && h("p", { class: "meta" }, "The tree is too large to be drawn completely."),
  );
}

function renderNotations({ latex, mathml, content_mathml, prefix, sexpr, spoken }: FormulaTrees): HTMLElement {
  const notations: [string, string][] = [["LaTeX", latex], ["MathML", mathml], ["Content MathML", content_mathml], ["prefix tokens", prefix], ["S-expression", sexpr], ["in words", spoken]];
  const row = ([name, text]: [string, string]) =>
    h("div", { class: "notation" }, h("dt", {}, h("span", {}, name), copyButton(text, name)), h("dd", {}, h("code", { tabindex: 0, role: "group", "aria-label": name }, text)));
  return h("section", {}, h("h2", { class: "small-caps" }, "To copy"), h("dl", { class: "notations" }, notations.filter(([, text]) => text !== "").map(row)));
}

function renderRelations(answer: FormulaAnswer, signal: AbortSignal): Child[] {
  return [renderOccurrences(answer, perPage), renderEqual(answer.equal, answer.latex), renderNearest(answer.nearest), answer.id && renderSymbols(answer.id, signal)];
}
