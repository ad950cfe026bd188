import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyState, stateAddress, stateFromQuery } from "../query";
import { closerWords } from "./closer_look";

test("the number of closely read results is shown", () => {
  const late = { name: "late", documents: 200, asked: 200, took_ms: 7 };
  assert.equal(closerWords([late]), "");
  assert.equal(closerWords([late, { name: "cross", documents: 24, asked: 50, took_ms: 300 }]), "Read 24 of the first 50 closely");
  assert.equal(closerWords([{ name: "cross", documents: 7, asked: 7, took_ms: 80 }]), "Read the first 7 closely");
  assert.equal(closerWords([{ name: "cross", documents: 0, asked: 7, took_ms: 0 }]), "");
});

test("a closer look has its own address", () => {
  const address = stateAddress({ ...emptyState, q: "limits", closer: true });
  assert.equal(address, "/?q=limits&closer=true");
  assert.equal(stateFromQuery(new URLSearchParams(address.slice(2))).closer, true);
});
