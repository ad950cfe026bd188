// One result: title, where it is from, the part of the text that fits, and why it is here.
import { api, type DocumentResult, type Part } from "../api";
import { documentAddress, likeAddress, searchAddress } from "../addresses";
import { h } from "../dom";
import { renderExplanation } from "./explanation";
import { icon } from "./icons";
import { renderParts, spokenText } from "./math";
import "./result_card.css";

export interface ResultOptions {
  isExplained: boolean;
  isSilent: boolean; // its formulas are without MathML until giveVoice
  onExplain(id: string): void;
}

// Titles that were shown, for what knows a document only by its id.
const titles = new Map<string, Part[]>();

export function knownTitle(id: string): Part[] {
  return titles.get(id) ?? [{ text: id }];
}

// For a link that leads straight to what is like a document.
export async function knowTitle(id: string, signal: AbortSignal): Promise<void> {
  if (titles.has(id)) return;
  const { title } = await api.document(id, signal);
  if (title.length > 0) titles.set(id, title);
}

export function resultCard(result: DocumentResult, { isExplained, isSilent, onExplain }: ResultOptions): HTMLElement {
  if (result.title.length > 0) titles.set(result.id, result.title.map((part) => ({ ...part, matched: undefined })));
  const name = spokenText(result.title) || result.id;
  return h(
    "article",
    { class: "result", "data-id": result.id },
    h("h2", { class: "result-title untrusted" }, h("a", { href: documentAddress(result.id) }, result.title.length > 0 ? renderParts(result.title, { isName: true, isSilent }) : result.id)),
    metaLine(result),
    h(
      "p",
      { class: "result-snippet untrusted" },
      result.cut?.before && "… ",
      renderParts(result.snippet ?? [], { formulaLink: ({ latex }) => searchAddress(latex), isSilent }),
      result.cut?.after && " …",
    ),
    h(
      "p",
      { class: "result-actions meta dot-list" },
      h(
        "span",
        {},
        h("button", { type: "button", class: "link-button", "aria-expanded": String(isExplained), "aria-label": `Why is this here: ${name}`, onclick: () => onExplain(result.id) }, "Why is this here"),
      ),
      h("span", {}, h("a", { href: likeAddress(result.id), "aria-label": `More like this: ${name}` }, "More like this")),
      result.url && isWeb(result.url) && h("span", {}, h("a", { href: result.url, target: "_blank", rel: "noreferrer noopener", "aria-label": `Source of ${name}, in a new tab` }, "Source ", icon("out"))),
    ),
    isExplained && result.explain && renderExplanation(result.explain),
  );
}

// The server says so too; a link that runs a script must not depend on it.
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function metaLine(result: DocumentResult): HTMLElement {
  return h(
    "p",
    { class: "meta dot-list result-meta" },
    result.kind && h("span", { class: "result-kind" }, result.kind),
    (result.source || result.location) && h("span", {}, result.source || result.location),
    result.date && h("time", { datetime: result.date }, result.date),
    result.tags.length > 0 && h("span", { class: "result-tags" }, result.tags.slice(0, 6).join(", ")),
  );
}
