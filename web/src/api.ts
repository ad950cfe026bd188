// The API of the server, typed; /api/v1/openapi.json is the description.

import type * as types from "./api_types";
import { readEvents } from "./event_stream";

export type * from "./api_types";

// An error, in the server's words if it gave any (application/problem+json).
export class ApiProblem extends Error {
  constructor(
    readonly status: number, // 0: there was no answer
    readonly title: string,
    readonly detail: string,
    readonly hint = "",
    readonly span: types.Span | null = null, // in the text that `parameter` or `pointer` names
    readonly place = "",
    readonly retryAfter = 0, // seconds
  ) {
    super(detail || title);
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

const tokenKey = "noether.token";

export function setToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

async function send(path: string, signal: AbortSignal | undefined, accept: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { Accept: accept };
  const token = sessionStorage.getItem(tokenKey);
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiProblem(0, "The server does not answer", "", "Is noether serve still running?");
  }
  if (!response.ok) throw await readProblem(response);
  return response;
}

async function call<Answer>(path: string, signal: AbortSignal | undefined, body?: unknown): Promise<Answer> {
  const response = await send(path, signal, "application/json", body);
  return (await response.json()) as Answer;
}

const brokenOff: types.AnswerEvent = { name: "problem", data: { detail: "the connection broke" } };

// The events of an answer as they come; the last one is `done` or `problem`.
async function* readAnswer(q: string, signal?: AbortSignal): AsyncGenerator<types.AnswerEvent> {
  if (new TextEncoder().encode(q).length > longestQuestion) throw new ApiProblem(413, "The question is too long", "");
  const query = queryString({ q });
  const response = await (query.length > longestQuery ? send("/answer", signal, "text/event-stream", { q }) : send(`/answer${query}`, signal, "text/event-stream"));
  if (response.body) {
    for await (const event of readEvents(response.body)) {
      yield event as types.AnswerEvent;
      if (event.name === "done" || event.name === "problem") return;
    }
  }
  yield brokenOff;
}

async function readProblem(response: Response): Promise<ApiProblem> {
  let problem: Record<string, unknown> = {};
  try {
    problem = (await response.json()) as Record<string, unknown>;
  } catch {
    // The response comes from something between the server and the page; only its status is known.
  }
  const text = (name: string) => (typeof problem[name] === "string" ? (problem[name] as string) : "");
  return new ApiProblem(
    response.status,
    text("title") || `The server answered ${response.status}`,
    text("detail"),
    text("hint"),
    readSpan(problem["span"]),
    text("parameter") || text("pointer"),
    Number(response.headers.get("Retry-After") ?? 0) || 0,
  );
}

function readSpan(span: unknown): types.Span | null {
  const { begin, end } = (span ?? {}) as Record<string, unknown>;
  return typeof begin === "number" && typeof end === "number" ? { begin, end } : null;
}

function queryString(values: Record<string, string | number | boolean | string[] | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) for (const one of value) query.append(name, one);
    else if (value !== undefined && value !== "") query.append(name, String(value));
  }
  return `?${query}`;
}

// Proxies may refuse longer addresses, so such queries go in the body.
const longestQuery = 1500;
// The maximum number of bytes of a question.
const longestQuestion = 16384;

export const api = {
  search(request: types.SearchRequest, signal?: AbortSignal): Promise<types.SearchAnswer> {
    const query = queryString({ ...request });
    if (query.length > longestQuery) return call("/search", signal, request);
    return call(`/search${query}`, signal);
  },
  answer: readAnswer,
  similar(
    of: { formula?: string; id?: string; document?: string; mode?: types.Mode; group?: "document" | "thread"; offset?: number; limit?: number; explain?: boolean },
    signal?: AbortSignal,
  ): Promise<types.SimilarAnswer> {
    return call(`/similar${queryString(of)}`, signal);
  },
  // The document, with the matches of a query marked.
  document(id: string, query: Partial<types.Asked> & { passage?: string[] } = {}, signal?: AbortSignal): Promise<types.DocumentAnswer> {
    const isMarked = query.q || (query.passage ?? []).length > 0;
    const text = isMarked ? queryString(query) : "";
    return call(`/document/${encodeURIComponent(id)}${text.length > longestQuery ? "" : text}`, signal);
  },
  // The common meaning of a sentence of the query and one of the document.
  why(id: string, query: Partial<types.Asked> & { svg?: boolean }, signal?: AbortSignal): Promise<types.WhyAnswer> {
    return call(`/document/${encodeURIComponent(id)}/why${queryString({ ...query })}`, signal);
  },
  formula(id: string, page: { offset?: number; limit?: number; nearest?: number } = {}, signal?: AbortSignal): Promise<types.FormulaAnswer> {
    return call(`/formula/${encodeURIComponent(id)}${queryString(page)}`, signal);
  },
  symbols(id: string, signal?: AbortSignal): Promise<types.Symbols> {
    return call(`/formula/${encodeURIComponent(id)}/symbols`, signal);
  },
  parse(latex: string, signal?: AbortSignal): Promise<types.ParsedFormula> {
    return call("/parse", signal, { latex });
  },
  equivalent(request: types.EquivalentRequest, signal?: AbortSignal): Promise<types.EquivalentAnswer> {
    return call("/equivalent", signal, request);
  },
  check(request: types.CheckRequest, signal?: AbortSignal): Promise<types.CheckAnswer> {
    return call("/check", signal, request);
  },
  rewrite(request: types.RewriteRequest, signal?: AbortSignal): Promise<types.RewriteAnswer> {
    return call("/rewrite", signal, request);
  },
  suggest(q: string, cursor: number, signal?: AbortSignal): Promise<types.SuggestAnswer> {
    return call(`/suggest${queryString({ q, cursor })}`, signal);
  },
  // The map may be incomplete: `available` is false while it is being made.
  map(signal?: AbortSignal): Promise<types.FormulaMap> {
    return call("/map", signal);
  },
  mapDots(dots: number[], signal?: AbortSignal): Promise<{ map: string; dots: types.MapDot[] }> {
    return call(`/map/dots${queryString({ dot: dots.map(String) })}`, signal);
  },
  mapFound(q: string, limit: number, signal?: AbortSignal): Promise<{ map: string; documents: number; dots: number[] }> {
    return call(`/map/found${queryString({ q, limit })}`, signal);
  },
  collection(signal?: AbortSignal): Promise<types.Collection> {
    return call("/collection", signal);
  },
};

// Hands out abort signals. Each call aborts the previous signal, so a new request cancels the one before.
export class Latest {
  private controller: AbortController | null = null;

  next(outer?: AbortSignal): AbortSignal {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    if (outer?.aborted) controller.abort();
    outer?.addEventListener("abort", () => controller.abort(), { once: true, signal: controller.signal });
    return controller.signal;
  }

  cancel(): void {
    this.controller?.abort();
    this.controller = null;
  }
}
