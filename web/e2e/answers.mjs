// The answer card above the results.

import assert from "node:assert/strict";
import { look } from "./access.mjs";
import { intercept, it, settled, withPage } from "./harness.mjs";

const question = "why is the harmonic series divergent";
const at = (q) => `/?${new URLSearchParams({ q })}`;
const card = (page) => page.locator(".answer-card");

const stream = (events) => events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");

export function answerTests(site) {
  it("answers a question above the results, with sources that light up what they say", () =>
    withPage(site, at(question), async (page) => {
      await card(page).getByText("diverges").first().waitFor();
      assert.match(await card(page).locator(".answer-head").textContent(), /^Answer Quoted from documents, \d+ % sure$/);
      assert.ok((await card(page).locator(".answer-text .katex").count()) > 0, "formulas are drawn");
      const number = card(page).locator(".answer-number").first();
      assert.match(await number.getAttribute("aria-label"), /^Source 1: /);
      await number.focus();
      assert.ok((await card(page).locator('.answer-sentence.lit[data-sources~="1"]').count()) > 0);
      await card(page).getByRole("button", { name: "Why this answer" }).click();
      await card(page).getByText("how near the first source is to the question").waitFor();
      assert.deepEqual(await look(page), [], "the card suits everyone");
    }));

  it("leads to the passage in its document, by keyboard", () =>
    withPage(site, at(question), async (page) => {
      await card(page).locator(".answer-number").first().focus();
      await page.keyboard.press("Enter");
      await page.locator(".document-text mark").first().waitFor();
      assert.match(await page.locator(".document-text").textContent(), /diverges/);
      await page.goBack();
      await card(page).locator(".answer-number").first().waitFor();
    }));

  it("copies the answer as Markdown", () =>
    withPage(site, at(question), async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
      });
      await card(page).getByRole("button", { name: "Copy the answer as Markdown" }).click();
      const copied = await page.evaluate(() => window.copied);
      assert.match(copied, /\[1\]/);
      assert.match(copied, /\$/);
    }));

  it("waits with the answer until the question is typed", () =>
    withPage(site, "/", async (page) => {
      await page.getByRole("combobox", { name: /^Search by words/ }).click();
      await page.keyboard.type(question);
      await page.locator(".result").first().waitFor();
      await settled(page);
      assert.ok(await card(page).isHidden());
      await page.keyboard.press("Enter");
      await card(page).getByText("diverges").first().waitFor();
    }));

  it("has no card for what is no question, or with a filter", () =>
    withPage(site, at("harmonic series"), async (page) => {
      await page.locator(".result").first().waitFor();
      await settled(page);
      assert.ok(await card(page).isHidden());
      await page.goto(`${site.origin}/?${new URLSearchParams({ q: question, kind: "theorem" })}`);
      await page.locator(".result").first().waitFor();
      await settled(page);
      assert.ok(await card(page).isHidden());
    }));

  it("shows nothing when no answer is likely enough", () =>
    withPage(site, null, async (page) => {
      const unknown = stream([
        ["answer", { is_known: false, how: "extracted", confidence: 0.04, why: [] }],
        ["done", { markdown: null }],
      ]);
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: unknown }));
      await page.goto(site.origin + at(question));
      await page.locator(".result").first().waitFor();
      await settled(page);
      assert.ok(await card(page).isHidden());
    }));

  it("never takes an answer for markup", () =>
    withPage(site, null, async (page) => {
      const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
      const events = stream([
        ["answer", { is_known: true, how: "generated", confidence: 0.5, why: [{ text: hostile, value: 1 }] }],
        ["source", { number: 1, id: hostile, title: [{ text: hostile }], kind: hostile }],
        ["sentence", { parts: [{ text: hostile }, { latex: "\\href{javascript:alert(3)}{x}", display: false, spoken: "x", formula: null }], role: "says", begins_paragraph: true, notes: [], source: 1, passage: "0:0-5" }],
        ["done", { markdown: hostile }],
      ]);
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: events }));
      await page.goto(site.origin + at(question));
      await card(page).getByText("Written by a model").waitFor();
      assert.equal(await card(page).locator("img, script, [href^=javascript]").count(), 0);
      assert.match(await card(page).locator(".answer-text").textContent(), /<img src=x/);
    }));
}
