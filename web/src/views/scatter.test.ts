import assert from "node:assert/strict";
import { test } from "node:test";

import type { NearFormula } from "../api";
import { collapse } from "./scatter";

const near = (latex: string, x: number, y: number, similarity: number): NearFormula => ({ id: latex, latex, spoken: latex, similarity, x, y, occurrences: 1 });

test("formulas at one spot become one, the nearest first", () => {
  const spots = collapse([near("a", 0.5, 0.5, 0.9), near("b", 0.2, 0.1, 0.8), near("c", 0.5, 0.5, 0.9), near("d", 0.5, 0.5, 0.7)]);
  assert.deepEqual(spots.map((spot) => spot.map(({ latex }) => latex)), [["a", "c"], ["b"], ["d"]]);
});
