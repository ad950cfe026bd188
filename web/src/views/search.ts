// The search: the form, the modes, the results and their filters. All of it is drawn from the address. Typing replaces the
// address; Enter adds one to the history.
import { announce } from "../announce";
import { api, ApiProblem, isAborted, isMissing, Latest, type DocumentResult, type SearchAnswer } from "../api";
import { AnswerCard, isQuestion, refusalText } from "../components/answer_card";
import { readCloser } from "../components/closer_look";
import { FilterPanel } from "../components/filters";
import { renderHome } from "../components/home";
import { matchText } from "../components/match_count";
import { warmUpMath } from "../components/math";
import { ModePicker } from "../components/mode_picker";
import { missingNotice, problemNotice } from "../components/notice";
import { knowTitle } from "../components/result_card";
import { ResultList } from "../components/result_list";
import { SearchForm } from "../components/search_form";
import { askWhy } from "../components/why";
import { afterPaint, h, layOut } from "../dom";
import { counted } from "../numbers";
import { hasFormula, stateAddress, stateFromQuery, type SearchState } from "../query";
import { navigate, type Route, type View, type ViewPlace } from "../router";
import { remember } from "../search_history";
import "./search.css";

export const pageSize = 10;
const longestExplaining = 600; // ms
const typingDelay = 110; // ms: shorter than a pause, longer than a keystroke

// Back and forward immediately show the earlier answers.
const answers = new Map<string, SearchAnswer>();
const mostAnswers = 30;

class SearchView {
  private state: SearchState;
  private readonly form: SearchForm;
  private readonly modes = new ModePicker((mode) => this.change({ mode, page: 1 }));
  private readonly filters: FilterPanel;
  private readonly results: ResultList;
  private readonly answer = new AnswerCard();
  private readonly latestAnswer = new Latest();
  private readonly body = h("div", { class: "search-body" });
  private readonly latest = new Latest();
  private home: HTMLElement | null = null;
  private withFormulas = ""; // a query in which the server found formulas
  private drawn = ""; // the address of the results that are drawn; empty while the page waits for others
  private answered = ""; // the question whose answer is shown or requested
  private timer = 0;
  // Whether the address belongs in the history: it was searched by Enter, or opened. The first letter typed after that adds an
  // address, the next ones replace it.
  private isSettled = true;
  private isTyping = false; // while the shown query is still being typed

  constructor(private readonly place: ViewPlace) {
    this.state = stateFromQuery(place.route.query);
    this.form = new SearchForm({
      onInput: (q) => this.typed(q),
      onSubmit: (q) => this.submit(q),
      onLeaveDown: () => this.results.focusFirst(),
      signal: place.signal,
    });
    this.filters = new FilterPanel((change) => this.change({ ...change, page: 1 }), place.signal);
    this.results = new ResultList({
      onExplain: (id) => this.change({ why: this.state.why === id ? "" : id }, { replace: true }),
      onThread: (id) => this.change({ more: this.state.more === id ? "" : id }, { replace: true }),
      othersOf: (id) => this.othersOf(id),
      onLeaveUp: () => this.form.focus(),
    });
    this.results.element.prepend(this.answer.element);
    place.root.append(h("div", { class: "search-head" }, this.form.element, this.modes.element), this.body);
    // A query that led to a document was intentional, even without Enter.
    this.results.element.addEventListener("click", (event) => {
      if ((event.target as Element).closest(".result-title a")) remember(this.state.q);
    });
    document.addEventListener("keydown", (event) => this.onShortcut(event), { signal: place.signal });
    place.signal.addEventListener("abort", () => {
      // The pending search for typed text must not navigate back here.
      window.clearTimeout(this.timer);
      this.latest.cancel();
      this.latestAnswer.cancel();
    });
    this.show();
    if (this.state.q === "" && this.state.like === "" && matchMedia("(pointer: fine)").matches) this.form.focus();
  }

  update(route: Route): void {
    this.isSettled = true;
    this.state = stateFromQuery(route.query);
    this.show();
  }

