// What the search shows before anything is searched: examples that work, and what the collection holds.
import { tagAddress } from "../addresses";
import type { Mode } from "../api";
import { knownCollection } from "../collection";
import { h } from "../dom";
import { counted, formatCount } from "../numbers";
import { isFormula, parseQuery, stateAddress, type Piece } from "../query";
import { renderExamples } from "./examples";
import { renderParts } from "./math";
import { modeNames } from "./mode_picker";
import { emptyIndexNotice } from "./notice";
import "./home.css";

const examples: { q: string; mode?: Mode; note: string }[] = [
  { q: "area under the bell curve $\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx$", note: "words and a formula together" },
  { q: "$\\frac{-k\\pm\\sqrt{k^2-4hm}}{2h}$", note: "a formula you know, in letters you do not" },
  { q: "$\\frac{n^2+n}{2}$", mode: "meaning", note: "everything equal to it" },
  { q: "$\\frac{a+b}{2}$", mode: "contains", note: "wherever it is a part" },
  { q: "$\\sin^2 ?a + \\cos^2 ?a$", note: "?a is any expression, the same each time" },
  { q: "\"mean value\" tag:calculus", note: "a phrase, and a tag to stay within" },
];

export function renderHome(): HTMLElement {
  const collection = h("p", { class: "home-collection meta" }, "\u00a0");
  const tags = h("div", { class: "home-tags" });
  const home = h(
    "div",
    { class: "home" },
    h("h1", { class: "home-title" }, "Find mathematics by what it says and by how it looks."),
    collection,
    renderExamples(
      examples.map(({ q, mode, note }) => ({
        href: stateAddress({ q, mode }),
        content: renderParts(parseQuery(q).map(large)),
        note: mode ? `${modeNames[mode]!.name}: ${note}` : note,
      })),
    ),
    tags,
  );
  void fill(home, collection, tags);
  return home;
}

// A line of its own has room for formulas at their full height.
function large(piece: Piece): Piece {
  return isFormula(piece) ? { latex: `\\displaystyle ${piece.latex}` } : piece;
}

async function fill(home: HTMLElement, line: HTMLElement, place: HTMLElement): Promise<void> {
  const collection = await knownCollection();
  if (!collection) return; // the search itself says what is wrong; this is a courtesy
  const { documents, formulas, tags } = collection;
  if (documents === 0) {
    home.replaceChildren(emptyIndexNotice());
    return;
  }
  line.textContent = `${counted(documents, "document", "documents")}, ${counted(formulas, "formula", "different formulas")}`;
  if (tags.length === 0) return;
  place.append(
    h("h2", { class: "small-caps" }, "By tag"),
    h("p", { class: "home-tag-list" }, tags.slice(0, 24).flatMap(({ value, count }) => [h("a", { class: "home-tag", href: tagAddress(value) }, value, h("span", { class: "home-count" }, formatCount(count))), " "])),
  );
}
