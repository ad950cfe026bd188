// npm run e2e: tests the page in a real browser, served by the real program (harness.mjs names it).

import { after, before, describe } from "node:test";
import { accessTests } from "./access.mjs";
import { answerTests } from "./answers.mjs";
import { boxTests } from "./box.mjs";
import { documentTests } from "./documents.mjs";
import { findBrowser, startBrowser, startServer } from "./harness.mjs";
import { languageTests } from "./language.mjs";
import { loadTests } from "./load.mjs";
import { mapTests } from "./map.mjs";
import { searchTests } from "./search.mjs";
import { stateTests } from "./states.mjs";
import { toolTests } from "./tools.mjs";
import { whyTests } from "./why.mjs";

if (!findBrowser()) {
  console.error("skipped: there is no Chromium; scripts/setup.sh browser installs it");
  process.exit(77);
}

describe("The page in Chromium", () => {
  const site = { origin: "", browser: null };
  let server;
  before(async () => {
    server = await startServer();
    site.origin = server.origin;
    site.browser = await startBrowser();
  });
  after(async () => {
    await site.browser?.close();
    await server?.stop();
  });
  searchTests(site);
  answerTests(site);
  languageTests(site);
  whyTests(site);
  boxTests(site);
  documentTests(site);
  toolTests(site);
  mapTests(site);
  stateTests(site);
  accessTests(site);
  loadTests(site);
});
