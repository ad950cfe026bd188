// Computes the places of the nodes of a tree, for drawing it: pure geometry, no DOM.
//
// d3-hierarchy places an operator tree from the top down: each node in the middle above its operands, and subtrees as close as
// their outlines allow (Buchheim, Jünger and Leipert). A layout tree is placed like the written formula: `next` goes right
// along the line, nodes above or over go up, nodes below or under go down, and the content of a root or a pair of brackets
// follows on the line inside it.

import { hierarchy, tree as layOut } from "d3-hierarchy";

import type { TreeNode } from "../api";

export interface PlacedNode {
  label: string;
  x: number; // the middle
  y: number;
  width: number;
}

export interface PlacedEdge {
  from: number; // numbers of nodes
  to: number;
  label: string;
}

export interface Placing {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  width: number;
  height: number;
  leftOut: number; // nodes beyond the limit
}

export const nodeHeight = 28;
const levelGap = 34;
const siblingGap = 14;
const lineGap = 20;
const scriptGap = 14;
const margin = 6;

// A screen cannot show more legibly.
export const mostNodes = 300;
const longestLabel = 24;

export function labelWidth(label: string): number {
  let units = 0;
  for (const letter of label) units += letter.codePointAt(0)! > 0x2e80 ? 1.7 : 1;
  return Math.max(nodeHeight, Math.round(units * 8.4 + 16));
}

function shorten(label: string): string {
  const letters = [...label];
  return letters.length <= longestLabel ? label : letters.slice(0, longestLabel - 1).join("") + "…";
}

interface Cut {
  node: TreeNode;
  number: number;
  edge: string;
  children: Cut[];
}

// The first nodes in breadth-first order, so that a large tree keeps its top.
function cutTree(root: TreeNode): { root: Cut; nodes: PlacedNode[]; edges: PlacedEdge[]; leftOut: number } {
  const nodes: PlacedNode[] = [];
  const edges: PlacedEdge[] = [];
  let leftOut = 0;
  const add = (node: TreeNode, edge: string): Cut => {
    const label = shorten(node.label);
    nodes.push({ label, x: 0, y: 0, width: labelWidth(label) });
    return { node, number: nodes.length - 1, edge, children: [] };
  };
  const top = add(root, "");
  const waiting = [top];
  for (let at = 0; at < waiting.length; ++at) {
    const cut = waiting[at]!;
    for (const { edge, node } of cut.node.children) {
      if (nodes.length >= mostNodes) {
        ++leftOut;
        continue;
      }
      const child = add(node, edge);
      edges.push({ from: cut.number, to: child.number, label: edge });
      cut.children.push(child);
      waiting.push(child);
    }
  }
  return { root: top, nodes, edges, leftOut };
}

function finish(nodes: PlacedNode[], edges: PlacedEdge[], leftOut: number): Placing {
  const left = Math.min(...nodes.map((node) => node.x - node.width / 2)) - margin;
  const top = Math.min(...nodes.map((node) => node.y)) - nodeHeight / 2 - margin;
  for (const node of nodes) {
    node.x -= left;
    node.y -= top;
  }
  const width = Math.max(...nodes.map((node) => node.x + node.width / 2)) + margin;
  const height = Math.max(...nodes.map((node) => node.y)) + nodeHeight / 2 + margin;
  return { nodes, edges, width, height, leftOut };
}

export function placeOperatorTree(tree: TreeNode): Placing {
  const { root, nodes, edges, leftOut } = cutTree(tree);
  const widthOf = (cut: Cut) => nodes[cut.number]!.width;
  const place = layOut<Cut>()
    .nodeSize([1, nodeHeight + levelGap])
    .separation((a, b) => (widthOf(a.data) + widthOf(b.data)) / 2 + siblingGap);
  for (const { data, x, y } of place(hierarchy(root))) Object.assign(nodes[data.number]!, { x, y });
  return finish(nodes, edges, leftOut);
}

// The edges that leave the line. All others follow it.
const upward = new Set(["over", "above", "pre-above"]);
const downward = new Set(["under", "below", "pre-below"]);

// A part of the drawing relative to the left end of its line.
interface Part {
  width: number;
  up: number; // the extent above the line and below it
  down: number;
  nodes: { number: number; x: number; y: number }[];
}

export function placeLayoutTree(tree: TreeNode): Placing {
  const { root, nodes, edges, leftOut } = cutTree(tree);
  const half = nodeHeight / 2;

  // A chain along `next` is as long as the formula, so a loop walks it; only nesting recurses.
  const partOf = (first: Cut): Part => {
    const part: Part = { width: 0, up: half, down: half, nodes: [] };
    const take = (inner: Part, x: number, y: number): void => {
      for (const node of inner.nodes) part.nodes.push({ number: node.number, x: node.x + x, y: node.y + y });
      part.up = Math.max(part.up, inner.up - y);
      part.down = Math.max(part.down, inner.down + y);
    };
    let x = 0;
    for (let cut: Cut | undefined = first; cut !== undefined; ) {
      const width = nodes[cut.number]!.width;
      part.nodes.push({ number: cut.number, x: x + width / 2, y: 0 });
      let end = x + width;
      let up = half;
      let down = half;
      for (const child of cut.children) {
        if (child.edge === "next" || upward.has(child.edge) || downward.has(child.edge)) continue;
        const inner = partOf(child);
        take(inner, end + lineGap, 0);
        end += lineGap + inner.width;
        up = Math.max(up, inner.up);
        down = Math.max(down, inner.down);
      }
      const aside = x + width / 2 + 10;
      for (const child of cut.children) {
        if (upward.has(child.edge)) {
          const inner = partOf(child);
          take(inner, aside, -(up + scriptGap + inner.down));
          up += scriptGap + inner.down + inner.up;
          end = Math.max(end, aside + inner.width);
        } else if (downward.has(child.edge)) {
          const inner = partOf(child);
          take(inner, aside, down + scriptGap + inner.up);
          down += scriptGap + inner.up + inner.down;
          end = Math.max(end, aside + inner.width);
        }
      }
      part.width = end;
      x = end + lineGap;
      cut = cut.children.find((child) => child.edge === "next");
    }
    return part;
  };
  for (const { number, x, y } of partOf(root).nodes) {
    nodes[number]!.x = x;
    nodes[number]!.y = y;
  }
  return finish(nodes, edges, leftOut);
}
