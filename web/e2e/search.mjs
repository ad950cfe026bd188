// Search: by words, by a formula from the on-screen keyboard, and by both; modes, filters, pages, deep links.

import assert from "node:assert/strict";
import { formulaField, intercept, it, serve, withPage } from "./harness.mjs";

const box = (page) => page.getByRole("combobox", { name: /^Search by words/ });
const results = (page) => page.locator(".result");
const titles = (page) => page.locator(".result-title").allInnerTexts();
const query = (page) => new URL(page.url()).searchParams;

// Waits until the address contains the query and its results are drawn.
async function resultsFor(page, q) {
  await page.waitForFunction((wanted) => new URLSearchParams(location.search).get("q") === wanted, q);
  await results(page).first().waitFor();
}

export function searchTests(site) {
  it("finds by words while the user types, and marks them", () =>
    withPage(site, "/", async (page) => {
      await box(page).click();
      await page.keyboard.type("bell curve");
      await resultsFor(page, "bell curve");
      await page.locator(".result mark").first().waitFor();
      await page.locator(".result-title", { hasText: /bell curve|Gaussian/i }).first().waitFor();
      assert.match(await page.title(), /bell curve/);
    }));

  it("finds by a formula typed on the on-screen keyboard", () =>
    withPage(site, "/", async (page) => {
      await page.getByRole("button", { name: /^Add a formula/ }).click();
      await formulaField(page);
      await page.getByRole("button", { name: "On-screen keyboard" }).click();
      const keys = page.locator(".MLK__layer.is-visible .MLK__keycap");
      for (const key of [/^x/, /^■2/, /^−/, /^1/]) await keys.filter({ hasText: key }).first().click();
      const chip = page.locator(".chip");
      assert.match(await chip.getAttribute("data-latex"), /^x\^(2|\{2\})-1$/);
      await page.locator("math-field").press("Enter");
      // Waits for the address, because the results may be those of the text typed before.
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

  it("finds a formula among words, shows its reading, and undoes it by a click", () =>
    withPage(site, `/?${new URLSearchParams({ q: "area under e^(-x^2)" })}`, async (page) => {
      const reading = page.locator(".query-reading");
      await reading.locator(".katex").first().waitFor();
      assert.match(await reading.innerText(), /^Read as: area under/);
      await reading.getByRole("link").click();
      await page.waitForURL(/literal=true/);
      await page.locator(".query-reading", { hasText: "Read as typed" }).waitFor();
    }));

  it("respells a word, says so, and searches for the typed text by a click", () =>
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
      await filters.getByRole("checkbox", { name: /^theorem/ }).click(); // not check(), because the box is drawn anew
      await page.waitForURL(/kind=theorem/);
      await page.waitForFunction(() => [...document.querySelectorAll(".result-kind")].every((kind) => kind.textContent === "theorem"));
      assert.ok((await results(page).count()) > 0);
      await page.goBack();
      await page.waitForFunction(() => [...document.querySelectorAll(".result-kind")].some((kind) => kind.textContent !== "theorem"));
      await filters.getByRole("checkbox", { name: /^theorem/, checked: false }).waitFor();
    }));

  it("narrows by source and tag, keeps both in the address, and clears all at once", () =>
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

  it("narrows by date if documents have dates, and offers to search without filters", () =>
    withPage(site, null, async (page) => {
      // The documents of the sample have no dates.
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
      // The page shows by which words and formulas it searched.
      await page.locator(".results-head").getByText(/^by [a-z]+/).waitFor();
      await page.waitForFunction((unwanted) => document.querySelector(".result") && !document.querySelector(`.result[data-id="${CSS.escape(unwanted)}"]`), id);
    }));

  it("shows the state of a link: query, mode, filter and page", () =>
    withPage(site, `/?${new URLSearchParams({ q: "integral $\\int f$", kind: "theorem", page: "2" })}`, async (page) => {
      await page.locator(".chip").waitFor();
      assert.equal(await page.locator(".chip").getAttribute("data-latex"), "\\int f");
      assert.match(await box(page).innerText(), /^integral/);
      await page.waitForLoadState("networkidle");
      assert.ok(await page.getByRole("checkbox", { name: /^theorem/ }).isChecked());
      assert.equal(query(page).get("page"), "2");
    }));

  it("reports that nothing was found, where a query cannot be read, and which part of a formula cannot", async () => {
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

  it("shows the newest of several searches", () =>
    withPage(site, "/", async (page) => {
      // Holds back the first answer until the second has arrived.
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

  it("shows a thread once, and its other documents on request", () =>
    withPage(site, "/?q=monty+hall+door+car+switching", async (page) => {
      await results(page).first().waitFor();
      await page.locator(".page-link, .results-foot:empty").first().waitFor();
      const all = await titles(page);
      assert.equal(new Set(all).size, all.length, all.join());
      const card = results(page).filter({ hasText: "Monty Hall" });
      assert.equal(await card.count(), 1);
      const more = card.getByRole("button", { name: /answer/ });
      assert.equal(await more.getAttribute("aria-expanded"), "false");
      await more.click();
      const others = card.locator(".thread-results > li");
      await others.first().waitFor();
      assert.ok((await others.count()) >= 2);
      assert.equal(await more.getAttribute("aria-expanded"), "true");
      assert.notEqual(query(page).get("more"), null);
      assert.ok((await others.locator("mark").count()) > 0, "words are marked");
      // The button is drawn anew and keeps the focus; it folds the thread again.
      await page.waitForFunction(() => document.activeElement?.getAttribute("data-action") === "more");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.querySelector(".thread-results"));
      assert.equal(query(page).get("more"), null);
    }));

  it("offers ways to compare formulas only if the query has a formula", () =>
    withPage(site, "/", async (page) => {
      const modes = page.getByRole("group", { name: "How formulas are compared" });
      assert.equal(await modes.isVisible(), false);
      await box(page).fill("matrix");
      await resultsFor(page, "matrix");
      assert.equal(await modes.isVisible(), false);
      await page.goto(`${site.origin}/?${new URLSearchParams({ q: "matrix $A^2$" })}`);
      await results(page).first().waitFor();
      assert.equal(await modes.isVisible(), true);
      // A formula without delimiters is a formula too.
      await page.goto(`${site.origin}/?${new URLSearchParams({ q: "\\frac{a+b}{2}" })}`);
      await results(page).first().waitFor();
      await modes.waitFor();
    }));

  it("counts the matches, not the candidates", () =>
    withPage(site, "/?q=gaussian+integral", async (page) => {
      await results(page).first().waitFor();
      const said = await page.locator(".results-head span").first().innerText();
      assert.match(said, /^\d+ results? ha(ve|s) both words$/);
      const { matching, total } = await (await page.request.get(`${site.origin}/api/v1/search?q=gaussian+integral&group=thread`)).json();
      assert.equal(Number(said.split(" ")[0]), matching.results);
      assert.ok(matching.results < total);
      await page.goto(`${site.origin}/?q=gaussian+integral+zebra`);
      await page.getByText(/^No result has all 3 words; \d+ ha(ve|s) 2 of the 3$/).waitFor();
    }));

  it("goes to a page by its number, by mouse and by keyboard", () =>
    withPage(site, "/?q=function+integral+sum", async (page) => {
      const pages = page.getByRole("navigation", { name: "Pages" });
      await pages.getByRole("link", { name: "Page 3", exact: true }).click();
      await page.waitForURL(/page=3/);
      await pages.locator('[aria-current="page"]', { hasText: /^3$/ }).waitFor();
      const third = await titles(page);
      await pages.getByRole("link", { name: "Page 1", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => !url.searchParams.has("page"));
      await pages.locator('[aria-current="page"]', { hasText: /^1$/ }).waitFor();
      assert.notDeepEqual(await titles(page), third);
      assert.equal(await pages.getByRole("link", { name: /Previous/ }).count(), 0);
      // The last page exists and has results.
      const last = pages.locator(".page-link").last();
      const number = await last.innerText();
      await last.click();
      await pages.locator('[aria-current="page"]', { hasText: new RegExp(`^${number}$`) }).waitFor();
      assert.ok((await results(page).count()) > 0);
    }));

  it("says that a snippet is from a comment", () =>
    withPage(site, null, async (page) => {
      await intercept(page, /api\/v1\/search\?/, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, results: answer.results.map((one, number) => (number === 0 ? { ...one, field: "comment" } : one)) } });
      });
      await page.goto(`${site.origin}/?q=matrix`);
      await results(page).first().getByText("In a comment:").waitFor();
      assert.equal(await results(page).nth(1).getByText("In a comment:").count(), 0);
    }));

  it("begins with examples from the index, each of which finds something", () =>
    withPage(site, "/", async (page) => {
      const examples = page.locator("a.example");
      await examples.first().waitFor();
      const addresses = await examples.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      assert.ok(addresses.length >= 5, addresses.join());
      const { examples: made } = await (await page.request.get(`${site.origin}/api/v1/collection`)).json();
      assert.deepEqual(addresses.map((address) => new URL(address, site.origin).searchParams.get("q")), made.map(({ q }) => q));
      for (const address of addresses) {
        await page.goto(site.origin + address);
        await results(page).first().waitFor();
      }
    }));

  it("searches several indexes together, or only the chosen one", async () => {
    const server = await serve(["sample/probability", "sample/calculus"]);
    try {
      await withPage({ ...site, origin: server.origin }, "/", async (page) => {
        await page.getByText(/ in probability, calculus$/).waitFor();
        await page.goto(`${server.origin}/?q=integral`);
        await results(page).first().waitFor();
        const filters = page.getByRole("complementary", { name: "Filters" });
        const calculus = filters.getByRole("group", { name: "Index" }).getByRole("checkbox", { name: /^calculus/ });
        await calculus.waitFor();
        assert.ok(new Set(await page.locator(".result-index").allInnerTexts()).size > 0);
        await calculus.click();
        await page.waitForURL(/index=calculus/);
        await page.waitForFunction(() => document.querySelector(".result-index") && [...document.querySelectorAll(".result-index")].every((one) => one.textContent === "calculus"));
        const [first] = await titles(page);
        await results(page).first().locator(".result-title a").click();
        await page.getByRole("heading", { level: 1, name: first }).waitFor();
      });
    } finally {
      await server.stop();
    }
  });
}
