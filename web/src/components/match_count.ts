// Describes how many results match, and which parts of the query they contain.
import type { Matching } from "../api";
import { counted, formatCount } from "../numbers";

function all(count: number, one: string): string {
  return count === 0 ? "" : count === 1 ? `the ${one}` : count === 2 ? `both ${one}s` : `all ${formatCount(count)} ${one}s`;
}

export function matchText({ results, is_exact, parts, words, formulas }: Matching): string {
  const of = words + formulas;
  const whole = [all(words, "word"), all(formulas, "formula")].filter(Boolean).join(" and ");
  const some = `${is_exact ? "" : "at least "}${counted(results, "result", "results")}`;
  const have = results === 1 ? "has" : "have";
  if (of === 0) return some;
  if (parts === of) return `${some} ${have} ${whole}`;
  if (parts > 0) return `no result has ${whole}; ${is_exact ? "" : "at least "}${formatCount(results)} ${have} ${formatCount(parts)} of the ${formatCount(of)}`;
  if (formulas > 0 && results > 0) return `no result has ${whole}; ${formatCount(results)} ${have} a formula like ${formulas === 1 ? "it" : "them"}`;
  return `no result has ${whole}`;
}
