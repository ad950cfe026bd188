// How heavy the page is, how soon it shows what the server answered, and that nothing jumps.

import assert from "node:assert/strict";
import { it } from "node:test";
import { withPage } from "./harness.mjs";

const mostBytes = 1.5e6;
const mostWait = 100; // ms, for any result
const mostMedian = 50; // ms, for half of them
const mostShift = 0.05; // half of what browsers call a good score

const typed = [
  "integral", "limit of a sequence", "matrix", "prime numbers", "derivative", "probability", "series", "group", "polynomial", "vector",
  "eigenvalue", "continuous function", "mean value", "normal distribution", "divisor", "triangle", "sum of squares", "gamma function", "convergence", "determinant",
];
const arrivedAt = ["gaussian integral", "$\\int e^{-x^2} dx$", "roots $\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}$", "$\\sum_{k=1}^n k$", "$a^2+b^2$ triangle"];

const jumpTested = [
  { path: "/", ready: ".home-tag" },
  { path: "/?q=gaussian+integral", ready: ".results-foot .button" },
  { path: "/document/probability-q6", ready: "article .katex" },
  { path: "/compare?a=x%2Bx&b=2x", ready: ".outcome" },
  { path: "/check?text=x%2Bx%0A%3D2x", ready: ".check-line" },
  { path: "/rewrite?latex=x%2Bx", ready: ".rewriting" },
];

// Runs in the page before its own scripts: notes the end of the frame that draws the first result of each query.
function noteFirstResults() {
  globalThis.drawnAt = {};
  let seen = null;
  new MutationObserver(() => {
    const first = document.querySelector(".result");
    if (!first || first === seen) return;
    seen = first;
    const query = new URLSearchParams(location.search).get("q");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (globalThis.drawnAt[query] ??= performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { childList: true, subtree: true });
}

// From the last byte of the answer until the first result was drawn, in ms. The browser may list what it fetched later than it
// draws it.
async function waitFor(page, query) {
  const wait = await page.waitForFunction((wanted) => {
    const isIt = ({ name, responseEnd }) => responseEnd > 0 && name.includes("/api/v1/search?") && new URL(name).searchParams.get("q") === wanted;
    const answer = performance.getEntriesByType("resource").find(isIt);
    const drawn = globalThis.drawnAt[wanted];
    return answer && drawn ? { ms: drawn - answer.responseEnd } : null;
  }, query);
  return (await wait.jsonValue()).ms;
}

// How long the same few milliseconds of work take in the page: what the machine is like just now.
function sameWork(page) {
  return page.evaluate(() => {
    const start = performance.now();
    let sum = 0;
    for (let i = 1; i < 3e6; ++i) sum += Math.sqrt(i) / i;
    return performance.now() - start + 0 * sum;
  });
}

// A round of searches: what one types into an open page, then links that open a page of their own, where nothing is warm
// yet. Of each the wait for the first result, and the same work.
async function searchRound(site) {
  const round = { waits: [], work: [] };
  const note = async (page, query) => {
    round.waits.push(await waitFor(page, query));
    await page.waitForLoadState("networkidle");
    round.work.push(await sameWork(page));
  };
  await withPage(site, null, async (page) => {
    await page.addInitScript(noteFirstResults);
    await page.goto(site.origin + "/", { waitUntil: "networkidle" });
    for (const query of typed) {
      await page.evaluate(() => performance.clearResourceTimings());
      await page.getByRole("combobox").first().fill(query);
      await note(page, query);
    }
  });
  for (const query of arrivedAt) {
    await withPage(site, null, async (page) => {
      await page.addInitScript(noteFirstResults);
      await page.goto(`${site.origin}/?${new URLSearchParams({ q: query })}`);
      await note(page, query);
    });
  }
  for (const values of Object.values(round)) values.sort((a, b) => a - b);
  return round;
}

function medianOf(sorted) {
  return sorted[Math.floor(sorted.length / 2)];
}

function told(sorted) {
  return `median ${medianOf(sorted).toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms of ${sorted.length}`;
}

// Where the same work takes longer at times, other programs have the machine, and the page may take longer by as much.
function isSoon({ waits, work }) {
  const [fastest] = work;
  return waits[0] > 0 && medianOf(waits) <= (mostMedian * medianOf(work)) / fastest && waits.at(-1) <= (mostWait * work.at(-1)) / fastest;
}

// By how much what was already seen moved until the view is whole: the browser's layout-shift entries.
async function shiftOf(site, path, ready, disturb = async () => {}) {
  let shift = 0;
  await withPage(site, path, async (page) => {
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState("networkidle");
    await disturb(page);
    shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          // Two frames: one to draw what was changed last, one to report it.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 50)));
        }),
    );
  });
  return shift;
}

export function loadTests(site) {
  it("weighs less than 1.5 MB compressed with everything loaded", () =>
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
      await page.getByRole("button", { name: "Keyboard on the screen" }).click();
      await page.locator(".ML__keyboard.is-visible, .ML__keyboard .MLK__backdrop").first().waitFor();
      await page.waitForLoadState("networkidle");
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      const largest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([path, size]) => `${path} ${size}`);
      assert.ok(sizes.size > 5, "too few files to be the page");
      assert.ok(total < mostBytes, `${total} bytes: ${largest.join(", ")} …`);
      console.log(`page weight: ${Math.round(total / 1000)} kB in ${sizes.size} files`);
    }, { expectedErrors: [/status of 422/] }));

  it("shows the first result within 100 ms of the answer, while one types and on arrival", async () => {
    // A machine that is busy with other things spoils a round, not each of three; a slow page does.
    const rounds = [];
    while (rounds.length < 3 && !rounds.some(isSoon)) {
      const round = await searchRound(site);
      rounds.push(round);
      console.log(`first result after the answer: ${told(round.waits)}; the same work each time: ${told(round.work)}, best ${round.work[0].toFixed(0)} ms`);
    }
    assert.ok(rounds.some(isSoon), rounds.map(({ waits }) => told(waits)).join("; "));
  });

  it("does not jump while it loads, and a jump would be seen", async () => {
    for (const { path, ready } of jumpTested) {
      // A machine that is so busy that fonts come late may spoil one load, not each of three.
      const shifts = [];
      while (shifts.length < 3 && !shifts.some((shift) => shift < mostShift)) shifts.push(await shiftOf(site, path, ready));
      assert.ok(shifts.some((shift) => shift < mostShift), `${path}: ${shifts.join(", ")}`);
    }
    const { path, ready } = jumpTested[0];
    const pushed = await shiftOf(site, path, ready, (page) =>
      page.evaluate(() => {
        const intruder = document.createElement("div");
        intruder.style.height = "300px";
        document.querySelector("main").prepend(intruder);
      }),
    );
    assert.ok(pushed > mostShift, `only ${pushed} for what was pushed down on purpose`);
  });

  it("lets no script in but its own", async () => {
    const response = await fetch(site.origin + "/");
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /default-src 'none'/);
    const html = await response.text();
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/);
    assert.doesNotMatch(html, /\son\w+=/);
    // What is blocked is told on the console, which withPage does not let pass.
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
