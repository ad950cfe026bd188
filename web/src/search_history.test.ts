import assert from "node:assert/strict";
import { test } from "node:test";

import { withQuery } from "./search_history";

test("a query searched again comes first, once", () => {
  assert.deepEqual(withQuery(["a", "b", "c"], "b"), ["b", "a", "c"]);
});

test("the oldest queries are forgotten", () => {
  const many = Array.from({ length: 30 }, (_, i) => String(i));
  assert.equal(withQuery(many, "new").length, 30);
  assert.equal(withQuery(many, "new").includes("29"), false);
});
