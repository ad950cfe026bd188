// Examples to begin with, one per line: the example on the left, its purpose on the right.
import { h, type Child } from "../dom";
import "./examples.css";

export interface Example {
  href: string;
  content: Child;
  note: string;
  name?: string; // the content in words, if it is a drawing
}

export function renderExamples(examples: Example[]): HTMLElement {
  return h(
    "section",
    { class: "examples" },
    h("h2", { class: "small-caps" }, "For example"),
    h(
      "ul",
      {},
      examples.map(({ href, content, note, name }) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "example", href },
            name && h("span", { class: "visually-hidden" }, `${name}: `),
            h("span", { class: "example-content", "aria-hidden": name ? "true" : undefined }, content),
            h("span", { class: "meta" }, note),
          ),
        ),
      ),
    ),
  );
}
