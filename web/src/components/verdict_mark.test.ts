import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerNote } from "../api";
import { isDoubtful, wordingOfNotes } from "./verdict_mark";

const note = (verdict: string, kind = "equation"): AnswerNote => ({ kind, text: "", span: { begin: 0, end: 1 }, formula: 0, verdict });
const wording = (...verdicts: string[]) => wordingOfNotes(verdicts.map((verdict) => note(verdict)));

test("a mark has a sign and words, not a colour alone", () => {
  assert.deepEqual(wording("proven"), { tone: "good", sign: "✓", said: "proven" });
  assert.deepEqual(wording("agrees"), { tone: "unsure", sign: "≈", said: "agrees" });
  assert.deepEqual(wording("refuted"), { tone: "bad", sign: "✗", said: "refuted" });
});

test("an undecided verdict has no mark", () => {
  assert.equal(wording("undecided", "undecided"), null);
  assert.equal(wording(), null);
});

test("a chain of equations has one mark, for the worst known verdict", () => {
  assert.deepEqual(wording("proven", "proven"), { tone: "good", sign: "✓", said: "2 of 2 equations proven" });
  assert.deepEqual(wording("proven", "refuted"), { tone: "bad", sign: "✗ 1/2", said: "1 of 2 equations refuted" });
  assert.deepEqual(wording("proven", "undecided"), { tone: "good", sign: "✓ 1/2", said: "1 of 2 equations proven" });
});

test("citations of a sentence have one mark, which a later note does not remove", () => {
  const cited = (...verdicts: string[]) => wordingOfNotes(verdicts.map((verdict) => note(verdict, "citation")));
  assert.equal(cited("supported", "supported"), null);
  assert.deepEqual(cited("unsupported"), { tone: "unsure", sign: "⚠", said: "source does not support this" });
  assert.deepEqual(cited("missing"), { tone: "unsure", sign: "⚠", said: "cites a source that does not exist" });
  assert.deepEqual(cited("uncited"), { tone: "unsure", sign: "⚠", said: "no source cited" });
  const half = { tone: "unsure", sign: "⚠ 1/2", said: "1 of 2 citations: source does not support this" };
  assert.deepEqual(cited("unsupported", "supported"), half);
  assert.deepEqual(cited("supported", "unsupported"), half);
  assert.deepEqual(cited("unsupported", "missing"), { tone: "unsure", sign: "⚠", said: "2 of 2 citations in doubt" });
});

test("equations and citations of one sentence are counted separately, and the worst is shown", () => {
  const all = wordingOfNotes([note("unsupported", "citation"), note("proven"), note("supported", "citation")]);
  assert.deepEqual(all, { tone: "unsure", sign: "⚠ 1/2", said: "1 of 2 citations: source does not support this" });
  assert.deepEqual(wordingOfNotes([note("unsupported", "citation"), note("refuted")]), { tone: "bad", sign: "✗", said: "refuted" });
});

test("a citation that does not support its sentence is doubtful", () => {
  assert.ok(!isDoubtful(note("supported", "citation")));
  assert.ok(isDoubtful(note("missing", "citation")));
  assert.ok(!isDoubtful(note("undecided")));
});
