// The messages of the page when there is no answer yet, an empty one, or an error.

import assert from "node:assert/strict";
import { intercept, it, withPage } from "./harness.mjs";

const searches = /\/api\/v1\/search\?/;
const results = (page) => page.getByRole("region", { name: "Results" });
const alert = (page) => page.getByRole("alert");
const problem = (status, title, headers = {}) => ({ status, headers: { "Content-Type": "application/problem+json", ...headers }, body: JSON.stringify({ status, title }) });

export function stateTests(site) {
  it("shows that results are loading, to screen readers too", () =>
    withPage(site, "/", async (page) => {
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await intercept(page, searches, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole("combobox").first().fill("matrix");
      await page.getByText("Searching …").waitFor();
      assert.equal(await results(page).getAttribute("aria-busy"), "true");
      release();
      await page.locator(".result").first().waitFor();
      assert.equal(await results(page).getAttribute("aria-busy"), null);
    }));

  it("reports that the server is gone, and continues when it is back", () =>
    withPage(
      site,
      "/",
      async (page) => {
        await intercept(page, searches, (route) => route.abort());
        await page.getByRole("combobox").first().fill("matrix");
        await alert(page).getByRole("heading", { name: "The server does not answer" }).waitFor();
        assert.equal(await results(page).getAttribute("aria-busy"), null);
        await page.unroute(searches);
        await alert(page).getByRole("button", { name: "Try again" }).click();
        await page.locator(".result").first().waitFor();
      },
      { expectedErrors: [/ERR_FAILED/] },
    ));

  it("reports that a part of the page did not load, and loads it again", () =>
    withPage(
      site,
      "/",
      async (page) => {
        const rest = /\/assets\/app-[^/]*\.js$/;
        await intercept(page, rest, (route) => route.abort());
        await page.reload();
        await alert(page).getByRole("heading", { name: "A part of this page did not load" }).waitFor();
        await page.unroute(rest);
        await alert(page).getByRole("button", { name: "Load again" }).click();
        await page.getByRole("combobox").first().waitFor();
      },
      { expectedErrors: [/ERR_FAILED/] },
    ));

  for (const [status, title] of [[429, "Too many requests"], [503, "The server is busy"]]) {
    it(`says how long to wait when the server answers ${status}`, () =>
      withPage(
        site,
        null,
        async (page) => {
          await intercept(page, searches, (route) => route.fulfill(problem(status, title, { "Retry-After": "7" })));
          await page.goto(`${site.origin}/?q=matrix`);
          await alert(page).getByRole("heading", { name: title }).waitFor();
          await alert(page).getByText("Try again in 7 seconds.").waitFor();
          await page.unroute(searches);
          await alert(page).getByRole("button", { name: "Try again" }).click();
          await page.locator(".result").first().waitFor();
        },
        { expectedErrors: [new RegExp(`status of ${status}`)] },
      ));
  }

  it("asks for the token of a server that requires one, and continues with it", () =>
    withPage(
      site,
      null,
      async (page) => {
        await intercept(page, searches, (route) =>
          route.request().headers()["authorization"] === "Bearer open sesame" ? route.continue() : route.fulfill(problem(401, "A token is required")),
        );
        await page.goto(`${site.origin}/?q=matrix`);
        await page.getByLabel("Token").fill("open sesame");
        await page.getByRole("button", { name: "Continue" }).click();
        await page.locator(".result").first().waitFor();
      },
      { expectedErrors: [/status of 401/] },
    ));

  it("explains how to fill an empty index", () =>
    withPage(site, null, async (page) => {
      await intercept(page, /\/api\/v1\/collection/, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, documents: 0, formulas: 0, kinds: [], tags: [], sources: [], dates: null } });
      });
      await page.goto(`${site.origin}/`);
      await page.getByRole("heading", { name: "The index is empty" }).waitFor();
      await page.getByText("noether index").waitFor();
      await page.goto(`${site.origin}/?q=xyzzyplugh`);
      await page.getByRole("heading", { name: "The index is empty" }).waitFor();
    }));
}
