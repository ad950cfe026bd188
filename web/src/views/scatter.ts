// Formulas near a formula, as points of a small map with the formula itself in the middle.
//
// Points are links. The list beside the map has the same links with their formulas drawn, so the map is
// kept from screen readers and from the tab order; pointing at one lights up the other.

import type { NearFormula } from "../api";
import { inText, svg } from "../dom";
import { navigate } from "../router";

const side = 280;
const radius = 6;

export function drawScatter(near: NearFormula[], link: (formula: NearFormula) => string, onPoint: (number: number | null) => void): SVGElement {
  const reach = Math.max(...near.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))), 1e-9);
  const place = (value: number) => side / 2 + (value / reach) * (side / 2 - 3 * radius);
  const points = near.map((formula, number) =>
    svg(
      "a",
      {
        href: link(formula),
        tabindex: -1,
        class: "scatter-point",
        "data-number": number,
        onmouseenter: () => onPoint(number),
        onmouseleave: () => onPoint(null),
        onclick: (event: MouseEvent) => follow(event, link(formula)),
      },
      svg("circle", { cx: place(formula.x), cy: place(-formula.y), r: radius }),
      svg("title", {}, `${formula.latex}  (${formula.similarity.toFixed(2)})`),
    ),
  );
  const rings = [1 / 3, 2 / 3, 1].map((part) => svg("circle", { class: "scatter-ring", cx: side / 2, cy: side / 2, r: part * (side / 2 - 3 * radius) }));
  return svg(
    "svg",
    { class: "scatter", "aria-hidden": "true", viewBox: `0 0 ${side} ${side}`, width: inText(side), height: inText(side) },
    ...rings,
    svg("circle", { class: "scatter-middle", cx: side / 2, cy: side / 2, r: radius + 1 }),
    ...points,
  );
}

// The router follows links of HTML only; those of SVG would load the page anew.
function follow(event: MouseEvent, address: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(address);
}
