// One result: title, origin, the matching part of the text, and the explanation.
import { api, type Asked, type DocumentResult, type Part } from "../api";
import { documentAddress, likeAddress, searchAddress } from "../addresses";
import { h } from "../dom";
import { counted } from "../numbers";
import { renderExplanation } from "./explanation";
import { icon } from "./icons";
import { renderParts, spokenText } from "./math";
import { renderWhy } from "./why";
import "./result_card.css";

export interface ResultOptions {
  isExplained: boolean;
  isSilent: boolean; // its formulas have no MathML until giveVoice
  isOfMany: boolean; // the results come from several indexes, so each shows its index
  query: Asked; // the query, whose matches the document marks
  // The other documents of its thread, if they are shown.
  thread: (() => Promise<DocumentResult[]>) | null;
  onExplain(id: string): void;
  onThread(id: string): void;
}

// The titles shown so far, for links that know a document only by its id.
const titles = new Map<string, Part[]>();

export function knownTitle(id: string): Part[] {
  return titles.get(id) ?? [{ text: id }];
}

// Loads the title for a link that leads directly to documents like one.
export async function knowTitle(id: string, signal: AbortSignal): Promise<void> {
  if (titles.has(id)) return;
  const { title } = await api.document(id, {}, signal);
  if (title.length > 0) titles.set(id, title);
}

export function resultCard(result: DocumentResult, options: ResultOptions): HTMLElement {
  const { isExplained, isSilent, isOfMany, query, thread, onExplain } = options;
  if (result.title.length > 0) titles.set(result.id, result.title.map((part) => ({ ...part, matched: undefined })));
  const name = spokenText(result.title) || result.id;
  return h(
    "article",
    { class: "result", "data-id": result.id },
    h("h2", { class: "result-title untrusted" }, h("a", { href: documentAddress(result.id, query) }, result.title.length > 0 ? renderParts(result.title, { isName: true, isSilent }) : result.id)),
    metaLine(result, isOfMany),
    renderSnippet(result, isSilent),
    h(
      "p",
      { class: "result-actions meta dot-list" },
      result.more.length > 0 && h("span", {}, threadButton(result, name, options)),
      h(
        "span",
        {},
        h("button", { type: "button", class: "link-button", "data-action": "why", "aria-expanded": String(isExplained), "aria-label": `Why is this here: ${name}`, onclick: () => onExplain(result.id) }, "Why is this here"),
      ),
      h("span", {}, h("a", { href: likeAddress(result.id), "aria-label": `More like this: ${name}` }, "More like this")),
      result.url && isWeb(result.url) && h("span", {}, h("a", { href: result.url, target: "_blank", rel: "noreferrer noopener", "aria-label": `Source of ${name}, in a new tab` }, "Source ", icon("out"))),
    ),
    thread && renderThread(thread(), query),
    isExplained && query.q !== "" && renderWhy(result.id, query),
    isExplained && result.explain && renderExplanation(result.explain),
  );
}

// Somebody else wrote a comment, so the snippet says that it is one.
function renderSnippet(result: DocumentResult, isSilent = false): HTMLElement {
  return h(
    "p",
    { class: "result-snippet untrusted" },
    result.field === "comment" && h("span", { class: "result-field meta" }, "In a comment: "),
    result.cut?.before && "… ",
    renderParts(result.snippet ?? [], { formulaLink: ({ latex }) => searchAddress(latex), isSilent }),
    result.cut?.after && " …",
  );
}

function threadButton({ id, kind, more }: DocumentResult, name: string, { thread, onThread }: ResultOptions): HTMLElement {
  const text = moreText(kind, more);
  return h("button", { type: "button", class: "link-button", "data-action": "more", "aria-expanded": String(thread !== null), "aria-label": `${text} in ${name}`, onclick: () => onThread(id) }, text);
}

// Describes the other documents of the thread that were found, beside one of this kind.
export function moreText(kind: string, more: { kind: string }[]): string {
  const answers = more.filter((one) => one.kind === "answer").length;
  const others = more.length - answers;
  const parts: string[] = [];
  if (others > 0) parts.push(others === 1 ? "the question" : counted(others, "other document", "other documents"));
  if (answers > 0) parts.push(kind === "answer" ? counted(answers, "more answer", "more answers") : counted(answers, "answer", "answers"));
  const text = parts.join(" and ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// Drawn when the thread arrives; the card keeps its place.
function renderThread(coming: Promise<DocumentResult[]>, query: Asked): HTMLElement {
  const list = h("ul", { class: "thread-results", "aria-busy": "true" });
  const entry = (one: DocumentResult) =>
    h("li", {}, h("p", { class: "meta dot-list" }, h("span", {}, h("a", { class: "thread-link", href: documentAddress(one.id, query), "aria-label": `${capital(one.kind)}: ${spokenText(one.snippet).slice(0, 80)}` }, capital(one.kind))), one.date && h("time", { datetime: one.date }, one.date)), renderSnippet(one));
  coming.then(
    (others) => {
      list.replaceChildren(...others.map(entry));
      list.removeAttribute("aria-busy");
    },
    () => list.remove(), // the search itself reports errors
  );
  return list;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// The server checks this too, but a link that runs a script must not depend on it.
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function metaLine(result: DocumentResult, isOfMany: boolean): HTMLElement {
  return h(
    "p",
    { class: "meta dot-list result-meta" },
    result.kind && h("span", { class: "result-kind" }, result.kind),
    isOfMany && h("span", { class: "result-index" }, result.index),
    (result.source || result.location) && h("span", {}, result.source || result.location),
    result.date && h("time", { datetime: result.date }, result.date),
    result.tags.length > 0 && h("span", { class: "result-tags" }, result.tags.slice(0, 6).join(", ")),
  );
}
