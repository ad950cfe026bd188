// Explains a result by the meaning of sentences: the meaning graph of the query's sentence beside that of the result's, with
// the common parts in green.
//
// A graph is an outline: a card for each node, indented relative to its parent. For screen readers and keys it is a tree. A
// card under the pointer or with the focus is highlighted together with its partner in the other graph.
import { api, type Asked, type FormulaPart, type WhyAnswer, type WhyCard, type WhySide, type WhySymbol } from "../api";
import { freshId, h, inText, svg, type Child } from "../dom";
import { parseQuery } from "../query";
import { sentence } from "../sentence";
import { renderParts } from "./math";
import { drawLinks } from "./why_links";
import "./why.css";

const known = new Map<string, WhyAnswer>();
const mostKnown = 50;

// Longer queries do not fit into an address.
const longestAsked = 1200;
const tooLong: WhyAnswer = { available: false, reason: "the query is too long", query: null, document: null, also: [], both: [], smatch: null, svg: null };

const keyOf = (id: string, { q, mode, literal }: Asked) => JSON.stringify([id, q, mode, literal]);

export async function askWhy(id: string, query: Asked, signal?: AbortSignal): Promise<WhyAnswer> {
  const key = keyOf(id, query);
  const before = known.get(key);
  if (before) return before;
  const { q, mode, literal } = query;
  const answer = q.length > longestAsked ? tooLong : await api.why(id, { q, mode, literal: literal || undefined }, signal);
  if (known.size >= mostKnown) known.clear();
  known.set(key, answer);
  return answer;
}

// Drawn immediately if the answer is known, otherwise when it arrives.
export function renderWhy(id: string, query: Asked): HTMLElement {
  const place = h("section", { class: "why", "aria-label": "Common meaning of the query and this result" });
  const answer = known.get(keyOf(id, query));
  if (answer) {
    fill(place, answer, id, query);
    return place;
  }
  place.setAttribute("aria-busy", "true");
  askWhy(id, query).then(
    (late) => {
      place.removeAttribute("aria-busy");
      fill(place, late, id, query);
    },
    () => place.remove(), // the search itself reports errors
  );
  return place;
}

function fill(place: HTMLElement, { available, reason, query, document: hit, also, both, smatch }: WhyAnswer, id: string, asked: Asked): void {
  if (!available || !query || !hit || !smatch) {
    place.append(h("p", { class: "meta why-none" }, sentence(`the meanings of the sentences are not compared: ${reason ?? "the server gave no reason"}`)));
    return;
  }
  const sides = [renderSide("Your query", query, hit), renderSide(hit.field === "comment" ? "A comment of this result" : "This result", hit, query)] as const;
  const pair = h("div", { class: "why-pair" }, sides[0].element, sides[1].element);
  place.append(
    h("p", { class: "why-both" }, h("span", { class: "why-both-name" }, both.length > 0 ? "Both say" : "Both have the same structure, but share no word."), both.map((phrase) => h("span", { class: "why-phrase untrusted" }, renderParts(parseQuery(phrase))))),
    pair,
    ...(also.length > 0 ? [renderAlso(also)] : []),
    h(
      "p",
      { class: "meta why-legend" },
      h("span", {}, h("i", { class: "why-swatch why-swatch-both" }), "in both"),
      h("span", {}, h("i", { class: "why-swatch" }), "in one only"),
      (query.cards.some((card) => card.is_queried)) && h("span", {}, h("i", { class: "why-star", "aria-hidden": "true" }, "★"), "the formula of the query"),
      h("span", { title: "The number of equal concepts, values and relations of the graphs, and its F score" }, `${smatch.matched} of ${smatch.query} and ${smatch.document} parts agree, Smatch ${smatch.f.toFixed(2)}`),
      saveButton(id, asked),
    ),
  );
  joinSides(pair, sides);
}

// Other sentences of the document about the formula that was found.
function renderAlso(also: WhyAnswer["also"]): HTMLElement {
  const sentences = also.map((other) => h("li", { class: "untrusted" }, renderParts(other.sentence)));
  return h("div", { class: "why-also" }, h("p", { class: "why-both-name" }, "Other sentences about this formula"), h("ul", {}, sentences));
}

interface Side {
  element: HTMLElement;
  cards: WhyCard[];
  items: HTMLElement[]; // for each card, its element and all below it
  lines: HTMLElement[]; // for each card, its own element, with its role
}

