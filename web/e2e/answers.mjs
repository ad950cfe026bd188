// The answer card above the results.

import assert from "node:assert/strict";
import { look } from "./access.mjs";
import { intercept, it, settled, withPage } from "./harness.mjs";

const question = "why is the harmonic series divergent";
const at = (q) => `/?${new URLSearchParams({ q })}`;
const card = (page) => page.locator(".answer-card");

const summary = (how, confidence = 0.5, model = null) => ["answer", { is_known: true, how, model, confidence, why: [{ text: "a reason", value: 1 }] }];
const formula = (latex) => ({ latex, display: false, spoken: latex, formula: null });
const sentence = (parts, more = {}) => ["sentence", { parts, role: "says", begins_paragraph: false, notes: [], source: null, cites: [], passage: null, ...more }];
const done = ["done", { markdown: "text" }];

// Runs in the page. Records the announcements for screen readers.
function noteAnnouncements() {
  globalThis.announced = [];
  const note = () => globalThis.announced.push(document.getElementById("announcer").textContent);
  addEventListener("DOMContentLoaded", () => new MutationObserver(note).observe(document.getElementById("announcer"), { childList: true }));
}

// Opens a page that gets these events as the answer, however often it asks.
function withAnswer(site, events, use) {
  return withPage(site, null, async (page) => {
    await page.addInitScript(noteAnnouncements);
    await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: stream(events) }));
    await page.goto(site.origin + at(question));
    await use(page);
  });
}

const stream = (events) => events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");

