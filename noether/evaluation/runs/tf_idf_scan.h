// TF-IDF over words, and formulas as words, as in ARQMath's baselines. Scores all topics at once
// from the stored texts.
// An index does not need terms that only a baseline uses: the documents are read twice, first for
// the rarity of the terms of the topics, then to score them. The formula is Terrier's, with its
// default parameters: q · k1·f/(f + k1·(1 − b + b·length/average)) · log2(N/n + 1). Stop words are
// left out.
//
// A formula has two kinds of words:
//   raw       runs of letters and digits; all else is lost:  \frac{a_1}{n!}  frac a 1 n
//   symbols   every token as a separate word:                frac a subscript 1 n factorial
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

// Words are in lower case, and live until the next word. Parts of the LaTeX that a page does not
// show, such as braces and spacing, are not symbols.
void for_each_latex_word(std::string_view latex, LatexWords words,
                         const std::function<void(std::string_view)>& word);

// For each topic, the best `top` of `documents`. Only the own fields of a document count, not its
// comments.
base::Result<std::vector<std::vector<search::ScoredUnit>>> scan_tf_idf(
    const index::IndexReader& index, std::span<const std::uint32_t> documents,
    std::span<const collection::Topic> topics, LatexWords words, std::size_t top);

}  // namespace noether::evaluation
