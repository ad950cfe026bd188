import assert from "node:assert/strict";
import { test } from "node:test";

import { isWhole, markSpans } from "./math";

test("what matched is marked, as one argument", () => {
  assert.equal(markSpans("\\frac12", [[5, 6]]), "\\frac{\\htmlClass{matched}{1}}2");
});

test("marks that lie in others or outside of the text are left out", () => {
  assert.equal(markSpans("a+b", [[0, 3], [2, 3], [1, 9], [2, 2], [-1, 1]]), "{\\htmlClass{matched}{a+b}}");
});

test("several marks stand side by side, in order", () => {
  assert.equal(markSpans("a+b", [[2, 3], [0, 1]]), "{\\htmlClass{matched}{a}}+{\\htmlClass{matched}{b}}");
});

test("marks that would cut something are left out", () => {
  const cut = (latex: string, piece: string) => [latex.indexOf(piece), latex.indexOf(piece) + piece.length] as [number, number];
  for (const [latex, piece] of [
    ["e^{-at^2}", "e^{-"],
    ["\\left(a+b\\right)", "\\left(a"],
    ["\\alpha+1", "lpha"],
    ["\\alpha+1", "\\al"],
    ["x^2", "^2"],
    ["x_i", "x_"],
    ["\\frac{a}{b}", "\\frac"],
    ["a & b \\\\ c", "a & b"],
    ["\\begin{matrix}a\\end{matrix}", "\\begin{matrix}a"],
    ["a\\,b", ",b"],
  ] as const) {
    assert.ok(!isWhole(latex, cut(latex, piece)), `${piece} of ${latex}`);
  }
  for (const [latex, piece] of [
    ["e^{-at^2}", "-at^2"],
    ["e^{-at^2}", "{-at^2}"],
    ["\\left(a+b\\right)", "\\left(a+b\\right)"],
    ["\\alpha x", "\\alpha"],
    ["\\alpha x", "x"],
    ["\\frac12", "1"],
    ["\\begin{matrix}a&b\\end{matrix}", "\\begin{matrix}a&b\\end{matrix}"],
  ] as const) {
    assert.ok(isWhole(latex, cut(latex, piece)), `${piece} of ${latex}`);
  }
});
