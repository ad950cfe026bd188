// An answer to a question, above the results: sentences of documents, each with the number of its source.
import { announce } from "../announce";
import { documentAddress } from "../addresses";
import type { AnswerSentence, AnswerSource, AnswerSummary, Asked, WholeAnswer } from "../api";
import { h } from "../dom";
import { parseQuery, isFormula } from "../query";
import { copyButton } from "../views/copy_button";
import { renderParts, spokenText } from "./math";
import "./answer_card.css";

const askingWords = /^(why|how|what|when|where|which|who|is|are|was|does|do|did|can|could|should|must|prove|show|find|compute|evaluate|solve|explain)\b/i;
const fewestWords = 3;

// Whether a query is worth an answer: it asks something, in a few words at least.
export function isQuestion(q: string): boolean {
  const words = parseQuery(q)
    .map((piece) => (isFormula(piece) ? " x " : piece.text))
    .join("")
    .trim();
  return words.split(/\s+/).length >= fewestWords && (words.endsWith("?") || askingWords.test(words));
}

const waysInWords = { extracted: "Quoted from documents", computed: "Computed", generated: "Written by a model" };

// What is said of an answer as a whole.
export function summaryText({ how, confidence }: AnswerSummary): string {
  return `${waysInWords[how]}, ${Math.round(confidence * 100)} % sure`;
}

// Sentences paragraph by paragraph.
export function paragraphs(sentences: AnswerSentence[]): AnswerSentence[][] {
  const all: AnswerSentence[][] = [];
  for (const sentence of sentences) {
    if (sentence.begins_paragraph || all.length === 0) all.push([]);
    all.at(-1)!.push(sentence);
  }
  return all;
}

export class AnswerCard {
  readonly element = h("section", { class: "answer-card", "aria-label": "Answer", hidden: true });

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  show(answer: WholeAnswer, asked: Asked): void {
    const { summary, sources, sentences, markdown } = answer;
    if (!summary.is_known || sentences.length === 0) {
      this.hide();
      return;
    }
    const addressOf = (source: AnswerSource) => documentAddress(source.id, asked, passagesOf(sentences, source.number));
    const text = paragraphs(sentences).map((paragraph) =>
      h(
        "p",
        {},
        paragraph.flatMap((sentence, i) => {
          const source = sources.find(({ number }) => number === sentence.source);
          const isLast = paragraph[i + 1]?.source !== sentence.source;
          return [i > 0 && " ", this.sentence(sentence), isLast && source && this.number(source, addressOf(source))];
        }),
      ),
    );
    this.element.replaceChildren(
      h("h2", { class: "answer-head" }, "Answer ", h("span", { class: "meta" }, summaryText(summary))),
      h("div", { class: "answer-text untrusted" }, ...text),
      h("ol", { class: "answer-sources meta" }, ...sources.map((source) => this.source(source, addressOf(source)))),
      this.actions(summary, markdown),
    );
    this.element.hidden = false;
    announce(`An answer, ${summaryText(summary)}`);
  }

  private sentence({ parts, role, source }: AnswerSentence): HTMLElement {
    return h("span", { class: `answer-sentence answer-${role}`, "data-source": source }, renderParts(parts));
  }

  private number(source: AnswerSource, href: string): HTMLElement {
    const name = `Source ${source.number}: ${nameOf(source)}`;
    return this.lighting(h("a", { class: "answer-number", href, "aria-label": name, title: name }, String(source.number)), source);
  }

  private source(source: AnswerSource, href: string): HTMLElement {
    const title = source.title.length > 0 ? renderParts(source.title, { isName: true }) : source.id;
    return this.lighting(h("li", { value: source.number }, h("span", { class: "untrusted" }, h("a", { href }, title), ` ${source.kind}`)), source);
  }

  // What a source says lights up while one points at it or reaches it by keys.
  private lighting(element: HTMLElement, { number }: AnswerSource): HTMLElement {
    const light = (isLit: boolean) => {
      for (const sentence of this.element.querySelectorAll(`.answer-sentence[data-source="${number}"]`)) sentence.classList.toggle("lit", isLit);
    };
    for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, () => light(true));
    for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => light(false));
    return element;
  }

  private actions(summary: AnswerSummary, markdown: string): HTMLElement {
    const why = h("ul", { class: "answer-why meta", hidden: true }, ...summary.why.map(({ text, value }) => h("li", {}, `${value.toFixed(2)}: ${text}`)));
    const button = h("button", { type: "button", class: "link-button", "aria-expanded": "false" }, "Why this answer");
    button.addEventListener("click", () => {
      why.hidden = !why.hidden;
      button.setAttribute("aria-expanded", String(!why.hidden));
    });
    return h("div", {}, h("p", { class: "answer-actions meta" }, button, " ", copyButton(markdown, "the answer as Markdown")), why);
  }
}

function nameOf(source: AnswerSource): string {
  return spokenText(source.title) || source.id;
}

function passagesOf(sentences: AnswerSentence[], source: number): string[] {
  return sentences.filter((one) => one.source === source && one.passage !== null).map(({ passage }) => passage!);
}
