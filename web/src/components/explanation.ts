// Explains the rank of a result: the contribution of each list of results to its score, as bars, and the details that counted.
import type { Component, Explain } from "../api";
import { h, svg } from "../dom";
import { formatScore } from "../numbers";
import { parseQuery } from "../query";
import { renderMath, renderParts } from "./math";
import "./explanation.css";

const names: Record<string, string> = {
  text: "Words and symbols",
  formulas: "Formulas",
  paths: "Paths in formulas",
  semantic: "Nearness of meaning",
  dense: "Passages near in meaning",
  passage: "Passage",
  late: "Words near in meaning",
  nearest: "Nearest words",
  words: "Word",
  context: "Context",
  comments: "Comments",
  "document-tuples": "Symbol pairs",
  similar: "Similar formula",
  cross: "Query and text read together",
  pair: "Read",
};

export interface Group {
  list: Component;
  details: Component[];
}

// Groups each list with the details that follow it.
export function groupComponents(components: Component[]): Group[] {
  const groups: Group[] = [];
  for (const component of components) {
    const last = groups[groups.length - 1];
    if (component.contribution !== undefined || !last) groups.push({ list: component, details: [] });
    else last.details.push(component);
  }
  return groups;
}

export function renderExplanation({ components, total }: Explain): HTMLElement {
  const groups = groupComponents(components);
  const share = ({ list }: Group) => (total > 0 ? Math.max(0, Math.min(1, (list.contribution ?? list.value) / total)) : 0);
  return h(
    "section",
    { class: "explanation", "aria-label": "Why this is here" },
    groups.map((group) =>
      h(
        "div",
        { class: "explanation-group" },
        bar(nameOf(group.list), share(group), formatScore(group.list.contribution ?? group.list.value), rankNote(group.list)),
        group.details.length > 0 && h("ul", { class: "explanation-details meta" }, group.details.slice(0, 8).map(detail)),
      ),
    ),
    h("p", { class: "meta explanation-total" }, `Score ${formatScore(total)}; comparable within one search only.`),
  );
}

function nameOf({ name }: Component): string {
  return names[name] ?? name.replaceAll("-", " ");
}

function rankNote({ rank }: Component): string {
  return rank ? `rank ${rank} of its list` : "";
}

function bar(name: string, share: number, value: string, note: string): HTMLElement {
  return h(
    "div",
    { class: "explanation-bar" },
    h("span", { class: "explanation-name" }, name),
    svg("svg", { class: "explanation-share", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 100 * share, height: 4 })),
    h("span", { class: "explanation-value" }, value),
    h("span", { class: "explanation-note" }, note),
  );
}

function detail(component: Component): HTMLElement {
  return h("li", {}, h("span", {}, nameOf(component)), h("span", {}, detailText(component.detail ?? "")), h("span", { class: "explanation-value" }, formatScore(component.value)));
}

// A formula of the document and the formula of the query for which it was found: "\\frac1k  for  \\frac1n".
function detailText(text: string): Node {
  if (!text.includes("\\") || text.includes("$")) return renderParts(parseQuery(text));
  const [found = "", asked] = text.split(/\s+for\s+/);
  const line = document.createDocumentFragment();
  line.append(renderMath(found));
  if (asked !== undefined) line.append(" for ", renderMath(asked));
  return line;
}
