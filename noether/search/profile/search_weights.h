// The stages of a search and how much everything counts when documents are ranked. A profile holds
// one of these.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/search/candidates/formula/formula_search_options.h"
#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/profile/stage_options.h"

namespace noether::search {

struct SourceKind;
struct RerankerKind;

struct SpaceWeight {
  double weight = 0;  // 0: the space is not searched
  Model model = Model::bm25();
};

// What the list of vectors counts where a search asks for it and its profile has no weight for it.
inline constexpr double kSemanticWeight = 0.5;

// A source of candidates with what its list counts in the fusion. 0: it is not asked.
struct SourceChoice {
  const SourceKind* kind = nullptr;
  double weight = 0;
  StageOptions options;
};

struct RerankerChoice {
  const RerankerKind* kind = nullptr;
  double weight = 1;         // of the largest of its scores
  std::uint32_t first = 50;  // so many of the best documents are looked at
  double budget_ms = 0;      // what is not looked at by then keeps its score; 0: no limit
  StageOptions options;
};

// All that are shipped, each with its own default, in the order of their names.
std::vector<SourceChoice> shipped_source_choices();

struct SearchWeights {
  // What terms count, scored together in one pass: the list `text`.
  SpaceWeight words = {1, Model::bm25()};
  SpaceWeight context = {0.5, Model::bm25()};
  SpaceWeight comments = {0.25, Model::bm25()};
  SpaceWeight document_tuples = {0.22, Model::bm25()};
  // A tuple that is f times in the query counts f / (f + this); 0: each counts 1.
  double tuple_saturation = 10;
  double stop_words = 0.25;  // a word that nearly every text has counts so much

  // By name, which is also the order in which lists are fused: sums are then the same bits however
  // a profile is written.
  std::vector<SourceChoice> sources = shipped_source_choices();
  FormulaMode formula_mode = FormulaMode::Similar;
  Fusion fusion = {FusionMethod::Linear, kReciprocalRankOffset};
  std::uint32_t depth = 1000;                  // of the list of documents
  std::uint32_t formula_depth = 400;           // of the list of each formula
  std::uint32_t most_formulas = 4;             // only the largest of the query are searched
  std::vector<RerankerChoice> rerankers = {};  // one after the other

  // Of the source of this name; 0 when there is none.
  double weight_of(std::string_view source) const;
  // Of a source that is there.
  void weigh(std::string_view source, double weight);
  // In its place; what is there of this name already makes room.
  void add(SourceChoice choice);
  SourceChoice* find(std::string_view source);
};

}  // namespace noether::search
