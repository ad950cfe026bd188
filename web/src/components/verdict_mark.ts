// Marks behind equations: what algebra says of them, as buttons that open the proof or the counterexample.
import type { AnswerNote } from "../api";
import { freshId, h } from "../dom";
import { sentence } from "../sentence";
import { renderEvidence } from "../views/evidence";
import { renderMath } from "./math";
import "../views/evidence.css";

export type MarkTone = "good" | "bad" | "unsure";
export interface MarkWording {
  tone: MarkTone;
  sign: string;
  said: string; // for who does not see the sign
}

const signs: Record<string, { tone: MarkTone; sign: string }> = {
  refuted: { tone: "bad", sign: "✗" },
  agrees: { tone: "unsure", sign: "≈" },
  proven: { tone: "good", sign: "✓" },
};
const order = ["refuted", "agrees", "proven"];

// What the mark of one formula says, which may have several equations; null when nothing is known of any.
export function wordingOfNotes(notes: AnswerNote[]): MarkWording | null {
  const verdict = order.find((one) => notes.some((note) => note.verdict === one));
  if (!verdict) return null;
  const count = notes.filter((note) => note.verdict === verdict).length;
  const { tone, sign } = signs[verdict]!;
  if (notes.length === 1) return { tone, sign, said: verdict };
  const share = `${count} of ${notes.length}`;
  return { tone, sign: count === notes.length ? sign : `${sign} ${count}/${notes.length}`, said: `${share} equations ${verdict}` };
}

// Whether a citation needs a mark: it does not exist, or does not support the sentence.
export function isDoubtful({ kind, verdict }: AnswerNote): boolean {
  return kind === "citation" && verdict !== "supported";
}

function renderNote(note: AnswerNote): HTMLElement {
  const evidence = renderEvidence(
    { verdict: "unknown", reason: note.text, proof: note.proof ?? [], counterexample: note.counterexample ?? null },
    { a: "\\text{left side}", b: "\\text{right side}" },
  );
  return h(
    "div",
    { class: "verdict-note" },
    note.latex && h("p", { class: "verdict-equation" }, renderMath(note.latex, { tall: true })),
    h("p", { class: "meta" }, note.verdict && h("strong", {}, `${note.verdict}: `), sentence(note.text)),
    evidence,
  );
}

// A button, and the panel that it opens. The notes may become more.
export class VerdictMark {
  readonly button: HTMLButtonElement;
  readonly panel = h("div", { class: "verdict-panel", id: freshId("verdict"), role: "group", hidden: true });
  private readonly notes: AnswerNote[] = [];

  constructor() {
    this.button = h("button", { type: "button", class: "verdict-mark", "aria-expanded": "false", "aria-controls": this.panel.id, hidden: true });
    this.button.addEventListener("click", () => this.open(this.panel.hidden));
    for (const element of [this.button, this.panel] as HTMLElement[]) {
      element.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || this.panel.hidden) return;
        event.stopPropagation();
        this.open(false);
        this.button.focus();
      });
    }
  }

  add(note: AnswerNote): void {
    this.notes.push(note);
    const wording: MarkWording | null = isDoubtful(note) ? { tone: "unsure", sign: "⚠", said: `citation ${note.verdict || "in doubt"}` } : wordingOfNotes(this.notes);
    if (!wording) return;
    this.button.hidden = false;
    this.button.className = `verdict-mark verdict-${wording.tone}`;
    this.button.replaceChildren(h("span", { "aria-hidden": "true" }, wording.sign), h("span", { class: "visually-hidden" }, `${wording.said}, details`));
    this.button.title = wording.said;
    this.panel.setAttribute("aria-label", `${wording.said}`);
    this.panel.replaceChildren(...this.notes.map(renderNote));
  }

  private open(isOpen: boolean): void {
    this.panel.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
  }
}
