// The drawing of KaTeX, for tests: every symbol and box with its classes and its style, without the spans of marks. Formulas
// with the same structure look the same.
import katex from "katex";

interface Drawn {
  classes?: string[];
  children?: Drawn[];
  style?: Record<string, unknown>;
  text?: string; // of a symbol
  italic?: number;
  pathName?: string; // of a path
}

const { __renderToHTMLTree: render } = katex as unknown as { __renderToHTMLTree: (latex: string, options: object) => Drawn };

// Throws the exceptions of KaTeX.
export function drawingStructure(latex: string, displayMode: boolean): string {
  return contents(render(latex, { throwOnError: true, strict: "ignore", displayMode, maxSize: 12, maxExpand: 500 })).join("");
}

// One text for each child.
function contents({ children = [] }: Drawn): string[] {
  return children.flatMap(structure);
}

function structure(node: Drawn): string[] {
  const classes = (node.classes ?? []).filter(Boolean);
  const isMark = classes.includes("matched") || classes.includes("matched-base");
  const look = `${classes.join(".")}${JSON.stringify(node.style ?? {})}`;
  if (node.text !== undefined) return symbols(node.text, look, node.italic ?? 0);
  // A line may break between two bases, which contain struts of their height. A mark reduces the number of places to break.
  if (classes.includes("strut")) return [];
  const inside = contents(node);
  if (isMark || classes.includes("base")) return inside;
  // Braces around a single element have no style of their own; they get its style.
  const isGroupOfOne = inside.length === 1 && classes.every((name) => name === "mord" || name === "mtight");
  const style = JSON.stringify(node.style ?? {});
  const own = /^<[\w.-]*(\{[^}]*\})/.exec(inside[0] ?? "")?.[1];
  if (isGroupOfOne && (own === "{}" || own === style)) return [inside[0]!.replace(own, style)];
  return [`<${look}${node.pathName ?? ""}:${inside.join("")}>`];
}

// KaTeX joins consecutive symbols and uses the slant of the last one.
function symbols(text: string, look: string, italic: number): string[] {
  const letters = [...text];
  return letters.map((letter, i) => `<${look}${i + 1 < letters.length ? 0 : italic}${letter}>`);
}
