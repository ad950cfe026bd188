// A closer look at the first results by the cross-encoder of the server, if it has one. It takes too long for every keystroke,
// so it runs on request.
import type { Reranked, SearchAnswer } from "../api";
import { h } from "../dom";
import { stateAddress, type SearchState } from "../query";

// The number of first results that are read.
export const readCloser = 50;

// Describes how many results were read; empty if there were none.
export function closerWords(reranked: Reranked[]): string {
  const cross = reranked.find(({ name }) => name === "cross");
  if (!cross || cross.documents === 0) return "";
  return cross.documents === cross.asked ? `Read the first ${cross.asked} closely` : `Read ${cross.documents} of the first ${cross.asked} closely`;
}

// `reranker` is the server's; null if it has none.
export function closerLook(answer: SearchAnswer, state: SearchState, reranker: string | null): HTMLElement | null {
  if (state.like !== "" || answer.total < 2 || reranker === null) return null;
  const link = (text: string, closer: boolean) => h("a", { href: stateAddress({ ...state, closer, page: 1 }) }, text);
  if (!state.closer) return h("span", {}, link(`Read the first ${readCloser} closely`, true));
  const done = closerWords(answer.reranked);
  return h("span", {}, done === "" ? "" : `${done}. `, link("Restore their order", false));
}
