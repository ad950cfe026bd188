import assert from "node:assert/strict";
import { test } from "node:test";
import { pageNumbers } from "./page_links";

test("a few pages are all shown", () => {
  assert.deepEqual(pageNumbers(1, 1), [1]);
  assert.deepEqual(pageNumbers(2, 5), [1, 2, 3, 4, 5]);
});

test("the first, the last and the neighbouring pages of many are shown", () => {
  assert.deepEqual(pageNumbers(1, 12), [1, 2, 3, null, 12]);
  assert.deepEqual(pageNumbers(6, 12), [1, null, 4, 5, 6, 7, 8, null, 12]);
  assert.deepEqual(pageNumbers(12, 12), [1, null, 10, 11, 12]);
});

test("no gap hides a single page", () => {
  assert.deepEqual(pageNumbers(5, 9), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
