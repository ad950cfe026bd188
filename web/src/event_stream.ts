// Server-sent events out of the body of an answer. Not by EventSource, which cannot be given a token and asks again
// by itself when a stream ends.

export interface StreamEvent {
  name: string;
  data: unknown;
}

// The events of some text that are whole, and the rest of it. An event whose data is no JSON is left out.
export function takeEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()] as const));
    try {
      return [{ name: fields.get("event") ?? "message", data: JSON.parse(fields.get("data") ?? "") as unknown }];
    } catch {
      return [];
    }
  });
  return { events, rest };
}

// Each event as soon as it is there. What a stream ends with, if it is no whole event, is dropped.
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { events, rest } = takeEvents(text + decoder.decode(value, { stream: true }));
      text = rest;
      yield* events;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
