import assert from "node:assert/strict";
import { test } from "node:test";

import { drawingStructure } from "./drawing_structure";
import { isAllMarked, markSpans, type Range } from "./marks";

// The first occurrence of a piece.
const at = (latex: string, piece: string): Range => [latex.indexOf(piece), latex.indexOf(piece) + piece.length];

test("a match is marked, also if it is an argument", () => {
  assert.equal(markSpans("a+b", [[0, 3]]), "\\matched{a+b}");
  assert.equal(markSpans("\\frac12", [[5, 6]]), "\\frac{\\matched{1}}2");
});

test("a mark on a symbol encloses its scripts", () => {
  assert.equal(markSpans("x^2+1", [[0, 1]]), "\\matchedbase{x^2}+1");
  assert.equal(markSpans("f'_{a{b}} (x)", [[0, 1]]), "\\matchedbase{f'_{a{b}}} (x)");
  assert.equal(markSpans("a_n^2", [[2, 3]]), "a_{\\matched{n}}^2");
  assert.equal(markSpans("x_\\alpha y", [[0, 1]]), "\\matchedbase{x_\\alpha} y");
});

test("marks inside others or outside of the text are left out", () => {
  assert.equal(markSpans("a+b", [[0, 3], [2, 3], [1, 9], [2, 2], [-1, 1]]), "\\matched{a+b}");
  assert.equal(markSpans("x^2", [[0, 1], [2, 3]]), "\\matchedbase{x^2}");
});

test("several marks follow each other in order", () => {
  assert.equal(markSpans("a+b", [[2, 3], [0, 1]]), "{\\matched{a}}+{\\matched{b}}");
});

test("a whole formula is marked without a command", () => {
  assert.ok(isAllMarked(" a+b ", [[1, 4]]));
  assert.ok(!isAllMarked("a+b", [[0, 1], [2, 3]]));
  assert.ok(!isAllMarked(" ", [[0, 1]]));
});

test("marks do not change the drawing", () => {
  const marked: [string, string[]][] = [
    ["1+{\\sin x\\over x}", ["\\sin x\\over x"]],
    ["1+{\\sin x\\over x}", ["\\sin x", "1"]],
    ["a-b=-c", ["-b", "=", "-c"]],
    ["y_1+f_n^2", ["y", "f"]],
    ["{y}_1+f'(x)", ["{y}", "f", "x"]],
    ["\\frac12+\\sqrt x", ["1", "2", "x"]],
    ["\\sum_{k=1}^n k^2", ["k=1", "n"]],
    ["\\left(\\frac{a}{b}\\right)^{n+1}", ["\\frac{a}{b}", "n"]],
    ["\\begin{pmatrix}a&-b\\\\c&d\\end{pmatrix}", ["-b", "c"]],
    ["a\\,b \\quad c", ["a\\,b"]],
    ["\\sin^2 x+\\alpha_1", ["\\sin", "\\alpha"]],
    ["123+xyz", ["123", "y"]],
  ];
  for (const [latex, pieces] of marked) {
    for (const display of [true, false]) {
      const text = markSpans(latex, pieces.map((piece) => at(latex, piece)));
      assert.equal(text.match(/\\matched/g)?.length, pieces.length, text);
      assert.equal(drawingStructure(text, display), drawingStructure(latex, display), text);
    }
  }
});

test("a change of the drawing is detected", () => {
  assert.notEqual(drawingStructure("{\\sin x \\matched{\\over x}}", true), drawingStructure("{\\sin x \\over x}", true));
  assert.notEqual(drawingStructure("\\matched{y}_1", true), drawingStructure("y_1", true));
  assert.notEqual(drawingStructure("a{-}b", true), drawingStructure("a-b", true));
});
