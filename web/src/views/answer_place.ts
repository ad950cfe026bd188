// The place of an answer in a view: empty, loading, shown, or refused.

import { ApiProblem, isAborted, isMissing, Latest } from "../api";
import { announce } from "../announce";
import { missingNotice, problemNotice, skeleton } from "../components/notice";
import { fitMath } from "../components/wide_math";
import { h, replaceChildren, type Child } from "../dom";

export interface Question<Answer> {
  ask: (signal: AbortSignal) => Promise<Answer>;
  show: (answer: Answer) => Child[];
  say?: (answer: Answer) => string; // to screen readers
  missing?: string; // the message when the object does not exist
  // The text to which a problem refers, by its place ("/a", "/latex").
  textAt?: (place: string) => string | undefined;
}

export class AnswerPlace {
  readonly element = h("div", { class: "answer" });
  private readonly latest = new Latest();

  constructor(private readonly signal: AbortSignal) {}

  // An answer to an earlier question is dropped. The last answer stays until the next one arrives, so that nothing moves; the
  // style sheet greys it if that takes a moment.
  async show<Answer>(question: Question<Answer>): Promise<void> {
    const signal = this.latest.next(this.signal);
    const isFirst = this.element.childElementCount === 0;
    if (isFirst) this.element.append(skeleton());
    this.element.classList.toggle("answer-waiting", !isFirst);
    this.element.setAttribute("aria-busy", "true");
    try {
      const answer = await question.ask(signal);
      if (signal.aborted) return;
      replaceChildren(this.element, question.show(answer));
      fitMath([this.element]);
      if (question.say) announce(question.say(answer));
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      replaceChildren(this.element, this.refusal(question, error));
    }
    this.settle();
  }

  private settle(): void {
    this.element.classList.remove("answer-waiting");
    this.element.removeAttribute("aria-busy");
  }

  private refusal<Answer>(question: Question<Answer>, error: unknown): HTMLElement {
    if (question.missing && isMissing(error)) return missingNotice(question.missing);
    const text = error instanceof ApiProblem ? question.textAt?.(error.place) : undefined;
    return problemNotice(error, { text, retry: () => void this.show(question) });
  }

  fill(...children: Child[]): void {
    this.latest.cancel();
    this.settle();
    replaceChildren(this.element, children);
  }
}
