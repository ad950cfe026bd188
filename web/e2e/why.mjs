// The explanation of a result by its meaning: two graphs, and the parts that both contain. The answer is fixed, so no parser is
// needed.

import assert from "node:assert/strict";
import { look } from "./access.mjs";
import { intercept, it, settled, sidewaysScroll, withPage } from "./harness.mjs";

const why = /\/api\/v1\/document\/[^/]+\/why\?/;
const address = `/?${new URLSearchParams({ q: "bell curve" })}`;

const card = (role, label, rest = {}) => ({
  kind: "thing",
  role,
  label,
  sense: "",
  lines: [],
  symbols: [],
  formula: null,
  is_name: false,
  is_queried: false,
  matched: false,
  role_matched: false,
  partner: null,
  children: [],
  ...rest,
});
const symbol = (face, x, level, rest = {}) => ({ face, kind: "name", matched: true, x, width: 24, level, children: [], ...rest });
const formula = (latex, spoken, matched) => ({ latex, formula: null, spoken, display: false, matched });

// "Prove that a group of order p^2+1 is abelian" beside "A group G of order p^2 is not abelian, and G is finite".
const answer = {
  available: true,
  reason: null,
  query: {
    field: "query",
    sentence: [{ text: "Prove that a " }, { text: "group", matched: true }, { text: " of order " }, formula("p^2+1", "p squared plus 1", [[0, 3]]), { text: " is abelian" }],
    amr: "(p / prove-01)",
    cards: [
      card("", "prove", { kind: "predicate", sense: "-01", lines: [{ role: "mode", value: "imperative", matched: false }], children: [1] }),
      card("ARG1", "abelian", { matched: true, partner: 0, children: [2] }),
      card("domain", "group", { matched: true, role_matched: true, partner: 1, children: [3] }),
      card("mod", "formula", {
        kind: "formula",
        formula: 0,
        is_queried: true,
        partner: 2,
        symbols: [
          symbol("+", 30, 0, { kind: "operator", matched: false, children: [1, 2] }),
          symbol("xⁿ", 16, 1, { kind: "operator", children: [3, 4] }),
          symbol("1", 46, 1, { kind: "number", matched: false }),
          symbol("p", 8, 2),
          symbol("2", 26, 2, { kind: "number" }),
        ],
      }),
    ],
  },
  document: {
    field: "body",
    sentence: [{ text: "A " }, { text: "group", matched: true }, { text: " " }, formula("G", "capital G"), { text: " of order " }, formula("p^2", "p squared", [[0, 3]]), { text: " is not abelian." }],
    amr: "(a / abelian)",
    cards: [
      card("", "abelian", { matched: true, partner: 1, lines: [{ role: "polarity", value: "−", matched: false }], children: [1] }),
      card("domain", "group", { matched: true, role_matched: true, partner: 2, children: [2, 3, 4] }),
      card("mod", "formula", { kind: "formula", formula: 1, is_queried: true, matched: true, partner: 3, symbols: [symbol("xⁿ", 16, 0, { kind: "operator", children: [1, 2] }), symbol("p", 8, 1), symbol("2", 26, 1, { kind: "number" })] }),
      card("mod", "G", { kind: "formula", formula: 0, is_name: true }),
      card("ARG1-of", "group", { kind: "reference", matched: true }),
    ],
  },
  also: [{ field: "body", sentence: [{ text: "Sylow's theorems say nothing about " }, formula("p^2", "p squared"), { text: "." }] }],
  both: ["abelian → group", "part of $p^2+1$"],
  smatch: { f: 0.625, matched: 10, query: 17, document: 15 },
  svg: null,
};

const graphs = (page) => page.getByRole("tree");
const lit = (page) => page.locator(".why-lit > .why-line .why-face").evaluateAll((all) => all.map((one) => one.innerText.replace(/\s+/g, " ").trim()));

// Opens the explanation of the first result with this answer.
async function explain(page, given = answer) {
  await intercept(page, why, (route) => route.fulfill({ json: given }));
  await page.goto(new URL(address, page.url()).href);
  const button = page.locator(".result").first().getByRole("button", { name: /^Why is this here/ });
  await button.click();
  await page.locator(".why").first().waitFor();
  await page.locator(".why-legend, .why-none").first().waitFor();
}

