// The formula field in a panel under the box, for one chip at a time.
import { h, replaceChildren } from "../dom";
import { FormulaField } from "./formula_field";
import { icon } from "./icons";
import { namedMath } from "./math";

export interface FormulaEditorOptions {
  onInput(latex: string): void;
  onDone(latex: string): void; // empty: the chip is removed
  onCancel(): void; // unchanged
}

export class FormulaEditor {
  readonly element: HTMLElement;
  readonly field: FormulaField;
  private readonly offers = h("ul", { class: "editor-offers", "aria-label": "Operators and frequent formulas" });
  private isOver = false;

  constructor(latex: string, private readonly options: FormulaEditorOptions) {
    this.field = new FormulaField({
      label: "Formula",
      latex,
      onInput: (next) => options.onInput(next),
      onEnter: () => this.finish(),
      onEscape: () => this.cancel(),
    });
    this.element = h(
      "div",
      { class: "popover editor", role: "dialog", "aria-label": "Edit the formula" },
      this.field.element,
      this.offers,
      h(
        "div",
        { class: "editor-buttons" },
        h("button", { type: "button", class: "button button-primary", onclick: () => this.finish() }, icon("right"), "Done"),
        h("button", { type: "button", class: "button-quiet", onclick: () => options.onDone("") }, "Remove"),
        h("span", { class: "editor-hint meta" }, h("kbd", {}, "Enter"), " or ", h("kbd", {}, "$"), " when done, ", h("kbd", {}, "Esc"), " to go back"),
      ),
    );
  }

  // Offers completions: `whole` is the formula with the completion inserted.
  offer(offers: { shown: string; whole: string; count?: number }[]): void {
    replaceChildren(
      this.offers,
      offers.map(({ shown, whole, count }) =>
        h("li", {}, h("button", { type: "button", class: "offer", title: count ? `${count} times in the collection` : shown, onclick: () => this.take(whole) }, namedMath(`Take ${shown}`, shown))),
      ),
    );
  }

  close(): void {
    this.isOver = true;
    this.field.hideKeyboard();
    this.element.remove();
  }

  private take(latex: string): void {
    this.field.latex = latex;
    this.options.onInput(latex);
    this.field.focus();
  }

  private finish(): void {
    if (!this.isOver) this.options.onDone(this.field.latex);
  }

  private cancel(): void {
    if (!this.isOver) this.options.onCancel();
  }
}
