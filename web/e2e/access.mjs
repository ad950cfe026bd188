// Accessibility: axe finds no serious violation on any page, nothing is wider than a narrow screen, everything works with the
// keyboard alone, and the dark theme is dark.

import assert from "node:assert/strict";
import axe from "axe-core";
import { it, settled, sidewaysScroll, withPage } from "./harness.mjs";
import { pages } from "./pages.mjs";

const narrow = { width: 320, height: 640 };
const phone = { width: 390, height: 664 }; // the part of a phone's 844 px that a browser leaves
const wide = { width: 1280, height: 900 };
const huge = { width: 3840, height: 2160 };

// Excludes the drawings of KaTeX: thousands of elements, hidden from screen readers, which get its MathML.
async function seriousViolations(page, colors) {
  // During a transition, colours are not those that users see.
  await settled(page);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ exclude: [".katex"] }, { resultTypes: ["violations"] }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `in ${colors} colours, ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

async function tooWide(page) {
  const extra = await sidewaysScroll(page);
  return extra > 0 ? [`at ${page.viewportSize().width} px, ${extra} px too wide`] : [];
}

// Runs in the page. Returns the clickable elements that are smaller than 24 px in both directions, except links within a
// sentence and controls that have a label.
function smallTargets() {
  const least = 24;
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest("[aria-hidden=true], .visually-hidden, .skip");
  };
  const isInSentence = (element) => {
    const block = element.parentElement.closest("p, li, dd, td, th, h1, h2, h3, figcaption, span.meta, label");
    if (!block || getComputedStyle(element).display !== "inline") return false;
    const words = block.cloneNode(true);
    for (const link of words.querySelectorAll("a, button")) link.remove();
    return words.textContent.trim() !== "";
  };
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button], [role=tab]")]
    .filter((element) => isSeen(element) && !isInSentence(element))
    .map((element) => ({ element, box: (/^(checkbox|radio)$/.test(element.type) ? (element.closest("label") ?? element.labels[0] ?? element) : element).getBoundingClientRect() }))
    .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
    .map(({ element, box }) => `${element.outerHTML.slice(0, 90)}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
}

// Runs in the page. Returns the elements with text of their own that is cut off and cannot be scrolled into view.
function clippedWords() {
  const hasWords = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== "");
  const isCut = (element) => {
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      if (overflowX === "auto" || overflowX === "scroll") return false;
      if (overflowX !== "hidden" && overflowX !== "clip") continue;
      const frame = around.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      if (box.right > frame.right + 1 || box.left < frame.left - 1 || (around === element && element.scrollWidth > element.clientWidth + 1)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => hasWords(element) && element.getClientRects().length > 0 && !element.closest(".visually-hidden, .katex, [aria-hidden=true], script, style") && isCut(element))
    .map((element) => `${element.className}: ${element.textContent.slice(0, 60)}`);
}

// Checks everything in one visit, because drawing the page anew for each check would take four times as long.
export async function look(page) {
  await page.evaluate(axe.source);
  const found = await seriousViolations(page, "light");
  await page.setViewportSize(narrow);
  found.push(...(await tooWide(page)));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).every((part) => Number(part) < 64));
  found.push(...(await seriousViolations(page, "dark")));
  await page.setViewportSize(huge);
  found.push(...(await tooWide(page)));
  return found;
}

// The text of the focused control. The view itself may have the focus too, after a link was followed.
async function focusedText(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element?.matches("a, button, input, textarea, [role], math-field")) return "";
    return (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
  });
}

// Presses the Tab key until the element with the focus is `wanted`.
async function tabTo(page, wanted, { key = "Tab", most = 60 } = {}) {
  const seen = [];
  for (let presses = 0; presses < most; ++presses) {
    const text = await focusedText(page);
    if (wanted.test(text)) return;
    seen.push(text.slice(0, 30));
    await page.keyboard.press(key);
  }
  assert.fail(`no way to ${wanted} by tab, only to: ${seen.join(", ")}`);
}

