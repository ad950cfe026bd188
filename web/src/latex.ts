// Converts LaTeX that users paste or that MathLive writes into LaTeX that every program reads.

// The text between the delimiters, if the whole text is one formula: $x$, $$x$$, \(x\), \[x\].
export function withoutSigns(text: string): string {
  const trimmed = text.trim();
  for (const [open, close] of [["$$", "$$"], ["$", "$"], ["\\(", "\\)"], ["\\[", "\\]"]] as const) {
    if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) continue;
    if (trimmed.length < open.length + close.length) continue;
    const inner = trimmed.slice(open.length, trimmed.length - close.length);
    if (!inner.includes(open) && !inner.includes(close)) return inner.trim();
  }
  return trimmed;
}

const mathliveLetters: Record<string, string> = { differentialD: "d", capitalDifferentialD: "D", exponentialE: "e", imaginaryI: "i", imaginaryJ: "i" };

// Replaces MathLive's own commands by those of LaTeX.
export function fromMathlive(latex: string): string {
  return (
    latex
      .replace(/\\placeholder(?:\[[^\]]*\])?\{([^{}]*)\}/g, "$1")
      // Scripts and bounds that were offered and left empty.
      .replace(/[_^]\{\s*\}/g, " ")
      .replace(/\\m(left|right)(?![a-zA-Z])/g, "\\$1")
      // A letter must not become part of the command before it.
      .replace(/(\\[a-zA-Z]+)?\\(differentialD|capitalDifferentialD|exponentialE|imaginary[IJ])(?![a-zA-Z])\s*/g, (_, before: string | undefined, name: string) =>
        before ? `${before} ${mathliveLetters[name]}` : mathliveLetters[name]!,
      )
      .replace(/ {2,}/g, " ")
      .trim()
  );
}

// Whether a pasted text without delimiters is a formula: it contains a sign that only formulas have, and no word except
// commands and text in braces. The server applies the same rule to bare queries.
export function looksLikeFormula(text: string): boolean {
  if (!/[\\^_{}=]/.test(text)) return false;
  const outside = text.replace(/\\[a-zA-Z]+/g, " ").replace(/\{[^{}]*\}/g, " ");
  return !/[a-zA-Z]{3,}/.test(outside);
}

// An operator shown by itself, with boxes in place of its operands.
export function withBoxes(latex: string): string {
  return latex.replaceAll("{}", "{\\square}");
}
