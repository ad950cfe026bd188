import assert from "node:assert/strict";
import { test } from "node:test";
import { cardBeside, foldedCards } from "./why";

// 0 → 1, 2; 2 → 3, 4
const cards = [[1, 2], [], [3, 4], [], []].map((children) => ({ children }));

test("up and down move by lines", () => {
  const down = [0, 1, 2, 3, 4].map((at) => cardBeside("ArrowDown", at, cards));
  assert.deepEqual(down, [1, 2, 3, 4, undefined]);
  const up = [0, 1, 2, 3, 4].map((at) => cardBeside("ArrowUp", at, cards));
  assert.deepEqual(up, [undefined, 0, 1, 2, 3]);
});

test("right moves in, left out, Home and End to the ends", () => {
  assert.equal(cardBeside("ArrowRight", 2, cards), 3);
  assert.equal(cardBeside("ArrowRight", 1, cards), undefined);
  assert.equal(cardBeside("ArrowLeft", 4, cards), 2);
  assert.equal(cardBeside("ArrowLeft", 0, cards), undefined);
  assert.equal(cardBeside("Home", 4, cards), 0);
  assert.equal(cardBeside("End", 0, cards), 4);
  assert.equal(cardBeside("x", 0, cards), undefined);
});

test("a large graph folds the parts that only one sentence has, at the topmost card", () => {
  const card = (children: number[], matched = false) => ({ children, matched, symbols: [] });
  // 0 → 1 (in both), 2; 2 → 3 → 4, 5 → …
  const large = [card([1, 2]), card([], true), card([3, 4]), card([]), card([5])];
  for (let number = 5; number < 16; ++number) large.push(card(number < 15 ? [number + 1] : []));
  assert.deepEqual([...foldedCards(large)], [[2, 13]]);
  assert.equal(foldedCards(large.slice(0, 4)).size, 0);
  large[9]!.matched = true;
  assert.deepEqual([...foldedCards(large)], [[10, 5]]);
});
