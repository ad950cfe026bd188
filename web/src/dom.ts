// Elements without a framework: h("p", { class: "note" }, "text", child).
//
// Text is only ever set as text, never as markup: text from documents cannot become elements.

export type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

// Attributes by name. `on…` takes a listener; true means an empty attribute, and false or null no attribute.
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

// A length in a drawing for text of 16 px, which scales with the text.
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

// A fresh id, for aria-labelledby and similar attributes.
export function freshId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

// Runs the function once the current content of the page is visible: a frame later than requestAnimationFrame, which runs
// before its frame is drawn. A hidden page has no frames.
export function afterPaint(run: () => void): void {
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}

// Makes the browser lay out the element now, not with the next frame.
export function layOut(element: Element): void {
  element.getBoundingClientRect();
}

// Resolves in a separate task, before which the browser may draw a frame. Timers are not used, because a hidden page gets one
// only once a second.
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
