// How soon the page shows what the server answered, and by how much what one sees jumps while it loads. Both depend on the machine
// and on what else it does: they are measured by bench/page.sh, not tested.

import { settled, withPage } from "./harness.mjs";

const mostWait = 100; // ms, for any first result
const mostMedian = 50; // ms, for half of them
const chance = 1.25; // work that takes longer by less than this is no sign of a busy machine
const mostSlowness = 3; // a machine that is slower than this at times tells nothing
const windowRest = 500; // ms, until a window of the browser has loaded what it is made of
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

// Runs in the page before its own scripts: notes the end of the frame that draws the first result of each query, and says so.
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

// From the last byte of the answer until the first result of what `ask` asks for was drawn, in ms. The page is left alone until
// then: whatever is evaluated in it, or waited for there, takes its time. The browser may list what it fetched later than it draws it.
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

// How long the same few milliseconds of work take in the page, once they are compiled: what the machine is like just now.
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

// What one types into an open page: of each search the wait for the first result, and the same work.
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

// A link that opens a page of its own, where nothing is warm yet.
async function arrivalWait(site, query, prepare = async () => {}) {
  let found = null;
  await withPage(site, null, async (page) => {
    await page.addInitScript(noteFirstResults);
    await prepare(page);
    // Each window has pages of the browser's own in it, which a link in an open window does not wait for.
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

// How busy the machine was with other programs, by how much longer the same work took than where nothing disturbed it: 1 where
// that may be chance.
function slowness(work, undisturbed) {
  return work < chance * undisturbed ? 1 : Math.min(work / undisturbed, mostSlowness);
}

// Every first result is there in time, and half of them are sooner; what the machine was busy with at that moment is taken off.
function isSoon(round) {
  const all = Object.values(round).flat();
  const undisturbed = Math.min(...all.map(({ work }) => work));
  const isInTime = ({ wait, work }) => wait > 0 && wait <= mostWait * slowness(work, undisturbed);
  const isMostlySooner = (searches) => medianOf(sorted(searches, "wait")) <= mostMedian * slowness(medianOf(sorted(searches, "work")), undisturbed);
  return all.every(isInTime) && Object.values(round).every(isMostlySooner);
}

// Runs in the page before its own scripts: does nothing for a while whenever an answer has come.
function dawdle(ms) {
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const answer = await json.call(this);
    for (const end = performance.now() + ms; performance.now() < end; );
    return answer;
  };
}

// By how much what was already seen moved until the view is whole: the browser's layout-shift entries.
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
          // Two frames: one to draw what was changed last, one to report it.
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 200)));
        }),
    );
  });
  return shift;
}

// One round, and what is worse than it should be.
async function firstResults(site) {
  // A machine that is busy with other things spoils a round, not each of three; a slow page does.
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
  // A machine that is so busy that fonts come late, or that a jump is reported late, may spoil one load, not each of three.
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

// Measures, tells, and returns what is worse than it should be.
export async function measureLatency(site) {
  return [...(await firstResults(site)), ...(await jumps(site))];
}
