import assert from "node:assert/strict";
import { test } from "node:test";

import { readEvents, takeEvents } from "./event_stream";

test("only complete events are returned", () => {
  const { events, rest } = takeEvents('event: a\ndata: {"x": 1}\n\nevent: b\nda');
  assert.deepEqual(events, [{ name: "a", data: { x: 1 } }]);
  assert.equal(rest, "event: b\nda");
});

test("an event that cannot be read is left out", () => {
  assert.deepEqual(takeEvents("event: a\ndata: {\n\n: a comment\n\n").events, []);
});

test("a stream may be cut anywhere, even inside a letter", async () => {
  const bytes = new TextEncoder().encode('event: a\ndata: {"x": "∑"}\n\nevent: b\ndata: 2\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  assert.deepEqual(events, [
    { name: "a", data: { x: "∑" } },
    { name: "b", data: 2 },
  ]);
});
