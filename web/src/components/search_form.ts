// The search form: the box with its buttons, the plain LaTeX mode, the formula editor, suggestions and history. It does not
// depend on the results; it reports the query.
import { api, Latest, type SuggestAnswer } from "../api";
import { h } from "../dom";
import { withBoxes } from "../latex";
import { formatCount } from "../numbers";
import { parseQuery, printFormula } from "../query";
import { forgetHistory, readHistory } from "../search_history";
import { remember, remembered } from "../storage";
import { FormulaEditor } from "./formula_editor";
import { icon, type IconName } from "./icons";
import { renderParts } from "./math";
import { preloadMathlive } from "./mathlive";
import { QueryBox } from "./query_box";
import { SuggestionList, type Offer } from "./suggestion_list";
import "./search_form.css";

export interface SearchFormOptions {
  onInput(text: string): void; // while the user types
  onSubmit(text: string): void;
  onLeaveDown(): void; // arrow down, out of the box
  signal: AbortSignal;
}

const plainKey = "noether.plain";
const suggestDelay = 90; // ms
const placeholder = "Words and $formulas$";

export class SearchForm {
  readonly element: HTMLFormElement;
  private readonly box: QueryBox;
  private readonly plain: HTMLTextAreaElement;
  private readonly preview = h("div", { class: "search-preview", "aria-hidden": "true" });
  private readonly suggestions: SuggestionList;
  private readonly plainButton: HTMLButtonElement;
  private readonly clearButton: HTMLButtonElement;
  private readonly formulaButton: HTMLButtonElement;
  private readonly latest = new Latest();
  private editor: { panel: FormulaEditor; chip: HTMLElement } | null = null;
  private isPlain = remembered(plainKey) === "1";
  private timer = 0;

  constructor(private readonly options: SearchFormOptions) {
    this.box = new QueryBox({
      label: "Search by words and formulas",
      placeholder,
      onInput: () => this.typed(),
      onFormula: (chip) => this.edit(chip),
    });
    this.plain = h("textarea", {
      class: "query-plain",
      rows: 1,
      role: "combobox",
      "aria-label": "Search by words and $formulas$ in LaTeX",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      placeholder: "Words and $formulas$ in LaTeX",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      enterkeyhint: "search",
    });
    this.plain.addEventListener("input", () => this.typed());
    this.suggestions = new SuggestionList(() => this.input);
    this.formulaButton = iconButton("formula", "Add a formula (or type $)", () => this.addFormula());
    this.clearButton = iconButton("clear", "Clear", () => this.clear());
    this.plainButton = iconButton("source", "Plain LaTeX", () => this.setPlain(!this.isPlain));
    this.element = h(
      "form",
      { class: "search-form", role: "search", action: "/" },
      h(
        "div",
        { class: "search-frame" },
        h("div", { class: "search-input" }, this.box.element, this.plain),
        h(
          "div",
          { class: "search-buttons" },
          this.clearButton,
          this.plainButton,
          this.formulaButton,
          h("button", { type: "submit", class: "button button-primary search-submit", "aria-label": "Search" }, icon("search")),
        ),
      ),
      this.preview,
      this.suggestions.element,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    for (const input of [this.box.element, this.plain]) {
      input.addEventListener("keydown", (event) => this.onKey(event));
      input.addEventListener("focus", () => preloadMathlive(), { once: true });
      input.addEventListener("click", () => this.isEmpty && this.showHistory());
      input.addEventListener("blur", () => this.suggestions.close());
    }
    document.addEventListener("pointerdown", (event) => this.onPointerElsewhere(event), { signal: options.signal });
    options.signal.addEventListener("abort", () => this.closeEditor());
    this.setPlain(this.isPlain, { keep: true });
  }

  get text(): string {
    return this.isPlain ? this.plain.value.trim() : this.box.text;
  }

  // Sets the text of the address. Text that is being typed is not changed.
  set text(text: string) {
    if (text.trim() === this.text) return;
    this.closeEditor();
    if (this.isPlain) this.plain.value = text;
    else this.box.text = text;
    this.show();
  }

  get isEmpty(): boolean {
    return this.text === "";
  }

  focus(): void {
    this.input.focus();
  }

  private get input(): HTMLElement {
    return this.isPlain ? this.plain : this.box.element;
  }

  private typed(): void {
    this.show();
    this.options.onInput(this.text);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.suggest(), suggestDelay);
  }

  // Updates the parts that depend on the text: the buttons, the height and the preview of the plain mode.
  private show(): void {
    this.clearButton.classList.toggle("search-clear-idle", this.isEmpty);
    if (!this.isPlain) return;
    this.plain.style.height = "auto";
    this.plain.style.height = `${this.plain.scrollHeight}px`;
    this.preview.replaceChildren(renderParts(parseQuery(this.plain.value)));
  }

  private setPlain(isPlain: boolean, { keep = false } = {}): void {
    const text = this.text;
    this.closeEditor();
    this.suggestions.close();
    this.isPlain = isPlain;
    this.plain.hidden = !isPlain;
    this.preview.hidden = !isPlain;
    this.box.element.hidden = isPlain;
    this.formulaButton.disabled = isPlain;
    this.plainButton.setAttribute("aria-pressed", String(isPlain));
    if (isPlain) this.plain.value = text;
    else this.box.text = text;
    this.show();
    if (keep) return;
    remember(plainKey, isPlain ? "1" : "0");
    this.focus();
  }

