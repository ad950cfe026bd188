// The answers of the server, as /api/v1/openapi.json describes them, under the same names (but
// TreeNode, which it calls Node).

export interface Span {
  begin: number; // in UTF-16 code units, as strings count here
  end: number;
}

export type Part = TextPart | FormulaPart;

export interface TextPart {
  text: string;
  matched?: boolean;
  near?: string; // the word of the query that it is near to in meaning
}

export interface FormulaPart {
  latex: string;
  formula?: string | null; // its id, when it is one of the index
  spoken?: string;
  display?: boolean;
  matched?: [number, number][]; // the sub-expressions that matched
  near?: string; // as of words
}

export type Mode = "similar" | "meaning" | "contains" | "exact" | "text";

// What was searched for, as far as it decides what of a document matches.
export interface Asked {
  q: string;
  mode: Mode;
  literal: boolean;
}

export interface SearchRequest extends Partial<Asked> {
  q: string;
  source?: string[];
  tag?: string[];
  kind?: string[];
  index?: string[];
  group?: "document" | "thread";
  thread?: string; // only from the thread of this document
  from?: string;
  to?: string;
  offset?: number;
  limit?: number;
  explain?: boolean;
  facets?: boolean;
  semantic?: boolean;
  rerank?: number;
  budget_ms?: number;
}

export interface SymbolKind {
  symbol: string;
  kind: string; // "finite group"
  quantifier: string;
  negated: boolean;
  places: number;
  sentence: Part[];
  document: DocumentLink;
  where: string | null; // a query, where the index can answer it
}

export interface Symbols {
  available: boolean;
  reason: string | null;
  symbols: SymbolKind[];
  places: number; // that were looked at
}

// A node of a meaning graph, as it is drawn.
export interface WhyCard {
  kind: "thing" | "predicate" | "unknown" | "formula" | "reference" | "left-out";
  role: string; // that leads to it; empty for the root
  label: string;
  sense: string;
  lines: { role: string; value: string; matched: boolean }[];
  symbols: WhySymbol[]; // the operator tree of a formula, the root first
  formula: number | null; // among the formulas of the sentence
  is_name: boolean; // the label is a name of mathematics
  is_queried: boolean;
  matched: boolean; // both graphs have it
  role_matched: boolean;
  partner: number | null; // a card of the other graph
  children: number[];
}

export interface WhySymbol {
  face: string;
  kind: "operator" | "name" | "number" | "left-out";
  matched: boolean;
  x: number; // its middle
  width: number;
  level: number;
  children: number[];
}

export interface WhySide {
  field: string;
  sentence: Part[];
  amr: string;
  cards: WhyCard[];
}

export interface WhyAnswer {
  available: boolean;
  reason: string | null;
  query: WhySide | null;
  document: WhySide | null;
  also: { field: string; sentence: Part[] }[]; // of the document, with the same formula
  both: string[];
  smatch: { f: number; matched: number; query: number; document: number } | null;
  svg: string | null;
}

export interface Component {
  name: string;
  value: number;
  detail?: string;
  weight?: number;
  rank?: number;
  contribution?: number; // absent for a detail of the component before
}

export interface Explain {
  components: Component[];
  total: number;
}

export interface DocumentLink {
  id: string;
  title: Part[];
  kind: string;
}

export interface DocumentResult extends DocumentLink {
  source: string;
  url: string | null;
  location: string;
  date: string | null;
  parent: string | null;
  tags: string[];
  score: number;
  snippet: Part[];
  field: string; // that the snippet is of
  index: string;
  cut: { before: boolean; after: boolean };
  more: { id: string; kind: string }[]; // others of its thread that were found
  explain?: Explain;
}

export type AnswerWay = "extracted" | "computed" | "generated";

// An answer to a question; how it is told is in openapi.json: AnswerEvents.
export interface AnswerSummary {
  is_known: boolean; // false: no answer is likely enough
  how: AnswerWay | null; // null: no answer was found at all
  model: string | null; // the one that wrote it, where it has a name
  confidence: number;
  why: { text: string; value: number }[];
}

export interface AnswerSource extends DocumentLink {
  number: number; // from 1
}

// What is said beside a sentence: of an equation or a computation whether it holds, of a citation whether it exists and
// supports the sentence.
export interface AnswerNote {
  kind: string; // equation, computation, citation
  text: string;
  span: Span;
  formula: number | null; // of the sentence, from 0
  verdict?: string; // proven, agrees, refuted, undecided; of a citation: supported or not
  latex?: string; // the equation as it was checked
  proof?: ProofStep[];
  counterexample?: Counterexample;
}

