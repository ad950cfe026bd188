// The box that takes words and formulas together: editable text in which a formula is a chip.
//
// Its value is the text of the query (query.ts). Positions are offsets in that text, so that the box, the plain LaTeX mode and
// the suggestions of the server refer to the same places.
import { h } from "../dom";
import { looksLikeFormula, withoutSigns } from "../latex";
import { isFormula, parseQuery, printFormula, printQuery, type Piece } from "../query";
import { namedMath } from "./math";

export interface QueryBoxOptions {
  label: string;
  placeholder: string;
  onInput(): void;
  onFormula(chip: HTMLElement): void; // a chip was made or is to be edited
}

// Without text after a chip, no browser lets the caret stand there. It is not part of the query.
const caretSpace = "\u200b";

export class QueryBox {
  readonly element: HTMLElement;
  private undoStack: { text: string; caret: number }[] = [{ text: "", caret: 0 }];
  private undoAt = 0;

  constructor(private readonly options: QueryBoxOptions) {
    this.element = h("div", {
      class: "query-box",
      role: "combobox",
      "aria-label": options.label,
      "data-placeholder": options.placeholder,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-multiline": "false",
      contenteditable: "true",
      spellcheck: "false",
      autocapitalize: "off",
      enterkeyhint: "search",
      tabindex: 0,
    });
    this.element.addEventListener("beforeinput", (event) => this.onBeforeInput(event));
    this.element.addEventListener("input", () => this.changed());
    this.element.addEventListener("paste", (event) => this.onPaste(event));
    this.element.addEventListener("copy", (event) => this.onCopy(event));
    this.element.addEventListener("cut", (event) => {
      this.onCopy(event);
      document.getSelection()?.deleteFromDocument();
      this.changed();
    });
    this.element.addEventListener("drop", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("click", (event) => {
      const chip = (event.target as Element).closest<HTMLElement>(".chip");
      if (chip) options.onFormula(chip);
    });
    this.draw([]);
  }

  get text(): string {
    return printQuery(readPieces(this.element)).trim();
  }

  // The query with its leading spaces, to which offsets refer.
  get rawText(): string {
    return printQuery(readPieces(this.element));
  }

  set text(text: string) {
    if (text === this.text) return;
    this.draw(parseQuery(text));
    this.remember(text.length);
  }

  get isEmpty(): boolean {
    return this.text === "";
  }

  focus(): void {
    this.element.focus();
  }

  get caret(): number {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0 || !this.element.contains(selection.focusNode)) return this.rawText.length;
    const before = document.createRange();
    before.selectNodeContents(this.element);
    before.setEnd(selection.focusNode!, selection.focusOffset);
    return printQuery(readPieces(before.cloneContents())).length;
  }

  set caret(offset: number) {
    let left = offset;
    for (const node of this.element.childNodes) {
      const length = printQuery(readNode(node)).length;
      if (node instanceof Text && left <= length) {
        const skip = node.data.startsWith(caretSpace) ? 1 : 0;
        document.getSelection()?.collapse(node, Math.min(left + skip, node.data.length));
        return;
      }
      left -= length;
    }
    this.caretToEnd();
  }

  // Replaces a range by text with formulas.
  replace(begin: number, end: number, insert: string): void {
    const text = this.rawText;
    const next = text.slice(0, begin) + insert + text.slice(end);
    this.draw(parseQuery(next));
    this.element.focus();
    this.caret = begin + insert.length;
    this.changed();
  }

