// The filters beside the results: properties of the results with their counts, each with a box to tick.
import type { Facet, Facets } from "../api";
import { knownCollection } from "../collection";
import { freshId, h, replaceChildren } from "../dom";
import { formatCount } from "../numbers";
import type { SearchState } from "../query";
import { icon } from "./icons";
import "./filters.css";

type Filters = Pick<SearchState, "source" | "tag" | "kind" | "index" | "from" | "to">;
type FacetName = "kind" | "source" | "tag" | "index";

const titles: Record<FacetName, string> = { index: "Index", kind: "Kind", source: "Source", tag: "Tag" };
const most = 8;

export function filterCount(state: Filters): number {
  return state.source.length + state.tag.length + state.kind.length + state.index.length + Number(state.from !== "" || state.to !== "");
}

export class FilterPanel {
  readonly element: HTMLElement;
  private readonly groups = h("div", { class: "filter-groups" });
  private readonly summary = h("summary", { class: "filter-summary" });
  private open = new Set<FacetName>();
  private hasDates = false;
  private shown: [Facets, Filters] | null = null;

  constructor(private readonly onChange: (change: Partial<SearchState>) => void, signal: AbortSignal) {
    // Narrow screens fold it; wide screens show all of it (filters.css).
    const details = h("details", { class: "filter-fold" }, this.summary, this.groups);
    this.element = h("aside", { class: "filters", "aria-label": "Filters" }, details);
    const wide = matchMedia("(min-width: 60rem)");
    const follow = () => (details.open = wide.matches);
    wide.addEventListener("change", follow, { signal });
    follow();
    this.showCount(0);
  }

  show(facets: Facets, state: Filters): void {
    if (!this.shown) void this.askForDates();
    this.shown = [facets, state];
    const count = filterCount(state);
    this.showCount(count);
    const focused = document.activeElement?.id;
    replaceChildren(
      this.groups,
      // A single index offers no choice.
      (facets.index.length > 1 || state.index.length > 0) && this.group("index", facets.index, state.index),
      (["kind", "source", "tag"] as const).map((name) => this.group(name, facets[name], state[name])),
      (this.hasDates || state.from !== "" || state.to !== "") && this.dates(state),
      count > 0 &&
        h("button", { type: "button", class: "link-button filter-clear", onclick: () => this.onChange({ source: [], tag: [], kind: [], index: [], from: "", to: "" }) }, "Clear all filters"),
    );
    // The filters are drawn anew, and the box that was just ticked keeps the focus.
    if (focused && this.element.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }

  // A collection without dates does not need the fields. The page asks the server about dates after the results are shown,
  // because the results come first.
  private async askForDates(): Promise<void> {
    const collection = await knownCollection();
    this.hasDates = collection?.dates != null;
    if (this.hasDates && this.shown) this.show(...this.shown);
  }

  // The count is shown even before there are filters, so that nothing moves when they come.
  private showCount(count: number): void {
    replaceChildren(this.summary, icon("filter"), count > 0 ? `Filters (${count})` : "Filters");
  }

  private group(name: FacetName, facets: Facet[], chosen: string[]): HTMLElement | null {
    const all = withChosen(facets, chosen);
    if (all.length === 0) return null;
    const isOpen = this.open.has(name);
    return h(
      "fieldset",
      { class: "filter-group" },
      h("legend", { class: "small-caps" }, titles[name]),
      all.slice(0, isOpen ? all.length : Math.max(most, chosen.length)).map((facet) => this.option(name, facet, chosen)),
      all.length > most &&
        h("button", { type: "button", class: "link-button filter-more", id: `filter-more-${name}`, "aria-expanded": String(isOpen), onclick: () => this.toggle(name) }, isOpen ? "Fewer" : `${all.length - most} more`),
    );
  }

  private option(name: FacetName, { value, count }: Facet, chosen: string[]): HTMLElement {
    const isChosen = chosen.includes(value);
    const id = `filter-${name}-${value}`;
    const toggle = () => this.onChange({ [name]: isChosen ? chosen.filter((one) => one !== value) : [...chosen, value] });
    return h(
      "label",
      { class: "filter-option" },
      h("input", { type: "checkbox", id, checked: isChosen, onchange: toggle }),
      h("span", { class: "filter-value" }, value),
      h("span", { class: "filter-count" }, formatCount(count)),
    );
  }

  private toggle(name: FacetName): void {
    if (this.open.has(name)) this.open.delete(name);
    else this.open.add(name);
    if (this.shown) this.show(...this.shown);
  }

  private dates({ from, to }: Filters): HTMLElement {
    const id = freshId("date");
    const field = (name: "from" | "to", value: string, label: string) => {
      const input = h("input", { class: "field filter-date", id: `filter-${name}`, value, inputmode: "numeric", placeholder: "yyyy", maxlength: 10, pattern: "\\d{4}(-\\d\\d){0,2}", "aria-label": label });
      input.addEventListener("change", () => input.checkValidity() && this.onChange({ [name]: input.value.trim() }));
      return input;
    };
    return h("fieldset", { class: "filter-group", "aria-describedby": id }, h("legend", { class: "small-caps" }, "Date"), h("div", { class: "filter-dates" }, field("from", from, "From year, month or day"), h("span", { id, class: "meta" }, "to"), field("to", to, "To year, month or day")));
  }
}

// Adds the chosen values, which stay visible even if no result has them.
export function withChosen(facets: Facet[], chosen: string[]): Facet[] {
  const counts = new Map(facets.map(({ value, count }) => [value, count]));
  return [...chosen.map((value) => ({ value, count: counts.get(value) ?? 0 })), ...facets.filter(({ value }) => !chosen.includes(value))];
}
