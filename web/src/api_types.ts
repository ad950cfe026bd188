// The requests and responses of the server. openapi-typescript generates their types from noether/server/api/openapi.json: `npm
// run check` writes them to generated/ and then checks the page against them. The build needs no types and does not generate
// them.
//
// The names are those of openapi.json, except for a few that would hide names of the browser or of this page.

import type { components } from "../generated/api_schema";

type Schemas = components["schemas"];

export type Span = Schemas["Span"];
export type TextPart = Schemas["TextPart"];
// The page also creates parts, without the members that only the server knows.
export type FormulaPart = Pick<Schemas["FormulaPart"], "latex"> & Partial<Schemas["FormulaPart"]>;
export type Part = TextPart | FormulaPart;
export type Mode = Schemas["Mode"];
export type Warning = Schemas["Warning"];
export type Facet = Schemas["Facet"];
export type Facets = Schemas["Facets"];

export type SearchRequest = Schemas["SearchRequest"];
// The members of a request that decide what matches in a document.
export type Asked = Required<Pick<SearchRequest, "q" | "mode" | "literal">>;
export type SearchAnswer = Schemas["SearchAnswer"];
export type QueryFormula = Schemas["QueryFormula"];
export type Matching = Schemas["Matching"];
export type Reranked = SearchAnswer["reranked"][number];
export type Component = Schemas["Component"];
export type Explain = Schemas["Explain"];
export type DocumentLink = Schemas["DocumentLink"];
export type DocumentResult = Schemas["DocumentResult"];
export type SuggestAnswer = Schemas["SuggestAnswer"];
export type Suggestion = Schemas["Suggestion"];
export type Collection = Schemas["Collection"];

export type DocumentAnswer = Schemas["Document"];
export type Post = Schemas["Post"];
export type WhyAnswer = Schemas["Why"];
export type WhySide = Schemas["WhySide"];
export type WhyCard = Schemas["WhyCard"];
export type WhySymbol = Schemas["WhySymbol"];

export type SimilarAnswer = Schemas["SimilarAnswer"];
export type SimilarFormula = Schemas["SimilarFormula"];
export type Sameness = SimilarFormula["same"];
export type Nearest = Schemas["Nearest"];
export type NearFormula = Schemas["NearFormula"];

export type TreeNode = Schemas["Node"];
export type FormulaTrees = Schemas["FormulaTrees"];
export type ParsedFormula = Schemas["ParsedFormula"];
export type FormulaAnswer = Schemas["Formula"];
export type Occurrence = Schemas["Occurrence"];
export type EqualFormula = Schemas["EqualFormula"];
export type Symbols = Schemas["Symbols"];
export type SymbolKind = Schemas["SymbolKind"];
export type FormulaMap = Schemas["Map"];
export type MapDot = Schemas["MapDots"]["dots"][number];

export type ProofStep = Schemas["ProofStep"];
export type Counterexample = Schemas["Counterexample"];
export type Evidence = Schemas["Evidence"];
export type EquivalentRequest = Schemas["EquivalentRequest"];
export type EquivalentAnswer = Schemas["EquivalentAnswer"];
export type CheckRequest = Schemas["CheckRequest"];
export type CheckAnswer = Schemas["CheckAnswer"];
export type CheckedLine = Schemas["CheckedLine"];
export type CheckedStep = Schemas["CheckedStep"];
export type RewriteRequest = Schemas["RewriteRequest"];
export type RewriteAnswer = Schemas["RewriteAnswer"];
export type Rewriting = Schemas["Rewriting"];

export type AnswerNote = Schemas["AnswerNote"];
export type AnswerSentence = Schemas["AnswerSentence"];

export type AnswerWay = "extracted" | "computed" | "generated";

// The data of the event `answer`.
export interface AnswerSummary {
  is_known: boolean; // false: no answer is likely enough
  how: AnswerWay | null; // null: no answer was found at all
  model: string | null; // the model that wrote the answer, if it has a name
  confidence: number;
  why: { text: string; value: number }[];
}

export interface AnswerSource extends DocumentLink {
  number: number; // from 1
}

export type OfferedAnswer = Omit<AnswerSummary, "is_known" | "model"> & { sentences: AnswerSentence[] };

// A formula of the question that is read only in part, or ignored.
export type QuestionWarning = Warning & { latex: string };

// openapi.json describes the data of all events as one object; here each event has the members that it carries.
export type AnswerEvent =
  | { name: "warning"; data: QuestionWarning } // before all other events
  | { name: "answer"; data: AnswerSummary } // replaces all earlier events
  | { name: "source"; data: AnswerSource }
  | { name: "sentence"; data: AnswerSentence }
  | { name: "note"; data: AnswerNote & { sentence: number } } // from 1
  | { name: "offered"; data: OfferedAnswer }
  | { name: "remark"; data: { text: string } }
  | { name: "done"; data: { markdown: string | null } & Partial<Pick<AnswerSummary, "confidence" | "why">> }
  | { name: "problem"; data: { title?: string; detail?: string } };