  // Inserts an empty chip at the caret; selected text becomes its formula.
  openFormula(): void {
    this.element.focus();
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0 || !this.element.contains(selection.focusNode)) this.caretToEnd();
    const range = document.getSelection()!.getRangeAt(0);
    const latex = withoutSigns(printQuery(readPieces(range.cloneContents())));
    range.deleteContents();
    const chip = makeChip(latex);
    range.insertNode(chip);
    this.mendNeighbours();
    this.showPlaceholder();
    this.options.onFormula(chip);
    if (latex !== "") this.changed();
  }

  setChip(chip: HTMLElement, latex: string): void {
    fillChip(chip, latex);
    this.changed();
  }

  removeChip(chip: HTMLElement): void {
    const next = chip.nextSibling;
    chip.remove();
    this.mendNeighbours();
    this.element.focus();
    if (next instanceof Text && next.isConnected) document.getSelection()?.collapse(next, 0);
    else this.caretToEnd();
    this.changed();
  }

  caretAfter(chip: HTMLElement): void {
    this.element.focus();
    let next = chip.nextSibling;
    if (!(next instanceof Text)) {
      this.mendNeighbours();
      next = chip.nextSibling;
    }
    if (next instanceof Text) {
      // Text after a formula begins with a space, unless there is one.
      if (next.data.replaceAll(caretSpace, "") === "") next.data = `${caretSpace} `;
      document.getSelection()?.collapse(next, Math.min(next.data.startsWith(caretSpace) ? 2 : 1, next.data.length));
    }
  }

  private draw(pieces: Piece[]): void {
    this.element.replaceChildren(...pieces.map((piece) => (isFormula(piece) ? makeChip(piece.latex) : document.createTextNode(piece.text))));
    this.mendNeighbours();
    this.showPlaceholder();
  }

  // Ensures that every chip has text on both sides, for the caret, and that the box contains only text and chips.
  private mendNeighbours(): void {
    for (const node of [...this.element.childNodes]) {
      if (node instanceof Text || (node instanceof HTMLElement && node.classList.contains("chip"))) continue;
      node.replaceWith(document.createTextNode(node.textContent ?? ""));
    }
    for (const chip of this.element.querySelectorAll(".chip")) {
      for (const side of ["previousSibling", "nextSibling"] as const) {
        const neighbour = chip[side];
        if (neighbour instanceof Text && neighbour.data !== "") continue;
        const space = document.createTextNode(caretSpace);
        if (neighbour instanceof Text) neighbour.replaceWith(space);
        else if (side === "previousSibling") chip.before(space);
        else chip.after(space);
      }
    }
  }

  private showPlaceholder(): void {
    this.element.classList.toggle("query-box-empty", this.isEmpty && !this.element.querySelector(".chip"));
  }

  private caretToEnd(): void {
    const selection = document.getSelection();
    selection?.selectAllChildren(this.element);
    selection?.collapseToEnd();
  }

  private changed(): void {
    this.mendNeighbours();
    this.showPlaceholder();
    this.remember(this.caret);
    this.options.onInput();
  }

  private onBeforeInput(event: InputEvent): void {
    if (event.inputType.startsWith("format") || event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") {
      event.preventDefault();
    } else if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      event.preventDefault();
      this.undo(event.inputType === "historyUndo" ? -1 : 1);
    } else if (event.inputType === "insertText" && event.data === "$" && !this.afterBackslash()) {
      event.preventDefault();
      this.openFormula();
    }
  }

  private afterBackslash(): boolean {
    return this.rawText.slice(0, this.caret).endsWith("\\");
  }

  private onKey(event: KeyboardEvent): void {
    const chip = (event.target as Element).closest<HTMLElement>(".chip");
    if (chip && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      this.options.onFormula(chip);
    } else if (chip && (event.key === "Backspace" || event.key === "Delete")) {
      event.preventDefault();
      this.removeChip(chip);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      const beside = this.chipBesideCaret(event.key === "Backspace" ? "previousSibling" : "nextSibling");
      if (!beside) return;
      event.preventDefault();
      this.removeChip(beside);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.undo(event.shiftKey ? 1 : -1);
    }
  }

  private chipBesideCaret(side: "previousSibling" | "nextSibling"): HTMLElement | null {
    const selection = document.getSelection();
    if (!selection?.isCollapsed || !this.element.contains(selection.focusNode)) return null;
    const node = selection.focusNode!;
    if (!(node instanceof Text)) return null;
    const rest = side === "previousSibling" ? node.data.slice(0, selection.focusOffset) : node.data.slice(selection.focusOffset);
    if (rest.replaceAll(caretSpace, "") !== "") return null;
    const neighbour = node[side];
    return neighbour instanceof HTMLElement && neighbour.classList.contains("chip") ? neighbour : null;
  }

  private onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    const pasted = (event.clipboardData?.getData("text/plain") ?? "").replace(/\s+/g, " ");
    const text = looksLikeFormula(pasted) && !/\$|\\[([]/.test(pasted) ? printFormula(pasted.trim()) : pasted;
    const selection = document.getSelection();
    if (selection && !selection.isCollapsed) selection.deleteFromDocument();
    const at = this.caret;
    this.replace(at, at, text);
  }

  // Formulas are copied with their delimiters.
  private onCopy(event: ClipboardEvent): void {
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", printQuery(readPieces(selection.getRangeAt(0).cloneContents())));
  }

  private remember(caret: number): void {
    const text = this.rawText;
    if (text === this.undoStack[this.undoAt]?.text) return;
    this.undoStack = [...this.undoStack.slice(Math.max(0, this.undoAt - 200), this.undoAt + 1), { text, caret }];
    this.undoAt = this.undoStack.length - 1;
  }

  private undo(step: -1 | 1): void {
    const state = this.undoStack[this.undoAt + step];
    if (!state) return;
    this.undoAt += step;
    this.draw(parseQuery(state.text));
    this.caret = state.caret;
    this.options.onInput();
  }
}

function readNode(node: Node): Piece[] {
  if (node instanceof Text) {
    const text = node.data.replaceAll(caretSpace, "").replace(/[\u00a0\n]/g, " ");
    return text === "" ? [] : [{ text }];
  }
  const latex = node instanceof HTMLElement ? node.dataset["latex"] : undefined;
  if (latex === "") return [];
  return latex === undefined ? readPieces(node) : [{ latex }];
}

function readPieces(parent: Node): Piece[] {
  return [...parent.childNodes].flatMap(readNode);
}

function makeChip(latex: string): HTMLElement {
  const chip = h("span", { class: "chip", contenteditable: "false", role: "button", tabindex: 0 });
  fillChip(chip, latex);
  return chip;
}

function fillChip(chip: HTMLElement, latex: string): void {
  chip.dataset["latex"] = latex;
  if (latex === "") chip.replaceChildren(h("span", { class: "chip-empty" }, "formula"));
  else chip.replaceChildren(...namedMath(`formula ${latex}`, latex));
}
