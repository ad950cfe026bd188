import assert from "node:assert/strict";
import { test } from "node:test";
import { moreText } from "./result_card";

const answers = (count: number) => Array.from({ length: count }, () => ({ kind: "answer" }));

test("a card counts the other documents of its thread", () => {
  assert.equal(moreText("answer", answers(2)), "2 more answers");
  assert.equal(moreText("answer", answers(1)), "1 more answer");
  assert.equal(moreText("question", answers(3)), "3 answers");
  assert.equal(moreText("answer", [{ kind: "question" }]), "The question");
  assert.equal(moreText("answer", [...answers(1), { kind: "question" }]), "The question and 1 more answer");
});
