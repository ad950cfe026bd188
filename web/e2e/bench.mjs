// npm run bench: measures the speed of the page in a real browser, served by the real program (harness.mjs names it). The exit
// status is 1 if something is slower than its limit, and 77 without a browser.

import { findBrowser, startBrowser, startServer } from "./harness.mjs";
import { measureLatency } from "./latency.mjs";

if (!findBrowser()) {
  console.error("skipped: there is no Chromium; scripts/setup.sh browser installs it");
  process.exit(77);
}

const server = await startServer();
const browser = await startBrowser();
try {
  const problems = await measureLatency({ origin: server.origin, browser });
  for (const problem of problems) console.error(`too slow: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await server.stop();
}
