// Marks after equations and sentences, with algebra's verdict and the support of the sources, as buttons that open the proof,
// the counterexample or the reason.
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
  said: string; // for screen readers
}

// A mark has one sign: the first of these that applies to one of the notes, so the worst comes first.
const signs: { tone: MarkTone; sign: string; isOf: (note: AnswerNote) => boolean }[] = [
  { tone: "bad", sign: "✗", isOf: ({ verdict }) => verdict === "refuted" },
  { tone: "unsure", sign: "⚠", isOf: isDoubtful },
  { tone: "unsure", sign: "≈", isOf: ({ verdict }) => verdict === "agrees" },
  { tone: "good", sign: "✓", isOf: ({ verdict }) => verdict === "proven" },
];

// Explains the verdict on a citation to users who do not know its name.
const citationWords: Record<string, string> = {
  uncited: "no source cited",
  missing: "cites a source that does not exist",
  unsupported: "source does not support this",
  supported: "source supports this",
};

// The wording of the mark of a formula or a sentence, which may have several equations or citations. Null if no verdict is
// known, or if all that is known is that citations support the sentence.
export function wordingOfNotes(notes: AnswerNote[]): MarkWording | null {
  const worst = signs.find(({ isOf }) => notes.some(isOf));
  if (!worst) return null;
  const { tone, sign, isOf } = worst;
  const marked = notes.filter(isOf);
  const isCitation = marked[0]!.kind === "citation";
  const alike = notes.filter(({ kind }) => (kind === "citation") === isCitation);
  const verdict = marked.every((note) => note.verdict === marked[0]!.verdict) ? marked[0]!.verdict : "in doubt";
  const words = isCitation ? citationWords[verdict!] : undefined;
  if (alike.length === 1) return { tone, sign, said: words ?? verdict! };
  const share = `${marked.length} of ${alike.length} ${isCitation ? "citations" : "equations"}`;
  return { tone, sign: marked.length === alike.length ? sign : `${sign} ${marked.length}/${alike.length}`, said: words ? `${share}: ${words}` : `${share} ${verdict}` };
}

// Whether a citation needs a mark: it is missing, or does not support the sentence.
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

// A button, and the panel that it opens. More notes may be added.
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
    const wording = wordingOfNotes(this.notes);
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