export function answerTests(site) {
  it("answers a question above the results, with sources that highlight their sentences", () =>
    withPage(site, at(question), async (page) => {
      await card(page).getByText("diverges").first().waitFor();
      assert.match(await card(page).locator(".answer-head").textContent(), /^Answer Quoted from documents, \d+ % sure$/);
      assert.ok((await card(page).locator(".answer-text .katex").count()) > 0, "formulas are drawn");
      const number = card(page).locator(".answer-number").first();
      assert.match(await number.getAttribute("aria-label"), /^Source 1: /);
      await number.focus();
      assert.ok((await card(page).locator('.answer-sentence.lit[data-sources~="1"]').count()) > 0);
      await card(page).getByText("Why this answer").click();
      await card(page).getByText("how near the first source is to the question").waitFor();
      assert.deepEqual(await look(page), [], "the card is accessible");
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

  it("has no card for a query that is no question or has a filter", () =>
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
        ["answer", { is_known: false, how: "extracted", model: null, confidence: 0.04, why: [] }],
        ["done", { markdown: null }],
      ]);
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: unknown }));
      await page.goto(site.origin + at(question));
      await page.locator(".result").first().waitFor();
      await settled(page);
      assert.ok(await card(page).isHidden());
    }));

  it("never interprets an answer as markup", () =>
    withPage(site, null, async (page) => {
      const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
      const events = stream([
        ["answer", { is_known: true, how: "generated", model: hostile, confidence: 0.5, why: [{ text: hostile, value: 1 }] }],
        ["source", { number: 1, id: hostile, title: [{ text: hostile }], kind: hostile }],
        ["sentence", { parts: [{ text: hostile }, { latex: "\\href{javascript:alert(3)}{x}", display: false, spoken: "x", formula: null }], role: "says", begins_paragraph: true, notes: [{ kind: "equation", text: hostile, span: { begin: 0, end: 1 }, formula: 0, verdict: "refuted", latex: hostile, counterexample: { point: { [hostile]: hostile }, a: hostile, b: hostile } }], source: 1, cites: [], passage: "0:0-5" }],
        ["remark", { text: hostile }],
        ["offered", { how: "computed", confidence: 0.5, why: [], sentences: [{ parts: [{ text: hostile }], role: "shows", begins_paragraph: true, notes: [], source: null, cites: [], passage: null }] }],
        ["done", { markdown: hostile }],
      ]);
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: events }));
      await page.goto(site.origin + at(question));
      await card(page).getByText("Written by <img").waitFor();
      await card(page).locator(".verdict-mark").first().click();
      assert.equal(await card(page).locator("img, script, [href^=javascript]").count(), 0);
      assert.match(await card(page).locator(".answer-text").first().textContent(), /<img src=x/);
    }));

  it("marks equations, and opens the proof or the counterexample by keys and by pointer", () => {
    const events = [
      summary("extracted"),
      sentence([{ text: "Clearly " }, formula("2+2=5"), { text: " and " }, formula("x+x=2x"), { text: "." }]),
      ["note", { sentence: 1, kind: "equation", text: "the left side is 4 and the right side is 5", span: { begin: 9, end: 14 }, formula: 0, verdict: "refuted", latex: "2+2=5", counterexample: { point: { x: "1" }, a: "4", b: "5" } }],
      ["note", { sentence: 1, kind: "equation", text: "by rules", span: { begin: 20, end: 26 }, formula: 1, verdict: "proven", latex: "x+x=2x", proof: [{ latex: "x+x", rule: "" }, { latex: "2x", rule: "add-equal-terms" }] }],
      done,
    ];
    return withAnswer(site, events, async (page) => {
      const refuted = card(page).getByRole("button", { name: "refuted, details" });
      const proven = card(page).getByRole("button", { name: "proven, details" });
      await proven.waitFor();
      assert.equal((await refuted.textContent()).startsWith("✗"), true);
      assert.equal((await proven.textContent()).startsWith("✓"), true);
      await refuted.focus();
      await page.keyboard.press("Enter");
      assert.equal(await refuted.getAttribute("aria-expanded"), "true");
      await card(page).locator(".verdict-panel .values").waitFor();
      assert.deepEqual(await look(page), [], "the open panel is accessible");
      await page.keyboard.press("Escape");
      assert.equal(await refuted.getAttribute("aria-expanded"), "false");
      await page.keyboard.press("Tab");
      assert.ok(await proven.evaluate((button) => button === document.activeElement), "the next mark is next");
      await proven.click();
      await card(page).getByText("add equal terms").waitFor();
      const announced = await page.evaluate(() => globalThis.announced.filter((text) => text.startsWith("An answer")));
      assert.deepEqual(announced, ["An answer, Quoted from documents, 50 % sure, an equation in it is refuted"]);
    });
  });

  it("shows a computed answer large, with its steps folded", () => {
    const note = { kind: "computation", text: "algebra proves it", span: { begin: 0, end: 0 }, formula: null, verdict: "proven" };
    const events = [
      summary("computed", 0.97),
      sentence([formula("x = 4"), { text: "." }], { begins_paragraph: true, notes: [note] }),
      sentence([formula("256 = 256"), { text: ", with " }, formula("x = 4")], { role: "shows", begins_paragraph: true }),
      done,
    ];
    return withAnswer(site, events, async (page) => {
      await card(page).getByText("Computed, 97 % sure").waitFor();
      await card(page).getByRole("button", { name: "proven, details" }).waitFor();
      const step = card(page).locator(".answer-steps li");
      assert.ok(await step.isHidden());
      await card(page).locator("summary", { hasText: "Steps" }).click();
      assert.ok(await step.isVisible());
      assert.deepEqual(await look(page), [], "the card is accessible");
    });
  });

  it("computes a typed task with the real server", () =>
    withPage(site, at("Solve for $x$: $2x+4=10$"), async (page) => {
      await card(page).getByText("Computed, 97 % sure").waitFor();
      await card(page).locator("summary", { hasText: "Steps" }).waitFor();
    }));

  it("offers a computation below an answer, and says that the generator failed", () => {
    const offered = { how: "computed", confidence: 0.5, why: [], sentences: [sentence([formula("2x+3x = 5x"), { text: "." }])[1]] };
    const events = [
      summary("generated", 0.6),
      sentence([{ text: "Never mind." }]),
      ["remark", { text: "the answer is extracted, because the generator failed: nobody listens" }],
      summary("extracted", 0.4),
      sentence([{ text: "As Euclid knew." }]),
      ["offered", offered],
      done,
    ];
    return withAnswer(site, events, async (page) => {
      await card(page).getByText("Computed by algebra").waitFor();
      const text = await card(page).textContent();
      assert.match(text, /Quoted from documents, 40 % sure/);
      assert.match(text, /because the generator failed: nobody listens\./);
      assert.doesNotMatch(text, /Never mind/);
      assert.deepEqual(await look(page), [], "the card is accessible");
    });
  });

  it("names a formula of the question that cannot be read completely, with the real server", () =>
    withPage(site, null, async (page) => {
      await page.addInitScript(noteAnnouncements);
      await page.goto(site.origin + at("why is the harmonic series $\\sum_{n=1}^\\infty \\frac{1}$ divergent"));
      await card(page).getByText("diverges").first().waitFor();
      const warning = card(page).locator(".answer-warning");
      assert.match(await warning.textContent(), /^missing argument of \\frac in \\sum_\{n=1\}\^\\infty \\frac\{1\}: .*the rest of the formula is read$/);
      assert.ok(await warning.evaluate((element) => element.compareDocumentPosition(document.querySelector(".answer-text")) & Node.DOCUMENT_POSITION_FOLLOWING), "it stands above the answer");
      await page.waitForFunction(() => globalThis.announced.some((text) => text.startsWith("An answer, ") && text.includes("Missing argument of")));
      assert.deepEqual(await look(page), [], "the card is accessible");
    }));

  it("names the errors of a question without an answer, and removes them with the next question", () => {
    const events = [["warning", { latex: "x^2=", message: "nothing follows the last =", hint: "write both sides" }], ["answer", { is_known: false, how: null, model: null, confidence: 0, why: [] }], ["done", { markdown: null }]];
    return withAnswer(site, events, async (page) => {
      await card(page).getByText("No answer is likely enough.").waitFor();
      assert.equal(await card(page).locator(".answer-warning").textContent(), "nothing follows the last = in x^2=: write both sides");
      await page.unroute(/\/api\/v1\/answer/);
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: stream([summary("extracted"), sentence([{ text: "As Gauss knew." }]), done]) }));
      await askInBox(page, "why is the geometric series convergent");
      await card(page).getByText("As Gauss knew.").waitFor();
      assert.equal(await card(page).locator(".answer-warning").count(), 0);
    });
  });

  it("numbers every source that a written sentence cites, and marks a citation in doubt", () => {
    const source = (number) => ["source", { number, id: `s${number}`, title: [{ text: `Source ${number}` }], kind: "answer" }];
    const note = { kind: "citation", text: "the passage says nothing of the kind", span: { begin: 0, end: 0 }, formula: null, verdict: "unsupported" };
    const supported = { ...note, text: "the second one says so", verdict: "supported" };
    const cites = [
      { source: 1, passage: "0:0-5" },
      { source: 2, passage: "1:7-9" },
    ];
    const events = [summary("generated", 0.5, "euler-7b"), source(1), source(2), sentence([{ text: "Both say so." }], { cites, notes: [note, supported] }), done];
    return withAnswer(site, events, async (page) => {
      await card(page).getByText("Both say so.").waitFor();
      await card(page).getByText("Written by euler-7b, 50 % sure").waitFor();
      assert.deepEqual(await card(page).locator(".answer-number").allTextContents(), ["1", "2"]);
      for (const link of await card(page).locator('a[data-number="2"]').all()) {
        assert.deepEqual(new URL(await link.getAttribute("href"), site.origin).searchParams.getAll("passage"), ["1:7-9"]);
      }
      await card(page).getByRole("button", { name: "1 of 2 citations: source does not support this, details" }).click();
      await card(page).getByText("The passage says nothing of the kind.").waitFor();
      await card(page).getByText("The second one says so.").waitFor();
    });
  });

  it("removes remarks with the next question, and repeats a request that broke off", () =>
    withPage(site, null, async (page) => {
      const remark = ["remark", { text: "the answer is extracted, because the generator failed" }];
      const problem = ["problem", { title: "Service Unavailable", detail: "the request took too long" }];
      const replies = [
        [remark, summary("extracted"), sentence([{ text: "As Euclid knew." }]), done],
        [summary("extracted"), sentence([{ text: "As Gauss" }]), problem],
        [summary("extracted"), sentence([{ text: "As Gauss knew." }]), done],
      ];
      let asked = 0;
      await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill({ contentType: "text/event-stream", body: stream(replies[asked++]) }));
      await page.goto(site.origin + at(question));
      await card(page).getByText("because the generator failed.").waitFor();
      const box = page.getByRole("combobox", { name: /^Search by words/ });
      await box.fill("why is the geometric series convergent");
      await page.keyboard.press("Enter");
      await card(page).getByText("The answer breaks off: the request took too long.").waitFor();
      assert.doesNotMatch(await card(page).textContent(), /generator|Euclid/);
      assert.equal(asked, 2);
      await box.focus();
      await page.keyboard.press("Enter");
      await card(page).getByText("As Gauss knew.").waitFor();
      assert.doesNotMatch(await card(page).textContent(), /breaks off/);
    }));

  // Runs in the page. Waits until the text was announced to screen readers.
  const wasAnnounced = (page, text) => page.waitForFunction((said) => globalThis.announced.includes(said), text);

  const longQuestion = (repeated) => `${question} ${"because its terms are so large ".repeat(repeated)}`;
  const askInBox = async (page, q) => {
    await page.getByRole("combobox", { name: /^Search by words/ }).fill(q);
    await page.keyboard.press("Enter");
  };

  it("answers a question that is too long for an address", () =>
    withPage(site, null, async (page) => {
      const answered = page.waitForResponse((response) => response.url().endsWith("/api/v1/answer"));
      await page.goto(site.origin);
      await askInBox(page, longQuestion(300));
      assert.equal((await answered).request().method(), "POST");
      assert.equal((await answered).status(), 200);
      await page.locator(".result").first().waitFor();
    }));

  it("says that a question is too long for an answer, and shows the results", () =>
    withPage(site, null, async (page) => {
      await page.addInitScript(noteAnnouncements);
      await page.goto(site.origin);
      const said = "This question is too long for an answer; the results are below.";
      await askInBox(page, longQuestion(600));
      await card(page).getByText(said).waitFor();
      await page.locator(".result").first().waitFor();
      await wasAnnounced(page, said);
    }));

  it("says why the server gives no answer, and asks again", () =>
    withPage(
      site,
      null,
      async (page) => {
        await page.addInitScript(noteAnnouncements);
        const busy = { status: 503, contentType: "application/problem+json", body: JSON.stringify({ title: "The server is busy", detail: "too many requests wait", status: 503 }) };
        const replies = [busy, { contentType: "text/event-stream", body: stream([["problem", { detail: "the request took too long" }]]) }, { contentType: "text/event-stream", body: stream([summary("extracted"), sentence([{ text: "As Gauss knew." }]), done]) }];
        await intercept(page, /\/api\/v1\/answer/, (route) => route.fulfill(replies.shift()));
        await page.goto(site.origin + at(question));
        const box = page.getByRole("combobox", { name: /^Search by words/ });
        for (const said of ["There is no answer. The server is busy. Too many requests wait.", "There is no answer: the request took too long."]) {
          await card(page).getByText(said).waitFor();
          await wasAnnounced(page, said);
          await box.focus();
          await page.keyboard.press("Enter");
        }
        await card(page).getByText("As Gauss knew.").waitFor();
        assert.doesNotMatch(await card(page).textContent(), /There is no answer/);
      },
      { expectedErrors: [/503/] },
    ));

  it("sends no request when the box is cleared, and shows no earlier answer", () =>
    withPage(site, null, async (page) => {
      const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/v1/answer"));
      let isHeld = true;
      await intercept(page, /\/api\/v1\/answer/, (route) => (isHeld ? undefined : route.fulfill({ contentType: "text/event-stream", body: stream([summary("extracted"), sentence([{ text: "As Gauss knew." }]), done]) })));
      await page.goto(site.origin + at(question));
      await page.locator(".result").first().waitFor();
      const box = page.getByRole("combobox", { name: /^Search by words/ });
      await box.fill("");
      await aborted;
      isHeld = false;
      await box.fill(question);
      await page.keyboard.press("Enter");
      await card(page).getByText("As Gauss knew.").waitFor();
    }));

  it("adds sentences as they come, and says when the answer breaks off", () =>
    withPage(site, null, async (page) => {
      await page.addInitScript(() => {
        const fetchAll = window.fetch;
        window.fetch = (input, options) => {
          if (!String(input.url ?? input).includes("/api/v1/answer")) return fetchAll(input, options);
          const body = new ReadableStream({
            start(controller) {
              window.tell = (text) => controller.enqueue(new TextEncoder().encode(text));
              window.cut = () => controller.close();
            },
          });
          return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
        };
      });
      await page.goto(site.origin + at(question));
      await page.waitForFunction(() => "tell" in window);
      const tell = (...events) => page.evaluate((text) => window.tell(text), stream(events));
      await tell(summary("extracted"), sentence([{ text: "First." }]));
      await card(page).getByText("First.").waitFor();
      await tell(sentence([{ text: "Second." }]));
      await card(page).getByText("Second.").waitFor();
      assert.equal(await card(page).getByText("Why this answer").count(), 0);
      await page.evaluate(() => window.cut());
      await card(page).getByText("The answer breaks off: the connection broke.").waitFor();
    }));
}
