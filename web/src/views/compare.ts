// Two formulas: proven equal, refuted, or undecided.

import "./tools.css";
import "./evidence.css";
import { api, type EquivalentAnswer } from "../api";
import { renderExamples } from "../components/examples";
import { FormulaField } from "../components/formula_field";
import { renderMath } from "../components/math";
import { h, type Child } from "../dom";
import { navigate, type Route, type View } from "../router";
import { compareAddress, rewriteAddress } from "../addresses";
import { AnswerPlace } from "./answer_place";
import { renderEvidence, renderVerdict, wordingOf } from "./evidence";

const examples: { a: string; b: string; name: string; note: string }[] = [
  { a: "\\cos 2x", b: "1 - 2\\sin^2 x", name: "cosine of 2 x and 1 minus 2 sine squared of x", note: "a double angle" },
  { a: "\\frac{x^2-1}{x-1}", b: "x+1", name: "x squared minus 1 over x minus 1, and x plus 1", note: "equal except at one point" },
  { a: "\\sqrt{x^2}", b: "x", name: "the square root of x squared, and x", note: "a common mistake" },
];

export const compareView: View = {
  pattern: "/compare",
  title: "Compare",
  mount({ root, route, signal }) {
    const place = new AnswerPlace(signal);
    const a = new FormulaField({ label: "First formula", onEnter: () => (b.latex === "" ? b.focus() : submit()) });
    const b = new FormulaField({ label: "Second formula", onEnter: () => submit() });
    const shared = h("input", { type: "checkbox", name: "shared", onchange: () => submit() });
    const submit = (event?: Event) => {
      event?.preventDefault();
      a.hideKeyboard();
      if (a.latex !== "" && b.latex !== "") navigate(compareAddress(a.latex, b.latex, shared.checked));
      else if (event) (a.latex === "" ? a : b).focus();
    };
    root.append(
      h("h1", {}, "Compare"),
      h("p", { class: "lead" }, "Are two formulas equal? A proof shows that they are; one point shows that they are not."),
      h(
        "form",
        { class: "tool", onsubmit: submit },
        h("div", { class: "compare-inputs" }, a.element, h("span", { class: "compare-sign", "aria-hidden": "true" }, "="), b.element),
        h(
          "div",
          { class: "tool-row" },
          h("button", { class: "button button-primary" }, "Compare"),
          h("label", { class: "check-label" }, shared, "Only where both are defined"),
        ),
      ),
      place.element,
    );

    const update = ({ query }: Route) => {
      const asked = { a: query.get("a") ?? "", b: query.get("b") ?? "", shared_domain: query.get("domain") === "shared" };
      if (a.latex !== asked.a) a.latex = asked.a;
      if (b.latex !== asked.b) b.latex = asked.b;
      shared.checked = asked.shared_domain;
      if (asked.a === "" || asked.b === "") {
        place.fill(renderStart());
        return;
      }
      void place.show({
        ask: (stop) => api.equivalent(asked, stop),
        show: (answer) => renderAnswer(answer, asked),
        say: (answer) => `${wordingOf(answer.verdict).headline}. ${answer.reason}`,
        textAt: (where) => (where === "/a" ? asked.a : where === "/b" ? asked.b : undefined),
      });
    };
    update(route);
    return { update };
  },
};

function renderAnswer(answer: EquivalentAnswer, asked: { a: string; b: string; shared_domain: boolean }): Child[] {
  const onlyDomain = answer.verdict === "refuted" && !asked.shared_domain && [answer.counterexample?.a, answer.counterexample?.b].includes("undefined");
  return [
    renderVerdict(answer),
    renderEvidence(answer, asked),
    onlyDomain && h("p", {}, h("a", { href: compareAddress(asked.a, asked.b, true) }, "Compare only where both are defined")),
    h(
      "p",
      { class: "meta dot-list" },
      h("a", { href: rewriteAddress(asked.a) }, "Rewrite the first"),
      h("a", { href: rewriteAddress(asked.b) }, "Rewrite the second"),
      h("a", { href: compareAddress(asked.b, asked.a, asked.shared_domain) }, "Exchange them"),
    ),
  ];
}

function renderStart(): HTMLElement {
  return renderExamples(examples.map(({ a, b, name, note }) => ({ href: compareAddress(a, b), content: renderMath(`${a} \\overset{?}{=} ${b}`, { tall: true }), note, name })));
}