export function whyTests(site) {
  it("shows the common meaning of the query and a result as graphs side by side", () =>
    withPage(site, "/", async (page) => {
      await explain(page);
      assert.deepEqual(await page.locator(".why-side > .small-caps").allInnerTexts(), ["YOUR QUERY", "THIS RESULT"]);
      assert.equal(await graphs(page).count(), 2);
      const first = page.getByRole("tree", { name: "Your query" });
      await first.getByRole("treeitem", { name: /^mod p squared plus 1 .*formula of the query, partly in both$/ }).waitFor();
      await page.getByRole("tree", { name: "This result" }).getByRole("treeitem", { name: /^ARG1-of group ?, the same as before, in both$/ }).waitFor();
      assert.equal(await page.locator(".why-matched").count(), 6);
      // Formulas are drawn in the sentences, on the cards and in the common parts.
      assert.equal(await page.locator(".why-sentence .katex").count(), 3);
      assert.equal(await page.locator(".why-card .katex").count(), 3);
      assert.equal(await page.locator(".why-phrase .katex").count(), 1);
      // Another sentence with the formula that was found.
      assert.match(await page.locator(".why-also").innerText(), /^Other sentences about this formula\s+Sylow's theorems/i);
      assert.equal(await page.locator(".why-also .katex").count(), 1);
      // Two similar formulas show their operator trees.
      assert.equal(await page.locator(".why-symbols").count(), 2);
      assert.match(await page.locator(".why-legend").innerText(), /10 of 17 and 15 parts agree, Smatch 0\.63/);
      const [left, right] = await page.locator(".why-side").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
      assert.ok(left.right < right.left && left.top === right.top, "side by side");
      assert.equal(await page.locator(".why-link").count(), 3);
      assert.match(await page.locator(".why-link").first().getAttribute("d"), /^M\d/);
    }));

  it("highlights partners in both graphs, by the mouse and by keys", () =>
    withPage(site, "/", async (page) => {
      await explain(page);
      const second = page.getByRole("tree", { name: "This result" });
      await second.locator(".why-card").nth(1).hover();
      assert.deepEqual(await lit(page), ["group", "group"]);
      await second.locator(".why-card").nth(3).hover();
      assert.deepEqual(await lit(page), [], "what has no partner lights nothing");
      // Each graph is one stop of the Tab key; arrows walk in it.
      const said = () => page.evaluate(() => document.activeElement.innerText.split("\n").filter((text) => text.trim() !== "").join(" "));
      await page.locator(".why").getByRole("treeitem").first().focus();
      assert.match(await said(), /^prove-01 mode imperative/);
      await page.keyboard.press("ArrowDown");
      assert.match(await said(), /^ARG1 abelian/);
      assert.deepEqual(await lit(page), ["abelian", "abelian"]);
      assert.equal(await page.locator(".why-link-lit").count(), 1);
      await page.keyboard.press("End");
      assert.match(await said(), /^mod /);
      await page.keyboard.press("ArrowLeft");
      assert.match(await said(), /^domain group/);
      await page.keyboard.press("Tab");
      assert.match(await said(), /^abelian polarity −/);
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      assert.match(await said(), /^abelian polarity −/, "nothing is above the root");
    }));

  it("puts the graphs one above the other on a narrow screen", () =>
    withPage(
      site,
      "/",
      async (page) => {
        await explain(page);
        const [above, below] = await page.locator(".why-side").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
        assert.ok(above.bottom < below.top && above.left === below.left);
        assert.equal(await page.locator(".why-links").isVisible(), false);
        assert.equal(await sidewaysScroll(page), 0);
      },
      { viewport: { width: 320, height: 640 } },
    ));

  it("folds the parts that only one sentence has, if there are many", () =>
    withPage(site, "/", async (page) => {
      const aside = Array.from({ length: 12 }, (_, number) => card("mod", `word${number}`, { children: number < 11 ? [number + 6] : [] }));
      const [root, ...rest] = answer.document.cards;
      const hit = { ...answer.document, cards: [{ ...root, children: [1, 5] }, ...rest, ...aside] };
      await explain(page, { ...answer, document: hit });
      const tree = page.getByRole("tree", { name: "This result" });
      const item = tree.getByRole("treeitem", { name: /^mod word0/ });
      const last = tree.getByText("word11");
      assert.equal(await item.getAttribute("aria-expanded"), "false");
      assert.equal(await item.locator(".why-more").innerText(), "+11");
      assert.equal(await last.isVisible(), false);
      await item.focus();
      await page.keyboard.press("ArrowDown");
      assert.equal(await last.isVisible(), false);
      await item.focus();
      await page.keyboard.press("ArrowRight");
      await last.waitFor();
      await page.keyboard.press("ArrowLeft");
      await last.waitFor({ state: "hidden" });
      await item.click();
      await last.waitFor();
      assert.deepEqual(await look(page), []);
    }));

  it("is accessible in light and dark colours", () =>
    withPage(site, "/", async (page) => {
      await explain(page);
      assert.deepEqual(await look(page), []);
    }));

  it("is loaded before the explanation opens, so that nothing moves twice", () =>
    withPage(site, "/", async (page) => {
      await page.addInitScript(() => {
        globalThis.waited = 0;
        new MutationObserver(() => (globalThis.waited += document.querySelectorAll(".why[aria-busy]").length)).observe(document, { childList: true, subtree: true });
      });
      await explain(page);
      await settled(page);
      assert.equal(await page.evaluate(() => globalThis.waited), 0);
    }));

  it("says why there are no graphs", () =>
    withPage(site, "/", async (page) => {
      await explain(page, { ...answer, available: false, reason: "the server has no parser of sentences", query: null, document: null, both: [], smatch: null });
      assert.equal(await page.locator(".why-none").innerText(), "The meanings of the sentences are not compared: the server has no parser of sentences.");
      await page.locator(".explanation").waitFor();
    }));

  it("shows the scores if the graphs cannot be loaded", () =>
    withPage(
      site,
      address,
      async (page) => {
        await intercept(page, why, (route) => route.fulfill({ status: 500, json: { status: 500, title: "Broken" } }));
        await page.locator(".result").first().getByRole("button", { name: /^Why is this here/ }).click();
        await page.locator(".explanation").waitFor();
        await settled(page);
        assert.equal(await page.locator(".why").count(), 0);
      },
      { expectedErrors: [/status of 500/] },
    ));

  it("shows the meaning of symbols on the page of a formula", () =>
    withPage(site, "/", async (page) => {
      const symbols = {
        available: true,
        reason: null,
        symbols: [
          { symbol: "G", kind: "finite group", quantifier: "every", negated: false, places: 2, sentence: [{ text: "Let " }, formula("G", "capital G"), { text: " be a finite group." }], document: { id: "a", title: [], kind: "theorem" }, where: 'where:"G=finite group"' },
          { symbol: "p", kind: "prime", quantifier: "", negated: true, places: 1, sentence: [formula("p", "p"), { text: " is no prime." }], document: { id: "b", title: [{ text: "Primes" }], kind: "theorem" }, where: null },
        ],
        places: 3,
      };
      await intercept(page, /\/api\/v1\/formula\/[^/]+\/symbols/, (route) => route.fulfill({ json: symbols }));
      const found = await (await page.request.get(`${site.origin}/api/v1/search?q=${encodeURIComponent("bell curve")}`)).json();
      const { formula: id } = found.results.flatMap(({ snippet }) => snippet).find((part) => part.formula);
      await page.goto(`${site.origin}/formula/${id}`);
      const section = page.locator(".relations", { hasText: "Meaning of its symbols" });
      await section.locator("li").first().waitFor();
      assert.match(await section.locator("li").first().innerText(), /is every finite group\s*2 of 3 places/);
      assert.equal(await section.getByRole("link", { name: "every finite group" }).getAttribute("href"), `/?${new URLSearchParams({ q: 'where:"G=finite group"' })}`);
      assert.match(await section.locator("li").nth(1).innerText(), /is not prime/);
      assert.equal(await section.locator("li").nth(1).getByRole("link").count(), 1, "no filter where the index has no graphs");
      assert.deepEqual(await look(page), []);
    }));
}
