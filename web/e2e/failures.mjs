// A reporter for node:test that tells of what failed and how many passed, for logs that may be cut short:
// node --test-reporter=e2e/failures.mjs e2e/main.mjs

import { inspect } from "node:util";

export default async function* failures(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    // A group fails because something in it did, which was told.
    if (data?.details?.error?.failureType === "subtestsFailed" || data?.details?.type === "suite") continue;
    if (type === "test:pass" && data.skip === undefined) passed += 1;
    if (type !== "test:fail") continue;
    failed += 1;
    const { error } = data.details;
    yield `failed: ${data.name} (${Math.round(data.details.duration_ms)} ms)\n${inspect(error.cause ?? error)}\n`;
  }
  yield `${passed} passed, ${failed} failed\n`;
}
