import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerSentence } from "../api";
import { isQuestion, paragraphs, summaryText } from "./answer_card";

test("a question asks something in a few words", () => {
  for (const q of ["why is $\\sqrt2$ irrational", "group of order 4 abelian?", "Prove that $n^2$ is odd", "how many primes are there"]) assert.ok(isQuestion(q), q);
  for (const q of ["", "limits", "why", "$x^2+1$?", "tag:calculus limit of a sum", "mean value theorem"]) assert.ok(!isQuestion(q), q);
});

test("an answer says how it came about and how sure it is", () => {
  assert.equal(summaryText({ is_known: true, how: "extracted", confidence: 0.536, why: [] }), "Quoted from documents, 54 % sure");
});

test("sentences stand in paragraphs", () => {
  const sentence = (begins_paragraph: boolean): AnswerSentence => ({ parts: [], role: "says", begins_paragraph, notes: [], source: 1, passage: null });
  const made = paragraphs([sentence(false), sentence(false), sentence(true)]);
  assert.deepEqual(made.map(({ length }) => length), [2, 1]);
});
