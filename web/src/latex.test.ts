import assert from "node:assert/strict";
import { test } from "node:test";

import { fromMathlive, looksLikeFormula, withBoxes, withoutSigns } from "./latex";

test("delimiters around one formula are removed", () => {
  for (const text of ["$x$", " $$x$$ ", "\\(x\\)", "\\[ x \\]", "x"]) assert.equal(withoutSigns(text), "x", text);
});

test("delimiters around more than one formula stay", () => {
  for (const text of ["$x$ and $y$", "$", "$x", "\\(x\\) + \\(y\\)"]) assert.equal(withoutSigns(text), text);
});

test("MathLive's commands become those of LaTeX", () => {
  assert.equal(fromMathlive("\\int_0^1 \\exponentialE^{x}\\differentialD x"), "\\int_0^1 e^{x}dx");
  assert.equal(fromMathlive("\\frac{\\placeholder{}}{\\placeholder[a]{b}}"), "\\frac{}{b}");
  assert.equal(fromMathlive("\\int_{}^{} x\\differentialD x"), "\\int xdx");
  assert.equal(fromMathlive("\\int_{}^{}e^{x}\\alpha\\differentialD x"), "\\int e^{x}\\alpha dx");
  assert.equal(fromMathlive("\\mleft(x\\mright)"), "\\left(x\\right)");
});

test("formulas are distinguished from words", () => {
  for (const text of ["x^2+y^2=z^2", "\\frac{a}{b}", "a_1", "E=mc^2"]) assert.ok(looksLikeFormula(text), text);
  for (const text of ["limit of a sum", "x + y", "solve x^2 = 2 quickly", ""]) assert.ok(!looksLikeFormula(text), text);
});

test("a missing operand is a box", () => {
  assert.equal(withBoxes("\\frac{}{}"), "\\frac{\\square}{\\square}");
});