  private typed(q: string): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.isTyping = true;
      this.change({ q, like: "", page: 1, why: "", more: "" }, { replace: !this.isSettled });
      this.isTyping = false;
      this.isSettled = false;
    }, typingDelay);
  }

  private submit(q: string): void {
    window.clearTimeout(this.timer);
    remember(q);
    const wasSettled = this.isSettled;
    this.isSettled = true;
    this.change({ q, like: "", page: 1, why: "", more: "" }, { replace: !wasSettled });
  }

  private change(change: Partial<SearchState>, options: { replace?: boolean } = {}): void {
    const next = { ...this.state, ...change };
    const url = stateAddress(next);
    if (url === location.pathname + location.search) this.show();
    else navigate(url, { ...options, keepFocus: true });
  }

  private show(): void {
    const { q, mode, like } = this.state;
    this.form.text = q;
    this.modes.show(mode);
    this.modes.element.hidden = !this.usesFormulas(q);
    this.place.setTitle(q || "Search");
    if (q === "" && like === "") {
      this.latest.cancel();
      this.dropAnswer();
      this.home ??= renderHome();
      this.body.className = "search-body";
      this.body.replaceChildren(this.home);
      void warmUpMath(); // before the first search
      return;
    }
    void this.search();
  }

  // An answer takes longer than a search, so it is not requested for every letter, and results do not wait for it. The request
  // is sent immediately, so that the server works while results are drawn.
  private async answerQuestion(state: SearchState): Promise<void> {
    const { q, mode, literal, page, like } = state;
    const isAsked = this.isSettled && !this.isTyping && page === 1 && like === "" && !isFiltered(state) && isQuestion(q);
    if (isAsked && q === this.answered) return;
    this.dropAnswer();
    if (!isAsked) return;
    const signal = this.latestAnswer.next(this.place.signal);
    this.answered = q;
    this.answer.ask({ q, mode, literal });
    try {
      for await (const event of api.answer(q, signal)) {
        if (signal.aborted) return;
        this.answer.take(event);
        if (event.name === "problem") this.answered = ""; // asking again requests a new answer
      }
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      this.answered = "";
      // The results may still be there, because the search has its own limit and queue.
      if (error instanceof ApiProblem) this.answer.refuse(refusalText(error));
      else this.answer.breakOff();
    }
  }

  // If the same question is asked later, its answer is requested again.
  private dropAnswer(): void {
    this.latestAnswer.cancel();
    this.answered = "";
    this.answer.hide();
  }

  private async search(): Promise<void> {
    const { state } = this;
    void this.answerQuestion(state);
    const key = stateAddress({ ...state, more: "" }); // the same results, with an open thread
    const signal = this.latest.next(this.place.signal);
    const known = answers.get(key);
    if (known) {
      // Enter after a finished search draws nothing anew, so that the answer need not wait for it.
      if (this.drawn === stateAddress(state) && this.results.element.isConnected) announceResults(known);
      else this.showAnswer(known, state, { atOnce: true });
      return;
    }
    this.drawn = "";
    const isNew = !this.results.element.isConnected;
    if (isNew) this.showColumns();
    this.results.wait();
    try {
      // The answer may arrive before the page is drawn. Then the first result would wait for styles, fonts and layout of the
      // whole page.
      if (isNew) {
        layOut(this.place.root);
        await warmUpMath();
        signal.throwIfAborted();
      }
      const explained = this.explained(state, signal);
      const answer = state.like === "" ? await api.search(requestOf(state), signal) : await moreLike(state, signal);
      await explained;
      signal.throwIfAborted();
      if (answers.size >= mostAnswers) answers.clear();
      answers.set(key, answer);
      this.showAnswer(answer, state);
    } catch (error) {
      if (isAborted(error) || signal.aborted) return;
      const isUnreadable = error instanceof ApiProblem && (error.status === 400 || error.status === 422);
      this.showColumns();
      if (isUnreadable && !this.isSettled) {
        this.results.doubt(error.detail || error.title);
        return;
      }
      announce("The search failed");
      if (isMissing(error)) {
        this.results.fail(missingNotice("There is no such document"));
        return;
      }
      const title = isUnreadable ? "This cannot be read as a query" : undefined;
      this.results.fail(problemNotice(error, { text: state.q, title, retry: () => void this.search() }));
    }
  }

  // An explanation is loaded before it opens, so that the content below it moves only once. The wait for it is short.
  private async explained({ why, q, mode, literal }: SearchState, signal: AbortSignal): Promise<void> {
    if (why === "" || q === "") return;
    const patience = new Promise((resolve) => window.setTimeout(resolve, longestExplaining));
    await Promise.race([askWhy(why, { q, mode, literal }, signal).catch(() => {}), patience]);
  }

  private showAnswer(answer: SearchAnswer, state: SearchState, options: { atOnce?: boolean } = {}): void {
    performance.mark("noether-answer");
    if (answer.query.formulas.length > 0) this.withFormulas = state.q;
    this.modes.element.hidden = !this.usesFormulas(state.q);
    this.showColumns();
    this.results.show(answer, state, options);
    const drawn = stateAddress(state);
    this.drawn = drawn;
    // Similar documents have no further filters.
    this.filters.element.hidden = state.like !== "";
    afterPaint(() => {
      if (drawn === this.drawn) this.filters.show(answer.facets, state);
    });
    announceResults(answer);
  }

  // A query without formulas has only one mode. The answer says whether words are read as a formula.
  private usesFormulas(q: string): boolean {
    return q !== "" && (hasFormula(q) || q === this.withFormulas);
  }

  private async othersOf(id: string): Promise<DocumentResult[]> {
    const { results } = await api.search({ ...requestOf(this.state), group: "document", thread: id, offset: 0, limit: 50, explain: undefined }, this.place.signal);
    return results.filter((one) => one.id !== id);
  }

  private showColumns(): void {
    if (this.results.element.isConnected) return;
    this.body.className = "search-body search-columns";
    this.body.replaceChildren(h("h1", { class: "visually-hidden" }, "Search results"), this.results.element, this.filters.element);
  }

  // A slash focuses the box, as on many pages.
  private onShortcut(event: KeyboardEvent): void {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (target.isContentEditable || /^(input|textarea|select|math-field)$/i.test(target.tagName)) return;
    event.preventDefault();
    this.form.focus();
  }
}

