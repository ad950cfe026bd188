// The addresses of every page and state, and the condition that each is complete: for the tests of all pages and for the
// screenshots.

const address = (path, values) => `${path}?${new URLSearchParams(values)}`;
const document = (id) => `/document/${encodeURIComponent(id)}`;
const heading = (name) => (page) => page.getByRole("heading", { name }).first().waitFor();
const someOf = (selector) => (page) => page.locator(selector).first().waitFor();

export const derivation = "(x+1)^2 - (x-1)^2\n= x^2 + 2x + 1 - (x^2 - 2x + 1)\n= 4x\n= 2x^2";

export const pages = [
  { name: "start", address: "/", ready: (page) => page.getByRole("combobox").first().waitFor(), picture: true },
  { name: "search", address: address("/", { q: "area under the bell curve $\\int e^{-x^2} dx$" }), ready: someOf(".result"), picture: true },
  { name: "why", address: address("/", { q: "the area under the bell curve $\\int e^{-x^2} dx$", why: "calculus/derivatives-and-integrals.tex#gauss" }), ready: someOf(".explanation"), picture: true },
  { name: "like", address: address("/", { like: "probability-q6" }), ready: someOf(".result") },
  { name: "nothing", address: address("/", { q: "xyzzyplugh" }), ready: heading(/nothing|no /i) },
  { name: "document", address: document("calculus/derivatives-and-integrals.tex#gauss"), ready: heading("Gaussian integral"), picture: true },
  { name: "question", address: document("probability-q6"), ready: heading(/bell curve/) },
  { name: "formula", address: address("/formula", { latex: "x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}" }), ready: someOf("svg.tree"), picture: true },
  { name: "half-read-formula", address: address("/formula", { latex: "\\frac{1}{" }), ready: someOf(".pointer") },
  { name: "compare-start", address: "/compare", ready: someOf("math-field") },
  { name: "compare", address: address("/compare", { a: "\\frac{x^2-1}{x-1}", b: "x+1" }), ready: heading("Not equal"), picture: true },
  { name: "compare-proven", address: address("/compare", { a: "\\cos 2x", b: "1-2\\sin^2 x" }), ready: heading("Proven equal") },
  { name: "compare-undecided", address: address("/compare", { a: "f(x+1)", b: "f(x)+1" }), ready: heading("Undecided") },
  { name: "check-start", address: "/check", ready: heading("For example") },
  { name: "check", address: address("/check", { text: derivation }), ready: someOf(".check-bad"), picture: true },
  { name: "rewrite-start", address: "/rewrite", ready: someOf("math-field") },
  { name: "rewrite", address: address("/rewrite", { latex: "\\sin 2x" }), ready: someOf(".rewriting"), picture: true },
  { name: "map", address: "/map", ready: someOf(".map-list li"), picture: true },
  { name: "missing", address: document("nowhere"), ready: someOf("[role=alert]"), expectedErrors: [/status of 404/] },
];
