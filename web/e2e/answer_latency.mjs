// bench/answer_page.sh: measures the time until the first words of an answer are drawn, in a real browser with a running server
// (NOETHER_URL). The questions come from standard input, one per line. Each is asked once, because the server caches its
// answers: alternately with the Enter key in an open page, and by a link that opens a window. The exit status is 1 if the
// median of the first kind is above the limit, and 77 without a browser.

import { createInterface } from "node:readline";
import { findBrowser, settled, startBrowser } from "./harness.mjs";

const bar = 500; // ms
const longest = 30_000; // ms, for one question
const decided = 2_000; // ms, until the page has asked for an answer, if it does at all

if (!findBrowser()) {
  console.error("skipped: there is no Chromium; scripts/setup.sh browser installs it");
  process.exit(77);
}

// Runs in the page before its own scripts. Records when a question was asked and when the first words of an answer were drawn,
// in ms since the navigation.
function noteFirstWords() {
  globalThis.askedAt = 0;
  addEventListener("keydown", ({ key, timeStamp }) => key === "Enter" && (globalThis.askedAt = timeStamp), { capture: true });
  const seen = new MutationObserver(() => {
    const words = document.querySelector(".answer-card:not([hidden]) .answer-sentence");
    if (!words?.textContent) return;
    seen.disconnect();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (globalThis.drawnAt = performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  });
  seen.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
}

// Runs in the page. Returns the ms, null if the answer ended without words, or false while it has not decided.
function outcome() {
  if (globalThis.drawnAt) return { ms: globalThis.drawnAt - globalThis.askedAt };
  const isAnswer = ({ name, responseEnd }) => responseEnd > 0 && name.includes("/api/v1/answer?");
  const answer = performance.getEntriesByType("resource").find(isAnswer);
  const isHidden = document.querySelector(".answer-card")?.hidden;
  return answer && isHidden && performance.now() > answer.responseEnd + 300 ? { ms: null } : false;
}

async function byKey(page, origin, question) {
  await page.goto(`${origin}/`, { waitUntil: "networkidle" });
  await page.getByRole("combobox", { name: /^Search by words/ }).click();
  await page.keyboard.insertText(question);
  await page.locator(".result").first().waitFor();
  await settled(page);
  await page.keyboard.press("Enter");
}

async function byLink(page, origin, question) {
  await page.goto(`${origin}/?${new URLSearchParams({ q: question })}`);
}

// In ms; null if the page does not ask for an answer, or no answer is likely enough.
async function wait(browser, origin, question, ask) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(longest);
  try {
    const page = await context.newPage();
    await page.addInitScript(noteFirstWords);
    let isAsked = false;
    page.on("request", (request) => (isAsked ||= request.url().includes("/api/v1/answer?")));
    await ask(page, origin, question);
    await page.waitForTimeout(decided);
    if (!isAsked) return null;
    return (await (await page.waitForFunction(outcome, undefined, { polling: 100 })).jsonValue()).ms;
  } finally {
    await context.close();
  }
}

function row(name, times) {
  const sorted = times.filter((ms) => ms !== null).sort((a, b) => a - b);
  const at = (share) => (sorted.length === 0 ? "none" : sorted[Math.ceil(share * sorted.length) - 1].toFixed(0));
  console.log([name, times.length, sorted.length, at(0.5), at(0.95), at(1)].join("\t"));
  return sorted.length === 0 ? Infinity : sorted[Math.ceil(0.5 * sorted.length) - 1];
}

const questions = [];
for await (const line of createInterface({ input: process.stdin })) if (line.trim()) questions.push(line.trim());
const browser = await startBrowser();
try {
  const origin = new URL(process.env.NOETHER_URL).origin;
  const found = { cold: [], keys: [], links: [] };
  for (const [number, question] of questions.entries()) {
    const isKey = number % 2 === 0;
    const ms = await wait(browser, origin, question, isKey ? byKey : byLink);
    found[number === 0 ? "cold" : isKey ? "keys" : "links"].push(ms);
    console.error(`${isKey ? "key" : "link"}\t${ms === null ? "none" : ms.toFixed(0)}\t${question.slice(0, 100)}`);
  }
  console.log("ms until the first words of an answer are drawn\tasked\tanswered\tmedian\t95 %\tslowest");
  row("the first question to the server, by Enter", found.cold);
  const median = row("by Enter in an open page", found.keys);
  row("by a link, in a new window", found.links);
  process.exitCode = median > bar ? 1 : 0;
} finally {
  await browser.close();
}
