// The pages of a document and of a formula.

import assert from "node:assert/strict";
import { intercept, it, sidewaysScroll, withPage } from "./harness.mjs";

const gauss = "/document/" + encodeURIComponent("calculus/derivatives-and-integrals.tex#gauss");

export function documentTests(site) {
  it("shows a document at its address", () =>
    withPage(site, gauss, async (page) => {
      await page.getByRole("heading", { name: "Gaussian integral", level: 1 }).waitFor();
      assert.match(await page.title(), /^Gaussian integral/);
      assert.match(await page.locator("article").innerText(), /The area under the bell curve is/);
      assert.ok((await page.locator("article .katex").count()) >= 4);
    }));

  it("keeps the box, marks the matches, and starts new searches", () =>
    withPage(site, `/?${new URLSearchParams({ q: "bell curve $\\int e^{-t^2} dt$" })}`, async (page) => {
      await page.getByRole("link", { name: "Gaussian integral" }).first().click();
      await page.getByRole("heading", { name: "Gaussian integral", level: 1 }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("q"), "bell curve $\\int e^{-t^2} dt$");
      assert.match((await page.locator("article mark").allInnerTexts()).join(" "), /bell curve/);
      assert.ok((await page.locator("article .matched").count()) > 0, "the formula is marked");
      const box = page.getByRole("combobox", { name: /^Search by words/ });
      assert.match(await box.innerText(), /^bell curve/);
      assert.equal(await page.getByRole("link", { name: "← Results" }).count(), 1);
      await box.fill("matrix");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/\?q=matrix$/);
      await page.locator(".result").first().waitFor();
    }));

  it("shows a query that cannot be read as a document without marks", () =>
    withPage(site, `${gauss}?q=%22bell`, (page) => page.getByRole("heading", { name: "Gaussian integral", level: 1 }).waitFor(), { expectedErrors: [/status of 422/] }));

  it("shows the thread of an answer: the question, the answers, comments folded", () =>
    withPage(site, null, async (page) => {
      await intercept(page, /\/api\/v1\/document\//, async (route) => {
        const answer = await (await route.fetch()).json();
        for (const post of answer.thread) post.comments = [[[{ text: "I do not follow." }]], [[{ text: "Now I do." }]]];
        await route.fulfill({ json: answer });
      });
      await page.goto(`${site.origin}/document/probability-q2-a2`);
      await page.getByRole("heading", { name: "The Monty Hall problem", level: 1 }).waitFor();
      const posts = page.locator(".post");
      assert.deepEqual(await posts.evaluateAll((all) => all.map((post) => post.dataset.id)), ["probability-q2", "probability-q2-a1", "probability-q2-a2"]);
      assert.match(await posts.nth(1).innerText(), /accepted/);
      assert.equal(await page.locator('.post[aria-current="true"]').getAttribute("data-id"), "probability-q2-a2");
      assert.equal(await page.getByText("I do not follow.").first().isVisible(), false);
      await posts.first().getByText("2 comments").click();
      await page.getByText("I do not follow.").first().waitFor();
      assert.equal(await page.getByRole("heading", { name: "Related" }).count(), 0);
    }));

  it("opens comments if only they matched", () =>
    withPage(site, null, async (page) => {
      await intercept(page, /\/api\/v1\/document\//, async (route) => {
        const answer = await (await route.fetch()).json();
        for (const post of answer.thread) post.comments = [[[{ text: "as a " }, { text: "goat", matched: true }, { text: " would" }]]];
        await route.fulfill({ json: answer });
      });
      await page.goto(`${site.origin}/document/probability-q2?q=bayes`);
      const posts = page.locator(".post");
      await posts.first().waitFor();
      const isOpen = (id) => page.locator(`.post[data-id="${id}"] details`).evaluate((fold) => fold.open);
      assert.equal(await isOpen("probability-q2"), true);
      assert.equal(await isOpen("probability-q2-a2"), false, "its own text has the word");
      await posts.first().getByText("1 comment, 1 matches").waitFor();
    }));

  it("searches for a formula of a document by a click", () =>
    withPage(site, gauss, async (page) => {
      const formula = page.locator("article p .math-link").first();
      await formula.click();
      await page.waitForURL(/\/\?q=/);
      assert.match(new URL(page.url()).searchParams.get("q"), /^\$\\int_\{-\\infty\}.*\$$/);
      await page.getByRole("link", { name: "Gaussian integral" }).first().waitFor();
    }));

  it("shows a formula: trees, notations, places, equal formulas", () =>
    withPage(site, "/document/" + encodeURIComponent("algebra/the-square-of-a-sum.md"), async (page) => {
      await page.locator("aside .math-link").filter({ has: page.locator("annotation", { hasText: /^\(x\+3\)\^2$/ }) }).click();
      await page.waitForURL(/\/formula\/[0-9a-f]{32}$/);
      await page.getByRole("tree", { name: /^Operator tree: \(pow \(\+ x 3\) 2\)$/ }).waitFor();
      await page.getByRole("tree", { name: /^Layout tree/ }).waitFor();
      assert.match(await page.getByRole("group", { name: "MathML", exact: true }).innerText(), /^<math/);
      const places = page.locator(".occurrences > li");
      assert.ok((await places.count()) >= 1);
      const equal = page.locator(".equals > li").filter({ has: page.locator("annotation", { hasText: "x^2+6x+9" }) });
      assert.match(await equal.innerText(), /proven/);
      await equal.getByRole("link", { name: "see why" }).click();
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
    }));

  it("maps the formulas near a formula, highlights the one under the pointer, and leads to it", () =>
    withPage(site, "/document/" + encodeURIComponent("algebra/the-square-of-a-sum.md"), async (page) => {
      await page.locator("aside .math-link").filter({ has: page.locator("annotation", { hasText: /^\(x\+3\)\^2$/ }) }).click();
      const map = page.locator("svg.scatter");
      await map.waitFor();
      const entries = page.locator(".nearest-list > li");
      const points = map.locator(".scatter-point");
      assert.ok((await entries.count()) >= 5);
      assert.equal(await points.count(), await entries.count());
      // The nearest formulas come first, and no point is outside the frame.
      const cosines = (await entries.locator(".meta").allInnerTexts()).map(Number);
      assert.deepEqual(cosines, [...cosines].sort((a, b) => b - a));
      const frame = await map.boundingBox();
      for (const point of await points.all()) {
        const { x, y, width, height } = await point.boundingBox();
        assert.ok(x >= frame.x && y >= frame.y && x + width <= frame.x + frame.width && y + height <= frame.y + frame.height);
      }
      await page.mouse.move(0, 0); // not over the elements that the click has moved under it
      await entries.nth(1).getByRole("link").first().focus();
      assert.deepEqual(await points.evaluateAll((all) => all.map((point, number) => (point.classList.contains("lit") ? number : -1)).filter((number) => number >= 0)), [1]);
      const last = (await points.count()) - 1;
      const label = page.locator(".scatter-label");
      await points.nth(last).hover();
      assert.match(await entries.nth(last).getAttribute("class"), /lit/);
      const latexOf = (place) => place.locator(".math").first().getAttribute("data-latex");
      assert.equal(await latexOf(label), await latexOf(entries.nth(last)), "the formula is shown beside its point");
      // By keys: once to the map, then from point to point.
      await page.mouse.move(0, 0);
      await label.waitFor({ state: "hidden" });
      await points.first().focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await latexOf(label), await latexOf(entries.nth(1)));
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("tabindex")), "0");
      assert.equal(await points.locator("xpath=self::*[@tabindex='0']").count(), 1);
      for (const name of await points.evaluateAll((all) => all.map((point) => point.getAttribute("aria-label")))) assert.match(name, /\w.*, (-?\d\.\d\d)/);
      const there = await entries.nth(last).getByRole("link").first().getAttribute("href");
      await page.evaluate(() => (globalThis.isSamePage = true));
      await points.nth(last).click();
      await page.waitForURL(site.origin + there);
      assert.ok(await page.evaluate(() => globalThis.isSamePage), "the page was loaded anew");
    }));

  it("scrolls wide formulas, never the page, on documents and on pages of formulas", async () => {
    const wide = `\\sqrt{${Array.from({ length: 10 }, (_, i) => `x_{${i}}`).join("+")}}`;
    const formula = { latex: wide, formula: null };
    const sentence = [{ text: "As one sees, " }, formula, { text: " is wide." }];
    const wideDocument = (answer) => ({
      ...answer,
      title: [{ text: "On " }, formula],
      paragraphs: [sentence, [{ ...formula, display: true }], ...answer.paragraphs],
      comments: [[sentence]],
      context: [{ name: "question", paragraphs: [sentence] }],
      related: [{ id: "other", kind: "theorem", title: sentence }],
    });
    await withPage(
      site,
      null,
      async (page) => {
        await intercept(page, /\/api\/v1\/document\//, async (route) => route.fulfill({ json: wideDocument(await (await route.fetch()).json()) }));
        await page.goto(site.origin + gauss);
        await page.locator("article .math-wide").first().waitFor();
        assert.equal(await sidewaysScroll(page), 0, "a document");
        const inSentence = page.locator("article p .math-wide").first();
        assert.ok(await inSentence.evaluate((math) => math.scrollWidth > math.clientWidth), "it scrolls by itself");
        await page.goto(`${site.origin}/formula?${new URLSearchParams({ latex: wide })}`);
        await page.locator("svg.tree").first().waitFor();
        assert.equal(await sidewaysScroll(page), 0, "a formula");
        const root = page.getByRole("tree", { name: /^Operator tree/ }).locator(".tree-node").first();
        await page.waitForFunction((node) => node.getBoundingClientRect().left > 0 && node.getBoundingClientRect().right < innerWidth, await root.elementHandle());
        // On a wide screen the formula is inside the sentence again.
        await page.goto(site.origin + gauss);
        await inSentence.waitFor();
        await page.setViewportSize({ width: 3840, height: 900 });
        await page.waitForFunction(() => !document.querySelector("article p .math-wide"));
      },
      { viewport: { width: 320, height: 640 } },
    );
  });

  it("draws the trees of any formula", () =>
    withPage(site, `/formula?${new URLSearchParams({ latex: "\\frac{a}{b}" })}`, async (page) => {
      await page.getByRole("tree", { name: "Operator tree: (/ a b)" }).waitFor();
    }));

  it("has points of 24 px on the map of a narrow screen", () =>
    withPage(
      site,
      `/formula?${new URLSearchParams({ latex: "(x+3)^2" })}`,
      async (page) => {
        await page.locator(".scatter-point").first().waitFor();
        const sides = await page.locator(".scatter-point").evaluateAll((all) => all.flatMap((point) => [point.getBoundingClientRect().width, point.getBoundingClientRect().height]));
        assert.ok(Math.min(...sides) >= 24, sides.map((one) => one.toFixed(1)).join(" "));
      },
      { viewport: { width: 320, height: 640 } },
    ));

  it("collapses the points of formulas at one spot into one", () =>
    withPage(site, null, async (page) => {
      const twice = ([first, ...rest]) => [first, { ...first, id: "0".repeat(32), latex: "x\\cdot 1" }, ...rest];
      await intercept(page, /\/api\/v1\/formula\//, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, nearest: { ...answer.nearest, formulas: twice(answer.nearest.formulas) } } });
      });
      await page.goto(`${site.origin}/formula?${new URLSearchParams({ latex: "(x+3)^2" })}`);
      const entry = page.locator(".nearest-list > li").first();
      await entry.getByText("1 more at the same spot").click();
      await entry.getByRole("link", { name: "x\\cdot 1" }).or(entry.locator('[data-latex="x\\\\cdot 1"]')).first().waitFor();
      assert.equal(await page.locator(".scatter-point").count(), await page.locator(".nearest-list > li").count());
    }));

  it("knows a formula of the index however it is written in an address", () =>
    withPage(site, `/formula?${new URLSearchParams({ latex: "{(x + 3)}^{2}" })}`, async (page) => {
      await page.getByRole("heading", { name: "Where it occurs" }).waitFor();
      assert.ok((await page.locator(".occurrences > li").count()) >= 1);
      await page.getByRole("link", { name: "Its page" }).click();
      await page.waitForURL(/\/formula\/[0-9a-f]{32}$/);
      await page.getByRole("heading", { name: "Where it occurs" }).waitFor();
    }));

  it("shows only the drawing and the meaning of a formula that the index does not have", () =>
    withPage(site, `/formula?${new URLSearchParams({ latex: "q_{17}+w^{23}" })}`, async (page) => {
      await page.getByRole("tree", { name: /^Operator tree/ }).waitFor();
      assert.equal(await page.getByRole("heading", { name: "Where it occurs" }).count(), 0);
      assert.equal(await page.getByRole("link", { name: "Its page" }).count(), 0);
    }));

  it("walks a tree by keys", () =>
    withPage(site, `/formula?${new URLSearchParams({ latex: "\\frac{a+b}{c}" })}`, async (page) => {
      const tree = page.getByRole("tree", { name: /^Operator tree/ });
      const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      await tree.getByRole("treeitem").first().focus();
      assert.equal(await focused(), "/, root, 2 below");
      await page.keyboard.press("ArrowDown");
      assert.equal(await focused(), "+, operand 1, 2 below");
      await page.keyboard.press("ArrowRight");
      assert.equal(await focused(), "c, operand 2");
      await page.keyboard.press("ArrowUp");
      assert.equal(await focused(), "/, root, 2 below");
    }));

  it("names every link to a formula by its spoken form", () =>
    withPage(site, gauss, async (page) => {
      await page.locator("aside .math-link").first().waitFor();
      const names = await page.locator(".math-link").evaluateAll((links) => links.map((link) => link.querySelector(".visually-hidden").textContent.trim()));
      assert.ok(names.length >= 4);
      for (const name of names) assert.match(name, /^[^\\{}$]+$/, "words, not LaTeX");
      await page.getByRole("link", { name: /^the integral from minus infinity to infinity of e to the power minus x squared/ }).first().waitFor();
    }));

  it("copies formulas as LaTeX between dollars, and as MathML where rich text is pasted", () =>
    withPage(
      site,
      gauss,
      async (page) => {
        await page.locator("article p .math").first().waitFor();
        const copied = await page.evaluate(async () => {
          const math = document.querySelector("article p .math");
          const paragraph = math.closest("p");
          const range = document.createRange();
          range.setStart(paragraph, 0);
          // Into the middle of the formula.
          range.setEnd(math.querySelector(".katex-html .mord") ?? math, 0);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          document.execCommand("copy");
          const [item] = await navigator.clipboard.read();
          const text = async (type) => (await item.getType(type)).text();
          return { plain: await text("text/plain"), html: await text("text/html"), latex: math.dataset.latex, words: paragraph.firstChild.textContent };
        });
        assert.ok(copied.plain.includes(`$${copied.latex}$`), copied.plain);
        assert.doesNotMatch(copied.plain, /∫|​/, "nothing of the drawing");
        assert.match(copied.html, /<math/);
        assert.doesNotMatch(copied.html, /katex-html/);
      },
      { permissions: ["clipboard-read", "clipboard-write"] },
    ));

  it("copies the parts of a line with dots between them, as displayed", () =>
    withPage(
      site,
      `/?${new URLSearchParams({ q: "series $\\sum$" })}`,
      async (page) => {
        await page.locator(".result").first().waitFor();
        const copied = await page.evaluate(async () => {
          const copy = async (start, end) => {
            const range = document.createRange();
            range.setStartBefore(start);
            range.setEndAfter(end);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            document.execCommand("copy");
            const [item] = await navigator.clipboard.read();
            const text = async (type) => (await item.getType(type)).text();
            return { plain: await text("text/plain"), html: await text("text/html") };
          };
          const meta = [...document.querySelectorAll(".result-meta")].find((line) => line.children.length > 1);
          const parts = [...meta.children].map((part) => part.textContent);
          return {
            line: parts.join(" · "),
            whole: await copy(meta.closest(".result").firstChild, meta.closest(".result").lastChild),
            inside: await copy(meta.firstChild, meta.lastChild),
          };
        });
        assert.ok(copied.whole.plain.split("\n").includes(copied.line), copied.whole.plain);
        assert.equal(copied.inside.plain, copied.line);
        assert.match(copied.inside.html, / · /);
        assert.doesNotMatch(copied.whole.plain, /^ ·|· *$/m, "no dot beside a button, which is not copied");
      },
      { permissions: ["clipboard-read", "clipboard-write"] },
    ));

  it("says when there is no such document, and when there is nothing at an address", async () => {
    await withPage(site, "/document/nowhere", (page) => page.getByRole("alert").waitFor(), { expectedErrors: [/status of 404/] });
    await withPage(site, "/formula/" + "0".repeat(32), (page) => page.getByRole("alert").waitFor(), { expectedErrors: [/status of 404/] });
    const nothing = (page) => page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
    await withPage(site, "/nosuchpage", nothing, { expectedErrors: [/status of 404/] });
    await withPage(site, "/formula", (page) => page.getByRole("heading", { name: "No formula" }).waitFor());
  });
}
