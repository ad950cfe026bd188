import assert from "node:assert/strict";
import { test } from "node:test";
import { matchText } from "./match_count";

const matching = { results: 12, is_exact: true, parts: 0, words: 0, formulas: 0 };

test("a count names the parts that the results have", () => {
  assert.equal(matchText({ ...matching, parts: 1, words: 1 }), "12 results have the word");
  assert.equal(matchText({ ...matching, parts: 3, words: 2, formulas: 1 }), "12 results have both words and the formula");
  assert.equal(matchText({ ...matching, results: 1, parts: 3, words: 3 }), "1 result has all 3 words");
});

test("a count says that no result has the whole query", () => {
  assert.equal(matchText({ ...matching, results: 5, parts: 3, words: 4 }), "no result has all 4 words; 5 have 3 of the 4");
  assert.equal(matchText({ ...matching, formulas: 1 }), "no result has the formula; 12 have a formula like it");
  assert.equal(matchText({ ...matching, results: 0, words: 1 }), "no result has the word");
});

test("a count without words and formulas counts the found documents", () => {
  assert.equal(matchText(matching), "12 results");
  assert.equal(matchText({ ...matching, is_exact: false }), "at least 12 results");
});
