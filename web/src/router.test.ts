import assert from "node:assert/strict";
import { test } from "node:test";

import { address, matchPattern } from "./router";

test("a name in a pattern matches one segment, which is decoded after the path is split", () => {
  assert.deepEqual(matchPattern("/document/{id}", "/document/a%2Fb%23c"), { id: "a/b#c" });
  assert.equal(matchPattern("/document/{id}", "/document/a/b"), null);
  assert.equal(matchPattern("/document/{id}", "/document/"), null);
  assert.deepEqual(matchPattern("/compare", "/compare/"), {});
  assert.deepEqual(matchPattern("/", "/"), {});
});

test("a stray percent sign matches nothing", () => {
  assert.equal(matchPattern("/document/{id}", "/document/%zz"), null);
});

test("an address leads back to its values", () => {
  const url = new URL(address("/document/{id}", { id: "a/b c#d?e" }, { a: "x+y", b: "", c: ["1", "2"] }), "http://localhost");
  assert.deepEqual(matchPattern("/document/{id}", url.pathname), { id: "a/b c#d?e" });
  assert.deepEqual([...url.searchParams], [["a", "x+y"], ["c", "1"], ["c", "2"]]);
});
