import assert from "node:assert/strict";
import { test } from "node:test";

import type { TreeNode } from "../api";
import { mostNodes, nodeHeight, placeLayoutTree, placeOperatorTree, type Placing } from "./tree_placing";

const leaf = (label: string): TreeNode => ({ label, children: [] });

// A pseudo-random sequence, determined by a seed, which the tests print.
function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomTree(random: (below: number) => number, depth: number, edges: string[]): TreeNode {
  const node = leaf("x".repeat(1 + random(8)));
  if (depth === 0) return node;
  const used = new Set<string>();
  for (let child = random(4); child > 0; --child) {
    const edge = edges[random(edges.length)]!;
    // A symbol has at most one neighbour of each relation, an operator any number of operands.
    if (edges.length > 1 && used.has(edge)) continue;
    used.add(edge);
    node.children.push({ edge, node: randomTree(random, depth - 1, edges) });
  }
  return node;
}

function overlaps({ nodes }: Placing): string[] {
  const found: string[] = [];
  for (const [i, a] of nodes.entries()) {
    for (const b of nodes.slice(i + 1)) {
      if (Math.abs(a.y - b.y) < nodeHeight - 0.001 && Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 0.001) found.push(`${a.label} and ${b.label}`);
    }
  }
  return found;
}

function inside({ nodes, width, height }: Placing): boolean {
  return nodes.every(({ x, y, width: own }) => x - own / 2 >= 0 && x + own / 2 <= width && y >= nodeHeight / 2 && y + nodeHeight / 2 <= height);
}

test("an operator stands in the middle above its operands", () => {
  const { nodes } = placeOperatorTree({ label: "+", children: [{ edge: "0", node: leaf("a") }, { edge: "1", node: leaf("b") }] });
  const [plus, a, b] = nodes;
  assert.equal(a!.y, b!.y);
  assert.ok(plus!.y < a!.y);
  assert.equal(plus!.x, (a!.x + b!.x) / 2);
});

test("a layout tree has exponents above the line, indices below it, and neighbours on it", () => {
  const x: TreeNode = { label: "x", children: [{ edge: "above", node: leaf("2") }, { edge: "below", node: leaf("i") }, { edge: "next", node: leaf("+") }] };
  const { nodes } = placeLayoutTree(x);
  const at = (label: string) => nodes.find((node) => node.label === label)!;
  assert.ok(at("2").y < at("x").y && at("i").y > at("x").y);
  assert.equal(at("+").y, at("x").y);
  assert.ok(at("+").x > at("2").x);
});

test("no nodes of any tree overlap or leave the picture", () => {
  const seed = Number(process.env["SEED"] ?? 20261115);
  const random = randomNumbers(seed);
  const relations = ["next", "above", "below", "over", "under", "within", "element"];
  for (let round = 0; round < 200; ++round) {
    const operators = placeOperatorTree(randomTree(random, 5, ["0"]));
    const layout = placeLayoutTree(randomTree(random, 5, relations));
    for (const placing of [operators, layout]) {
      assert.deepEqual(overlaps(placing), [], `seed ${seed}, round ${round}`);
      assert.ok(inside(placing), `seed ${seed}, round ${round}`);
    }
  }
});

test("a tree too large to read is cut, and says so", () => {
  const wide: TreeNode = { label: "+", children: Array.from({ length: 1000 }, (_, k) => ({ edge: String(k), node: leaf(`x${k}`) })) };
  const placing = placeOperatorTree(wide);
  assert.equal(placing.nodes.length, mostNodes);
  assert.equal(placing.leftOut, 1001 - mostNodes);
});

test("a chain as long as a page is placed without recursion", () => {
  let chain = leaf("x");
  for (let k = 0; k < 20000; ++k) chain = { label: "x", children: [{ edge: "next", node: chain }] };
  assert.equal(placeLayoutTree(chain).nodes.length, mostNodes);
});

test("a long label is shortened", () => {
  assert.equal(placeOperatorTree(leaf("y".repeat(100))).nodes[0]!.label.length, 24);
});
