// A closer look at the first results by the cross-encoder of the server, where it has one. It takes too long for every
// keystroke, so it is asked for.
import type { Reranked, SearchAnswer } from "../api";
import { h } from "../dom";
import { stateAddress, type SearchState } from "../query";

// How many of the first results are read.
export const readCloser = 50;

// What was done; empty when nothing was.
export function closerWords(reranked: Reranked[]): string {
  const cross = reranked.find(({ name }) => name === "cross");
  if (!cross || cross.documents === 0) return "";
  return cross.documents === cross.asked ? `Read the first ${cross.asked} closely` : `Read ${cross.documents} of the first ${cross.asked} closely`;
}

// `reranker` is that of the server; null for none.
export function closerLook(answer: SearchAnswer, state: SearchState, reranker: string | null): HTMLElement | null {
  if (state.like !== "" || answer.total < 2 || reranker === null) return null;
  const link = (text: string, closer: boolean) => h("a", { href: stateAddress({ ...state, closer, page: 1 }) }, text);
  if (!state.closer) return h("span", {}, link(`Read the first ${readCloser} closely`, true));
  const done = closerWords(answer.reranked);
  return h("span", {}, done === "" ? "" : `${done}. `, link("As they were", false));
}
