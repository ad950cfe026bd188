// How much everything counts when documents are ranked. A profile holds one of these.
#pragma once

#include <cstdint>

#include "noether/search/candidates/formula/formula_mode.h"
#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/fusion/fusion.h"

namespace noether::search {

struct SpaceWeight {
  double weight = 0;  // 0: the space is not searched
  Model model = Model::bm25();
};

// What the list of vectors counts where a search asks for it and its profile has no weight for it.
inline constexpr double kSemanticWeight = 0.5;

struct SearchWeights {
  // Scored together in one pass, which gives the list `text`.
  SpaceWeight words = {1, Model::bm25()};
  SpaceWeight context = {0.5, Model::bm25()};
  SpaceWeight comments = {0.25, Model::bm25()};
  SpaceWeight document_tuples = {0.22, Model::bm25()};
  // A tuple that is f times in the query counts f / (f + this); 0: each counts 1.
  double tuple_saturation = 10;
  double stop_words = 0.25;  // a word that nearly every text has counts so much

  // The lists in the fusion; `formulas` is made from the formulas like those of the query, in the
  // way that the mode says, `paths` from those with the best path scores, `semantic` from those
  // with the nearest vectors.
  double text = 1;
  double formulas = 1;
  double paths = 0;
  double semantic = 0;
  FormulaMode formula_mode = FormulaMode::Similar;
  Fusion fusion = {FusionMethod::Linear, kReciprocalRankOffset};
  std::uint32_t depth = 1000;         // of the list of documents
  std::uint32_t formula_depth = 400;  // of the list of each formula
  std::uint32_t most_formulas = 4;    // only the largest of the query are searched
};

}  // namespace noether::search
