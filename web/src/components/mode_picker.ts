// The choice between the four ways to search for formulas.
import type { Mode } from "../api";
import { freshId, h } from "../dom";
import { modes } from "../query";
import "./mode_picker.css";

export const modeNames: Record<string, { name: string; meaning: string }> = {
  similar: { name: "Similar shape", meaning: "Formulas that look like yours, in any letters." },
  meaning: { name: "Same meaning", meaning: "Formulas equal to yours, however they are written." },
  contains: { name: "Contains", meaning: "Yours is a part of the formula, in any letters." },
  exact: { name: "Exact", meaning: "The same formula, up to the order of operands." },
};

export class ModePicker {
  readonly element: HTMLElement;
  private readonly inputs: HTMLInputElement[];
  private readonly meaning = h("p", { class: "mode-meaning meta" });

  constructor(onChange: (mode: Mode) => void) {
    const name = freshId("mode");
    this.inputs = modes.map((mode) => h("input", { type: "radio", class: "mode-input", name, value: mode, id: `${name}-${mode}`, onchange: () => onChange(mode) }));
    this.element = h(
      "fieldset",
      { class: "modes" },
      h("legend", { class: "visually-hidden" }, "How formulas are compared"),
      h(
        "div",
        { class: "mode-row" },
        this.inputs.map((input) => h("span", { class: "mode" }, input, h("label", { class: "mode-name", for: input.id }, modeNames[input.value]!.name))),
      ),
      this.meaning,
    );
  }

  show(mode: Mode): void {
    for (const input of this.inputs) input.checked = input.value === mode;
    this.meaning.textContent = modeNames[mode]?.meaning ?? "";
  }
}
