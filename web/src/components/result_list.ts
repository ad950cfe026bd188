// The column of results: their number, the results, and pages; or the reason why there are none.
//
// The first result is drawn in the task in which the answer arrives. The others are drawn after it is visible, however many
// formulas they have.
import { documentAddress } from "../addresses";
import type { DocumentResult, SearchAnswer } from "../api";
import { knownCollection } from "../collection";
import { afterPaint, h, replaceChildren } from "../dom";
import { counted, formatCount } from "../numbers";
import { closerLook } from "./closer_look";
import { filterCount } from "./filters";
import { lastPage, stateAddress, type SearchState } from "../query";
import { matchText } from "./match_count";
import { modeNames } from "./mode_picker";
import { emptyIndexNotice, formulaWarning, notice, skeleton } from "./notice";
import { queryReading } from "./query_reading";
import { knownTitle, resultCard } from "./result_card";
import { giveVoice, renderParts } from "./math";
import { pageLinks } from "./page_links";
import { fitMath } from "./wide_math";
import "./result_list.css";

export interface ResultListOptions {
  onExplain(id: string): void;
  onThread(id: string): void;
  // The found documents of a thread, except the one that represents it.
  othersOf(id: string): Promise<DocumentResult[]>;
  onLeaveUp(): void;
}

export class ResultList {
  readonly element: HTMLElement;
  private readonly head = h("div", { class: "results-head meta" });
  private readonly list = h("div", { class: "results-list" });
  private readonly foot = h("nav", { class: "results-foot", "aria-label": "Pages" });
  private patience = 0;
  private drawing = 0; // the number of the answer being drawn; a newer one stops it

  constructor(private readonly options: ResultListOptions) {
    this.element = h("section", { class: "results", "aria-label": "Results" }, this.head, this.list, this.foot);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  // The old results stay until new ones come. If that takes long, the head says so.
  wait(): void {
    window.clearTimeout(this.patience);
    this.element.setAttribute("aria-busy", "true");
    this.patience = window.setTimeout(() => replaceChildren(this.head, "Searching …"), 400);
    if (this.list.childElementCount > 0) return;
    this.list.replaceChildren(skeleton(4));
    replaceChildren(this.head, "\u00a0");
  }

  // Shows a problem with a query that is still being typed, without emphasis.
  doubt(message: string): void {
    this.finish();
    this.list.querySelector(".skeleton")?.remove();
    replaceChildren(this.head, h("span", { class: "results-warning" }, message));
  }

  fail(message: HTMLElement): void {
    this.finish();
    replaceChildren(this.head, "\u00a0");
    this.list.replaceChildren(message);
    this.foot.replaceChildren();
  }

  // With `atOnce`, all results are drawn when it returns, for a page that is scrolled to its former place.
  show(answer: SearchAnswer, state: SearchState, { atOnce = false } = {}): void {
    this.finish();
    replaceChildren(this.head, headline(answer, state));
    this.foot.replaceChildren();
    void this.offerCloserLook(answer, state);
    if (answer.results.length === 0) {
      this.list.replaceChildren(nothing(answer, state));
      void this.blameEmptyIndex();
      return;
    }
    const { drawing } = this;
    const [first, ...rest] = answer.results;
    const isOfMany = answer.facets.index.length > 1 || state.index.length > 0;
    const { onExplain, onThread, othersOf } = this.options;
    const cardOf = (result: DocumentResult, isSilent = false) =>
      resultCard(result, {
        isExplained: state.why === result.id,
        isSilent,
        isOfMany,
        query: { q: state.q, mode: state.mode, literal: state.literal },
        thread: state.more === result.id ? () => othersOf(result.id) : null,
        onExplain,
        onThread,
      });
    // The old results are removed one by one as the new ones come, so that the page keeps its height.
    const old = [...this.list.querySelectorAll<HTMLElement>(".result")];
    if (old.length === 0) this.list.replaceChildren();
    const focused = focusedPlace(this.list);
    const put = (card: HTMLElement, index: number) => {
      const before = old[index];
      if (before) before.replaceWith(card);
      else this.list.append(card);
      if (focused && card.dataset["id"] === focused.id) card.querySelector<HTMLElement>(focused.selector)?.focus({ preventScroll: true });
    };
    const firstCard = cardOf(first!, !atOnce);
    put(firstCard, 0);
    fitMath([firstCard]);
    performance.measure("noether-first-result", "noether-answer");
    const drawRest = (index: number) => {
      giveVoice(firstCard);
      if (drawing !== this.drawing) return;
      const start = performance.now();
      const drawn: HTMLElement[] = [];
      for (let i = index; i < rest.length && (atOnce || performance.now() - start < 12); i += 1) {
        const card = cardOf(rest[i]!);
        put(card, i + 1);
        drawn.push(card);
      }
      fitMath(drawn);
      if (index + drawn.length < rest.length) {
        afterPaint(() => drawRest(index + drawn.length));
        return;
      }
      for (const gone of old.slice(answer.results.length)) gone.remove();
      // The focused result is no longer among them.
      if (focused && document.activeElement === document.body) this.focusFirst();
      replaceChildren(this.foot, pages(answer, state));
    };
    if (atOnce) drawRest(0);
    else afterPaint(() => drawRest(0));
  }

  private async offerCloserLook(answer: SearchAnswer, state: SearchState): Promise<void> {
    const { drawing } = this;
    const collection = await knownCollection();
    const offer = closerLook(answer, state, collection?.reranker ?? null);
    if (offer && drawing === this.drawing) this.head.append(offer);
  }

  private async blameEmptyIndex(): Promise<void> {
    const { drawing } = this;
    const collection = await knownCollection();
    if (collection?.documents === 0 && drawing === this.drawing) this.list.replaceChildren(emptyIndexNotice());
  }

  focusFirst(): void {
    this.links()[0]?.focus();
  }

  private finish(): void {
    this.drawing += 1;
    this.element.removeAttribute("aria-busy");
    window.clearTimeout(this.patience);
  }

  private links(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>(".result-title a, .notice a")];
  }

