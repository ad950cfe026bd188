// TF-IDF over words and formulas as words, for all topics at once, from the stored texts.
// An index need not hold terms that only a baseline uses: the documents are read twice, first for
// the rarity of the terms of the topics, then to score them. Terrier's formula, with its default
// parameters: q · k1·f/(f + k1·(1 − b + b·length/average)) · log2(N/n + 1). Stop words are left
// out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/runs/latex_words.h"
#include "noether/index/index_reader.h"
#include "noether/search/fusion/fusion.h"

namespace noether::evaluation {

// By topic, the best `top` of `documents`. Only the own fields of a document count, not its
// comments.
base::Result<std::vector<std::vector<search::ScoredUnit>>> scan_tf_idf(
    const index::IndexReader& index, std::span<const std::uint32_t> documents,
    std::span<const collection::Topic> topics, LatexWords words, std::size_t top);

}  // namespace noether::evaluation
