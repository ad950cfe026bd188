import assert from "node:assert/strict";
import { test } from "node:test";

import { groupComponents } from "./explanation";

test("details belong to the list before them", () => {
  const lists = groupComponents([
    { name: "text", value: 6, contribution: 1 },
    { name: "words", value: 5 },
    { name: "formulas", value: 0.8, contribution: 0.7 },
  ]);
  assert.deepEqual(lists.map(({ list, details }) => [list.name, details.length]), [["text", 1], ["formulas", 0]]);
});
