import assert from "node:assert/strict";
import { test } from "node:test";

import { isQuestion, summaryText } from "./answer_card";

test("a question asks something in a few words", () => {
  for (const q of ["why is $\\sqrt2$ irrational", "group of order 4 abelian?", "Prove that $n^2$ is odd", "how many primes are there", "simplify $2x+3x$", "Solve for $x$: $2x=4$", "if $x=3$ what is $x^2$"]) assert.ok(isQuestion(q), q);
  for (const q of ["", "limits", "why", "$x^2+1$?", "tag:calculus limit of a sum", "mean value theorem", "simplify", "solve equations"]) assert.ok(!isQuestion(q), q);
});

test("an answer says how it came about and how sure it is", () => {
  assert.equal(summaryText({ is_known: true, how: "extracted", confidence: 0.536, why: [] }), "Quoted from documents, 54 % sure");
});
