// A query as text with $formulas$, as pieces (words and formulas), and as a state of the address.
//
// The server reads the text, so the text is authoritative; the pieces are a view of it that the box draws.
import type { Mode } from "./api";
import { address } from "./router";

export type Piece = { text: string } | { latex: string };

export function isFormula(piece: Piece): piece is { latex: string } {
  return "latex" in piece;
}

const signs = [
  { open: "$$", close: "$$" },
  { open: "$", close: "$" },
  { open: "\\(", close: "\\)" },
  { open: "\\[", close: "\\]" },
] as const;

// The place of `close`, ignoring characters after a backslash: \$ and \\.
function findClose(text: string, close: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    if (text.startsWith(close, i)) return i;
    if (text[i] === "\\") i += 1;
  }
  return -1;
}

// A formula that is never closed stays text, with its delimiter.
export function parseQuery(text: string): Piece[] {
  const pieces: Piece[] = [];
  let words = "";
  let i = 0;
  const flush = () => {
    if (words !== "") pieces.push({ text: words });
    words = "";
  };
  while (i < text.length) {
    const sign = signs.find(({ open }) => text.startsWith(open, i));
    const end = sign ? findClose(text, sign.close, i + sign.open.length) : -1;
    const latex = sign && end >= 0 ? text.slice(i + sign.open.length, end).trim() : "";
    if (sign && latex !== "") {
      flush();
      pieces.push({ latex });
      i = end + sign.close.length;
    } else {
      // An escaped character counts as one: \$ opens nothing.
      const length = text[i] === "\\" && !sign ? 2 : 1;
      words += text.slice(i, i + length);
      i += length;
    }
  }
  flush();
  return pieces;
}

// A formula that contains a dollar sign, in \text{}, is written with the other delimiters.
export function printFormula(latex: string): string {
  return /(?<!\\)\$/.test(latex) ? `\\(${latex}\\)` : `$${latex}$`;
}

export function printQuery(pieces: Piece[]): string {
  return pieces.map((piece) => (isFormula(piece) ? printFormula(piece.latex) : piece.text)).join("");
}

export function hasFormula(text: string): boolean {
  return parseQuery(text).some(isFormula);
}

// The state of the search view; each member has a name in the address.
export interface SearchState {
  q: string;
  mode: Mode;
  source: string[];
  tag: string[];
  kind: string[];
  index: string[];
  from: string;
  to: string;
  page: number; // from 1
  like: string; // a document: similar documents, instead of q
  why: string; // the result whose explanation is open
  literal: boolean; // search for the typed text: no formulas are recognised, no word is respelled
  more: string; // the result whose thread is open
  closer: boolean; // a cross-encoder reads the first results, if the server has one
}

export const modes: Mode[] = ["similar", "meaning", "contains", "exact"];

export const emptyState: SearchState = { q: "", mode: "similar", source: [], tag: [], kind: [], index: [], from: "", to: "", page: 1, like: "", why: "", literal: false, more: "", closer: false };

// The server skips at most a thousand results.
export const lastPage = 100;

export function stateFromQuery(query: URLSearchParams): SearchState {
  const mode = query.get("mode");
  const page = Number(query.get("page") ?? 1);
  const date = (name: string) => (/^\d{4}(-\d\d){0,2}$/.test(query.get(name) ?? "") ? query.get(name)! : "");
  return {
    q: query.get("q") ?? "",
    mode: modes.find((one) => one === mode) ?? "similar",
    source: query.getAll("source"),
    tag: query.getAll("tag"),
    kind: query.getAll("kind"),
    index: query.getAll("index"),
    from: date("from"),
    to: date("to"),
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    like: query.get("like") ?? "",
    why: query.get("why") ?? "",
    literal: query.get("literal") === "true",
    more: query.get("more") ?? "",
    closer: query.get("closer") === "true",
  };
}

export function stateAddress(state: Partial<SearchState>): string {
  return address("/", {}, {
    q: state.q?.trim() === "" ? undefined : state.q,
    like: state.like,
    mode: state.mode === "similar" ? undefined : state.mode,
    source: state.source,
    tag: state.tag,
    kind: state.kind,
    index: state.index,
    from: state.from,
    to: state.to,
    page: state.page && state.page > 1 ? String(state.page) : undefined,
    why: state.why,
    literal: state.literal ? "true" : undefined,
    more: state.more,
    closer: state.closer ? "true" : undefined,
  });
}

// The address of the search for a formula, to which a click on one leads.
export function formulaSearch(latex: string, mode: Mode = "similar"): string {
  return stateAddress({ q: printFormula(latex), mode });
}
