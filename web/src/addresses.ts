// The addresses of the views.

import type { Asked } from "./api";
import { stateAddress } from "./query";
import { address } from "./router";

export { formulaSearch as searchAddress } from "./query";

const longestMarked = 500;

export function tagAddress(tag: string): string {
  return /\s/.test(tag) ? stateAddress({ tag: [tag] }) : stateAddress({ q: `tag:${tag}` });
}

export function likeAddress(document: string): string {
  return stateAddress({ like: document });
}

// With a query, its matches are marked there, or the given passages. A query that is too long for an address is left out.
export function documentAddress(id: string, query: Partial<Asked> = {}, passage: string[] = []): string {
  const { q, mode, literal } = query;
  if (!q || q.length > longestMarked) return address("/document/{id}", { id }, { passage });
  return address("/document/{id}", { id }, { q, mode: mode === "similar" ? undefined : mode, literal: literal ? "true" : undefined, passage });
}

// The page of a formula of the index; without an id, the page of a formula given as LaTeX.
export function formulaAddress(formula: { id?: string | null; latex: string }): string {
  return formula.id ? address("/formula/{id}", { id: formula.id }) : address("/formula", {}, { latex: formula.latex });
}

export function compareAddress(a: string, b = "", shared = false): string {
  return address("/compare", {}, { a, b, domain: shared ? "shared" : undefined });
}

export function rewriteAddress(latex: string): string {
  return address("/rewrite", {}, { latex });
}