export function accessTests(site) {
  for (const { name, address, ready, expectedErrors } of pages) {
    it(`is accessible and fits every screen: ${name}`, () =>
      withPage(
        site,
        address,
        async (page) => {
          await ready(page);
          assert.deepEqual(await look(page), []);
        },
        { colorScheme: "light", viewport: wide, expectedErrors },
      ));
  }

  for (const { name, address, ready, expectedErrors } of pages) {
    it(`has targets of 24 px and clips no word at 320 px: ${name}`, () =>
      withPage(
        site,
        address,
        async (page) => {
          await ready(page);
          await settled(page);
          assert.deepEqual(await page.evaluate(smallTargets), []);
          assert.deepEqual(await page.evaluate(clippedWords), []);
        },
        { viewport: narrow, expectedErrors },
      ));
  }

  it("shows the first result above the fold of a phone, for words and for formulas", async () => {
    for (const q of ["gaussian integral", "area under the bell curve $\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx$", "$\\frac{a+b}{2}$"]) {
      await withPage(
        site,
        `/?${new URLSearchParams({ q })}`,
        async (page) => {
          await page.locator(".result").first().waitFor();
          await settled(page);
          const title = await page.locator(".result-title").first().boundingBox();
          assert.ok(title.y + title.height < phone.height, `${q}: the first title ends at ${Math.round(title.y + title.height)} px`);
        },
        { viewport: phone },
      );
    }
  });

  it("shows the names of all ways to compare formulas on narrow screens", async () => {
    for (const viewport of [narrow, phone]) {
      await withPage(
        site,
        `/?${new URLSearchParams({ q: "$\\int e^{-x^2} dx$" })}`,
        async (page) => {
          await page.locator(".result").first().waitFor();
          await settled(page);
          const names = await page.locator(".mode-name").evaluateAll((all) =>
            all.map((name) => {
              const box = name.getBoundingClientRect();
              const row = name.closest(".mode-row").getBoundingClientRect();
              return { name: name.textContent, isWhole: box.width > 0 && box.left >= 0 && box.right <= Math.min(innerWidth, row.right + 1) };
            }),
          );
          assert.equal(names.length, 4);
          assert.deepEqual(names.filter(({ isWhole }) => !isWhole), [], `at ${viewport.width} px`);
        },
        { viewport },
      );
    }
  });

  it("names the examples of derivations by the words of their formulas", () =>
    withPage(site, "/check", async (page) => {
      await page.getByRole("link", { name: /^x squared equals 3 x, then x equals 3: .*loses a solution/ }).waitFor();
      await page.getByRole("link", { name: /^x plus 1, squared, .* equals 4 x: / }).waitFor();
      await page.getByRole("link", { name: /^the square root of x squared plus 6 x plus 9, .* x plus 3: / }).waitFor();
    }));

  it("fits the on-screen keyboard into 320 px", () =>
    withPage(
      site,
      "/compare",
      async (page) => {
        await page.locator("math-field").first().waitFor();
        await page.getByRole("button", { name: "On-screen keyboard" }).first().click();
        const keyboard = page.locator(".ML__keyboard .MLK__plate").first();
        await keyboard.waitFor();
        await settled(page);
        assert.deepEqual(await page.evaluate(clippedWords), []);
        assert.equal(await sidewaysScroll(page), 0);
        const outside = await page.evaluate(() =>
          [...document.querySelectorAll(".ML__keyboard .MLK__keycap, .ML__keyboard .MLK__toolbar > div > div")]
            .filter((key) => key.getClientRects().length > 0 && (key.getBoundingClientRect().right > innerWidth + 1 || key.getBoundingClientRect().left < -1))
            .map((key) => key.textContent),
        );
        assert.deepEqual(outside, []);
      },
      { viewport: narrow },
    ));

  it("searches, opens a result and compares by keyboard alone", () =>
    withPage(site, "/", async (page) => {
      await tabTo(page, /^Search by words/);
      await page.keyboard.type("gaussian integral");
      await page.keyboard.press("Enter");
      await page.locator(".result").first().waitFor();
      await settled(page); // a result that comes later is not in the tab order yet
      await tabTo(page, /^Gaussian integral$/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Gaussian integral", level: 1 }).waitFor();
      await tabTo(page, /e to the power minus x squared end power/);
      await page.keyboard.press("Enter");
      await page.locator(".result").first().waitFor();
      await settled(page);
      await tabTo(page, /^Compare$/, { key: "Shift+Tab" });
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
      for (const latex of ["x+x", "2x"]) {
        for (let tabs = 0; tabs < 60 && !(await page.evaluate(() => document.activeElement?.matches("input.formula-source:placeholder-shown"))); tabs++) await page.keyboard.press("Tab");
        await page.keyboard.type(latex);
      }
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Proven equal" }).waitFor();
    }));

  it("skips to the content without changing it, and shows the focus", () =>
    withPage(site, "/check", async (page) => {
      const area = page.getByLabel("Derivation, as LaTeX");
      await area.fill("x+x");
      await tabTo(page, /^Skip to the content$/, { key: "Shift+Tab" });
      assert.equal(await focusedText(page), "Skip to the content");
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(outline, "none");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate(() => document.querySelector("main").contains(document.activeElement)));
      assert.equal(await area.inputValue(), "x+x", "the view was drawn anew");
      await page.goBack();
      assert.equal(await area.inputValue(), "x+x", "the view was drawn anew by going back");
    }));

  it("is dark if the system is, light if the user chooses so, and remembers the choice", () =>
    withPage(
      site,
      "/",
      async (page) => {
        const isLight = (wanted) =>
          page.waitForFunction((light) => {
            const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
            return light ? r + g + b > 600 : r + g + b < 150;
          }, wanted);
        await isLight(false);
        await page.getByRole("button", { name: /^Colours/ }).click();
        await isLight(true);
        await page.reload();
        await page.getByRole("button", { name: /^Colours/ }).waitFor();
        await isLight(true);
      },
      { colorScheme: "dark" },
    ));
}
