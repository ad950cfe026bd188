// Algebra's result about an equality, for people: the verdict, and the proof or the counterexample.

import type { Counterexample, Evidence, ProofStep } from "../api";
import { renderMath } from "../components/math";
import { h } from "../dom";
import { sentence } from "../sentence";

export type Tone = "good" | "bad" | "unsure";

interface Wording {
  tone: Tone;
  sign: string;
  headline: string;
}

const wordings: Record<Evidence["verdict"], Wording> = {
  proven: { tone: "good", sign: "=", headline: "Proven equal" },
  refuted: { tone: "bad", sign: "≠", headline: "Not equal" },
  agrees: { tone: "unsure", sign: "≈", headline: "Equal at all tested points, but not proven" },
  unknown: { tone: "unsure", sign: "?", headline: "Undecided" },
};

export function wordingOf(verdict: Evidence["verdict"]): Wording {
  return wordings[verdict] ?? wordings.unknown;
}

export function renderVerdict(evidence: Evidence): HTMLElement {
  const { tone, sign, headline } = wordingOf(evidence.verdict);
  return h(
    "div",
    { class: `outcome verdict-${tone}` },
    h("span", { class: "outcome-sign", "aria-hidden": "true" }, sign),
    h("div", {}, h("h2", { class: "outcome-headline" }, headline), h("p", { class: "outcome-reason" }, sentence(evidence.reason))),
  );
}

// The proof or the counterexample; null if there is neither.
export function renderEvidence(evidence: Evidence, names: { a: string; b: string }): HTMLElement | null {
  if (evidence.counterexample) return renderCounterexample(evidence.counterexample, names);
  if (evidence.proof.length > 1) return renderProof(evidence.proof);
  return null;
}

// Steps as on paper: one expression below the other, with the reason beside it.
export function renderProof(proof: ProofStep[]): HTMLElement {
  const steps = proof.map((step, number) =>
    h(
      "li",
      { class: "proof-step" },
      h("span", { class: "proof-relation", "aria-hidden": "true" }, number === 0 ? "" : "="),
      h("div", { class: "proof-math" }, renderMath(step.latex, { tall: true })),
      number > 0 && h("span", { class: "proof-rule" }, step.rule.replaceAll("-", " ")),
    ),
  );
  return h("ol", { class: "proof", "aria-label": "Proof" }, steps);
}

function renderCounterexample({ point, a, b }: Counterexample, names: { a: string; b: string }): HTMLElement {
  const values = Object.entries(point).map(([name, value]) => h("li", {}, renderMath(`${variable(name)} = ${value}`, { tall: true })));
  const row = (latex: string, value: string) =>
    h("tr", {}, h("th", { scope: "row" }, renderMath(latex, { tall: true })), h("td", {}, value === "undefined" ? h("em", {}, "undefined") : value));
  return h(
    "div",
    { class: "counterexample" },
    values.length > 0 ? h("div", { class: "counterexample-point" }, h("span", {}, "At"), h("ul", {}, values)) : h("p", {}, "The values are"),
    h("table", { class: "values" }, h("caption", { class: "visually-hidden" }, "Both sides at this point"), h("tbody", {}, row(names.a, a), row(names.b, b))),
  );
}

// Names of more than one letter are set upright; a name that is already LaTeX is unchanged.
function variable(name: string): string {
  return /^[A-Za-z]{2,}$/.test(name) ? `\\mathrm{${name}}` : name;
}
