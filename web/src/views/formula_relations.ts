// The index's data about a formula: its places, equal formulas, and near formulas.

import type { EqualFormula, FormulaAnswer, Nearest } from "../api";
import { mathLink, renderParts } from "../components/math";
import { h } from "../dom";
import { address } from "../router";
import { sentence } from "../sentence";
import { compareAddress, documentAddress, formulaAddress } from "../addresses";
import { collapse, Scatter, type Spot } from "./scatter";

const plural = (count: number, one: string, many: string) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export function renderOccurrences({ id, occurrences, written }: FormulaAnswer, perPage: number): HTMLElement {
  const { total, documents, offset, results } = occurrences;
  const pageAddress = (from: number) => address("/formula/{id}", { id: id! }, { offset: from > 0 ? String(from) : undefined });
  return h(
    "section",
    { class: "relations" },
    h("h2", { class: "small-caps" }, "Where it occurs"),
    h("p", { class: "meta" }, `${plural(total, "place", "places")} in ${plural(documents, "document", "documents")}`, written.length > 0 && `; also written ${written.join("  or  ")}`),
    h(
      "ul",
      { class: "occurrences" },
      results.map(({ document: where, field, snippet }) =>
        h(
          "li",
          {},
          h("p", { class: "occurrence-title" }, h("a", { href: documentAddress(where.id) }, where.title.length > 0 ? renderParts(where.title, { isName: true }) : where.id), h("span", { class: "meta" }, ` ${where.kind}, ${field.replaceAll("-", " ")}`)),
          h("p", { class: "occurrence-text" }, renderParts(snippet)),
        ),
      ),
    ),
    total > perPage &&
      h(
        "nav",
        { class: "tool-row", "aria-label": "Places" },
        offset > 0 && h("a", { class: "button", href: pageAddress(Math.max(0, offset - perPage)) }, "Previous"),
        h("span", { class: "meta" }, `${offset + 1} to ${offset + results.length} of ${total.toLocaleString("en")}`),
        offset + results.length < total && h("a", { class: "button", href: pageAddress(offset + perPage) }, "Next"),
      ),
  );
}

export function renderEqual({ formulas, untried, undecided }: FormulaAnswer["equal"], latex: string): HTMLElement {
  const left = [untried > 0 && `${plural(untried, "formula was", "formulas were")} not compared for lack of time`, undecided > 0 && `algebra could not decide ${plural(undecided, "formula", "formulas")}`].filter(Boolean).join("; ");
  return h(
    "section",
    { class: "relations" },
    h("h2", { class: "small-caps" }, "Equal to it"),
    formulas.length === 0 && h("p", { class: "meta" }, "No other formula of the collection is known to equal it."),
    h("ul", { class: "equals" }, formulas.map((formula) => renderEqualFormula(formula, latex))),
    left !== "" && h("p", { class: "meta" }, sentence(left)),
  );
}

function renderEqualFormula(formula: EqualFormula, latex: string): HTMLElement {
  const isRenamed = formula.renamed.some(({ from, to }) => from !== to);
  return h(
    "li",
    {},
    mathLink(formulaAddress(formula), formula, "More about this formula"),
    h(
      "p",
      { class: "meta dot-list" },
      h("span", {}, formula.verdict === "proven" ? "proven" : "agrees at many points"),
      h("span", {}, formula.reason),
      h("span", {}, plural(formula.occurrences, "place", "places")),
      // With renamed variables the two are different expressions, so there is nothing to compare.
      !isRenamed && h("a", { href: compareAddress(latex, formula.latex) }, "see why"),
    ),
  );
}

export function renderNearest({ available, reason, formulas }: Nearest): HTMLElement {
  const title = h("h2", { class: "small-caps" }, "Near it");
  if (!available || formulas.length === 0) {
    return h("section", { class: "relations" }, title, h("p", { class: "meta" }, sentence(reason ?? "there are no formulas near it")));
  }
  const spots = collapse(formulas);
  const map = new Scatter(spots, formulaAddress, (number) => light(number));
  const entries = spots.map((spot, number) => {
    const entry = renderSpot(spot);
    for (const name of ["mouseenter", "focusin"]) entry.addEventListener(name, () => map.light(number));
    for (const name of ["mouseleave", "focusout"]) entry.addEventListener(name, () => map.light(null));
    return entry;
  });
  const light = (number: number | null): void => entries.forEach((entry, k) => entry.classList.toggle("lit", k === number));
  return h(
    "section",
    { class: "relations" },
    title,
    h("p", { class: "meta" }, "By the vectors of an encoder: a map with the formula in its middle, and the cosine of each."),
    h("div", { class: "nearest" }, map.element, h("ol", { class: "nearest-list" }, entries)),
  );
}

// Formulas at the same point of the map are one entry, because the encoder cannot tell them apart.
function renderSpot([first, ...others]: Spot): HTMLElement {
  const link = (formula: Spot[0]) => mathLink(formulaAddress(formula), formula, "More about this formula");
  return h(
    "li",
    {},
    link(first),
    h("span", { class: "meta" }, first.similarity.toFixed(2)),
    others.length > 0 && h("details", {}, h("summary", {}, `${others.length} more at the same spot`), h("ul", { class: "formula-list" }, others.map((formula) => h("li", {}, link(formula))))),
  );
}