export interface AnswerSentence {
  parts: Part[];
  role: "says" | "defines" | "shows"; // shows: a step of a computation
  begins_paragraph: boolean;
  notes: AnswerNote[];
  source: number | null;
  cites: { source: number; passage: string }[]; // sources that it names without quoting them, and the nearest stretch of each
  passage: string | null; // in the document of the source
}

export type OfferedAnswer = Omit<AnswerSummary, "is_known" | "model"> & { sentences: AnswerSentence[] };

// Of a formula of the question that is read only in part, or passed over.
export type QuestionWarning = Warning & { latex: string };

export type AnswerEvent =
  | { name: "warning"; data: QuestionWarning } // before all others
  | { name: "answer"; data: AnswerSummary } // replaces all that came before
  | { name: "source"; data: AnswerSource }
  | { name: "sentence"; data: AnswerSentence }
  | { name: "note"; data: AnswerNote & { sentence: number } } // from 1
  | { name: "offered"; data: OfferedAnswer }
  | { name: "remark"; data: { text: string } }
  | { name: "done"; data: { markdown: string | null } & Partial<Pick<AnswerSummary, "confidence" | "why">> }
  | { name: "problem"; data: { title?: string; detail?: string } };

export interface Facet {
  value: string;
  count: number;
}

export interface Facets {
  source: Facet[];
  tag: Facet[];
  kind: Facet[];
  index: Facet[];
}

export interface Warning {
  message: string;
  span?: Span;
  hint?: string;
}

export interface QueryFormula {
  latex: string;
  begin: number;
  end: number;
  formula: string | null;
  occurrence: "wanted" | "required" | "excluded";
  warnings: Warning[];
  counted: boolean;
}

// How many results have so many parts of the query, the most that any has.
export interface Matching {
  results: number;
  is_exact: boolean;
  parts: number; // of words + formulas
  words: number;
  formulas: number;
}

// How far a re-ranker came.
export interface Reranked {
  name: string;
  documents: number;
  asked: number;
  took_ms: number;
}

export interface SearchAnswer {
  query: { text: string; formulas: QueryFormula[]; words: string[]; is_bare_formula: boolean; read_as: string | null; respelled: { from: string; to: string }[] };
  mode: Mode;
  total: number;
  total_is_exact: boolean;
  matching: Matching | null; // null: the query is too long
  took_ms: number;
  reranked: Reranked[];
  offset: number;
  limit: number;
  facets: Facets;
  results: DocumentResult[];
  relaxations: { change: string; q: string; count: number; at_least: boolean; without_filters: boolean }[];
  notes: string[];
}

export type Sameness = "none" | "meaning" | "renaming" | "structure" | "drawing";

export interface SimilarFormula {
  id: string;
  latex: string;
  spoken: string;
  score: number;
  same: Sameness;
  matched: [number, number][];
  occurrences: number;
  documents: DocumentLink[];
  explain?: Explain;
}

export interface NearFormula {
  id: string;
  latex: string;
  spoken: string;
  similarity: number;
  x: number;
  y: number;
  occurrences: number;
}

export interface Nearest {
  available: boolean;
  reason: string | null;
  formulas: NearFormula[];
}

export interface SimilarAnswer {
  of: { latex?: string; formula?: string; document?: string; words?: string[]; formulas?: string[] };
  took_ms: number;
  offset: number;
  limit: number;
  formulas: SimilarFormula[];
  nearest: Nearest;
  documents: DocumentResult[];
  total: number;
  total_is_exact: boolean;
  notes: string[];
}

// A document of a thread.
export interface Post extends DocumentLink {
  url: string | null;
  date: string | null;
  votes: number | null;
  accepted: boolean;
  paragraphs: Part[][];
  comments: Part[][][];
}

export interface DocumentAnswer extends DocumentLink {
  source: string;
  url: string | null;
  location: string;
  date: string | null;
  parent: DocumentLink | null;
  tags: string[];
  properties: { name: string; value: string }[];
  paragraphs: Part[][];
  comments: Part[][][];
  context: { name: string; paragraphs: Part[][] }[];
  related: DocumentLink[];
  formulas: number;
  index: string;
  thread: Post[]; // the question and its answers, the best first; empty for what stands alone
}

export interface TreeNode {
  label: string;
  children: { edge: string; node: TreeNode }[];
  span?: Span;
}