  private clear(): void {
    this.closeEditor();
    if (this.isPlain) this.plain.value = "";
    else this.box.text = "";
    this.suggestions.close();
    this.show();
    this.options.onInput("");
    this.focus();
  }

  private submit(): void {
    this.closeEditor();
    this.latest.cancel();
    window.clearTimeout(this.timer);
    this.suggestions.close();
    this.options.onSubmit(this.text);
  }

  private addFormula(): void {
    this.box.openFormula();
  }

  private edit(chip: HTMLElement): void {
    this.closeEditor();
    this.suggestions.close();
    const before = chip.dataset["latex"] ?? "";
    const end = (latex: string) => {
      this.closeEditor();
      if (latex === "") {
        this.box.removeChip(chip);
      } else {
        this.box.setChip(chip, latex);
        this.box.caretAfter(chip);
      }
    };
    const panel = new FormulaEditor(before, {
      onInput: (latex) => this.box.setChip(chip, latex),
      onDone: end,
      onCancel: () => end(before),
    });
    this.editor = { panel, chip };
    chip.classList.add("chip-open");
    this.element.append(panel.element);
    panel.field.focus();
    void this.suggest();
  }

  // An empty chip is removed with its editor.
  private closeEditor(): void {
    if (!this.editor) return;
    const { panel, chip } = this.editor;
    this.editor = null;
    panel.close();
    chip.classList.remove("chip-open");
    if (chip.dataset["latex"] === "" && chip.isConnected) chip.remove();
  }

  private onPointerElsewhere(event: PointerEvent): void {
    const target = event.target as Element;
    if (!this.editor || this.element.contains(target) || target.closest(".ML__keyboard, .MLK__backdrop, math-field")) return;
    this.closeEditor();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing || (event.target as Element).closest(".chip")) return;
    if (this.suggestions.onKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowDown") {
      if (this.isEmpty) this.showHistory();
      else this.options.onLeaveDown();
      event.preventDefault();
    }
  }

  private showHistory(): void {
    const history = readHistory().slice(0, 8);
    if (history.length === 0) return;
    const offers: Offer[] = history.map((text) => ({ icon: "clock", text, note: "", take: () => this.takeQuery(text) }));
    offers.push({ icon: "clear", text: "Forget these", note: "kept in this browser only", take: () => forgetHistory() });
    this.suggestions.show(offers);
  }

  private takeQuery(text: string): void {
    this.text = text;
    this.submit();
  }

  private async suggest(): Promise<void> {
    const signal = this.latest.next(this.options.signal);
    if (this.editor) {
      await this.suggestInFormula(this.editor, signal);
      return;
    }
    const text = this.isPlain ? this.plain.value : this.box.rawText;
    const cursor = this.isPlain ? this.plain.selectionStart : this.box.caret;
    if (text.trim() === "" || document.activeElement !== this.input) {
      this.suggestions.close();
      return;
    }
    try {
      const { begin, end, suggestions } = await api.suggest(text, cursor, signal);
      if (document.activeElement !== this.input || this.editor) return;
      this.suggestions.show(
        suggestions.slice(0, 6).map(({ kind, text: shown, latex, insert, count }) => ({
          icon: kindIcons[kind] ?? "search",
          text: latex ? printFormula(withBoxes(latex)) : shown,
          note: [kind === "operator" || (latex && shown !== latex) ? shown : "", kindNames[kind] ?? "", count ? formatCount(count) : ""].filter(Boolean).join(" · "),
          take: () => this.insert(begin, end, insert),
        })),
      );
    } catch {
      this.suggestions.close(); // the search itself reports errors
    }
  }

  private async suggestInFormula({ panel, chip }: { panel: FormulaEditor; chip: HTMLElement }, signal: AbortSignal): Promise<void> {
    const latex = chip.dataset["latex"] ?? "";
    try {
      // The caret is in an open formula.
      const { begin, end, suggestions } = latex === "" ? noSuggestions : await api.suggest(`$${latex}`, panel.field.caret + 1, signal);
      const offers = suggestions.map(({ kind, latex: shown = "", insert, count }) => ({
        shown: withBoxes(shown),
        count,
        whole: kind === "formula" ? shown : latex.slice(0, begin - 1) + insert + latex.slice(end - 1),
      }));
      panel.offer(offers.filter(({ shown, whole }) => shown !== "" && whole !== latex).slice(0, 6));
    } catch {
      panel.offer([]);
    }
  }

  private insert(begin: number, end: number, insert: string): void {
    if (this.isPlain) {
      this.plain.setRangeText(insert, begin, end, "end");
      this.typed();
    } else {
      this.box.replace(begin, end, insert);
    }
  }
}

const noSuggestions: SuggestAnswer = { begin: 0, end: 0, in_formula: true, suggestions: [] };
const kindIcons: Record<string, IconName> = { operator: "formula", formula: "formula", tag: "tag", kind: "filter", word: "search" };
const kindNames: Record<string, string> = { operator: "", tag: "tag", kind: "kind", formula: "", word: "" };

function iconButton(name: "formula" | "clear" | "source", label: string, onclick: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: `button-quiet search-${name}`, title: label, "aria-label": label, onclick }, icon(name));
}
