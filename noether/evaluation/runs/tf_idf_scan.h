// TF-IDF over words and formulas as words, as ARQMath's baselines have them, for all topics at
// once, from the stored texts.
// An index need not hold terms that only a baseline uses: the documents are read twice, first for
// the rarity of the terms of the topics, then to score them. Terrier's formula, with its default
// parameters: q · k1·f/(f + k1·(1 − b + b·length/average)) · log2(N/n + 1). Stop words are left
// out.
//
// A formula has two kinds of words:
//   raw       runs of letters and digits, all else is lost:  \frac{a_1}{n!}  frac a 1 n
//   symbols   every token a word of its own:                 frac a subscript 1 n factorial
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/index/index_reader.h"
#include "noether/search/fusion/fusion.h"

namespace noether::evaluation {

enum class LatexWords : std::uint8_t { Raw, Symbols };

// Words are in lower case and live until the next one. What a reader of a page does not see in the
// LaTeX, such as braces and spacing, is no symbol.
void for_each_latex_word(std::string_view latex, LatexWords words,
                         const std::function<void(std::string_view)>& word);

// By topic, the best `top` of `documents`. Only the own fields of a document count, not its
// comments.
base::Result<std::vector<std::vector<search::ScoredUnit>>> scan_tf_idf(
    const index::IndexReader& index, std::span<const std::uint32_t> documents,
    std::span<const collection::Topic> topics, LatexWords words, std::size_t top);

}  // namespace noether::evaluation
