import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyState, formulaSearch, parseQuery, printQuery, stateAddress, stateFromQuery, type Piece } from "./query";

test("words and formulas are distinguished", () => {
  assert.deepEqual(parseQuery("bell curve $e^{-x^2}$ area"), [{ text: "bell curve " }, { latex: "e^{-x^2}" }, { text: " area" }]);
});

test("all delimiters of formulas are known", () => {
  for (const text of ["$x$", "$$x$$", "\\(x\\)", "\\[x\\]", "$ x $"]) assert.deepEqual(parseQuery(text), [{ latex: "x" }], text);
});

test("a delimiter that is never closed stays text", () => {
  assert.deepEqual(parseQuery("costs $5"), [{ text: "costs $5" }]);
  assert.deepEqual(parseQuery("a $$ b"), [{ text: "a $$ b" }]);
  assert.deepEqual(parseQuery("a \\(b"), [{ text: "a \\(b" }]);
});

test("money is no formula", () => {
  assert.deepEqual(parseQuery("\\$5 or \\$6"), [{ text: "\\$5 or \\$6" }]);
});

test("an escaped delimiter does not close a formula", () => {
  assert.deepEqual(parseQuery("$a\\$b$"), [{ latex: "a\\$b" }]);
});

test("a formula that contains dollar signs gets other delimiters", () => {
  const pieces: Piece[] = [{ latex: "x\\text{ if $y$}" }];
  assert.deepEqual(parseQuery(printQuery(pieces)), pieces);
});

// Property: parsing a printed query gives the same query.
test("pieces survive conversion to text and back", () => {
  const seed = Number(process.env["SEED"] ?? 20261115);
  let state = seed;
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const words = ["limit", " of ", "\\$5", "\"mean value\"", "+tag:x", " ", "é", "−1"];
  const formulas = ["x", "\\frac{a}{b}", "a\\$b", "x_{1}^2", "\\text{$t$}", "\\left[0,1\\right)", "a\\\\b"];
  for (let round = 0; round < 500; round += 1) {
    const pieces: Piece[] = [];
    for (let i = random(6); i > 0; i -= 1) {
      const last = pieces[pieces.length - 1];
      // Adjacent words would become one piece; adjacent formulas would read $a$$b$.
      if (random(2) === 0 && !(last && "text" in last)) pieces.push({ text: words[random(words.length)]! });
      else if (!(last && "latex" in last)) pieces.push({ latex: formulas[random(formulas.length)]! });
    }
    assert.deepEqual(parseQuery(printQuery(pieces)), pieces, `seed ${seed}, round ${round}: ${printQuery(pieces)}`);
  }
});

test("a state survives conversion to an address and back", () => {
  const state = { ...emptyState, q: "sum $\\sum_{k=1}^n k$ & more+", mode: "meaning" as const, tag: ["a b", "c"], kind: ["answer"], index: ["notes"], from: "2012", to: "2013-05", page: 3, why: "x/y#z", more: "x/y#w" };
  const url = new URL(stateAddress(state), "http://localhost");
  assert.equal(url.pathname, "/");
  assert.deepEqual(stateFromQuery(url.searchParams), state);
});

test("invalid parts of an address are ignored", () => {
  const state = stateFromQuery(new URLSearchParams("mode=wild&page=-3&from=yesterday&to=2013-1"));
  assert.deepEqual(state, emptyState);
});

test("the empty state is the bare address", () => {
  assert.equal(stateAddress(emptyState), "/");
  assert.equal(stateAddress({ ...emptyState, q: "  " }), "/");
});

test("a formula leads to its search", () => {
  assert.equal(new URL(formulaSearch("a+b"), "http://localhost").searchParams.get("q"), "$a+b$");
});