  // Arrow keys move from title to title; above the first is the box.
  private onKey(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = this.links();
    const at = links.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    if (event.key === "ArrowUp" && at === 0) this.options.onLeaveUp();
    else links[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  }
}

// The place of the focus in a result, so that it survives when the result is drawn anew, for example when its explanation
// opens.
function focusedPlace(list: HTMLElement): { id: string; selector: string } | null {
  const { activeElement } = document;
  const id = list.contains(activeElement) ? activeElement?.closest<HTMLElement>(".result")?.dataset["id"] : undefined;
  const action = activeElement?.closest<HTMLElement>("[data-action]")?.dataset["action"];
  return id === undefined ? null : { id, selector: action ? `.result-actions [data-action="${action}"]` : ".result-title a" };
}

function headline(answer: SearchAnswer, state: SearchState): DocumentFragment {
  const line = document.createDocumentFragment();
  if (state.like !== "") {
    line.append(h("span", {}, "More like ", h("a", { href: documentAddress(state.like) }, renderParts(knownTitle(state.like), { isName: true }))));
  } else if (answer.total > 0 && answer.matching) {
    line.append(h("span", {}, capital(matchText(answer.matching))));
  }
  if (answer.total > 0) line.append(h("span", {}, `${formatCount(Math.max(1, Math.round(answer.took_ms)))} ms`));
  for (const note of answer.notes) line.append(h("span", {}, note));
  const reading = queryReading(answer.query, state);
  if (reading) line.append(reading);
  for (const { latex, warnings } of answer.query.formulas) for (const warning of warnings) {
    line.append(h("span", { class: "results-warning" }, formulaWarning(warning, latex)));
  }
  return line;
}

function nothing(answer: SearchAnswer, state: SearchState): HTMLElement {
  const other = state.mode !== "similar" ? h("li", {}, h("a", { href: stateAddress({ ...state, mode: "similar", page: 1 }) }, `Look for ${modeNames["similar"]!.name.toLowerCase()} instead`)) : null;
  const unfiltered = filterCount(state) > 0 && !answer.relaxations.some((one) => one.without_filters) ? h("li", {}, h("a", { href: stateAddress({ q: state.q, mode: state.mode }) }, "The same without filters")) : null;
  return notice(
    state.page > 1 ? "There are no more results" : "Nothing was found",
    h(
      "ul",
      { class: "relaxations" },
      answer.relaxations.map(({ change, q, count, at_least, without_filters }) =>
        h("li", {}, h("a", { href: stateAddress({ ...(without_filters ? { mode: state.mode } : state), q, page: 1 }) }, capital(change)), h("span", { class: "meta" }, ` ${at_least ? "at least " : ""}${counted(count, "document", "documents")}`)),
      ),
      unfiltered,
      other,
    ),
    answer.relaxations.length === 0 && !other && !unfiltered ? h("p", {}, "Fewer or other words may help; a formula is found in any letters, and ?a in it matches any expression.") : null,
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function pages(answer: SearchAnswer, state: SearchState): HTMLElement[] {
  const last = Math.min(Math.ceil(answer.total / answer.limit), lastPage);
  return pageLinks(state.page, last, !answer.total_is_exact && last < lastPage, (page) => stateAddress({ ...state, page, why: "", more: "" }));
}
