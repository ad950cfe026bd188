// The few pictures of the page, drawn with lines in the colour of the text.
import { svg } from "../dom";

const paths = {
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
  formula: "M17 5H8l5 7-5 7h9",
  keyboard: "M3 6.5h18v11H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10",
  clear: "M6 6l12 12M18 6 6 18",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  system: "M3 5h18v11H3zM9 20h6M12 16v4",
  source: "M8 7 3 12l5 5M16 7l5 5-5 5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
  right: "M4 12.5 9.5 18 20 6.5",
  wrong: "M6 6l12 12M18 6 6 18",
  unsure: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  tag: "M4 4h8l8 8-8 8-8-8zM8 8h.01",
  filter: "M4 6h16M7 12h10M10 18h4",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: paths[name] }),
  );
}
