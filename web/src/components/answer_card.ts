// An answer to a question, above the results. It grows with the events of the server: sentences, each with the number of its
// source, then marks with algebra's verdicts on their equations.
import { announce } from "../announce";
import { documentAddress } from "../addresses";
import type { AnswerEvent, AnswerNote, AnswerSentence, AnswerSource, AnswerSummary, ApiProblem, Asked, OfferedAnswer } from "../api";
import { append, h } from "../dom";
import { parseQuery, isFormula } from "../query";
import { sentence as sentenceCase } from "../sentence";
import { copyButton } from "../views/copy_button";
import { renderParts, spokenText } from "./math";
import { formulaWarning } from "./notice";
import { VerdictMark } from "./verdict_mark";
import { fitMath } from "./wide_math";
import "./answer_card.css";

const askingWords = /^(why|how|what|when|where|which|who|is|are|was|does|do|did|can|could|should|must|prove|show|find|explain|if|determine)\b/i;
// A formula with one of these words is a task.
const taskWords = /^(compute|evaluate|solve|simplify|expand|factor|differentiate|integrate|calculate)\b/i;
const fewestWords = 3;

// Whether a query deserves an answer: it asks something, in at least a few words.
export function isQuestion(q: string): boolean {
  const pieces = parseQuery(q);
  const words = pieces
    .map((piece) => (isFormula(piece) ? " x " : piece.text))
    .join("")
    .trim();
  if (taskWords.test(words)) return pieces.some(isFormula) || words.split(/\s+/).length >= fewestWords;
  return words.split(/\s+/).length >= fewestWords && (words.endsWith("?") || askingWords.test(words));
}

// The summary of an answer.
export function summaryText({ how, model, confidence }: Pick<AnswerSummary, "how" | "model" | "confidence">): string {
  const ways = { extracted: "Quoted from documents", computed: "Computed", generated: `Written by ${model ?? "a model"}` };
  return `${how === null ? "Unknown" : ways[how]}, ${Math.round(confidence * 100)} % sure`;
}

// The reason why the server gives no answer. The limit for a question is lower than that for a search.
export function refusalText({ status, title, detail }: Pick<ApiProblem, "status" | "title" | "detail">): string {
  if (status === 413) return "This question is too long for an answer; the results are below.";
  return ["There is no answer.", sentenceCase(title), sentenceCase(detail)].filter(Boolean).join(" ");
}

// The sentences of one answer, which arrive one by one, and their notes.
export class AnswerText {
  readonly element = h("div", { class: "answer-text untrusted" });
  private readonly rendered: { element: HTMLElement; formulas: Node[]; marks: Map<number | null, VerdictMark>; block: HTMLElement }[] = [];
  private paragraph: HTMLElement | null = null;
  private steps: HTMLElement | null = null;
  private last: { source: number | null; number: HTMLElement | null } = { source: null, number: null };

  // `numbered` makes the link to a source.
  constructor(private readonly numbered: (source: number) => HTMLElement | null) {}

  add(sentence: AnswerSentence): void {
    const element = h("span", { class: `answer-sentence answer-${sentence.role}`, "data-sources": sourcesOf(sentence).join(" ") });
    const formulas: Node[] = [];
    for (const part of sentence.parts) {
      const fragment = renderParts([part]);
      if ("latex" in part) formulas.push(fragment.lastChild!);
      element.append(fragment);
    }
    const block = this.blockFor(sentence);
    if (sentence.begins_paragraph || this.last.source !== sentence.source) this.last = { source: null, number: null };
    this.last.number?.remove(); // it follows the last sentence of its source
    append(block, [block.childNodes.length > 0 && " ", element]);
    for (const { source } of sentence.cites) append(block, [this.numbered(source)]);
    const number = sentence.source === null ? null : this.numbered(sentence.source);
    append(block, [number]);
    this.last = { source: sentence.source, number };
    this.rendered.push({ element, formulas, marks: new Map(), block });
    for (const note of sentence.notes) this.note(this.rendered.length, note);
  }

