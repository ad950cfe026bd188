// A reporter for node:test that prints the failures and the number of passed tests, for logs that may be truncated: node
// --test-reporter=e2e/failures.mjs e2e/main.mjs

import { inspect } from "node:util";

export default async function* failures(events) {
  let passed = 0;
  let failed = 0;
  const cancelled = [];
  for await (const { type, data } of events) {
    if (type === "test:pass" && data.details.type !== "suite" && data.skip === undefined) passed += 1;
    // An error after the end of its test: no test fails because of it, but the run does.
    if (type === "test:diagnostic" && /^(Error|Warning):/.test(data.message)) yield `${data.message}\n`;
    if (type !== "test:fail") continue;
    const { error, duration_ms: ms } = data.details;
    // A test that failed because of a subtest or its parent, which is reported itself.
    if (error.failureType === "subtestsFailed") continue;
    if (error.failureType === "cancelledByParent") {
      cancelled.push(data.name);
      continue;
    }
    failed += 1;
    yield `failed: ${data.name} (${Math.round(ms)} ms)\n${inspect(error.cause ?? error)}\n`;
  }
  if (failed === 0 && cancelled.length > 0) yield `never ended: ${cancelled.join("; ")}\n`;
  yield `${passed} passed, ${failed} failed\n`;
}
