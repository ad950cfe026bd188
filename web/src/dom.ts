// Elements without a framework: h("p", { class: "note" }, "text", child).
//
// Text is only ever set as text, never as markup: what comes from documents cannot become elements.

export type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

// Attributes by name; `on…` takes a listener; true stands for an empty attribute, and false or null
// for none.
export type Attributes = Record<string, Value>;

export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes?: Attributes | null,
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  setAttributes(element, attributes ?? {});
  append(element, children);
  return element;
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function svg(name: string, attributes?: Attributes | null, ...children: Child[]): SVGElement {
  const element = document.createElementNS(svgNamespace, name);
  setAttributes(element, attributes ?? {});
  append(element, children);
  return element;
}

// A length of a drawing that was made for text of 16 px, which grows with the text.
export function inText(pixels: number): string {
  return `${pixels / 16}rem`;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

export function append(parent: Node, children: (Child | Child[])[]): void {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function replaceChildren(parent: Element, ...children: (Child | Child[])[]): void {
  parent.replaceChildren();
  append(parent, children);
}

let lastId = 0;

// A fresh id, for aria-labelledby and its like.
export function freshId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

// Runs it once what stands in the page now has been seen: a frame later than requestAnimationFrame, which comes
// before its frame is drawn. A hidden page has no frames.
export function afterPaint(run: () => void): void {
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}

// Has the browser lay it out now and not with the next frame.
export function layOut(element: Element): void {
  element.getBoundingClientRect();
}

// Resolves in a task of its own: the browser may draw a frame before. Not by a timer, which a hidden page gets once a second.
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
