// The pages of a document and of a formula.

import assert from "node:assert/strict";
import { it } from "node:test";
import { withPage } from "./harness.mjs";

const gauss = "/document/" + encodeURIComponent("calculus/derivatives-and-integrals.tex#gauss");

export function documentTests(site) {
  it("shows a document at its address", () =>
    withPage(site, gauss, async (page) => {
      await page.getByRole("heading", { name: "Gaussian integral", level: 1 }).waitFor();
      assert.match(await page.title(), /^Gaussian integral/);
      assert.match(await page.locator("article").innerText(), /The area under the bell curve is/);
      assert.ok((await page.locator("article .katex").count()) >= 4);
    }));

  it("searches for a formula of a document by a click", () =>
    withPage(site, gauss, async (page) => {
      const formula = page.locator("article p .math-link").first();
      await formula.click();
      await page.waitForURL(/\/\?q=/);
      assert.match(new URL(page.url()).searchParams.get("q"), /^\$\\int_\{-\\infty\}.*\$$/);
      await page.getByRole("link", { name: "Gaussian integral" }).first().waitFor();
    }));

  it("shows a formula: trees, notations, places, what equals it", () =>
    withPage(site, "/document/" + encodeURIComponent("algebra/the-square-of-a-sum.md"), async (page) => {
      await page.locator("aside .math-link").filter({ has: page.locator("annotation", { hasText: /^\(x\+3\)\^2$/ }) }).click();
      await page.waitForURL(/\/formula\/[0-9a-f]{32}$/);
      await page.getByRole("img", { name: /^Operator tree: \(pow \(\+ x 3\) 2\)$/ }).waitFor();
      await page.getByRole("img", { name: /^Layout tree/ }).waitFor();
      assert.match(await page.getByRole("group", { name: "MathML", exact: true }).innerText(), /^<math/);
      const places = page.locator(".occurrences > li");
      assert.ok((await places.count()) >= 1);
      const equal = page.locator(".equals > li").filter({ has: page.locator("annotation", { hasText: "x^2+6x+9" }) });
      assert.match(await equal.innerText(), /proven/);
      await equal.getByRole("link", { name: "see why" }).click();
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
    }));

  it("draws the trees of any formula", () =>
    withPage(site, `/formula?${new URLSearchParams({ latex: "\\frac{a}{b}" })}`, async (page) => {
      await page.getByRole("img", { name: "Operator tree: (/ a b)" }).waitFor();
    }));

  it("says when there is no such document, and when there is nothing at an address", async () => {
    await withPage(site, "/document/nowhere", (page) => page.getByRole("alert").waitFor(), { expectedErrors: [/status of 404/] });
    await withPage(site, "/formula/" + "0".repeat(32), (page) => page.getByRole("alert").waitFor(), { expectedErrors: [/status of 404/] });
    await withPage(site, "/formula", (page) => page.getByRole("heading", { name: "No formula" }).waitFor());
  });
}
