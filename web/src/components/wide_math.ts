// Inline formulas that are wider than their column scroll by themselves instead of making the page wide.
// All are measured first and changed afterwards: one layout, not one for each.
export function fitMath(places: HTMLElement[]): void {
  const wide = places.flatMap((place) => {
    const right = place.getBoundingClientRect().right + 1;
    return [...place.querySelectorAll<HTMLElement>(".math:not(.math-display):not(.math-wide)")].filter((formula) => formula.getBoundingClientRect().right > right);
  });
  for (const formula of wide) {
    formula.classList.add("math-wide");
    // What scrolls must be reachable by keys, unless it stands in a link that is.
    if (!formula.closest("a")) formula.tabIndex = 0;
  }
}
