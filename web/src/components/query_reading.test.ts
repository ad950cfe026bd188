import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyState, stateAddress, stateFromQuery } from "../query";
import { readingWords } from "./query_reading";

test("respelled words give another query, found formulas another reading", () => {
  assert.equal(readingWords({ read_as: "cauchy schwarz", respelled: [{ from: "shwarz", to: "schwarz" }] }).before, "Showing results for");
  assert.equal(readingWords({ read_as: "derivative of $e^x$", respelled: [] }).before, "Read as");
});

test("a literal search has its own address", () => {
  const address = stateAddress({ ...emptyState, q: "L^2 space", literal: true });
  assert.equal(address, "/?q=L%5E2+space&literal=true");
  assert.equal(stateFromQuery(new URLSearchParams(address.slice(2))).literal, true);
  assert.equal(stateFromQuery(new URLSearchParams("q=a&literal=no")).literal, false);
});
