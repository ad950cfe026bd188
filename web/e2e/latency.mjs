// Measures the time until the page shows the server's answer, and how far visible content moves while the page loads. Both
// depend on the load of the machine, so bench/page.sh measures them, and no test does.

import { settled, withPage } from "./harness.mjs";

const mostWait = 100; // ms, for any first result
const mostMedian = 50; // ms, for half of the first results
const chance = 1.25; // a smaller difference does not indicate a busy machine
const mostSlowness = 3; // a machine slower than this at times gives no useful results
const windowRest = 500; // ms, until a window of the browser has loaded its own parts
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

// Runs in the page before its own scripts. Records the end of the frame that draws the first result of each query, and reports
// it.
function noteFirstResults() {
  globalThis.drawnAt = {};
  let seen = null;
  new MutationObserver(() => {
    const first = document.querySelector(".result");
    if (!first || first === seen) return;
    seen = first;
    const query = new URLSearchParams(location.search).get("q");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      globalThis.drawnAt[query] ??= performance.now();
      console.debug(`drawn: ${query}`);
    };
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { childList: true, subtree: true });
}

// The time in ms from the last byte of the answer until the first result of `ask` was drawn. The page is not disturbed until
// then, because evaluating something in it, or waiting there, takes time. The browser may list a fetched resource after it
// draws the result.
async function waitAfter(ask, page, query) {
  const drawn = page.waitForEvent("console", (message) => message.text() === `drawn: ${query}`);
  await Promise.all([ask(), drawn]);
  const wait = await page.waitForFunction((wanted) => {
    const isIt = ({ name, responseEnd }) => responseEnd > 0 && name.includes("/api/v1/search?") && new URL(name).searchParams.get("q") === wanted;
    const answer = performance.getEntriesByType("resource").find(isIt);
    return answer ? { ms: globalThis.drawnAt[wanted] - answer.responseEnd } : null;
  }, query);
  return (await wait.jsonValue()).ms;
}

// Measures how long a fixed amount of work takes in the page, once it is compiled, and so how busy the machine is now.
function sameWork(page) {
  return page.evaluate(() => {
    const work = () => {
      let sum = 0;
      for (let i = 1; i < 3e6; ++i) sum += Math.sqrt(i) / i;
      return sum;
    };
    for (let i = 0; i < 3; ++i) work();
    const start = performance.now();
    for (let i = 0; i < 3; ++i) work();
    return performance.now() - start;
  });
}

// Types into an open page. Returns for each search the wait for the first result and the time of the fixed work.
async function typedWaits(site) {
  const found = [];
  await withPage(site, null, async (page) => {
    await page.addInitScript(noteFirstResults);
    await page.goto(site.origin + "/", { waitUntil: "networkidle" });
    for (const query of typed) {
      await page.evaluate(() => performance.clearResourceTimings());
      found.push(await measured(() => page.getByRole("combobox").first().fill(query), page, query));
    }
  });
  return found;
}

// Follows a link that opens its own page, where nothing is cached yet.
async function arrivalWait(site, query, prepare = async () => {}) {
  let found = null;
  await withPage(site, null, async (page) => {
    await page.addInitScript(noteFirstResults);
    await prepare(page);
    // Each window contains pages of the browser itself, for which a link in an open window does not wait.
    await page.waitForTimeout(windowRest);
    const address = `${site.origin}/?${new URLSearchParams({ q: query })}`;
    found = await measured(() => page.goto(address, { waitUntil: "commit" }), page, query);
  });
  return found;
}

async function measured(ask, page, query) {
  const wait = await waitAfter(ask, page, query);
  await page.waitForLoadState("networkidle");
  return { wait, work: await sameWork(page) };
}

async function searchRound(site) {
  const round = { typed: await typedWaits(site), arrived: [] };
  for (const query of [...arrivedAt, ...arrivedAt]) round.arrived.push(await arrivalWait(site, query));
  return round;
}

function sorted(searches, name) {
  return searches.map((search) => search[name]).sort((a, b) => a - b);
}

function medianOf(values) {
  return values[Math.floor(values.length / 2)];
}

