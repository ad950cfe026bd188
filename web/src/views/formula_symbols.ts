// The meaning of a formula's symbols, each with a sentence that states it. It is the last part of the page of a formula,
// because sentences may have to be parsed first, and nothing moves when it arrives.

import { documentAddress } from "../addresses";
import { api, isAborted, type SymbolKind, type Symbols } from "../api";
import { renderMath, renderParts } from "../components/math";
import { fitMath } from "../components/wide_math";
import { h, type Child } from "../dom";
import { counted } from "../numbers";
import { stateAddress } from "../query";
import { sentence } from "../sentence";

export function renderSymbols(id: string, signal: AbortSignal): HTMLElement {
  const place = h("section", { class: "relations", "aria-busy": "true" }, h("h2", { class: "small-caps" }, "Meaning of its symbols"));
  const say = (...children: Child[]): void => {
    place.removeAttribute("aria-busy");
    place.append(...(children.filter(Boolean) as Node[]));
    fitMath([place]);
  };
  api.symbols(id, signal).then(
    (answer) => say(...symbolList(answer)),
    (error: unknown) => {
      if (!isAborted(error)) say(h("p", { class: "meta" }, "This could not be determined."));
    },
  );
  return place;
}

function symbolList({ available, reason, symbols, places }: Symbols): Child[] {
  if (!available) return [h("p", { class: "meta" }, sentence(`the meaning is not known: ${reason ?? ""}`))];
  if (symbols.length === 0) return [h("p", { class: "meta" }, places > 0 ? `No sentence around ${counted(places, "place", "places")} states a meaning.` : "It has no symbols.")];
  return [
    h("p", { class: "meta" }, `According to the sentences around ${counted(places, "place", "places")}.`),
    h("ul", { class: "symbol-kinds" }, symbols.map((symbol) => renderKind(symbol, places))),
  ];
}

// "every", then "not", then the kind. It links to documents with the same meaning if the index can find them.
function renderKind(kind: SymbolKind, places: number): HTMLElement {
  const words = [kind.quantifier, kind.negated ? "not" : "", kind.kind].filter(Boolean).join(" ");
  const held = places > 1 ? `${kind.places} of ${counted(places, "place", "places")}` : "";
  return h(
    "li",
    {},
    h(
      "p",
      { class: "symbol-kind" },
      renderMath(kind.symbol),
      " is ",
      kind.where ? h("a", { href: stateAddress({ q: kind.where }), title: `Documents in which ${kind.symbol} has this meaning` }, words) : h("strong", {}, words),
      held !== "" && h("span", { class: "meta" }, held),
    ),
    h("p", { class: "symbol-sentence untrusted" }, renderParts(kind.sentence)),
    h("p", { class: "meta" }, "In ", h("a", { href: documentAddress(kind.document.id) }, kind.document.title.length > 0 ? renderParts(kind.document.title, { isName: true }) : kind.document.id)),
  );
}
