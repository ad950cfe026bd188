// Shows how the server read the query, if it changed it, and a link to search for the typed text.
import type { SearchAnswer } from "../api";
import { h } from "../dom";
import { isFormula, parseQuery, stateAddress, type SearchState } from "../query";
import { renderMath } from "./math";
import "./query_reading.css";

type Reading = Pick<SearchAnswer["query"], "read_as" | "respelled">;

// Describes the changes for people: formulas that were found, words that were respelled, or both.
export function readingWords({ respelled }: Reading): { before: string; undo: string } {
  return respelled.length > 0
    ? { before: "Showing results for", undo: "Search instead for" }
    : { before: "Read as", undo: "Search for the plain words" };
}

export function queryReading(query: Reading & { text: string }, state: SearchState): HTMLElement | null {
  if (state.literal) return h("span", { class: "query-reading" }, "Read as typed. ", h("a", { href: stateAddress({ ...state, literal: false, page: 1 }) }, "Find formulas in it"));
  if (query.read_as === null) return null;
  const { before, undo } = readingWords(query);
  const shown = parseQuery(query.read_as).map((piece) => (isFormula(piece) ? renderMath(piece.latex) : piece.text));
  const literal = stateAddress({ ...state, literal: true, page: 1 });
  const link = query.respelled.length > 0 ? `${undo} ${query.text}` : undo;
  return h("span", { class: "query-reading" }, `${before}: `, h("b", {}, shown), " ", h("a", { href: literal }, link));
}
