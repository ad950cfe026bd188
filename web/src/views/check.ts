// Checks a derivation or the solution of an equation, line by line, with the verdicts of `noether check`.

import "./tools.css";
import "./evidence.css";
import "./check.css";
import { api, type CheckAnswer, type CheckedLine, type CheckedStep } from "../api";
import { renderExamples } from "../components/examples";
import { icon, type IconName } from "../components/icons";
import { renderMath } from "../components/math";
import { pointInto } from "../components/notice";
import { freshId, h, type Child } from "../dom";
import { address, navigate, type Route, type View } from "../router";
import { sentence } from "../sentence";
import { AnswerPlace } from "./answer_place";
import { renderEvidence } from "./evidence";

const examples = [
  { lines: ["x^2 = 3x", "x = 3"], name: "x squared equals 3 x, then x equals 3", note: "a step that loses a solution" },
  { lines: ["(x+1)^2 - (x-1)^2", "= x^2 + 2x + 1 - (x^2 - 2x + 1)", "= 4x"], name: "x plus 1, squared, minus x minus 1, squared, equals x squared plus 2 x plus 1 minus, in parentheses, x squared minus 2 x plus 1, equals 4 x", note: "right from the first line to the last" },
  { lines: ["\\sqrt{x^2 + 6x + 9}", "= \\sqrt{(x+3)^2}", "= x + 3"], name: "the square root of x squared plus 6 x plus 9, equals the square root of x plus 3, squared, equals x plus 3", note: "a step that holds only sometimes" },
];

// Longer derivations are checked, but not stored in the address.
const longestAddress = 6000;

function checkAddress(text: string, strict: boolean): string {
  const whole = address("/check", {}, { text, strict: strict ? "yes" : undefined });
  return whole.length <= longestAddress ? whole : address("/check", {}, { strict: strict ? "yes" : undefined });
}

export const checkView: View = {
  pattern: "/check",
  title: "Check",
  mount({ root, route, signal }) {
    const place = new AnswerPlace(signal);
    const id = freshId("derivation");
    const area = h("textarea", {
      class: "field field-source",
      id,
      name: "text",
      rows: 6,
      spellcheck: "false",
      placeholder: examples[0]!.lines.join("\n"),
      "aria-describedby": `${id}-how`,
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
      },
    });
    const strict = h("input", { type: "checkbox", name: "strict", onchange: () => area.value.trim() !== "" && submit() });
    const submit = (event?: Event) => {
      event?.preventDefault();
      if (area.value.trim() === "") {
        area.focus();
        return;
      }
      const url = checkAddress(area.value, strict.checked);
      if (url === location.pathname + location.search || !url.includes("text=")) ask();
      else navigate(url);
    };
    root.append(
      h("h1", {}, "Check"),
      h("p", { class: "lead", id: `${id}-how` }, "Paste a derivation or the solution of an equation, one step per line. Each line should equal the one before, or have the same solutions."),
      h(
        "form",
        { class: "tool", onsubmit: submit },
        h("label", { class: "label", for: id }, "Derivation, as LaTeX"),
        area,
        h(
          "div",
          { class: "tool-row" },
          h("button", { class: "button button-primary" }, "Check"),
          h("label", { class: "check-label" }, strict, "A step may not change where the expression is defined"),
        ),
      ),
      place.element,
    );

    const ask = () => {
      const text = area.value;
      void place.show({
        ask: (stop) => api.check({ text, strict: strict.checked }, stop),
        show: renderAnswer,
        say: summary,
      });
    };
    const update = ({ query }: Route) => {
      strict.checked = query.get("strict") === "yes";
      const text = query.get("text");
      if (text !== null && text !== area.value) area.value = text;
      area.rows = Math.min(Math.max(6, area.value.split("\n").length + 1), 18);
      if (area.value.trim() === "") place.fill(renderStart());
      else ask();
    };
    update(route);
    return { update };
  },
};

function renderStart(): HTMLElement {
  const drawn = (lines: string[]) => h("span", { class: "example-lines" }, lines.map((line) => h("span", {}, renderMath(line, { tall: true }))));
  return renderExamples(examples.map(({ lines, name, note }) => ({ href: checkAddress(lines.join("\n"), false), content: drawn(lines), note, name })));
}

function summary({ summary }: CheckAnswer): string {
  return summary.startsWith("0 steps") && !summary.includes(";") ? "There is no step to check." : sentence(summary);
}

function renderAnswer(answer: CheckAnswer): Child[] {
  return [
    h("h2", { class: "check-summary" }, summary(answer)),
    h("ol", { class: "check-lines" }, answer.lines.filter((line) => line.verdict !== "none").map(renderLine)),
  ];
}

type Verdict = CheckedLine["verdict"];

const signs: Partial<Record<Verdict, { icon: IconName; tone: "good" | "bad" | "unsure" }>> = {
  right: { icon: "right", tone: "good" },
  wrong: { icon: "wrong", tone: "bad" },
  loses: { icon: "wrong", tone: "bad" },
  adds: { icon: "unsure", tone: "unsure" },
  undecided: { icon: "unsure", tone: "unsure" },
  unreadable: { icon: "unsure", tone: "unsure" },
};

function renderLine(line: CheckedLine): HTMLElement {
  const sign = signs[line.verdict];
  return h(
    "li",
    { class: `check-line${sign ? ` check-${sign.tone}` : ""}` },
    h("span", { class: "meta check-number" }, h("span", { class: "visually-hidden" }, "Line "), line.line),
    h("div", { class: "check-math" }, line.readable ? renderMath(displayed(line.latex), { tall: true }) : renderUnreadable(line)),
    h(
      "div",
      { class: "check-verdict" },
      sign ? h("span", { class: `verdict verdict-${sign.tone}` }, icon(sign.icon), line.verdict) : h("span", { class: "meta" }, line.verdict),
    ),
    h("div", { class: "check-reason" }, renderReasons(line)),
  );
}

// The delimiters around a displayed line are not part of it.
function displayed(latex: string): string {
  return latex.replace(/^\s*&/, "").replaceAll("&", "").replace(/\\\\\s*$/, "").trim();
}

function renderUnreadable(line: CheckedLine): HTMLElement {
  return line.span ? pointInto(line.latex, line.span) : h("code", {}, line.latex);
}

function renderReasons(line: CheckedLine): Child[] {
  if (line.steps.length === 0) return [h("p", {}, sentence(line.reason))];
  return line.steps.map((step) => renderStep(step, line.steps.length > 1));
}

function renderStep(step: CheckedStep, several: boolean): HTMLElement {
  const evidence = renderEvidence(step, { a: step.from, b: step.to });
  const isOpen = step.step === "wrong";
  const changed = [...step.lost, ...step.added].filter((solution) => solution.includes("\\"));
  return h(
    "div",
    { class: "check-step" },
    several && step.from !== "" && h("p", {}, renderMath(`${step.from} = ${step.to}`)),
    h("p", {}, sentence(step.reason)),
    changed.map((solution) => h("p", {}, renderMath(solution))),
    evidence && (isOpen ? evidence : h("details", {}, h("summary", {}, "How"), evidence)),
  );
}