  // The number of the sentence, from 1.
  note(number: number, note: AnswerNote): void {
    const sentence = this.rendered[number - 1];
    if (!sentence) return;
    const formula = note.formula === null ? undefined : sentence.formulas[note.formula];
    const key = formula ? note.formula : null;
    let mark = sentence.marks.get(key);
    if (!mark) {
      mark = new VerdictMark();
      sentence.marks.set(key, mark);
      if (formula?.parentNode) formula.parentNode.insertBefore(mark.button, formula.nextSibling);
      else sentence.element.append(mark.button);
      panelsEnd(sentence.block).after(mark.panel);
    }
    mark.add(note);
  }

  private blockFor({ role, begins_paragraph }: AnswerSentence): HTMLElement {
    if (role === "shows") {
      if (!this.steps) {
        this.steps = h("ol", { class: "answer-steps" });
        this.element.append(h("details", {}, h("summary", {}, "Steps"), this.steps));
      }
      return this.steps.appendChild(h("li"));
    }
    if (begins_paragraph || !this.paragraph) this.paragraph = this.element.appendChild(h("p"));
    return this.paragraph;
  }
}

export class AnswerCard {
  readonly element = h("section", { class: "answer-card", "aria-label": "Answer", hidden: true });
  private asked: Asked = { q: "", mode: "similar", literal: false };
  private summary: AnswerSummary | null = null;
  private sources: AnswerSource[] = [];
  private sentences: AnswerSentence[] = [];
  private refuted = 0;
  private text = new AnswerText(() => null);
  private sourceList = h("ol");
  private above = h("div"); // warnings
  private below = h("div");

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.summary = null;
  }

  // Sets the question to which the next events belong.
  ask(asked: Asked): void {
    this.hide();
    // The warnings of the previous question.
    this.above = h("div");
    this.below = h("div");
    this.asked = asked;
  }

  take(event: AnswerEvent): void {
    switch (event.name) {
      case "warning":
        return void this.above.append(h("p", { class: "answer-remark answer-warning" }, formulaWarning(event.data, event.data.latex)));
      case "answer":
        return this.begin(event.data);
      case "source":
        return this.addSource(event.data);
      case "sentence":
        return this.addSentence(event.data);
      case "note":
        if (event.data.verdict === "refuted") this.refuted += 1;
        return this.text.note(event.data.sentence, event.data);
      case "offered":
        return this.offer(event.data);
      case "remark":
        return void this.below.append(h("p", { class: "answer-remark meta" }, sentenceCase(event.data.text)));
      case "done":
        return this.end(event.data);
      case "problem":
        return this.breakOff(event.data.detail ?? event.data.title);
    }
  }

  // The answer is incomplete.
  breakOff(why = "the connection broke"): void {
    if (this.element.hidden) return this.refuse(`There is no answer: ${why}.`);
    const text = `The answer breaks off: ${why}.`;
    this.below.append(h("p", { class: "answer-remark answer-problem" }, text));
    announce(text);
  }

  // A remark in place of an answer.
  refuse(why: string): void {
    this.hide();
    this.sayWithoutAnswer(why);
  }

  // An earlier answer may have begun already, if the generator failed.
  private begin(summary: AnswerSummary): void {
    const remarks = [...this.below.querySelectorAll(".answer-remark")];
    this.hide();
    this.summary = summary;
    if (!summary.is_known) return;
    this.sources = [];
    this.sentences = [];
    this.refuted = 0;
    this.text = new AnswerText((number) => this.numberOf(number));
    this.sourceList = h("ol", { class: "answer-sources meta" });
    this.below = h("div", {}, ...remarks);
    this.element.className = `answer-card answer-${summary.how}`;
    this.element.replaceChildren(
      h("h2", { class: "answer-head" }, "Answer ", h("span", { class: "meta" }, summaryText(summary))),
      this.above,
      this.text.element,
      this.sourceList,
      this.below,
    );
  }

  private addSource(source: AnswerSource): void {
    this.sources.push(source);
    const title = source.title.length > 0 ? renderParts(source.title, { isName: true }) : source.id;
    const link = h("a", { "data-number": source.number, href: this.addressOf(source) }, title);
    this.sourceList.append(this.lighting(h("li", { value: source.number }, h("span", { class: "untrusted" }, link, ` ${source.kind}`)), source));
  }

  private addSentence(sentence: AnswerSentence): void {
    if (!this.summary?.is_known) return;
    this.sentences.push(sentence);
    this.text.add(sentence);
    // A source links to all its passages, and has one more now.
    for (const source of this.sources.filter(({ number }) => sourcesOf(sentence).includes(number))) {
      for (const link of this.element.querySelectorAll<HTMLAnchorElement>(`a[data-number="${source.number}"]`)) link.href = this.addressOf(source);
    }
    if (this.element.hidden) performance.mark("noether-first-sentence");
    this.element.hidden = false;
    fitMath([this.text.element]);
  }

  private offer(offered: OfferedAnswer): void {
    const text = new AnswerText(() => null);
    for (const sentence of offered.sentences) text.add(sentence);
    this.below.append(
      h("section", { class: "answer-offered answer-computed", "aria-label": "A computation that may answer the question" }, h("h3", {}, "Computed by algebra ", h("span", { class: "meta" }, `perhaps the answer, ${Math.round(offered.confidence * 100)} % sure`)), text.element),
    );
  }

  // The confidence of a written answer may have decreased at its end.
  private end({ markdown, ...last }: { markdown: string | null } & Partial<AnswerSummary>): void {
    if (!this.summary?.is_known || this.sentences.length === 0) {
      this.hide();
      if (this.above.hasChildNodes()) this.sayWithoutAnswer("No answer is likely enough.");
      return;
    }
    const summary = { ...this.summary, ...last };
    this.element.querySelector(".answer-head .meta")?.replaceChildren(summaryText(summary));
    const reasons = summary.why.map(({ text, value }) => h("li", {}, `${value.toFixed(2)}: ${text}`));
    this.below.append(
      h(
        "div",
        { class: "answer-actions meta" },
        h("details", { class: "answer-why" }, h("summary", {}, "Why this answer"), h("ul", {}, ...reasons)),
        copyButton(markdown ?? "", "the answer as Markdown"),
      ),
    );
    const wrong = this.refuted === 0 ? "" : this.refuted === 1 ? ", an equation in it is refuted" : `, ${this.refuted} equations in it are refuted`;
    announce([`An answer, ${summaryText(summary)}${wrong}`, ...this.warnings()].join(". "));
  }

  private sayWithoutAnswer(why: string): void {
    this.element.className = "answer-card";
    this.element.replaceChildren(h("p", { class: "answer-remark meta" }, why), this.above);
    this.element.hidden = false;
    announce([why, ...this.warnings()].join(" "));
  }

  private warnings(): string[] {
    return [...this.above.children].map((one) => sentenceCase(one.textContent ?? ""));
  }

  private addressOf(source: AnswerSource): string {
    return documentAddress(source.id, this.asked, passagesOf(this.sentences, source.number));
  }

  private numberOf(number: number): HTMLElement | null {
    const source = this.sources.find((one) => one.number === number);
    if (!source) return null;
    const name = `Source ${number}: ${nameOf(source)}`;
    const link = h("a", { class: "answer-number", "data-number": number, href: this.addressOf(source), "aria-label": name, title: name }, String(number));
    return this.lighting(link, source);
  }

  // The sentences of a source are highlighted while the pointer or the focus is on it.
  private lighting(element: HTMLElement, { number }: AnswerSource): HTMLElement {
    const light = (isLit: boolean) => {
      for (const sentence of this.element.querySelectorAll(`.answer-sentence[data-sources~="${number}"]`)) sentence.classList.toggle("lit", isLit);
    };
    for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, () => light(true));
    for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => light(false));
    return element;
  }
}

// The end of a paragraph's panels, which follow it in the order of their marks.
function panelsEnd(block: Element): Element {
  let end = block;
  while (end.nextElementSibling?.classList.contains("verdict-panel")) end = end.nextElementSibling;
  return end;
}

function nameOf(source: AnswerSource): string {
  return spokenText(source.title) || source.id;
}

// The sources that a sentence quotes or cites.
function sourcesOf({ source, cites }: AnswerSentence): number[] {
  const cited = cites.map((one) => one.source);
  return source === null ? cited : [source, ...cited];
}

// The passages of a source that sentences quote or cite, without repetition.
export function passagesOf(sentences: AnswerSentence[], source: number): string[] {
  const places = sentences.flatMap(({ source: quoted, passage, cites }) => [{ source: quoted, passage }, ...cites]);
  const passages = places.filter((one) => one.source === source && one.passage !== null).map(({ passage }) => passage!);
  return [...new Set(passages)];
}
