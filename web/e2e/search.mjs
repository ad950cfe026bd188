// Search: by words, by a formula from the keyboard on the screen, by both; modes, filters, pages, deep links.

import assert from "node:assert/strict";
import { it } from "node:test";
import { withPage } from "./harness.mjs";

const box = (page) => page.getByRole("combobox", { name: /^Search by words/ });
const results = (page) => page.locator(".result");
const titles = (page) => page.locator(".result-title").allInnerTexts();
const query = (page) => new URL(page.url()).searchParams;

// Until the address says what was asked for and its results are drawn.
async function resultsFor(page, q) {
  await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("q") === wanted, q);
  await results(page).first().waitFor();
}

export function searchTests(site) {
  it("finds by words while one types, and marks them", () =>
    withPage(site, "/", async (page) => {
      await box(page).click();
      await page.keyboard.type("bell curve");
      await resultsFor(page, "bell curve");
      await page.locator(".result mark").first().waitFor();
      await page.locator(".result-title", { hasText: /bell curve|Gaussian/i }).first().waitFor();
      assert.match(await page.title(), /bell curve/);
    }));

  it("finds by a formula typed on the keyboard on the screen", () =>
    withPage(site, "/", async (page) => {
      await page.getByRole("button", { name: /^Add a formula/ }).click();
      await page.locator("math-field").waitFor();
      await page.getByRole("button", { name: "Keyboard on the screen" }).click();
      const keys = page.locator(".MLK__layer.is-visible .MLK__keycap");
      for (const key of [/^x/, /^■2/, /^−/, /^1/]) await keys.filter({ hasText: key }).first().click();
      const chip = page.locator(".chip");
      assert.match(await chip.getAttribute("data-latex"), /^x\^(2|\{2\})-1$/);
      await page.locator("math-field").press("Enter");
      // Not the results of what was typed up to here.
      await page.waitForFunction(() => /^\$x\^(2|\{2\})-1\$$/.test(new URLSearchParams(location.search).get("q") ?? ""));
      await page.locator(".result .matched").first().waitFor();
    }));

  it("finds by words and a formula, which a dollar sign begins and ends", () =>
    withPage(site, "/", async (page) => {
      await box(page).click();
      await page.keyboard.type("area under the bell curve $");
      await page.locator("math-field").waitFor();
      await page.getByLabel("LaTeX", { exact: true }).fill("\\int e^{-x^2} dx");
      await page.keyboard.press("Enter");
      await resultsFor(page, "area under the bell curve $\\int e^{-x^2} dx$");
      const first = results(page).first();
      await first.locator(".result-title", { hasText: /^Gaussian integral$/ }).waitFor();
      await first.locator(".matched").first().waitFor();
      assert.ok((await first.locator("mark").count()) > 0, "words are marked");
      assert.ok((await first.locator(".matched").count()) > 0, "parts of formulas are marked");
      await first.getByRole("button", { name: /^Why/ }).click();
      await first.locator(".explanation").waitFor();
      assert.notEqual(query(page).get("why"), null);
    }));

  it("finds by meaning in other letters, and exactly", () =>
    withPage(site, `/?${new URLSearchParams({ q: "$(t+3)^2$", mode: "meaning" })}`, async (page) => {
      await results(page).first().waitFor();
      const byMeaning = await page.locator(".result").allInnerTexts();
      assert.match(byMeaning.join(), /square of a sum/i);
      await page.locator(".mode", { hasText: "Exact" }).click();
      await page.waitForFunction(() => new URLSearchParams(location.search).get("mode") === "exact");
    }));

  it("narrows results by a filter, and widens them again", () =>
    withPage(site, "/?q=integral", async (page) => {
      await results(page).first().waitFor();
      const filters = page.getByRole("complementary", { name: "Filters" });
      await filters.getByRole("checkbox", { name: /^theorem/ }).click(); // not check(): it is drawn anew
      await page.waitForURL(/kind=theorem/);
      await page.waitForFunction(() => [...document.querySelectorAll(".result-kind")].every((kind) => kind.textContent === "theorem"));
      assert.ok((await results(page).count()) > 0);
      await page.goBack();
      await page.waitForFunction(() => [...document.querySelectorAll(".result-kind")].some((kind) => kind.textContent !== "theorem"));
      await filters.getByRole("checkbox", { name: /^theorem/, checked: false }).waitFor();
    }));

  it("shows what a link says: query, mode, filter and page", () =>
    withPage(site, `/?${new URLSearchParams({ q: "integral $\\int f$", kind: "theorem", page: "2" })}`, async (page) => {
      await page.locator(".chip").waitFor();
      assert.equal(await page.locator(".chip").getAttribute("data-latex"), "\\int f");
      assert.match(await box(page).innerText(), /^integral/);
      await page.waitForLoadState("networkidle");
      assert.ok(await page.getByRole("checkbox", { name: /^theorem/ }).isChecked());
      assert.equal(query(page).get("page"), "2");
    }));

  it("says when nothing is found, where a query cannot be read, and what of a formula could not", async () => {
    await withPage(site, "/?q=xyzzyplugh", (page) => page.getByRole("heading", { name: "Nothing was found" }).waitFor());
    await withPage(
      site,
      `/?${new URLSearchParams({ q: '"mean value' })}`,
      async (page) => {
        await page.getByRole("alert").waitFor();
        assert.equal(await page.locator(".pointer em").innerText(), '"');
      },
      { expectedErrors: [/status of 422/] },
    );
    await withPage(site, `/?${new URLSearchParams({ q: "$\\frac{1}{$" })}`, async (page) => {
      await page.getByText("this { is never closed").waitFor();
      await results(page).first().waitFor();
    });
  });

  it("keeps to the newest of several searches", () =>
    withPage(site, "/", async (page) => {
      // The answer to the first is held back until the second is there.
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route(/api\/v1\/search\?.*q=limit(&|$)/, async (route) => {
        await held;
        await route.continue().catch(() => {});
      });
      const asked = page.waitForRequest(/api\/v1\/search\?.*q=limit(&|$)/);
      await box(page).fill("limit");
      await asked;
      await box(page).fill("matrix");
      await resultsFor(page, "matrix");
      release();
      await page.waitForLoadState("networkidle");
      assert.match((await titles(page)).join(), /matrix/);
      assert.doesNotMatch((await titles(page))[0], /limit/i);
    }));
}
