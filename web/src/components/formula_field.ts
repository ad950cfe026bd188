// The field in which a formula is written: visually (MathLive) and as LaTeX, two views of one value. Both can be edited. The
// LaTeX line works before MathLive is loaded, and if it cannot be loaded.
import type { MathfieldElement } from "mathlive";

import { freshId, h } from "../dom";
import { fromMathlive, withoutSigns } from "../latex";
import { icon } from "./icons";
import { makeMathfield, virtualKeyboard } from "./mathlive";
import { renderMath } from "./math";
import "./formula_field.css";

export interface FormulaFieldOptions {
  label: string; // "Formula", "Left side"
  latex?: string;
  onInput?(latex: string): void;
  onEnter?(): void; // Return in either view
  onEscape?(): void;
}

export class FormulaField {
  readonly element: HTMLElement;
  private readonly visual: HTMLElement;
  private readonly source: HTMLInputElement;
  private readonly keyboardButton: HTMLButtonElement;
  private mathfield: MathfieldElement | null = null;
  private value: string;
  private wantsFocus = false;

  constructor(private readonly options: FormulaFieldOptions) {
    this.value = options.latex ?? "";
    this.visual = h("div", { class: "formula-visual", "data-label": options.label });
    const id = freshId("latex");
    this.source = h("input", {
      id,
      class: "field field-source formula-source",
      value: this.value,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "\\frac{a}{b}, \\sqrt{x}, \\int_0^1 …",
    });
    this.source.addEventListener("input", () => this.take(this.source.value, this.source));
    this.source.addEventListener("paste", (event) => this.pasteSource(event));
    this.source.addEventListener("keydown", (event) => this.onKey(event));
    this.keyboardButton = h(
      "button",
      { type: "button", class: "button-quiet", "aria-pressed": "false", title: "On-screen keyboard", "aria-label": "On-screen keyboard", onclick: () => this.toggleKeyboard() },
      icon("keyboard"),
    );
    this.element = h(
      "div",
      { class: "formula-field", role: "group", "aria-label": options.label },
      h("div", { class: "formula-top" }, this.visual, this.keyboardButton),
      h("div", { class: "formula-bottom" }, h("label", { class: "formula-source-label", for: id }, "LaTeX"), this.source),
    );
    this.showPreview();
    this.showLabel();
    void this.loadVisual();
  }

  get latex(): string {
    return this.value;
  }

  set latex(latex: string) {
    this.value = latex;
    this.source.value = latex;
    this.showLabel();
    if (this.mathfield) this.mathfield.setValue(latex, { silenceNotifications: true });
    else this.showPreview();
  }

  focus(): void {
    this.wantsFocus = !this.mathfield;
    (this.mathfield ?? this.source).focus();
  }

  hideKeyboard(): void {
    const keyboard = virtualKeyboard();
    if (keyboard?.visible) keyboard.hide();
    this.keyboardButton.setAttribute("aria-pressed", "false");
  }

  // The place of the caret in the LaTeX, as far as it is known.
  get caret(): number {
    return document.activeElement === this.source ? (this.source.selectionStart ?? this.value.length) : this.value.length;
  }

  // Inserts LaTeX at the caret.
  insert(latex: string): void {
    if (this.mathfield) {
      this.mathfield.insert(latex, { focus: true, selectionMode: "placeholder" });
      this.take(fromMathlive(this.mathfield.value), this.mathfield);
    } else {
      this.latex += latex;
      this.options.onInput?.(this.value);
    }
  }

  private take(latex: string, from: HTMLElement): void {
    if (latex === this.value) return;
    this.value = latex;
    this.showLabel();
    if (from !== this.source) this.source.value = latex;
    if (from !== this.mathfield) {
      if (this.mathfield) this.mathfield.setValue(latex, { silenceNotifications: true });
      else this.showPreview();
    }
    this.options.onInput?.(latex);
  }

  // Shows the label in an empty field, before and after MathLive is loaded.
  private showLabel(): void {
    this.visual.classList.toggle("formula-visual-empty", this.value === "");
  }

  private showPreview(): void {
    this.visual.replaceChildren(...(this.value === "" ? [] : [renderMath(this.value)]));
  }

  private async loadVisual(): Promise<void> {
    let field: MathfieldElement;
    try {
      field = await makeMathfield(this.options.label);
    } catch {
      return; // the LaTeX line and its preview work without it
    }
    // A user who has begun to write LaTeX keeps the focus there.
    const takesFocus = this.wantsFocus && document.activeElement === this.source && this.value === (this.options.latex ?? "");
    field.setValue(this.value, { silenceNotifications: true });
    field.addEventListener("input", () => this.take(fromMathlive(field.value), field));
    field.addEventListener("keydown", (event) => this.onVisualKey(event, field), { capture: true });
    this.visual.replaceChildren(field);
    this.mathfield = field;
    if (takesFocus) field.focus();
  }

  // A backslash begins a command, and moves the focus to the LaTeX line. MathLive has a mode for commands, but interprets the
  // text after one, such as the {n=1} of a sum, differently from LaTeX.
  private onVisualKey(event: KeyboardEvent, field: MathfieldElement): void {
    const isAtEnd = field.selectionIsCollapsed && field.position === field.lastOffset;
    if (event.key !== "\\" || event.isComposing || !isAtEnd) {
      this.onKey(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.source.focus();
    this.source.value += "\\";
    this.source.setSelectionRange(this.source.value.length, this.source.value.length);
    this.take(this.source.value, this.source);
  }

  private onKey(event: KeyboardEvent): void {
    // A dollar sign ends the formula, just as one began it.
    if ((event.key === "Enter" && !event.isComposing) || (event.key === "$" && this.options.onEnter)) {
      if (!this.options.onEnter) return;
      event.preventDefault();
      event.stopPropagation();
      this.options.onEnter();
    } else if (event.key === "Escape" && this.options.onEscape) {
      event.preventDefault();
      event.stopPropagation();
      this.options.onEscape();
    }
  }

  private pasteSource(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const inner = withoutSigns(text);
    if (inner === text) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = this.source;
    this.source.setRangeText(inner, selectionStart ?? 0, selectionEnd ?? 0, "end");
    this.take(this.source.value, this.source);
  }

  private uncover(keyboardHeight: number): void {
    const below = this.element.getBoundingClientRect().bottom - (window.innerHeight - keyboardHeight);
    if (below > 0) window.scrollBy({ top: below + 16, behavior: "smooth" });
  }

  private toggleKeyboard(): void {
    const keyboard = virtualKeyboard();
    if (!keyboard || !this.mathfield) return;
    if (keyboard.visible) {
      this.hideKeyboard();
    } else {
      this.mathfield.focus();
      keyboard.show();
      keyboard.addEventListener("geometrychange", () => this.uncover(keyboard.boundingRect.height), { once: true });
      this.keyboardButton.setAttribute("aria-pressed", "true");
    }
  }
}
