// A whole document in its thread: the question, then its answers, the best first. The matches of the query that led here are
// marked. Every formula links to a search for it.

import "./document.css";
import { api, ApiProblem, type Asked, type DocumentAnswer, type DocumentLink, type Part, type Post } from "../api";
import { mathLink, partsText, renderParts } from "../components/math";
import { SearchForm } from "../components/search_form";
import { afterPaint, h, type Child } from "../dom";
import { counted } from "../numbers";
import { stateAddress, stateFromQuery } from "../query";
import { navigate, type View } from "../router";
import { remember } from "../search_history";
import { documentAddress, formulaAddress, likeAddress, searchAddress, tagAddress } from "../addresses";
import { AnswerPlace } from "./answer_place";

export const documentView: View = {
  pattern: "/document/{id}",
  title: "Document",
  mount({ root, route, signal, setTitle }) {
    const id = route.params["id"]!;
    const { q, mode, literal } = stateFromQuery(route.query);
    const marking = { q, mode, literal };
    const passage = route.query.getAll("passage");
    const place = new AnswerPlace(signal);
    root.append(renderSearch(marking, signal), place.element);
    void place.show({
      ask: (asked) => marked(id, { ...marking, passage }, asked),
      show: (answer) => {
        setTitle(partsText(answer.title));
        return [renderDocument(answer, marking)];
      },
      say: (answer) => partsText(answer.title),
      missing: "There is no such document",
    });
  },
};

// If the query cannot be read, the document is shown without marks, because the user came to read it.
async function marked(id: string, marking: Asked & { passage: string[] }, signal: AbortSignal): Promise<DocumentAnswer> {
  try {
    return await api.document(id, marking, signal);
  } catch (error) {
    if ((marking.q === "" && marking.passage.length === 0) || !(error instanceof ApiProblem) || (error.status !== 400 && error.status !== 422)) throw error;
    return api.document(id, {}, signal);
  }
}

function renderSearch(asked: Asked, signal: AbortSignal): HTMLElement {
  const form = new SearchForm({
    onInput: () => {}, // the document stays until the user submits a search
    onSubmit: (text) => {
      remember(text);
      navigate(stateAddress({ q: text, mode: asked.mode }));
    },
    onLeaveDown: () => {},
    signal,
  });
  form.text = asked.q;
  return h("div", { class: "document-search" }, form.element, asked.q !== "" && h("p", { class: "meta" }, h("a", { class: "document-back", href: stateAddress(asked) }, "← Results")));
}

function renderDocument(answer: DocumentAnswer, marking: Asked): HTMLElement {
  const formulas = distinctFormulas(answer);
  const isThread = answer.thread.length > 0;
  return h(
    "div",
    { class: "document" },
    h(
      "article",
      { class: "document-text" },
      answer.parent && !isThread && h("p", { class: "meta" }, "In ", renderLink(answer.parent, marking)),
      h("h1", {}, renderParts(isThread ? answer.thread[0]!.title : answer.title)),
      renderMeta(answer),
      isThread ? renderThread(answer) : [renderParagraphs(answer.paragraphs), answer.context.filter(({ name }) => !isHeading(name)).map(renderSection), renderComments(answer.comments, answer.paragraphs)].flat(),
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

function renderThread({ id, thread }: DocumentAnswer): HTMLElement[] {
  const answers = thread.filter(({ kind }) => kind === "answer");
  const posts = thread.map((post) => ({ post, element: renderPost(post, post.id === id) }));
  const found = posts.find(({ post }) => post.id === id)!;
  // The user came for the found answer, which may be far down its thread.
  if (found !== posts[0]) afterPaint(() => found.element.scrollIntoView({ block: "start" }));
  const others = posts.filter(({ post }) => post.kind !== "answer").map(({ element }) => element);
  return [
    ...others,
    h("section", { class: "answers", "aria-label": "Answers" }, answers.length > 0 && h("h2", { class: "small-caps" }, counted(answers.length, "answer", "answers")), posts.filter(({ post }) => post.kind === "answer").map(({ element }) => element)),
  ];
}

function renderPost(post: Post, isFound: boolean): HTMLElement {
  const { kind, votes, accepted, date, url } = post;
  const isAnswer = kind === "answer";
  return h(
    "section",
    { class: isFound ? "post post-found" : "post", "data-id": post.id, "aria-label": isAnswer ? `Answer${accepted ? ", accepted" : ""}` : "Question", "aria-current": isFound ? "true" : null },
    h(
      "p",
      { class: "meta dot-list post-meta" },
      isAnswer && h("span", {}, "answer"),
      accepted && h("span", { class: "post-accepted" }, "accepted"),
      votes !== null && h("span", {}, counted(votes, "vote", "votes")),
      isAnswer && date && h("time", { datetime: date }, date),
      // The server checks this too, but a link that runs a script must not depend on it.
      isAnswer && url && /^https?:\/\//i.test(url) && h("a", { href: url, rel: "noopener noreferrer" }, "at its source"),
    ),
    renderParagraphs(post.paragraphs),
    renderComments(post.comments, post.paragraphs),
  );
}

// The page already begins with the titles of the document.
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
      // The server checks this too, but a link that runs a script must not depend on it.
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

const isMarked = (parts: Part[]) => parts.some((part) => part.matched !== undefined);

// Comments are folded, unless all matches are in them.
function renderComments(comments: Part[][][], paragraphs: Part[][]): HTMLElement | null {
  if (comments.length === 0) return null;
  const matched = comments.filter((comment) => comment.some(isMarked)).length;
  return h(
    "details",
    { class: "comments-fold", open: matched > 0 && !paragraphs.some(isMarked) },
    h("summary", {}, counted(comments.length, "comment", "comments"), matched > 0 && `, ${counted(matched, "matches", "match")}`),
    h("ul", { class: "comments" }, comments.map((comment) => h("li", {}, renderParagraphs(comment)))),
  );
}

interface Distinct {
  latex: string;
  spoken?: string;
  id: string | null;
}

// In the order of the text. Single letters occur in every document, so they have no links.
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

function renderLink(link: DocumentLink, marking?: Asked): HTMLElement {
  return h("a", { href: documentAddress(link.id, marking) }, link.title.length > 0 ? renderParts(link.title, { isName: true }) : link.id);
}
