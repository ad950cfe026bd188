// The box: formulas inside the sentence, pasted LaTeX, the plain mode, suggestions, history.

import assert from "node:assert/strict";
import { formulaField, intercept, it, settled, withPage } from "./harness.mjs";

const box = (page) => page.getByRole("combobox", { name: /^Search by words/ });
const plainBox = (page) => page.getByRole("combobox", { name: /in LaTeX$/ });
const options = (page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const asked = (page, q) => page.waitForFunction((wanted) => new URLSearchParams(location.search).get("q") === wanted, q);
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

async function paste(page, text) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

export function boxTests(site) {
  it("turns pasted LaTeX into formulas, and leaves words as words", () =>
    withPage(
      site,
      "/",
      async (page) => {
        await box(page).click();
        await paste(page, "\\frac{a+b}{2}");
        await asked(page, "$\\frac{a+b}{2}$");
        assert.equal(await page.locator(".chip .katex").count(), 1);
        await page.keyboard.press("Control+A");
        await paste(page, "mean of $a$ and \\(b\\)");
        await page.waitForFunction(() => document.querySelectorAll(".chip").length === 2);
        await asked(page, "mean of $a$ and $b$");
      },
      clipboard,
    ));

  it("keeps formulas in the sentence: opened by Enter, removed by Backspace, back by undo", () =>
    withPage(site, `/?${new URLSearchParams({ q: "roots of $x^2+1$" })}`, async (page) => {
      await page.locator(".result").first().waitFor();
      await page.locator(".chip").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Edit the formula" }).getByLabel("LaTeX", { exact: true }).fill("x^2+4");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".chip").getAttribute("data-latex"), "x^2+1", "Escape leaves it as it was");
      await page.locator(".chip").focus();
      await page.keyboard.press("Backspace");
      await asked(page, "roots of");
      await page.keyboard.press("Control+Z");
      await asked(page, "roots of $x^2+1$");
    }));

  it("accepts LaTeX that is typed into the formula unchanged", () =>
    withPage(
      site,
      "/",
      async (page) => {
        const typed = "\\sum_{n=1}^\\infty \\frac1n";
        await box(page).click();
        await page.keyboard.type("$");
        await formulaField(page);
        await page.keyboard.type(`${typed}$`, { delay: 30 });
        await page.getByRole("dialog", { name: "Edit the formula" }).waitFor({ state: "detached" });
        assert.equal(await page.locator(".chip").getAttribute("data-latex"), typed);
        await asked(page, `$${typed}$`);
      },
      { expectedErrors: [/status of 422/] }, // for an unfinished formula
    ));

  it("shows the query as plain LaTeX with a preview, and remembers this choice", () =>
    withPage(site, `/?${new URLSearchParams({ q: "area $\\pi r^2$" })}`, async (page) => {
      await page.locator(".result").first().waitFor();
      await page.getByRole("button", { name: "Plain LaTeX" }).click();
      assert.equal(await plainBox(page).inputValue(), "area $\\pi r^2$");
      await plainBox(page).fill("sums $\\sum_{k=1}^n k$");
      await asked(page, "sums $\\sum_{k=1}^n k$");
      assert.equal(await page.locator(".search-preview .katex").count(), 1);
      await page.reload();
      assert.equal(await plainBox(page).inputValue(), "sums $\\sum_{k=1}^n k$");
      await page.getByRole("button", { name: "Plain LaTeX" }).click();
      assert.equal(await page.locator(".chip").getAttribute("data-latex"), "\\sum_{k=1}^n k");
    }));

  it("offers tags and words while the user types, chosen by arrows and Enter", () =>
    withPage(site, "/", async (page) => {
      await box(page).click();
      await page.keyboard.type("tag:calc");
      await options(page).filter({ hasText: "calculus" }).first().waitFor();
      await page.keyboard.press("ArrowDown");
      const id = await box(page).getAttribute("aria-activedescendant");
      assert.equal(await page.locator(`[id="${id}"]`).getAttribute("aria-selected"), "true");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => /^tag:calculus\b/.test(new URLSearchParams(location.search).get("q") ?? ""));
      await page.locator(".result").first().waitFor();
    }));

  it("keeps the choice made by arrows when the same offers arrive again", () =>
    withPage(site, "/", async (page) => {
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await intercept(page, "**/api/suggest?*", async (route) => {
        if (/tag%3Acalc(&|$)/.test(route.request().url())) await held;
        await route.continue();
      });
      await box(page).click();
      await page.keyboard.type("tag:cal");
      await options(page).filter({ hasText: "calculus" }).first().waitFor();
      const last = page.waitForResponse(/tag%3Acalc(&|$)/);
      await page.keyboard.type("c");
      await page.keyboard.press("ArrowDown");
      release();
      await last;
      await settled(page);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => /^tag:calculus\b/.test(new URLSearchParams(location.search).get("q") ?? ""));
    }));

  it("offers operators inside a formula", () =>
    withPage(
      site,
      "/",
      async (page) => {
      await box(page).click();
      await page.keyboard.type("$");
      await formulaField(page);
      await page.getByLabel("LaTeX", { exact: true }).pressSequentially("\\sq");
      const offer = page.getByRole("list", { name: "Operators and frequent formulas" }).getByRole("button", { name: /sqrt/ }).first();
      await offer.click();
      assert.match(await page.locator(".chip").getAttribute("data-latex"), /^\\sqrt/);
      },
      { expectedErrors: [/status of 422/] }, // for an unfinished formula
    ));

  it("leaves the focus in the LaTeX line if the user types before the field is loaded", () =>
    withPage(site, null, async (page) => {
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await intercept(page, /\/assets\/mathlive[^/]*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(site.origin);
      await box(page).click();
      await page.keyboard.type("$\\frac{1}");
      release();
      await page.locator("math-field").waitFor();
      await settled(page);
      await page.keyboard.type("{x}");
      await page.keyboard.press("Enter");
      await asked(page, "$\\frac{1}{x}$");
    }));

  it("remembers earlier queries, and forgets them on request", () =>
    withPage(site, "/", async (page) => {
      for (const q of ["bell curve", "prime numbers"]) {
        await box(page).fill(q);
        await page.keyboard.press("Enter");
        await asked(page, q);
      }
      await page.goto(site.origin);
      await box(page).focus();
      await page.keyboard.press("ArrowDown");
      await options(page).first().waitFor();
      assert.deepEqual((await options(page).locator(".suggestion-text").allInnerTexts()).slice(0, 2), ["prime numbers", "bell curve"]);
      await options(page).filter({ hasText: "bell curve" }).click();
      await asked(page, "bell curve");
      await page.goto(site.origin);
      await box(page).focus();
      await page.keyboard.press("ArrowDown");
      await options(page).filter({ hasText: "Forget these" }).click();
      await page.keyboard.press("ArrowDown");
      assert.equal(await options(page).count(), 0);
    }));
}
