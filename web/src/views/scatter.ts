// Formulas near a formula, as points of a small map with the formula itself in the middle.
//
// A point is a link that shows its formula while it has the pointer or the focus. Tab goes to the map once; arrow keys go from
// point to point, starting from the nearest. The list beside the map has the same links with their formulas drawn; points and
// links are highlighted together.

import type { NearFormula } from "../api";
import { renderMath } from "../components/math";
import { h, inText, svg } from "../dom";
import { navigate } from "../router";

const side = 280;
const radius = 6;
const target = 13; // the radius of a point's clickable area: at least 24 px across even where the map is drawn smaller

// Formulas that the map cannot distinguish.
export type Spot = [NearFormula, ...NearFormula[]];

const sameSpot = 1e-3; // of half the map's width

// Equal formulas, and others with the same vector, become one spot at the place of the first.
export function collapse(near: NearFormula[]): Spot[] {
  const spots: Spot[] = [];
  for (const formula of near) {
    const spot = spots.find(([first]) => Math.abs(first.x - formula.x) < sameSpot && Math.abs(first.y - formula.y) < sameSpot && Math.abs(first.similarity - formula.similarity) < sameSpot);
    if (spot) spot.push(formula);
    else spots.push([formula]);
  }
  return spots;
}

export class Scatter {
  readonly element: HTMLElement;
  private readonly points: SVGElement[];
  private readonly label = h("div", { class: "scatter-label", "aria-hidden": "true", hidden: true });

  // `onLight` receives the spot that has the pointer or the focus.
  constructor(
    private readonly spots: Spot[],
    link: (formula: NearFormula) => string,
    private readonly onLight: (number: number | null) => void,
  ) {
    this.points = spots.map((spot, number) => this.point(spot, number, link(spot[0])));
    const rings = [1 / 3, 2 / 3, 1].map((part) => svg("circle", { class: "scatter-ring", cx: side / 2, cy: side / 2, r: part * (side / 2 - 3 * radius) }));
    const map = svg(
      "svg",
      { class: "scatter", role: "group", "aria-label": "Map of the formulas near it", viewBox: `0 0 ${side} ${side}`, width: inText(side), height: inText(side), onkeydown: (event: KeyboardEvent) => this.onKey(event) },
      ...rings,
      svg("circle", { class: "scatter-middle", cx: side / 2, cy: side / 2, r: radius + 1 }),
      ...this.points,
    );
    this.element = h("div", { class: "scatter-frame" }, map, this.label);
  }

  light(number: number | null): void {
    for (const [k, point] of this.points.entries()) point.classList.toggle("lit", k === number);
    this.onLight(number);
    this.label.hidden = number === null;
    if (number === null) return;
    const [first, ...others] = this.spots[number]!;
    const { x, y } = this.place(first);
    this.label.style.left = `${(100 * x) / side}%`;
    this.label.style.top = `${(100 * y) / side}%`;
    this.label.classList.toggle("scatter-label-left", x > side / 2);
    this.label.replaceChildren(renderMath(first.latex, { isSilent: true }), ...(others.length > 0 ? [h("span", { class: "meta" }, ` and ${others.length} more`)] : []));
  }

  private place({ x, y }: NearFormula): { x: number; y: number } {
    const reach = Math.max(...this.spots.map(([one]) => Math.max(Math.abs(one.x), Math.abs(one.y))), 1e-9);
    const at = (value: number) => side / 2 + (value / reach) * (side / 2 - 3 * radius);
    return { x: at(x), y: at(-y) };
  }

  private point([first, ...others]: Spot, number: number, href: string): SVGElement {
    const { x, y } = this.place(first);
    const name = `${first.spoken || first.latex}, ${first.similarity.toFixed(2)}${others.length > 0 ? `, and ${others.length} more` : ""}`;
    return svg(
      "a",
      {
        href,
        tabindex: number === 0 ? 0 : -1,
        class: "scatter-point",
        "aria-label": name,
        onmouseenter: () => this.light(number),
        onmouseleave: () => this.light(null),
        onfocus: () => this.light(number),
        onblur: () => this.light(null),
        onclick: (event: MouseEvent) => follow(event, href),
      },
      svg("circle", { class: "scatter-target", cx: x, cy: y, r: target }),
      svg("circle", { cx: x, cy: y, r: radius + Math.min(others.length, 3) }),
    );
  }

  private onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const at = this.points.indexOf(event.target as SVGElement);
    const next = event.key === "Home" ? 0 : event.key === "End" ? this.points.length - 1 : at + (steps[event.key] ?? NaN);
    const point = this.points[next];
    if (at < 0 || !point) return;
    event.preventDefault();
    this.points[at]!.setAttribute("tabindex", "-1");
    point.setAttribute("tabindex", "0");
    point.focus();
  }
}

// The router follows only links in HTML; links in SVG would reload the page.
function follow(event: MouseEvent, address: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(address);
}
