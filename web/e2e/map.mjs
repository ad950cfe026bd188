// The map of all formulas of the collection.

import assert from "node:assert/strict";
import { intercept, it, settled, withPage } from "./harness.mjs";

const ready = (page) => page.locator(".map-list li").first().waitFor();
const canvas = (page) => page.getByRole("application", { name: /^Map of/ });

// The place of a dot in the window, while the whole map is visible.
async function placeOf(page, dot) {
  const { x, y } = await page.evaluate(async (number) => {
    const map = await (await fetch("/api/v1/map")).json();
    return { x: map.x[number], y: map.y[number] };
  }, dot);
  const box = await canvas(page).boundingBox();
  const inner = { width: box.width - 2, height: box.height - 2 }; // without its border
  const scale = (0.92 * Math.min(inner.width, inner.height)) / 65535;
  return { x: box.x + 1 + inner.width / 2 + (x - 65535 / 2) * scale, y: box.y + 1 + inner.height / 2 - (y - 65535 / 2) * scale };
}

// The drawing as a text, which differs for different drawings.
const picture = (page) => page.evaluate(() => document.querySelector(".map-canvas").toDataURL());

const answerOf = (values) => ({ available: false, progress: null, reason: null, hint: null, map: "m", model: "", formulas: 0, readable: 0, vectors: 0, dots: 0, by: "", topics: [], x: [], y: [], topic: [], ...values });

export function mapTests(site) {
  it("shows the formulas of the collection on a map, and leads to one by a click", () =>
    withPage(site, "/", async (page) => {
      await page.getByRole("link", { name: "Map" }).click();
      await ready(page);
      assert.equal(new URL(page.url()).pathname, "/map");
      await settled(page);
      const { x, y } = await placeOf(page, 0);
      await page.mouse.move(x, y);
      await page.locator(".map-label .math").waitFor();
      const latex = await page.locator(".map-label .math").first().getAttribute("data-latex");
      await page.mouse.click(x, y);
      await page.waitForURL(/\/formula\//);
      await page.getByRole("heading", { name: "Near it" }).waitFor();
      assert.equal(await page.locator(".formula-large [data-latex], .formula-large.math").first().getAttribute("data-latex"), latex);
    }));

  it("moves and zooms by pointer, wheel, buttons and keys, and keeps the visible part in the address", () =>
    withPage(site, "/map", async (page) => {
      await ready(page);
      await settled(page);
      const at = () => new URL(page.url()).searchParams.get("at")?.split(",").map(Number) ?? null;
      const moved = (before) => page.waitForFunction((text) => new URL(location.href).searchParams.get("at") !== text, before === null ? null : before.join(","));
      const whole = await picture(page);
      const box = await canvas(page).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.wheel(0, -240);
      await moved(null);
      const closer = at();
      assert.ok(closer[2] > 1.5, `zoom ${closer[2]}`);
      assert.notEqual(await picture(page), whole);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await moved(closer);
      const dragged = at();
      assert.ok(dragged[0] < closer[0], "the map follows the pointer");
      assert.equal(new URL(page.url()).pathname, "/map"); // a drag is not a click
      await canvas(page).focus();
      await page.keyboard.press("ArrowRight");
      await moved(dragged);
      assert.ok(at()[0] > dragged[0]);
      const before = at();
      await page.keyboard.press("+");
      await moved(before);
      assert.ok(at()[2] > before[2]);
      const near = at();
      await page.getByRole("button", { name: "Farther" }).click();
      await moved(near);
      assert.ok(at()[2] < near[2]);
      await page.reload();
      await ready(page);
      assert.ok(at()[2] < near[2]);
      await page.getByRole("button", { name: "All of it" }).click();
      await page.waitForFunction(() => !location.search.includes("at="));
    }));

  it("opens the formula in the middle by the keyboard alone", () =>
    withPage(site, "/map", async (page) => {
      await ready(page);
      await page.getByRole("button", { name: "Mark" }).focus();
      await page.keyboard.press("Tab");
      assert.ok(await canvas(page).evaluate((element) => element === document.activeElement));
      await page.locator(".map-label .math").first().waitFor(); // the title beside it may have others
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/formula\//);
    }));

  it("hides topics, and keeps them in the address", () =>
    withPage(site, "/map", async (page) => {
      await ready(page);
      await settled(page);
      const all = await picture(page);
      const boxes = page.getByRole("group").getByRole("checkbox");
      assert.ok((await boxes.count()) >= 3);
      await boxes.first().uncheck();
      await page.waitForFunction(() => location.search.includes("without=0"));
      await settled(page);
      assert.notEqual(await picture(page), all);
      await page.goBack();
      await page.waitForFunction(() => !location.search.includes("without"));
      assert.ok(await boxes.first().isChecked());
    }));

  it("marks the formulas that a search finds, and lists them", () =>
    withPage(site, "/map", async (page) => {
      await ready(page);
      await settled(page);
      const plain = await picture(page);
      await page.getByLabel("Mark the results of a search").fill("bell curve");
      await page.getByRole("button", { name: "Mark" }).click();
      await page.getByRole("status").filter({ hasText: "are marked" }).waitFor();
      await page.getByRole("heading", { name: "Marked, from the middle of the map" }).waitFor();
      assert.notEqual(await picture(page), plain);
      assert.match(new URL(page.url()).search, /q=bell/);
    }));

  it("explains how to make vectors if there are none", () =>
    withPage(site, null, async (page) => {
      await intercept(page, "**/api/v1/map", (route) => route.fulfill({ json: answerOf({ reason: "the index has no vectors of formulas", hint: "add them with `noether embed-index INDEX`" }) }));
      await page.goto(`${site.origin}/map`);
      await page.getByRole("heading", { name: "There is no map yet" }).waitFor();
      assert.match(await page.locator(".notice").innerText(), /noether embed-index INDEX/);
    }));

  it("shows the progress of a map that is being made", () =>
    withPage(site, null, async (page) => {
      let asked = 0;
      let goOn;
      const seen = new Promise((resolve) => (goOn = resolve));
      await intercept(page, "**/api/v1/map", async (route) => {
        asked += 1;
        if (asked === 1) return route.fulfill({ json: answerOf({ progress: 0.25 }) });
        await seen;
        return route.continue();
      });
      await page.goto(`${site.origin}/map`);
      await page.getByRole("progressbar", { name: "The map is being made" }).waitFor();
      assert.equal(await page.getByRole("progressbar").getAttribute("value"), "0.25");
      goOn();
      await ready(page);
    }));
}
