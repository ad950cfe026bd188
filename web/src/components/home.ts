// The search view before a search: examples that work, and a summary of the collection.
import { tagAddress } from "../addresses";
import type { Collection } from "../api";
import { knownCollection } from "../collection";
import { h } from "../dom";
import { counted, formatCount } from "../numbers";
import { isFormula, parseQuery, stateAddress, type Piece } from "../query";
import { renderExamples } from "./examples";
import { renderParts } from "./math";
import { modeNames } from "./mode_picker";
import { emptyIndexNotice } from "./notice";
import "./home.css";

// The purpose of an example, by its kind.
const notes: Record<string, string> = {
  "words-and-formula": "words and a formula together",
  renamed: "a formula you know, in letters you do not",
  meaning: "everything equal to it",
  contains: "wherever it is a part",
  wildcard: "?a is any expression, the same each time",
  phrase: "adjacent words",
};

function renderStart({ examples }: Collection): HTMLElement {
  return renderExamples(
    examples.map(({ kind, q, mode }) => {
      const note = kind === "phrase" && q.includes("tag:") ? "a phrase, and a tag to stay within" : (notes[kind] ?? "");
      return { href: stateAddress({ q, mode }), content: renderParts(parseQuery(q).map(large)), note: mode !== "similar" ? `${modeNames[mode]!.name}: ${note}` : note };
    }),
  );
}

export function renderHome(): HTMLElement {
  const collection = h("p", { class: "home-collection meta" }, "\u00a0");
  const start = h("div", {}); // from the index that is served: with the collection, below everything else
  const tags = h("div", { class: "home-tags" });
  const home = h(
    "div",
    { class: "home" },
    h("h1", { class: "home-title" }, "Find mathematics by what it says and by how it looks."),
    collection,
    start,
    tags,
  );
  void fill(home, collection, start, tags);
  return home;
}

// A formula on a separate line has room for its full height.
function large(piece: Piece): Piece {
  return isFormula(piece) ? { latex: `\\displaystyle ${piece.latex}` } : piece;
}

async function fill(home: HTMLElement, line: HTMLElement, start: HTMLElement, place: HTMLElement): Promise<void> {
  const collection = await knownCollection();
  if (!collection) return; // the search itself reports errors; this part is optional
  const { documents, formulas, tags, indexes, examples } = collection;
  if (documents === 0) {
    home.replaceChildren(emptyIndexNotice());
    return;
  }
  line.textContent = `${counted(documents, "document", "documents")}, ${counted(formulas, "formula", "different formulas")}`;
  if (indexes.length > 1) line.textContent += ` in ${indexes.map(({ name }) => name).join(", ")}`;
  if (examples.length > 0) start.append(renderStart(collection));
  if (tags.length === 0) return;
  place.append(
    h("h2", { class: "small-caps" }, "By tag"),
    h("p", { class: "home-tag-list" }, tags.slice(0, 24).flatMap(({ value, count }) => [h("a", { class: "home-tag", href: tagAddress(value) }, value, h("span", { class: "home-count" }, formatCount(count))), " "])),
  );
}
