// Numbered links to the pages of results: the first, the last, and those around the current page.
import { h } from "../dom";
import { formatCount } from "../numbers";
import "./page_links.css";

const around = 2;

// The page numbers in order, with null for each gap. A gap of a single page shows its number, which takes no more room.
export function pageNumbers(current: number, last: number): (number | null)[] {
  const shown = new Set([1, last]);
  for (let page = current - around; page <= current + around; page += 1) if (page >= 1 && page <= last) shown.add(page);
  const sorted = [...shown].sort((a, b) => a - b);
  const numbers: (number | null)[] = [];
  for (const page of sorted) {
    const before = numbers[numbers.length - 1] ?? 0;
    if (numbers.length > 0 && page === before + 2) numbers.push(page - 1);
    else if (numbers.length > 0 && page > before + 2) numbers.push(null);
    numbers.push(page);
  }
  return numbers;
}

// Empty for a single page. `last` is the last known page; `isOpen` means that there may be more.
export function pageLinks(current: number, last: number, isOpen: boolean, addressOf: (page: number) => string): HTMLElement[] {
  if (last <= 1 && current <= 1) return [];
  const step = (page: number, text: string, rel: string) => h("a", { class: "button", rel, href: addressOf(page) }, text);
  const known = Math.max(last, current);
  const entry = (page: number | null) =>
    h(
      "li",
      page === null ? { class: "page-gap", "aria-hidden": "true" } : {},
      page === null ? "…" : h("a", { class: "page-link", href: addressOf(page), "aria-label": `Page ${formatCount(page)}`, "aria-current": page === current ? "page" : null }, formatCount(page)),
    );
  return [
    ...(current > 1 ? [step(current - 1, "← Previous", "prev")] : []),
    h("ol", { class: "page-list" }, pageNumbers(current, known).map(entry), isOpen && h("li", { class: "page-gap", "aria-hidden": "true" }, "…")),
    ...(current < last ? [step(current + 1, "Next →", "next")] : []),
  ];
}