function announceResults({ total, matching }: SearchAnswer): void {
  announce(total === 0 ? "Nothing was found" : matching ? matchText(matching) : "Results");
}

function isFiltered({ source, tag, kind, index, from, to }: SearchState): boolean {
  return [source, tag, kind, index].some(({ length }) => length > 0) || from !== "" || to !== "";
}

function requestOf(state: SearchState) {
  const { q, mode, source, tag, kind, index, from, to, page, why, literal, closer } = state;
  return {
    q,
    literal: literal ? true : undefined,
    mode,
    source,
    tag,
    kind,
    index,
    from,
    to,
    group: "thread" as const,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    explain: why !== "" ? true : undefined,
    rerank: closer ? readCloser : undefined,
  };
}

function similarTo(state: SearchState, offset: number, signal: AbortSignal) {
  return api.similar({ document: state.like, group: "thread", offset, limit: pageSize, explain: state.why !== "" ? true : undefined }, signal);
}

// The words and formulas by which similar documents were found.
function likeness(words: string[], formulas: string[]): string[] {
  const parts = [words.slice(0, 6).join(", "), formulas.length > 0 ? counted(formulas.length, "formula", "formulas") : ""].filter(Boolean);
  return parts.length > 0 ? [`by ${parts.join(" and ")}`] : [];
}

// Similar documents, in the form of a search's answer.
async function moreLike(state: SearchState, signal: AbortSignal): Promise<SearchAnswer> {
  const offset = (state.page - 1) * pageSize;
  const [{ of, documents, total, total_is_exact, took_ms, notes }] = await Promise.all([similarTo(state, offset, signal), knowTitle(state.like, signal)]);
  return {
    query: { text: "", formulas: [], words: [], is_bare_formula: false, read_as: null, respelled: [] },
    mode: "similar",
    total,
    total_is_exact,
    matching: null,
    took_ms,
    reranked: [],
    offset,
    limit: pageSize,
    faceted: 0,
    facets: { source: [], tag: [], kind: [], index: [] },
    results: documents,
    relaxations: [],
    notes: [...notes, ...likeness(of.words ?? [], of.formulas ?? [])],
  };
}

function searchAt(pattern: string): View {
  return {
    pattern,
    title: "Search",
    mount(place) {
      const view = new SearchView(place);
      return { update: (route) => view.update(route) };
    },
  };
}

export const searchView = searchAt("/");
// The same view at an address that users may guess.
export const searchAlias = searchAt("/search");
