// Copying from the page: formulas as LaTeX between dollar signs in plain text, as MathML in rich text.
//
// A browser would copy the letters that KaTeX draws, in the order in which it draws them. A formula that is selected in part is
// copied whole.

// Elements that end a line of text.
const blocks = new Set(["ADDRESS", "ARTICLE", "ASIDE", "BLOCKQUOTE", "DD", "DETAILS", "DIV", "DL", "DT", "FIGCAPTION", "FIGURE", "H1", "H2", "H3", "H4", "LI", "MAIN", "OL", "P", "PRE", "SECTION", "SUMMARY", "TABLE", "TR", "UL"]);
// Lists in one line. The style sheet draws dots between their parts, which cannot be selected.
const lists = ".dot-list";
const unseen = ".visually-hidden, .katex-html, button, script, style";

export function copyLatex(root: Document): void {
  root.addEventListener("copy", (event) => {
    const selection = root.getSelection();
    if (!event.clipboardData || !selection || selection.isCollapsed || isInField(selection.anchorNode)) return;
    const selected = root.createElement("div");
    for (let i = 0; i < selection.rangeCount; ++i) selected.append(cloned(wholeFormulas(selection.getRangeAt(i))));
    if (!selected.querySelector(`.math, ${lists}`)) return; // the browser can do this itself
    for (const list of selected.querySelectorAll(lists)) separate(list);
    event.clipboardData.setData("text/plain", plainText(selected));
    event.clipboardData.setData("text/html", richText(selected));
    event.preventDefault();
  });
}

// A selection inside a list is a part of such a list.
function cloned(range: Range): Node {
  const contents = range.cloneContents();
  const around = range.commonAncestorContainer;
  if (!(around instanceof Element) || !around.matches(lists)) return contents;
  const list = around.cloneNode(false);
  list.appendChild(contents);
  return list;
}

// Inserts a dot before each copied part except the first.
function separate(list: Element): void {
  let isFirst = true;
  for (const part of [...list.children]) {
    if (part.matches(unseen) || plainText(part) === "") continue;
    if (!isFirst) part.before(" · ");
    isFirst = false;
  }
}

// The text of input fields is copied unchanged.
function isInField(node: Node | null): boolean {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest("input, textarea, [contenteditable], math-field") != null;
}

function formulaAround(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest(".math") ?? null;
}

function wholeFormulas(range: Range): Range {
  const whole = range.cloneRange();
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first) whole.setStartBefore(first);
  if (last) whole.setEndAfter(last);
  return whole;
}

// Lines of text. A displayed formula has its own line.
export function plainText(selected: Element): string {
  let text = "";
  const breakLine = () => {
    text = text.replace(/ +$/, "");
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const walk = (node: Node): void => {
    if (node.nodeType === 3) {
      text += (node.nodeValue ?? "").replace(/\s+/g, " ");
      return;
    }
    if (node.nodeType !== 1) return;
    const element = node as Element;
    if (element.nodeName === "BR") return breakLine();
    const latex = element.getAttribute("data-latex");
    if (latex !== null && element.classList.contains("math")) {
      text += element.classList.contains("math-display") ? `$$${latex}$$` : `$${latex}$`;
      return;
    }
    if (element.matches(unseen)) return;
    const isBlock = blocks.has(element.nodeName);
    if (isBlock) breakLine();
    for (const child of element.childNodes) walk(child);
    if (isBlock) breakLine();
  };
  walk(selected);
  return text.replace(/^\s+|\s+$/g, "").replace(/[^\S\n]+/g, " ");
}

// Formulas as MathML, which word processors read. The drawing of KaTeX would need its style sheet.
function richText(selected: Element): string {
  const copy = selected.cloneNode(true) as Element;
  for (const math of copy.querySelectorAll(".math")) {
    const mathml = math.querySelector("math");
    if (mathml) math.replaceChildren(mathml);
    else if (math.querySelector(".katex")) math.replaceChildren(`$${math.getAttribute("data-latex") ?? ""}$`);
  }
  for (const gone of copy.querySelectorAll(unseen)) gone.remove();
  return copy.innerHTML;
}