function renderSide(name: string, side: WhySide, other: WhySide): Side {
  const formulas = side.sentence.filter((part) => "latex" in part);
  const items: HTMLElement[] = [];
  const lines: HTMLElement[] = [];
  const levels = levelsOf(side.cards);
  const hidden = foldedCards(side.cards);
  const heading = freshId("why");
  // A card follows its parent, so the cards are made from the last to the first.
  for (let number = side.cards.length - 1; number >= 0; --number) {
    const card = side.cards[number]!;
    const below = card.children.map((child) => items[child]!);
    const more = hidden.get(number);
    lines[number] = h(
      "div",
      { class: "why-line", role: "treeitem", tabindex: number === 0 ? 0 : -1, "aria-level": levels[number], "aria-expanded": more === undefined ? null : "false" },
      card.role !== "" && h("span", { class: card.role_matched ? "why-role why-both-role" : "why-role", title: roleMeaning(card.role) }, card.role),
      renderCard(card, formulas, card.partner === null ? undefined : other.cards[card.partner]),
      more !== undefined && h("span", { class: "why-more", title: "The parts below it are in this sentence only" }, `+${more}`),
    );
    items[number] = h("li", { role: "none", class: more === undefined ? itemClass(card) : `${itemClass(card)} why-folded` }, lines[number], below.length > 0 && h("ul", { role: "none" }, below));
  }
  const element = h(
    "div",
    { class: "why-side" },
    h("p", { class: "small-caps", id: heading }, name),
    h("p", { class: "why-sentence untrusted" }, renderParts(side.sentence)),
    h("ul", { class: "why-graph", role: "tree", "aria-labelledby": heading }, items[0]),
  );
  return { element, cards: side.cards, items, lines };
}

function levelsOf(cards: WhyCard[]): number[] {
  const levels = cards.map(() => 1);
  cards.forEach(({ children }, number) => children.forEach((child) => (levels[child] = levels[number]! + 1)));
  return levels;
}

const mostUnfolded = 14; // cards

// In a large graph, cards that only one sentence has are folded. Returns for each folded card the number of cards below it.
export function foldedCards(cards: Pick<WhyCard, "children" | "matched" | "symbols">[]): Map<number, number> {
  const folded = new Map<number, number>();
  if (cards.length <= mostUnfolded) return folded;
  const below = cards.map(() => 0);
  const isQuiet = cards.map(({ matched, symbols }) => !matched && !symbols.some((symbol) => symbol.matched));
  for (let number = cards.length - 1; number >= 0; --number) {
    for (const child of cards[number]!.children) {
      below[number]! += below[child]! + 1;
      if (!isQuiet[child]) isQuiet[number] = false;
    }
    if (!isQuiet[number]) continue;
    // Folds only the topmost cards: those whose parent is not folded.
    for (const child of cards[number]!.children) folded.delete(child);
    if (below[number]! > 0) folded.set(number, below[number]!);
  }
  return folded;
}

function itemClass({ matched, role_matched, kind, is_queried }: WhyCard): string {
  return ["why-item", `why-${kind}`, matched && "why-matched", role_matched && "why-joined", is_queried && "why-queried"].filter(Boolean).join(" ");
}

// The operator tree shows which parts two different formulas share.
function renderCard(card: WhyCard, formulas: FormulaPart[], partner: WhyCard | undefined): HTMLElement {
  const isLike = card.symbols.some(({ matched }) => matched) && !(card.matched && partner?.matched);
  const formula = card.formula === null ? undefined : formulas[card.formula];
  const face: Child = formula
    ? h("span", {}, renderParts([{ ...formula, display: false, matched: card.matched ? [] : formula.matched }], { isName: true }))
    : h("span", { class: card.is_name ? "why-letter" : "why-label" }, card.label, card.sense !== "" && h("span", { class: "why-sense" }, card.sense));
  return h(
    "div",
    { class: "why-card" },
    h("span", { class: "why-face" }, face, card.is_queried && h("i", { class: "why-star", "aria-hidden": "true" }, "★")),
    card.lines.map(({ role, value, matched }) => h("span", { class: matched ? "why-value why-both-value" : "why-value" }, h("span", { class: "why-key" }, `${role} `), value)),
    isLike && renderSymbols(card.symbols),
    h("span", { class: "visually-hidden" }, said(card)),
  );
}

const symbolHeight = 20;
const levelHeight = 34;

// The operator tree of a formula: operators over their operands.
function renderSymbols(symbols: WhySymbol[]): SVGElement {
  const width = Math.ceil(Math.max(...symbols.map(({ x, width: wide }) => x + wide / 2)) + 1);
  const height = Math.max(...symbols.map(({ level }) => level)) * levelHeight + symbolHeight;
  const picture = svg("svg", { class: "why-symbols", "aria-hidden": "true", width: inText(width), height: inText(height), viewBox: `0 0 ${width} ${height}` });
  for (const { x, level, children } of symbols) {
    for (const child of children) {
      const below = symbols[child]!;
      picture.append(svg("path", { class: "why-stick", d: `M${x} ${level * levelHeight + symbolHeight - 1}L${below.x} ${below.level * levelHeight + 1}` }));
    }
  }
  for (const { face, kind, matched, x, width: wide, level } of symbols) {
    picture.append(
      svg(
        "g",
        { class: `why-symbol why-symbol-${kind}${matched ? " why-symbol-both" : ""}` },
        svg("rect", { x: x - wide / 2, y: level * levelHeight, width: wide, height: symbolHeight, rx: kind === "operator" ? 5 : 10 }),
        svg("text", { x, y: level * levelHeight + symbolHeight / 2, dy: "0.34em", "text-anchor": "middle" }, face),
      ),
    );
  }
  return picture;
}

