// Reads server-sent events from the body of a response. EventSource cannot send a token, and reconnects when a stream ends, so
// it is not used.

export interface StreamEvent {
  name: string;
  data: unknown;
}

// Returns the complete events of a text, and the rest of it. An event whose data is not JSON is left out.
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

// Yields each event as soon as it arrives. An incomplete event at the end of a stream is dropped.
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
