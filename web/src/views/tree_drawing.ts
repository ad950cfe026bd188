// A tree drawn as SVG. Colours come from the style sheet by class, so that the theme applies.

import type { TreeNode } from "../api";
import { inText, svg } from "../dom";
import { nodeHeight, placeLayoutTree, placeOperatorTree, type Placing } from "./tree_placing";

const mostTold = 60; // symbols

// Operators as mathematics writes them.
const signs: Record<string, string> = { "-": "−", "*": "·", "<=": "≤", ">=": "≥", "!=": "≠" };

function edgePath(placing: Placing, from: number, to: number): string {
  const a = placing.nodes[from]!;
  const b = placing.nodes[to]!;
  const half = nodeHeight / 2;
  if (a.y === b.y) return `M${a.x + a.width / 2} ${a.y}H${b.x - b.width / 2}`;
  const down = b.y > a.y ? 1 : -1;
  const begin = a.y + down * half;
  const end = b.y - down * half;
  const middle = (begin + end) / 2;
  return `M${a.x} ${begin}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${end}`;
}

function draw(placing: Placing, name: string): SVGElement {
  const width = Math.ceil(placing.width);
  const height = Math.ceil(placing.height);
  const picture = svg("svg", { class: "tree", role: "img", "aria-label": name, width: inText(width), height: inText(height), viewBox: `0 0 ${width} ${height}` });
  for (const edge of placing.edges) {
    const path = svg("path", { class: `tree-edge edge-${edge.label}`, d: edgePath(placing, edge.from, edge.to) });
    if (edge.label !== "") path.append(svg("title", {}, edge.label));
    picture.append(path);
  }
  // Nodes with something below them; to be followed by the next symbol does not count.
  const inner = new Set(placing.edges.filter((edge) => edge.label !== "next").map((edge) => edge.from));
  for (const [number, node] of placing.nodes.entries()) {
    picture.append(
      svg(
        "g",
        { class: inner.has(number) ? "tree-node inner" : "tree-node" },
        svg("rect", { x: node.x - node.width / 2, y: node.y - nodeHeight / 2, width: node.width, height: nodeHeight, rx: 8 }),
        svg("text", { x: node.x, y: node.y, dy: "0.35em", "text-anchor": "middle" }, signs[node.label] ?? node.label),
      ),
    );
  }
  return picture;
}

// Told instead of the picture: (+ x 3). Large trees end in an ellipsis.
function spoken(tree: TreeNode): string {
  let told = 0;
  const tell = (node: TreeNode): string => {
    if (++told > mostTold) return "…";
    if (node.children.length === 0) return node.label;
    const parts = [node.label];
    for (const child of node.children) {
      parts.push(tell(child.node));
      if (told > mostTold) break;
    }
    return `(${parts.join(" ")})`;
  };
  return tell(tree);
}

export function drawOperatorTree(tree: TreeNode): { picture: SVGElement; leftOut: number } {
  const placing = placeOperatorTree(tree);
  return { picture: draw(placing, "Operator tree: " + spoken(tree)), leftOut: placing.leftOut };
}

export function drawLayoutTree(tree: TreeNode): { picture: SVGElement; leftOut: number } {
  const placing = placeLayoutTree(tree);
  return { picture: draw(placing, "Layout tree: " + spoken(tree)), leftOut: placing.leftOut };
}