const meanings: Record<string, string> = {
  ARG0: "who or what does it",
  ARG1: "what it is about",
  mod: "of which kind",
  domain: "what it describes",
  quant: "how many",
  polarity: "whether it holds",
  location: "where",
  condition: "if",
  math: "a formula",
  poss: "whose",
  purpose: "what for",
  manner: "how",
  time: "when",
  topic: "about what",
};

function roleMeaning(role: string): string | null {
  const plain = role.replace(/-of$/, "");
  const meaning = meanings[plain];
  if (!meaning) return null;
  return plain === role ? `${role}: ${meaning}` : `${role}: the other way round, ${meaning}`;
}

// The parts of a card that only sighted users see, in words.
function said(card: WhyCard): string {
  const parts = [""];
  if (card.kind === "reference") parts.push("the same as before");
  if (card.is_queried) parts.push("formula of the query");
  if (card.matched) parts.push("in both");
  else if (card.symbols.some(({ matched }) => matched)) parts.push("partly in both");
  return parts.join(", ");
}

// Connects two graphs: partners are highlighted together, keys move through each graph, and lines join partners.
function joinSides(pair: HTMLElement, sides: readonly [Side, Side]): void {
  const links = drawLinks(pair, sides[0].lines, sides[0].cards.map(({ partner }) => partner), sides[1].lines);
  const light = (side: number, card: number | null): void => {
    for (const { items } of sides) for (const item of items) item.classList.remove("why-lit");
    const partner = card === null ? null : sides[side]!.cards[card]!.partner;
    links.light(partner === null ? null : side === 0 ? card : partner);
    if (card === null || partner === null) return;
    sides[side]!.items[card]!.classList.add("why-lit");
    sides[1 - side]!.items[partner]!.classList.add("why-lit");
  };
  sides.forEach(({ element, items, lines, cards }, side) => {
    const cardAt = (target: EventTarget | null) => {
      const line = (target as Element | null)?.closest<HTMLElement>(".why-line");
      const number = line ? lines.indexOf(line) : -1;
      return number < 0 ? null : number;
    };
    element.addEventListener("pointerover", ({ target }) => light(side, cardAt(target)));
    element.addEventListener("pointerleave", () => light(side, null));
    element.addEventListener("focusin", ({ target }) => light(side, cardAt(target)));
    element.addEventListener("focusout", () => light(side, null));
    // Returns whether something changed.
    const unfold = (card: number, isOpen: boolean): boolean => {
      const state = lines[card]!.getAttribute("aria-expanded");
      if (state === null || state === String(isOpen)) return false;
      lines[card]!.setAttribute("aria-expanded", String(isOpen));
      items[card]!.classList.toggle("why-folded", !isOpen);
      return true;
    };
    element.addEventListener("click", ({ target }) => {
      const card = cardAt(target);
      if (card !== null && !unfold(card, true)) unfold(card, false);
    });
    element.addEventListener("keydown", (event) => {
      const at = cardAt(event.target);
      if (at === null) return;
      const changes = event.key === "ArrowRight" || event.key === "Enter" ? unfold(at, true) : event.key === "ArrowLeft" && unfold(at, false);
      const shown = cards.map(({ children }, number) => ({ children: items[number]!.classList.contains("why-folded") ? [] : children }));
      const next = changes ? at : cardBeside(event.key, at, shown);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      lines[at]!.tabIndex = -1;
      lines[next]!.tabIndex = 0;
      lines[next]!.focus();
    });
  });
}

// The card to which a key leads, as in every tree: up and down by lines, in and out by levels.
export function cardBeside(key: string, at: number, cards: Pick<WhyCard, "children">[]): number | undefined {
  const order: number[] = [];
  const waiting = cards.length > 0 ? [0] : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    waiting.push(...[...cards[next]!.children].reverse());
  }
  switch (key) {
    case "ArrowDown":
      return order[order.indexOf(at) + 1];
    case "ArrowUp":
      return order[order.indexOf(at) - 1];
    case "ArrowRight":
      return cards[at]!.children[0];
    case "ArrowLeft": {
      const parent = cards.findIndex(({ children }) => children.includes(at));
      return parent < 0 ? undefined : parent;
    }
    case "Home":
      return at === 0 ? undefined : 0;
    case "End":
      return order[order.length - 1];
    default:
      return undefined;
  }
}

function saveButton(id: string, { q, mode, literal }: Asked): HTMLElement {
  const save = async (): Promise<void> => {
    const { svg: picture } = await api.why(id, { q, mode, literal: literal || undefined, svg: true });
    if (!picture) return;
    const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    const link = h("a", { href: url, download: "why.svg" });
    link.click();
    URL.revokeObjectURL(url);
  };
  return h("button", { type: "button", class: "link-button", onclick: () => void save().catch(() => {}) }, "Save as a picture");
}
