// Words near to the query in meaning: each is marked with the word that it is near to.

import assert from "node:assert/strict";
import { look } from "./access.mjs";
import { intercept, it, serve, settled, withPage } from "./harness.mjs";

const results = (page) => page.locator(".result");
// The drawings of KaTeX, without MathML, which repeats the formula.
const drawings = (page) => page.locator(".result-snippet .katex-html").evaluateAll((all) => all.map((one) => one.innerHTML));

// Makes every part of every snippet near to a word.
function near(answer, word) {
  for (const result of answer.results) {
    for (const part of result.snippet) {
      delete part.matched;
      if (word !== null) part.near = word;
    }
  }
  return answer;
}

export function languageTests(site) {
  it("marks words that are near in meaning, with the word of the query", async () => {
    const server = await serve(["sample"], ["--dense"]);
    try {
      const q = "how many ways to pick a committee";
      await withPage({ ...site, origin: server.origin }, `/?${new URLSearchParams({ q })}`, async (page) => {
        const mark = results(page).locator("mark.near").first();
        await mark.waitFor();
        const asked = /^near “(.+)”$/.exec(await mark.getAttribute("title"));
        assert.ok(asked && q.includes(asked[1]), "the title says which word");
        assert.equal(await mark.locator(".visually-hidden").textContent(), ` (near “${asked[1]}”)`);
        await results(page).first().getByRole("button", { name: /^Why/ }).click();
        await page.locator(".explanation", { hasText: "Words near in meaning" }).waitFor();
        const found = (await look(page)).filter((finding) => finding.includes("<mark"));
        assert.deepEqual(found, [], "marks suit everyone");
      });
    } finally {
      await server.stop();
    }
  });

  it("marks near formulas without changing their drawing", () =>
    withPage(site, null, async (page) => {
      const drawn = {};
      for (const word of [null, "square"]) {
        await page.unrouteAll();
        await intercept(page, /\/api\/v1\/search/, async (route) => route.fulfill({ json: near(await (await route.fetch()).json(), word) }));
        await page.goto(`${site.origin}/?${new URLSearchParams({ q: "quadratic formula" })}`);
        await page.locator(".result-snippet .katex").first().waitFor();
        await settled(page);
        drawn[word] = await drawings(page);
        assert.equal(await page.locator(".result-snippet .math-near").count() > 0, word !== null);
      }
      assert.deepEqual(drawn.square, drawn[null]);
      const link = page.locator(".result-snippet .math-link").first();
      assert.match(await link.getAttribute("title"), /, near “square”$/);
    }));
}
