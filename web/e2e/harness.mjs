// One server and one browser for all end-to-end tests.
//
// The server is the real program over an index of the sample collection, on a port of its choice; the browser is the system's
// Chromium. NOETHER names the program and CHROMIUM the browser if they are not at their usual places. A page that logs an
// error, throws, or requests anything from another host fails its test.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { it as test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const repository = fileURLToPath(new URL("../../", import.meta.url));
const program = path.resolve(process.env.NOETHER ?? path.join(repository, "build/release/noether"));
const patience = 30_000; // ms; far more than any step should take on a busy machine

const browsers = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// The path of the browser, or null.
export function findBrowser() {
  return browsers.find((candidate) => existsSync(candidate)) ?? null;
}

// Resolves with the address that the server reports.
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (bytes) => {
      said += bytes;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`${program} serve ended with ${code}:\n${said}`)));
    setTimeout(() => reject(new Error(`${program} serve does not say its address:\n${said}`)), patience).unref();
  });
}

// `already` is the address of a server that runs elsewhere; then none is started.
export async function startServer(already = process.env.NOETHER_URL) {
  if (already) return { origin: new URL(already).origin, stop: async () => {} };
  return serve(["sample"], ["--vectors"]);
}

// A server over an index of each folder, named after the folder.
export async function serve(folders, options = []) {
  const folder = await mkdtemp(path.join(tmpdir(), "noether-e2e-"));
  const indexes = [];
  for (const one of folders) {
    const index = path.join(folder, `${path.basename(one)}.idx`);
    await promisify(execFile)(program, ["index", one, "-o", index, ...options], { cwd: repository, maxBuffer: 64 << 20 });
    indexes.push(index);
  }
  const server = spawn(program, ["serve", ...indexes, "--port", "0"], { cwd: repository });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  process.on("exit", () => server.kill("SIGKILL")); // even if a test run is aborted
  const stop = async () => {
    server.kill("SIGTERM");
    const forced = setTimeout(() => server.kill("SIGKILL"), patience);
    await ended;
    clearTimeout(forced);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { origin: await addressOf(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function startBrowser() {
  const executablePath = findBrowser();
  // In containers everything runs as root, where Chromium's sandbox does not work.
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath, args, headless: true });
}

// A test waits for a condition, at most `patience`, and never for a fixed time, so that it is slow on a busy machine, but not
// wrong.
export function it(name, body) {
  return test(name, { timeout: 4 * patience }, body);
}

// Opens `address` in a fresh context, runs `body` with the page, and then checks that the page logged no errors.
export async function withPage({ browser, origin }, address, body, options = {}) {
  const { expectedErrors = [], ...contextOptions } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...contextOptions });
  context.setDefaultTimeout(patience);
  const complaints = [];
  const complain = (what) => {
    if (!expectedErrors.some((expected) => expected.test(what))) complaints.push(what);
  };
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complain(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complain(String(error)));
  page.on("request", (request) => {
    const { protocol } = new URL(request.url());
    const local = protocol === "data:" || protocol === "blob:" || new URL(request.url()).origin === origin;
    if (!local) complain(`a request to ${request.url()}`);
  });
  try {
    if (address !== null) await page.goto(origin + address);
    await body(page, context);
  } finally {
    await context.close();
  }
  assert.deepEqual(complaints, [], "the page complained");
}

// Answers the page's requests in place of the server. A request that the page has abandoned cannot be answered; the error about
// that would come after the end of its test, so it is ignored.
export function intercept(page, addresses, answer) {
  return page.route(addresses, async (route) => {
    try {
      await answer(route);
    } catch (error) {
      console.log(`not answered: ${route.request().url()}: ${error.message.split("\n")[0]}`);
    }
  });
}

// Waits until the page is complete: fonts are loaded, and no element was added, removed or marked for a moment.
export function settled(page) {
  return page.evaluate(async (most) => {
    const rest = 150; // ms
    await document.fonts.ready;
    await new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => {
        clearTimeout(end);
        end = setTimeout(finish, rest);
      });
      const finish = () => {
        observer.disconnect();
        resolve();
      };
      let end = setTimeout(finish, rest);
      setTimeout(() => reject(new Error("the page does not come to rest")), most);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, patience);
}

// Waits until the formula can be edited visually. The field takes the focus, and the text typed until then, as soon as it is
// ready.
export function formulaField(page) {
  return page.waitForFunction(() => document.activeElement?.localName === "math-field");
}

// The distance in px by which the page scrolls sideways. Comparing widths would count the space of a scrollbar.
export async function sidewaysScroll(page) {
  await settled(page);
  return page.evaluate(() => {
    window.scrollTo(1e5, window.scrollY);
    const reached = window.scrollX;
    window.scrollTo(0, window.scrollY);
    return reached;
  });
}