export interface FormulaTrees {
  id: string | null;
  latex: string;
  mathml: string;
  content_mathml: string;
  prefix: string;
  sexpr: string;
  spoken: string;
  layout_tree: TreeNode;
  operator_tree: TreeNode;
  truncated: boolean;
  warnings: Warning[];
}

export interface ParsedFormula extends FormulaTrees {
  places: number; // in the index
}

export interface Occurrence {
  document: DocumentLink;
  field: string;
  snippet: Part[];
}

export interface FormulaMap {
  available: boolean;
  progress: number | null; // null: it cannot be made
  reason: string | null;
  hint: string | null;
  map: string;
  model: string;
  formulas: number;
  readable: number;
  vectors: number;
  dots: number;
  by: string;
  topics: { name: string; dots: number }[];
  x: number[];
  y: number[];
  topic: number[];
}

export interface MapDot {
  dot: number;
  id: string | null;
  latex: string;
  spoken: string;
  formulas: number; // that share the vector
  occurrences: number;
  topic: string | null;
  occurrence: Occurrence | null;
}

export interface EqualFormula {
  id: string;
  latex: string;
  spoken: string;
  verdict: "proven" | "agrees";
  reason: string;
  same: Sameness;
  renamed: { from: string; to: string }[];
  occurrences: number;
}

export interface FormulaAnswer extends FormulaTrees {
  occurrences: { total: number; documents: number; offset: number; limit: number; results: Occurrence[] };
  equal: { formulas: EqualFormula[]; untried: number; undecided: number };
  nearest: Nearest;
  written: string[];
}

export interface ProofStep {
  latex: string;
  rule: string;
}

export interface Counterexample {
  point: Record<string, string>;
  a: string;
  b: string;
}

export interface Evidence {
  verdict: "proven" | "refuted" | "agrees" | "unknown";
  reason: string;
  proof: ProofStep[];
  counterexample: Counterexample | null;
  points?: number;
  digits?: number;
}

export interface EquivalentRequest {
  a: string;
  b: string;
  field?: "automatic" | "real" | "complex";
  shared_domain?: boolean;
  seconds?: number;
}

export interface EquivalentAnswer extends Evidence {
  a: string;
  b: string;
  took_ms: number;
}

export interface CheckRequest {
  lines?: string[];
  text?: string;
  strict?: boolean;
  field?: "automatic" | "complex";
  seconds?: number;
}

export interface CheckedStep extends Evidence {
  step: "given" | "right" | "wrong" | "loses" | "adds" | "undecided";
  text: string;
  from: string;
  to: string;
  domain_change: string | null;
  lost: string[];
  added: string[];
  conditions: string[];
  operation: string;
}

export interface CheckedLine {
  line: number;
  latex: string;
  verdict: "given" | "right" | "wrong" | "loses" | "adds" | "undecided" | "unreadable" | "none";
  reason: string;
  readable: boolean;
  span?: Span;
  steps: CheckedStep[];
}

export interface CheckAnswer {
  lines: CheckedLine[];
  summary: string;
  right: number;
  wrong: number;
  loses: number;
  adds: number;
  undecided: number;
  unreadable: number;
  took_ms: number;
}

export interface RewriteRequest {
  latex: string;
  limit?: number;
  sample?: boolean;
  seed?: number;
  max_tokens?: number;
  field?: "automatic" | "complex";
  shared_domain?: boolean;
  seconds?: number;
}

export interface Rewriting {
  latex: string;
  tokens: number;
  rule?: string;
}

export interface RewriteAnswer {
  latex: string;
  simplest: string;
  simplest_for: string[]; // conditions in LaTeX
  total: string; // a decimal number of any length
  stopped: string;
  equivalents: Rewriting[];
  took_ms: number;
}

export interface Suggestion {
  kind: "operator" | "tag" | "kind" | "formula" | "word";
  text: string;
  insert: string;
  latex?: string;
  formula?: string;
  count?: number;
}

export interface SuggestAnswer {
  begin: number; // the range of q that a suggestion replaces
  end: number;
  in_formula: boolean;
  suggestions: Suggestion[];
}

export interface Collection {
  documents: number;
  formulas: number;
  generation: number;
  kinds: Facet[];
  tags: Facet[];
  sources: Facet[];
  dates: { from: string; to: string } | null;
  vectors: { available: boolean; reason: string | null };
  reranker: string | null; // the cross-encoder of the server
  modes: Mode[];
  indexes: { name: string; documents: number; formulas: number }[];
  examples: { kind: string; q: string; mode: Mode }[];
}
