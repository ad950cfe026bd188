// Compare, check and rewrite.

import assert from "node:assert/strict";
import { it, withPage } from "./harness.mjs";

const address = (path, values) => `${path}?${new URLSearchParams(values)}`;

export function toolTests(site) {
  it("proves two formulas equal, with the steps", () =>
    withPage(site, "/compare", async (page) => {
      await page.getByRole("group", { name: "First formula" }).getByLabel("LaTeX").fill("(x+1)^2");
      await page.getByRole("group", { name: "Second formula" }).getByLabel("LaTeX").fill("x^2+2x+1");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
      assert.ok((await page.getByRole("list", { name: "Proof" }).getByRole("listitem").count()) >= 2);
      assert.equal(new URL(page.url()).search, `?${new URLSearchParams({ a: "(x+1)^2", b: "x^2+2x+1" })}`);
    }));

  it("refutes an equality with the point, and proves it where both sides are defined", () =>
    withPage(site, address("/compare", { a: "\\frac{x^2-1}{x-1}", b: "x+1" }), async (page) => {
      await page.getByRole("heading", { name: "Not equal" }).waitFor();
      const values = await page.getByRole("table").innerText();
      assert.match(values, /undefined/);
      await page.getByRole("link", { name: "Compare only where both are defined" }).click();
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
      assert.ok(await page.getByRole("checkbox").isChecked());
      await page.goBack();
      await page.getByRole("heading", { name: "Not equal" }).waitFor();
      assert.ok(!(await page.getByRole("checkbox").isChecked()));
    }));

  it("points at the place of a formula that cannot be read", () =>
    withPage(
      site,
      address("/compare", { a: "\\frac{1}{", b: "x" }),
      async (page) => {
        const alert = page.getByRole("alert");
        await alert.waitFor();
        assert.equal(await alert.locator(".pointer").innerText(), "\\frac{1}{");
      },
      { expectedErrors: [/status of 422/] },
    ));

  it("marks each line of a derivation, and says where a wrong one fails", () =>
    withPage(site, "/check", async (page) => {
      const area = page.getByLabel("Derivation, as LaTeX");
      await area.fill("(x+1)^2\n= x^2+2x+1\n= x(x+2)\n= \\frac{");
      await area.press("Control+Enter");
      await page.getByRole("heading", { name: "2 steps: 1 right, 1 wrong; 1 line unreadable." }).waitFor();
      const lines = page.locator(".check-line");
      const verdicts = await lines.locator(".check-verdict").allInnerTexts();
      assert.deepEqual(verdicts.map((verdict) => verdict.trim()), ["given", "right", "wrong", "unreadable"]);
      assert.match(await lines.nth(2).innerText(), /The values differ/);
      assert.match(new URL(page.url()).search, /^\?text=/);
    }));

  it("follows the solution of an equation, and names what a step loses", () =>
    withPage(site, address("/check", { text: "x^2 = 3x\nx = 3\n2x = 6" }), async (page) => {
      await page.getByRole("heading", { name: "2 steps: 1 right, 1 loses solutions." }).waitFor();
      const lines = page.locator(".check-line");
      assert.match(await lines.nth(0).innerText(), /given\s+An equation\./);
      assert.match(await lines.nth(1).innerText(), /loses\s+Loses x = 0 \(divided both sides by x\)\./);
      assert.match(await lines.nth(2).innerText(), /right\s+Multiplied both sides by 2\./);
    }));

  it("checks a derivation from a link, in which all steps are right", () =>
    withPage(site, address("/check", { text: "(a+b)(a-b)\n= a^2 - b^2" }), async (page) => {
      await page.getByRole("heading", { name: "1 step: 1 right." }).waitFor();
      await page.getByText("How").click();
      await page.getByRole("list", { name: "Proof" }).waitFor();
    }));

  it("lists expressions equal to a formula, then more of them, then random ones", () =>
    withPage(site, "/rewrite", async (page) => {
      await page.getByRole("link").filter({ has: page.locator("math") }).first().click();
      const rewritings = page.locator(".rewriting");
      await rewritings.first().waitFor();
      assert.equal(await rewritings.count(), 20);
      await page.getByRole("link", { name: "More" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".rewriting").length === 40);
      const shortest = await rewritings.allInnerTexts();
      await page.getByRole("link", { name: "Some at random" }).click();
      await page.getByRole("heading", { name: "At random" }).waitFor();
      assert.notDeepEqual(await rewritings.allInnerTexts(), shortest);
      await page.getByRole("link", { name: "why equal" }).first().click();
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
    }));

  it("shows for which values the simplest form equals the formula", () =>
    withPage(site, address("/rewrite", { latex: "\\frac{x^2-1}{x-1}" }), async (page) => {
      await page.locator(".simplest-for").filter({ hasText: /^for x/ }).waitFor();
    }));

  it("copies the LaTeX of a rewriting", () =>
    withPage(
      site,
      address("/rewrite", { latex: "x+x" }),
      async (page) => {
        await page.locator(".simplest").getByRole("button", { name: "Copy LaTeX of 2x" }).click();
        await page.getByText("copied", { exact: true }).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "2x");
      },
      { permissions: ["clipboard-read", "clipboard-write"] },
    ));
}
