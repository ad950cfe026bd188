// The size of the page, and its security policy.

import assert from "node:assert/strict";
import { it, withPage } from "./harness.mjs";

const mostBytes = 1.5e6;

export function loadTests(site) {
  it("is smaller than 1.5 MB compressed with everything loaded", () =>
    withPage(site, null, async (page, context) => {
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      const sizes = new Map();
      const addresses = new Map();
      session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, new URL(response.url).pathname));
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        const path = addresses.get(requestId) ?? "";
        if (!path.startsWith("/api/")) sizes.set(path, Math.max(encodedDataLength, sizes.get(path) ?? 0));
      });
      const words = "gaussian integral";
      for (const path of [`/?q=${words}`, "/compare?a=\\int_0^1 x\\,dx&b=\\mathbb{R}\\mathcal{A}\\mathfrak{g}\\mathscr{L}", "/check", "/rewrite"]) {
        await page.goto(site.origin + path, { waitUntil: "networkidle" });
      }
      await page.getByRole("button", { name: "On-screen keyboard" }).click();
      await page.locator(".ML__keyboard.is-visible, .ML__keyboard .MLK__backdrop").first().waitFor();
      await page.waitForLoadState("networkidle");
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      const largest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([path, size]) => `${path} ${size}`);
      assert.ok(sizes.size > 5, "too few files to be the page");
      assert.ok(total < mostBytes, `${total} bytes: ${largest.join(", ")} …`);
      console.log(`page weight: ${Math.round(total / 1000)} kB in ${sizes.size} files`);
    }, { expectedErrors: [/status of 422/] }));

  it("has the formulas of the first result for screen readers once all are drawn", () =>
    withPage(site, "/?q=gaussian+integral", async (page) => {
      await page.locator(".results-foot .button").waitFor();
      const first = page.locator(".result").first();
      const drawn = await first.locator(".katex").count();
      const spoken = await first.locator(".katex > .katex-mathml:first-child math").count();
      assert.ok(drawn > 0 && spoken === drawn, `${spoken} of ${drawn}`);
    }));

  it("runs no script except its own", async () => {
    const response = await fetch(site.origin + "/");
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /default-src 'none'/);
    const html = await response.text();
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/);
    assert.doesNotMatch(html, /\son\w+=/);
    // The console reports blocked requests, and withPage rejects them.
    await withPage(
      site,
      "/",
      async (page) => {
        await page.evaluate(() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.intruder = true";
          document.body.append(script);
        });
        assert.equal(await page.evaluate(() => globalThis.intruder), undefined);
      },
      { expectedErrors: [/Content Security Policy/] },
    );
  });
}
