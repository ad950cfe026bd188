import assert from "node:assert/strict";
import { test } from "node:test";

import type { AnswerSentence } from "../api";
import { isQuestion, passagesOf, refusalText, summaryText } from "./answer_card";

test("a question asks something in a few words", () => {
  for (const q of ["why is $\\sqrt2$ irrational", "group of order 4 abelian?", "Prove that $n^2$ is odd", "how many primes are there", "simplify $2x+3x$", "Solve for $x$: $2x=4$", "if $x=3$ what is $x^2$"]) assert.ok(isQuestion(q), q);
  for (const q of ["", "limits", "why", "$x^2+1$?", "tag:calculus limit of a sum", "mean value theorem", "simplify", "solve equations"]) assert.ok(!isQuestion(q), q);
});

test("an answer states its method and its confidence", () => {
  assert.equal(summaryText({ how: "extracted", model: null, confidence: 0.536 }), "Quoted from documents, 54 % sure");
  assert.equal(summaryText({ how: "generated", model: "euler-7b", confidence: 0.5 }), "Written by euler-7b, 50 % sure");
  assert.equal(summaryText({ how: "generated", model: null, confidence: 0.5 }), "Written by a model, 50 % sure");
});

test("a refusal gives the reason in whole sentences, and for a long question points to the results", () => {
  assert.equal(refusalText({ status: 413, title: "The question is too long", detail: "" }), "This question is too long for an answer; the results are below.");
  assert.equal(refusalText({ status: 503, title: "The server is busy", detail: "256 requests wait" }), "There is no answer. The server is busy. 256 requests wait.");
  assert.equal(refusalText({ status: 0, title: "The server does not answer", detail: "" }), "There is no answer. The server does not answer.");
});

test("a source leads to its quoted and cited passages, each once", () => {
  const sentence = (more: Partial<AnswerSentence>): AnswerSentence => ({ parts: [], role: "says", begins_paragraph: false, notes: [], source: null, cites: [], passage: null, ...more });
  const cites = [
    { source: 1, passage: "0:5-9" },
    { source: 2, passage: "1:0-3" },
  ];
  const sentences = [sentence({ source: 1, passage: "0:0-4" }), sentence({ cites }), sentence({ cites })];
  assert.deepEqual(passagesOf(sentences, 1), ["0:0-4", "0:5-9"]);
  assert.deepEqual(passagesOf(sentences, 2), ["1:0-3"]);
  assert.deepEqual(passagesOf(sentences, 3), []);
});
