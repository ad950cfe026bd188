// The expressions equal to a given one: the simplest first, then as many as requested.

import "./tools.css";
import { api, type RewriteAnswer, type Rewriting } from "../api";
import { renderExamples } from "../components/examples";
import { FormulaField } from "../components/formula_field";
import { renderMath } from "../components/math";
import { h, type Child } from "../dom";
import { address, navigate, type Route, type View } from "../router";
import { compareAddress, rewriteAddress, searchAddress } from "../addresses";
import { AnswerPlace } from "./answer_place";
import { copyButton } from "./copy_button";

const examples = [
  { latex: "\\sin 2x", name: "sine of 2 x", note: "a double angle" },
  { latex: "\\frac{1}{x(x+1)}", name: "1 over x times x plus 1", note: "a sum of simpler fractions" },
  { latex: "(a+b)^2 - 4ab", name: "a plus b, squared, minus 4 a b", note: "a square" },
  { latex: "\\ln(x^2 y)", name: "the logarithm of x squared y", note: "a sum of logarithms" },
];
const firstCount = 20;
const mostCount = 320;

interface Wanted {
  latex: string;
  limit: number;
  seed: number | null; // a random choice
}

function readWanted(query: URLSearchParams): Wanted {
  const number = (name: string) => (/^\d{1,9}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  return { latex: query.get("latex") ?? "", limit: Math.min(number("n") ?? firstCount, mostCount) || firstCount, seed: number("seed") };
}

function wantedAddress({ latex, limit, seed }: Wanted): string {
  return address("/rewrite", {}, { latex, n: limit === firstCount ? undefined : String(limit), seed: seed === null ? undefined : String(seed) });
}

export const rewriteView: View = {
  pattern: "/rewrite",
  title: "Rewrite",
  mount({ root, route, signal }) {
    const place = new AnswerPlace(signal);
    const input = new FormulaField({ label: "Formula", onEnter: () => submit() });
    const submit = (event?: Event) => {
      event?.preventDefault();
      input.hideKeyboard();
      if (input.latex === "") input.focus();
      else navigate(rewriteAddress(input.latex));
    };
    root.append(
      h("h1", {}, "Rewrite"),
      h("p", { class: "lead" }, "Other ways to write a formula. All of them are equal to it, wherever it is defined."),
      h("form", { class: "tool column", onsubmit: submit }, input.element, h("div", { class: "tool-row" }, h("button", { class: "button button-primary" }, "Rewrite"))),
      place.element,
    );

    const update = ({ query }: Route) => {
      const wanted = readWanted(query);
      if (input.latex !== wanted.latex) input.latex = wanted.latex;
      if (wanted.latex === "") {
        place.fill(renderStart());
        return;
      }
      void place.show({
        ask: (stop) =>
          api.rewrite({ latex: wanted.latex, limit: wanted.limit, ...(wanted.seed === null ? {} : { sample: true, seed: wanted.seed }) }, stop),
        show: (answer) => renderAnswer(answer, wanted),
        say: (answer) => `${answer.equivalents.length} of ${readable(answer.total)} expressions.`,
        textAt: (where) => (where === "/latex" ? wanted.latex : undefined),
      });
    };
    update(route);
    return { update };
  },
};

function renderAnswer(answer: RewriteAnswer, wanted: Wanted): Child[] {
  const more = Math.min(wanted.limit * 2, mostCount);
  return [
    h("section", { class: "simplest" }, h("h2", { class: "small-caps" }, "Simplest"), h("div", { class: "simplest-math" }, renderMath(answer.simplest, { display: true })), renderConditions(answer.simplest_for), renderActions(answer.simplest, wanted.latex)),
    h(
      "section",
      {},
      h("h2", { class: "small-caps" }, wanted.seed === null ? "By shape" : "At random"),
      h("p", { class: "meta" }, `${answer.equivalents.length} of ${readable(answer.total)} expressions found${answer.stopped === "saturated" ? ", which are all that the rules give" : ` up to the ${answer.stopped}`}.`),
      h("ol", { class: "rewritings" }, answer.equivalents.map((rewriting) => renderRewriting(rewriting, wanted.latex))),
      h(
        "div",
        { class: "tool-row" },
        answer.equivalents.length >= wanted.limit && more > wanted.limit && h("a", { class: "button", href: wantedAddress({ ...wanted, limit: more }) }, "More"),
        h("a", { class: "button", href: wantedAddress({ ...wanted, seed: (wanted.seed ?? 0) + 1 }) }, wanted.seed === null ? "Some at random" : "Others at random"),
        wanted.seed !== null && h("a", { class: "button", href: wantedAddress({ ...wanted, seed: null }) }, "By shape"),
      ),
    ),
  ];
}

// The conditions under which the simplest form equals the formula, if it is not always equal.
function renderConditions(conditions: string[]): HTMLElement | null {
  if (conditions.length === 0) return null;
  return h("p", { class: "meta simplest-for" }, "for ", conditions.flatMap((condition, i) => [i === 0 ? "" : i + 1 === conditions.length ? " and " : ", ", renderMath(condition)]));
}

function renderRewriting({ latex }: Rewriting, original: string): HTMLElement {
  return h("li", { class: "rewriting" }, h("div", { class: "rewriting-math" }, renderMath(latex, { tall: true })), renderActions(latex, original));
}

function renderActions(latex: string, original: string): HTMLElement {
  return h(
    "div",
    { class: "actions" },
    h(
      "span",
      { class: "meta dot-list" },
      h("a", { href: searchAddress(latex), "aria-label": `search for ${latex}` }, "search"),
      latex !== original && h("a", { href: compareAddress(original, latex), "aria-label": `why equal: ${latex}` }, "why equal"),
    ),
    copyButton(latex, `LaTeX of ${latex}`),
  );
}

// 26414853129 becomes 26,414,853,129; a number with more than 15 digits becomes a power of ten.
function readable(total: string): string {
  if (total.length > 15) return `about ${total[0]}.${total[1]}·10^${total.length - 1}`;
  return total.replace(/\B(?=(\d{3})+$)/g, ",");
}

function renderStart(): HTMLElement {
  return renderExamples(examples.map(({ latex, name, note }) => ({ href: rewriteAddress(latex), content: renderMath(latex, { tall: true }), note, name })));
}
