// The content of a view that has nothing to show, with the reason: empty, failed, loading.
import { ApiProblem, setToken, type Span, type Warning } from "../api";
import { h, type Child } from "../dom";
import { counted } from "../numbers";
import { sentence } from "../sentence";

export function notice(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "notice" }, h("h2", {}, title), ...children);
}

export function emptyIndexNotice(): HTMLElement {
  return notice("The index is empty", h("p", {}, h("code", {}, "noether index FOLDER -o INDEX"), " fills it with notes, papers or a question archive. This page finds documents as soon as they are in the index."));
}

export interface ProblemOptions {
  text?: string; // the text that a span of the problem points into
  title?: string; // replaces the server's, which does not know what the user was doing
  retry?: () => void;
}

export function problemNotice(error: unknown, { text, title, retry }: ProblemOptions = {}): HTMLElement {
  if (!(error instanceof ApiProblem)) {
    return h("section", { class: "notice notice-bad", role: "alert" }, h("h2", {}, "This view failed"), h("p", {}, String(error)), retryButton(retry));
  }
  if (error.status === 401) return tokenForm(retry);
  return h(
    "section",
    { class: "notice notice-bad", role: "alert" },
    h("h2", {}, title ?? error.title),
    error.detail !== "" && h("p", {}, sentence(error.detail)),
    text !== undefined && error.span && pointInto(text, error.span),
    error.hint !== "" && h("p", {}, sentence(error.hint)),
    error.retryAfter > 0 && h("p", {}, `Try again in ${counted(error.retryAfter, "second", "seconds")}.`),
    (error.status === 0 || error.status >= 500 || error.status === 429) && retryButton(retry),
  );
}

// The notice for an old link to a document that no longer exists.
export function missingNotice(title: string): HTMLElement {
  return h("section", { class: "notice", role: "alert" }, h("h2", {}, title), h("p", {}, "It may have been removed from the index since the link was made. ", h("a", { href: "/" }, "Search"), " for it."));
}

// The text with the span underlined.
export function pointInto(text: string, { begin, end }: Span): HTMLElement {
  const from = Math.min(begin, text.length);
  const to = Math.min(Math.max(end, from + 1), text.length);
  // At the very end there is no letter to underline.
  const place = text.slice(from, to) || "\u2423";
  return h("code", { class: "pointer" }, text.slice(0, from), h("em", {}, place), text.slice(to));
}

// A warning about the parts of a typed formula that cannot be read.
export function formulaWarning({ message, hint }: Warning, latex: string): Child[] {
  return [`${message} in `, h("code", {}, latex), hint ? `: ${hint}` : ""];
}

function retryButton(retry: (() => void) | undefined): HTMLElement | null {
  return retry ? h("button", { type: "button", class: "button", onclick: () => retry() }, "Try again") : null;
}

function tokenForm(retry: (() => void) | undefined): HTMLElement {
  const input = h("input", { class: "field", type: "password", name: "token", autocomplete: "current-password", id: "token" });
  const submit = (event: Event) => {
    event.preventDefault();
    setToken(input.value.trim());
    retry?.();
  };
  return h(
    "section",
    { class: "notice" },
    h("h2", {}, "This server requires a token"),
    h("p", {}, "The operator of the server has it, in the file named by --token-file. It is kept until this tab is closed."),
    h("form", { onsubmit: submit }, h("label", { class: "label", for: "token" }, "Token"), input, h("p", {}), h("button", { class: "button button-primary" }, "Continue")),
  );
}

// Grey lines of text, for `count` entries.
export function skeleton(count = 3): HTMLElement {
  const entry = () => h("div", null, h("i"), h("i"), h("i"));
  return h("div", { class: "skeleton", "aria-hidden": "true" }, Array.from({ length: count }, entry));
}
