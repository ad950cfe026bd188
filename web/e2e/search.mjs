// Search: by words, by a formula from the keyboard on the screen, by both; modes, filters, pages, deep links.

import assert from "node:assert/strict";
import { formulaField, intercept, it, withPage } from "./harness.mjs";

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
      await formulaField(page);
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
      await formulaField(page);
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

  it("finds a formula among words, says how it read them, and takes it back by a click", () =>
    withPage(site, `/?${new URLSearchParams({ q: "area under e^(-x^2)" })}`, async (page) => {
      const reading = page.locator(".query-reading");
      await reading.locator(".katex").first().waitFor();
      assert.match(await reading.innerText(), /^Read as: area under/);
      await reading.getByRole("link").click();
      await page.waitForURL(/literal=true/);
      await page.locator(".query-reading", { hasText: "Read as it was typed" }).waitFor();
    }));

  it("respells a word, says so, and searches for what was typed by a click", () =>
    withPage(site, `/?${new URLSearchParams({ q: "gausian integral" })}`, async (page) => {
      const reading = page.locator(".query-reading");
      await reading.filter({ hasText: "Showing results for: gaussian integral" }).waitFor();
      await reading.getByRole("link", { name: "Search instead for gausian integral" }).click();
      await page.waitForURL(/literal=true/);
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

  it("narrows by source and tag, says so in the address, and clears all at once", () =>
    withPage(site, "/?q=integral", async (page) => {
      await results(page).first().waitFor();
      const filters = page.getByRole("complementary", { name: "Filters" });
      const total = async () => Number((await page.locator(".results-head span").first().innerText()).replace(/\D/g, ""));
      const all = await total();
      await filters.getByRole("checkbox", { name: /^sample\/probability/ }).click();
      await page.waitForURL(/source=sample%2Fprobability/);
      await page.waitForFunction(() => [...document.querySelectorAll(".result-meta")].every((line) => line.textContent.includes("sample/probability")));
      assert.ok((await total()) < all);
      await filters.getByRole("group", { name: "Tag" }).getByRole("checkbox").first().click();
      await page.waitForURL(/tag=/);
      await filters.getByRole("button", { name: "Clear all filters" }).click();
      await page.waitForURL((url) => !/source|tag/.test(url.search));
      await page.waitForFunction((wanted) => document.querySelector(".results-head span")?.textContent.startsWith(`${wanted} `), all);
    }));

  it("narrows by date where documents have one, and offers to look without", () =>
    withPage(site, null, async (page) => {
      // Those of the sample have none.
      await intercept(page, /api\/v1\/collection/, async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), dates: { from: "2010-07-20", to: "2018-12-31" } } }));
      await page.goto(`${site.origin}/?q=integral`);
      await results(page).first().waitFor();
      const request = page.waitForRequest(/api\/v1\/search\?.*from=2012/);
      await page.getByLabel("From year, month or day").fill("2012");
      await page.keyboard.press("Enter");
      await request;
      await page.waitForURL(/from=2012/);
      await page.getByRole("heading", { name: "Nothing was found" }).waitFor();
      await page.getByRole("link", { name: /without (the )?filters/i }).click();
      await results(page).first().waitFor();
    }));

  it("finds more like a result", () =>
    withPage(site, "/?q=gaussian+integral", async (page) => {
      const first = results(page).first();
      await first.waitFor();
      const id = await first.getAttribute("data-id");
      await first.getByRole("link", { name: /^More like this/ }).click();
      await page.waitForURL((url) => url.searchParams.get("like") === id);
      await page.getByText("More like").first().waitFor();
      await page.waitForFunction((unwanted) => document.querySelector(".result") && !document.querySelector(`.result[data-id="${CSS.escape(unwanted)}"]`), id);
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
      await intercept(page, /api\/v1\/search\?.*q=limit(&|$)/, async (route) => {
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