function told(round) {
  const one = (values) => `median ${medianOf(values).toFixed(0)}, worst ${values.at(-1).toFixed(0)} of ${values.length}`;
  return Object.entries(round)
    .map(([kind, searches]) => `${kind} ${one(sorted(searches, "wait"))} ms (the same work ${one(sorted(searches, "work"))} ms)`)
    .join("; ");
}

// How busy the machine was with other programs: the time of the fixed work relative to that on an idle machine; 1 if the
// difference may be chance.
function slowness(work, undisturbed) {
  return work < chance * undisturbed ? 1 : Math.min(work / undisturbed, mostSlowness);
}

// Checks that every first result is in time, and half of them are faster. The load of the machine at that moment is compensated
// for.
function isSoon(round) {
  const all = Object.values(round).flat();
  const undisturbed = Math.min(...all.map(({ work }) => work));
  const isInTime = ({ wait, work }) => wait > 0 && wait <= mostWait * slowness(work, undisturbed);
  const isMostlySooner = (searches) => medianOf(sorted(searches, "wait")) <= mostMedian * slowness(medianOf(sorted(searches, "work")), undisturbed);
  return all.every(isInTime) && Object.values(round).every(isMostlySooner);
}

// Runs in the page before its own scripts. Blocks for a while whenever an answer has come.
function dawdle(ms) {
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const answer = await json.call(this);
    for (const end = performance.now() + ms; performance.now() < end; );
    return answer;
  };
}

// How far visible content moves until the view is complete, by the browser's layout-shift entries.
async function shiftOf(site, path, ready, disturb = async () => {}) {
  let shift = 0;
  await withPage(site, path, async (page) => {
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState("networkidle");
    await disturb(page);
    await settled(page);
    shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          // Two frames: one draws the last change, the other reports it.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 200)));
        }),
    );
  });
  return shift;
}

// Runs one round, and returns the violations of the limits.
async function firstResults(site) {
  // Other load of the machine may spoil one round, but hardly three; a slow page fails all of them.
  const rounds = [];
  while (rounds.length < 3 && !rounds.some(isSoon)) {
    rounds.push(await searchRound(site));
    console.log(`first result after the answer: ${told(rounds.at(-1))}`);
  }
  const soon = rounds.find(isSoon);
  if (!soon) return [`the first result comes later than ${mostWait} ms after the answer, or half of them later than ${mostMedian} ms`];
  const slow = await arrivalWait(site, arrivedAt[0], (page) => page.addInitScript(dawdle, mostWait * mostSlowness));
  return isSoon({ ...soon, arrived: [...soon.arrived, slow] }) ? [`a page that dawdles on purpose takes only ${slow.wait} ms`] : [];
}

async function jumps(site) {
  // A busy machine, on which fonts or reports of a shift come late, may spoil one load, but hardly three.
  const shiftsUntil = async (isGood, ...load) => {
    const shifts = [];
    while (shifts.length < 3 && !shifts.some(isGood)) shifts.push(await shiftOf(site, ...load));
    return shifts;
  };
  const problems = [];
  for (const { path, ready } of jumpTested) {
    const shifts = await shiftsUntil((shift) => shift < mostShift, path, ready);
    console.log(`layout shift of ${path}: ${shifts.map((shift) => shift.toFixed(4)).join(", ")}`);
    if (shifts.at(-1) >= mostShift) problems.push(`${path} jumps by ${shifts.at(-1)}, more than ${mostShift}`);
  }
  const { path, ready } = jumpTested[0];
  const push = (page) =>
    page.evaluate(() => {
      const intruder = document.createElement("div");
      intruder.style.height = "300px";
      document.querySelector("main").prepend(intruder);
    });
  const pushed = await shiftsUntil((shift) => shift > mostShift, path, ready, push);
  if (pushed.at(-1) <= mostShift) problems.push(`only ${pushed.join(", ")} is seen of what is pushed down on purpose`);
  return problems;
}

// Measures, prints, and returns the violations of the limits.
export async function measureLatency(site) {
  return [...(await firstResults(site)), ...(await jumps(site))];
}
