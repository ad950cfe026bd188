// Formulas that are wider than their column scroll by themselves instead of widening the page. Scrolling elements can have the
// focus.

const column = "p, li, dd, th, td, h1, h2, h3, div";

// Formulas on cards of graphs break into lines. All formulas are measured first and changed afterwards, which takes one layout
// instead of one for each.
export function fitMath(places: Iterable<Element>): void {
  const formulas = [...places].flatMap((place) => [...place.querySelectorAll<HTMLElement>(".math:not(.why-card .math)")]);
  for (const formula of formulas) {
    formula.classList.remove("math-wide");
    formula.removeAttribute("tabindex");
  }
  for (const formula of formulas.filter((one) => isTooWide(one))) {
    if (!formula.classList.contains("math-display")) formula.classList.add("math-wide"); // the others scroll anyway
    formula.tabIndex = 0;
  }
}

function isTooWide(formula: HTMLElement): boolean {
  return formula.classList.contains("math-display") ? formula.scrollWidth > formula.clientWidth : isWiderThanColumn(formula);
}

function isWiderThanColumn(formula: HTMLElement): boolean {
  const around = formula.parentElement?.closest(column);
  return around != null && formula.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
}

// Fits visible formulas whenever columns or formulas may have changed their width: a resized window, another font, an unfolded
// part.
export function keepMathFitting(root: HTMLElement): void {
  let frame = 0;
  const fitAgain = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => fitMath(root.querySelectorAll(".results, .answer")));
  };
  window.addEventListener("resize", fitAgain);
  document.fonts.addEventListener("loadingdone", fitAgain);
  // The toggle event does not bubble.
  root.addEventListener("toggle", ({ target }) => target instanceof HTMLDetailsElement && target.open && fitMath([target]), { capture: true });
}
