// The list under the box: completions, and earlier queries. The box keeps the focus; the arrows move aria-activedescendant (the
// listbox of a combobox).
import { freshId, h, replaceChildren } from "../dom";
import { parseQuery } from "../query";
import { icon, type IconName } from "./icons";
import { renderParts } from "./math";

export interface Offer {
  icon: IconName;
  text: string; // with $formulas$
  note: string; // "tag, 12 documents"
  take(): void;
}

export class SuggestionList {
  readonly element: HTMLElement;
  private readonly id = freshId("suggestions");
  private offers: Offer[] = [];
  private active = -1;

  constructor(private readonly combobox: () => HTMLElement) {
    this.element = h("ul", { class: "popover suggestions", role: "listbox", id: this.id, "aria-label": "Suggestions", hidden: true });
    // This runs before the box would lose the focus.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("click", (event) => {
      const option = (event.target as Element).closest<HTMLElement>("[role=option]");
      if (option) this.take(Number(option.dataset["index"]));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  // The choice by arrow keys stays, because a list may arrive between an arrow and Enter.
  show(offers: Offer[]): void {
    const chosen = this.offers[this.active];
    this.offers = offers;
    replaceChildren(
      this.element,
      offers.map((offer, index) =>
        h(
          "li",
          { role: "option", id: `${this.id}-${index}`, class: "suggestion", "data-index": index, "aria-selected": "false" },
          h("span", { class: "suggestion-icon" }, icon(offer.icon)),
          h("span", { class: "suggestion-text" }, renderParts(parseQuery(offer.text))),
          h("span", { class: "suggestion-note meta" }, offer.note),
        ),
      ),
    );
    this.element.hidden = offers.length === 0;
    this.move(chosen ? offers.findIndex(({ icon, text }) => icon === chosen.icon && text === chosen.text) : -1);
  }

  close(): void {
    if (this.isOpen) this.show([]);
  }

  // Returns whether the list has handled the key.
  onKey(event: KeyboardEvent): boolean {
    if (!this.isOpen) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      // There is one place more than offers: the box itself.
      const places = this.offers.length + 1;
      this.move(((this.active + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter" && this.active >= 0) {
      this.take(this.active);
    } else if (event.key === "Tab" && this.active >= 0) {
      this.take(this.active);
    } else if (event.key === "Escape") {
      this.close();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  private move(index: number): void {
    this.active = index;
    for (const option of this.element.children) {
      const isActive = option.id === `${this.id}-${index}`;
      option.setAttribute("aria-selected", String(isActive));
      if (isActive) option.scrollIntoView({ block: "nearest" });
    }
    this.tell();
  }

  private tell(): void {
    const box = this.combobox();
    box.setAttribute("aria-expanded", String(this.isOpen));
    box.setAttribute("aria-controls", this.id);
    if (this.active >= 0) box.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else box.removeAttribute("aria-activedescendant");
  }

  private take(index: number): void {
    const offer = this.offers[index];
    this.close();
    offer?.take();
  }
}
