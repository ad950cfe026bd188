// Lines between cards of two graphs that represent the same node, behind both graphs.
import { svg } from "../dom";

export interface Links {
  // Highlights the line of a card of the left graph; null: of no card.
  light(card: number | null): void;
}

// The lines are drawn again when the pair changes its size or one of the graphs is scrolled. If the graphs are one above the
// other, there are no lines.
export function drawLinks(pair: HTMLElement, left: HTMLElement[], partners: (number | null)[], right: HTMLElement[]): Links {
  const picture = svg("svg", { class: "why-links", "aria-hidden": "true", focusable: "false" });
  const lines = new Map<number, SVGElement>();
  partners.forEach((partner, card) => {
    if (partner === null) return;
    const line = svg("path", { class: "why-link" });
    lines.set(card, line);
    picture.append(line);
  });
  pair.prepend(picture);
  const place = (): void => {
    const frame = pair.getBoundingClientRect();
    const edge = pair.querySelector(".why-side")!.getBoundingClientRect().right;
    for (const [card, line] of lines) {
      const from = left[card]!.querySelector(".why-card")!.getBoundingClientRect();
      const to = right[partners[card]!]!.getBoundingClientRect();
      line.setAttribute("d", linkPath(from, to, frame, edge));
    }
  };
  new ResizeObserver(place).observe(pair);
  pair.addEventListener("scroll", place, { capture: true, passive: true }); // in either graph
  return {
    light(card) {
      for (const [own, line] of lines) line.classList.toggle("why-link-lit", own === card);
    },
  };
}

const head = 15; // px, from the top of a card to the end of its lines

// A line runs level to the edge of its graph, in a curve to the other graph, and level to its partner.
function linkPath(from: DOMRect, to: DOMRect, frame: DOMRect, edge: number): string {
  const x = (value: number) => (value - frame.left).toFixed(1);
  const y = (value: number) => (value - frame.top).toFixed(1);
  const start = y(from.top + Math.min(head, from.height / 2));
  const end = y(to.top + Math.min(head, to.height / 2));
  const bend = x((edge + Math.min(to.left, edge + 64)) / 2);
  const turn = Math.min(to.left - 6, edge + 44);
  return `M${x(Math.min(from.right + 2, edge))} ${start}H${x(edge)}C${bend} ${start} ${bend} ${end} ${x(turn)} ${end}H${x(to.left - 3)}`;
}
