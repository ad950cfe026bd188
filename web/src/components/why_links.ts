// Lines from the cards of one graph to those of another that stand for the same, behind both.
import { svg } from "../dom";

export interface Links {
  // The line of a card of the left graph stands out; null: none does.
  light(card: number | null): void;
}

// Drawn again whenever the pair gets another size or one of the graphs is scrolled. A pair that stands one above the other has no lines.
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
  pair.addEventListener("scroll", place, { capture: true, passive: true }); // of either graph
  return {
    light(card) {
      for (const [own, line] of lines) line.classList.toggle("why-link-lit", own === card);
    },
  };
}

const head = 15; // px, from the top of a card to where lines meet it

// Level to the edge of its graph, in a bend to the other, and level to its partner.
function linkPath(from: DOMRect, to: DOMRect, frame: DOMRect, edge: number): string {
  const x = (value: number) => (value - frame.left).toFixed(1);
  const y = (value: number) => (value - frame.top).toFixed(1);
  const start = y(from.top + Math.min(head, from.height / 2));
  const end = y(to.top + Math.min(head, to.height / 2));
  const bend = x((edge + Math.min(to.left, edge + 64)) / 2);
  const turn = Math.min(to.left - 6, edge + 44);
  return `M${x(Math.min(from.right + 2, edge))} ${start}H${x(edge)}C${bend} ${start} ${bend} ${end} ${x(turn)} ${end}H${x(to.left - 3)}`;
}
