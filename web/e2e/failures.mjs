// A reporter for node:test that tells of what failed and how many passed, for logs that may be cut short:
// node --test-reporter=e2e/failures.mjs e2e/main.mjs

import { inspect } from "node:util";

// What fails because something else did, which is told.
const consequences = ["subtestsFailed", "cancelledByParent"];

export default async function* failures(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (type === "test:pass" && data.details.type !== "suite" && data.skip === undefined) passed += 1;
    if (type !== "test:fail" || consequences.includes(data.details.error.failureType)) continue;
    failed += 1;
    const { error, duration_ms: ms } = data.details;
    yield `failed: ${data.name} (${Math.round(ms)} ms)\n${inspect(error.cause ?? error)}\n`;
  }
  yield `${passed} passed, ${failed} failed\n`;
}
