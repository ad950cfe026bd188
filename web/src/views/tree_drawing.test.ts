import assert from "node:assert/strict";
import { test } from "node:test";

import { nodeBeside } from "./tree_drawing";

// (+ x (pow y 2)), numbered from the top.
const edges = [[0, 1], [0, 2], [2, 3], [2, 4]].map(([from, to]) => ({ from: from!, to: to!, label: "" }));

test("arrow keys move in a tree: down to operands, across to siblings, up to the parent", () => {
  for (const [key, from, to] of [["ArrowDown", 0, 1], ["ArrowRight", 1, 2], ["ArrowDown", 2, 3], ["ArrowRight", 3, 4], ["ArrowLeft", 4, 3], ["ArrowUp", 4, 2], ["Home", 4, 0]] as const) {
    assert.equal(nodeBeside(key, from, edges), to, `${key} from ${from}`);
  }
  for (const [key, from] of [["ArrowUp", 0], ["ArrowDown", 1], ["ArrowLeft", 1], ["ArrowRight", 2], ["Home", 0], ["x", 1]] as const) {
    assert.equal(nodeBeside(key, from, edges), undefined, `${key} from ${from}`);
  }
});
