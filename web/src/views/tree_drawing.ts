// A tree drawn as SVG that can be explored with the keyboard: Tab goes to its root, arrow keys to operands, to siblings and
// back up. The style sheet sets colours by class, so that the theme applies.

import type { TreeNode } from "../api";
import { inText, svg } from "../dom";
import { nodeHeight, placeLayoutTree, placeOperatorTree, type Placing } from "./tree_placing";

const mostTold = 60; // symbols

// Mathematical notation of operators.
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
  const picture = svg("svg", { class: "tree", role: "tree", "aria-label": name, width: inText(width), height: inText(height), viewBox: `0 0 ${width} ${height}` });
  for (const edge of placing.edges) {
    const path = svg("path", { class: `tree-edge edge-${edge.label}`, d: edgePath(placing, edge.from, edge.to) });
    if (edge.label !== "") path.append(svg("title", {}, edge.label));
    picture.append(path);
  }
  // Nodes with children; a following symbol does not count as a child.
  const inner = new Set(placing.edges.filter((edge) => edge.label !== "next").map((edge) => edge.from));
  const edges = new Map(placing.edges.map((edge) => [edge.to, edge]));
  const levels: number[] = [];
  for (const [number, node] of placing.nodes.entries()) {
    const edge = edges.get(number); // parents come first
    levels[number] = edge ? levels[edge.from]! + 1 : 1;
    picture.append(
      svg(
        "g",
        {
          class: inner.has(number) ? "tree-node inner" : "tree-node",
          role: "treeitem",
          tabindex: number === 0 ? 0 : -1,
          "aria-level": levels[number],
          "aria-label": nodeName(node.label, edge?.label ?? "", placing.edges.filter(({ from }) => from === number).length),
        },
        svg("rect", { x: node.x - node.width / 2, y: node.y - nodeHeight / 2, width: node.width, height: nodeHeight, rx: 8 }),
        svg("text", { x: node.x, y: node.y, dy: "0.35em", "text-anchor": "middle" }, signs[node.label] ?? node.label),
      ),
    );
  }
  const nodes = [...picture.querySelectorAll<SVGElement>(".tree-node")];
  picture.addEventListener("keydown", (event) => walk(event, nodes, placing));
  return picture;
}

// The edges of an operator tree are numbers, those of a layout tree are places.
function nodeName(label: string, edge: string, children: number): string {
  const place = edge === "" ? "root" : /^\d+$/.test(edge) ? `operand ${edge}` : edge;
  return `${signs[label] ?? label}, ${place}${children > 0 ? `, ${children} below` : ""}`;
}

function walk(event: KeyboardEvent, nodes: SVGElement[], { edges }: Placing): void {
  const at = nodes.indexOf(event.target as SVGElement);
  if (at < 0) return;
  const next = nodeBeside(event.key, at, edges);
  if (next === undefined) return;
  event.preventDefault();
  nodes[at]!.setAttribute("tabindex", "-1");
  nodes[next]!.setAttribute("tabindex", "0");
  nodes[next]!.focus();
  nodes[next]!.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The number of the node to which a key leads: down to the first child, up to the parent, left and right to siblings.
export function nodeBeside(key: string, at: number, edges: Placing["edges"]): number | undefined {
  const parent = edges.find(({ to }) => to === at)?.from;
  const below = (number: number | undefined) => edges.filter(({ from }) => from === number).map(({ to }) => to);
  const siblings = below(parent);
  switch (key) {
    case "ArrowDown":
      return below(at)[0];
    case "ArrowUp":
      return parent;
    case "ArrowRight":
      return siblings[siblings.indexOf(at) + 1];
    case "ArrowLeft":
      return siblings[siblings.indexOf(at) - 1];
    case "Home":
      return at === 0 ? undefined : 0;
    default:
      return undefined;
  }
}

// The text for screen readers: (+ x 3). Large trees end in an ellipsis.
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
