import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyState } from "../query";
import { filterCount, withChosen } from "./filters";

test("a chosen filter stays visible, first and counted", () => {
  const facets = [{ value: "a", count: 3 }, { value: "b", count: 2 }];
  assert.deepEqual(withChosen(facets, ["b", "gone"]), [{ value: "b", count: 2 }, { value: "gone", count: 0 }, { value: "a", count: 3 }]);
});

test("both dates are one filter", () => {
  assert.equal(filterCount({ ...emptyState, from: "2012", to: "2013", tag: ["a", "b"] }), 3);
  assert.equal(filterCount(emptyState), 0);
});
