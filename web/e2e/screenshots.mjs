// npm run screenshots: makes the pictures of docs/web.md in docs/images/. They are small: one page high, at scale 1.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser, startServer, withPage } from "./harness.mjs";
import { pages } from "./pages.mjs";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
await mkdir(folder, { recursive: true });

const server = await startServer();
const browser = await startBrowser();
const site = { origin: server.origin, browser };

async function take(name, options) {
  const { address, ready, expectedErrors } = pages.find((page) => page.name === name);
  const file = options.suffix ? `web-${name}-${options.suffix}.png` : `web-${name}.png`;
  const { suffix, ...contextOptions } = options;
  await withPage(
    site,
    address,
    async (page) => {
      await ready(page);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: path.join(folder, file) });
    },
    { ...contextOptions, expectedErrors },
  );
  console.log(file);
}

try {
  for (const { name, picture } of pages) if (picture) await take(name, { viewport: { width: 1100, height: 780 } });
  await take("search", { suffix: "dark", colorScheme: "dark", viewport: { width: 1100, height: 780 } });
  await take("check", { suffix: "narrow", viewport: { width: 320, height: 780 } });
} finally {
  await browser.close();
  await server.stop();
}
