// A document, whole. Every formula leads to a search for it.

import "./document.css";
import { api, type DocumentAnswer, type DocumentLink, type Part } from "../api";
import { mathLink, partsText, renderParts } from "../components/math";
import { h, type Child } from "../dom";
import type { View } from "../router";
import { documentAddress, formulaAddress, likeAddress, searchAddress, tagAddress } from "../addresses";
import { AnswerPlace } from "./answer_place";

export const documentView: View = {
  pattern: "/document/{id}",
  title: "Document",
  mount({ root, route, signal, setTitle }) {
    const place = new AnswerPlace(signal);
    root.append(place.element);
    void place.show({
      ask: (asked) => api.document(route.params["id"]!, asked),
      show: (answer) => {
        setTitle(partsText(answer.title));
        return [renderDocument(answer)];
      },
      say: (answer) => partsText(answer.title),
      missing: "There is no such document",
    });
  },
};

function renderDocument(answer: DocumentAnswer): HTMLElement {
  const formulas = distinctFormulas(answer);
  return h(
    "div",
    { class: "document" },
    h(
      "article",
      { class: "document-text" },
      answer.parent && h("p", { class: "meta" }, "In ", renderLink(answer.parent)),
      h("h1", {}, renderParts(answer.title)),
      renderMeta(answer),
      renderParagraphs(answer.paragraphs),
      answer.context.filter(({ name }) => !isHeading(name)).map(renderSection),
      answer.comments.length > 0 && renderComments(answer.comments),
    ),
    h(
      "aside",
      { class: "document-aside" },
      formulas.length > 0 && renderFormulas(formulas),
      answer.related.length > 0 && renderRelated(answer.related),
      h("p", {}, h("a", { href: likeAddress(answer.id) }, "More like this")),
    ),
  );
}

// The titles that a document stands under are the first thing on its page already.
function isHeading(name: string): boolean {
  return name === "title" || name === "question-title" || name === "context";
}

function renderMeta({ kind, source, location, date, url, tags }: DocumentAnswer): HTMLElement {
  return h(
    "div",
    { class: "document-meta" },
    h(
      "p",
      { class: "meta dot-list" },
      h("span", {}, kind),
      h("span", { title: location }, source),
      date && h("time", { datetime: date }, date),
      // The server says so too; a link that runs a script must not depend on it.
      url && /^https?:\/\//i.test(url) && h("a", { href: url, rel: "noopener noreferrer" }, "at its source"),
    ),
    tags.length > 0 && h("ul", { class: "tags", "aria-label": "Tags" }, tags.map((tag) => h("li", {}, h("a", { class: "tag", href: tagAddress(tag) }, tag)))),
  );
}

function renderParagraphs(paragraphs: Part[][]): Child[] {
  return paragraphs.map((parts) => h("p", {}, renderParts(parts, { formulaLink: ({ latex }) => searchAddress(latex) })));
}

function renderSection({ name, paragraphs }: { name: string; paragraphs: Part[][] }): HTMLElement {
  return h("section", {}, h("h2", { class: "small-caps" }, name.replaceAll("-", " ")), renderParagraphs(paragraphs));
}

function renderComments(comments: Part[][][]): HTMLElement {
  return h("section", {}, h("h2", { class: "small-caps" }, "Comments"), h("ul", { class: "comments" }, comments.map((comment) => h("li", {}, renderParagraphs(comment)))));
}

interface Distinct {
  latex: string;
  spoken?: string;
  id: string | null;
}

// In the order of the text. Single letters stand in every document and lead nowhere.
function distinctFormulas({ title, paragraphs, context, comments }: DocumentAnswer): Distinct[] {
  const found = new Map<string, Distinct>();
  const all = [title, ...paragraphs, ...context.flatMap((section) => section.paragraphs), ...comments.flat()];
  for (const part of all.flat()) {
    if (!("latex" in part) || /^\\?\w+$/.test(part.latex)) continue;
    const key = part.formula ?? part.latex;
    if (!found.has(key)) found.set(key, { latex: part.latex, spoken: part.spoken, id: part.formula ?? null });
  }
  return [...found.values()];
}

const shownAtOnce = 12;

function renderFormulas(formulas: Distinct[]): HTMLElement {
  const entry = (formula: Distinct) => h("li", {}, mathLink(formulaAddress(formula), formula, "More about this formula"));
  const more = formulas.slice(shownAtOnce);
  return h(
    "section",
    {},
    h("h2", { class: "small-caps" }, "Its formulas"),
    h("ul", { class: "formula-list" }, formulas.slice(0, shownAtOnce).map(entry)),
    more.length > 0 && h("details", {}, h("summary", {}, `${more.length} more`), h("ul", { class: "formula-list" }, more.map(entry))),
  );
}

function renderRelated(related: DocumentLink[]): HTMLElement {
  return h("section", {}, h("h2", { class: "small-caps" }, "Related"), h("ul", { class: "related" }, related.map((link) => h("li", {}, renderLink(link), h("span", { class: "meta" }, ` ${link.kind}`)))));
}

function renderLink(link: DocumentLink): HTMLElement {
  return h("a", { href: documentAddress(link.id) }, link.title.length > 0 ? renderParts(link.title, { isName: true }) : link.id);
}
