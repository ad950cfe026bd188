// Beam search for the most probable expressions that a decoder writes for a source.
//
// Beams are prefixes of the same length. Each step considers every allowed continuation of every
// beam and keeps the best, up to the number of beams. Complete expressions are ranked by their log
// probability divided by (tokens + 1)^length_power, so that long ones can win. Probabilities are
// the decoder's own: the search drops tokens that the grammar forbids without renormalising the
// others.
//
// One expression may be unwanted: a decoder of equivalents considers the source itself the most
// likely one. The beam with a beginning of the unwanted expression is kept in addition to the
// others, so that other expressions can branch off at their most likely place, but it is never
// completed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/seq2seq/prefix_grammar.h"

namespace noether::train {

// The scores of a decoder for the next token.
class NextTokens {
 public:
  virtual ~NextTokens() = default;
  // Row r continues row parents[r] of the previous call with tokens[r]. The first call has one row,
  // with parent 0 and <bos>. Returns the log probability of each token for each row, which is valid
  // until the next call.
  virtual std::span<const float> step(std::span<const std::uint32_t> parents,
                                      std::span<const neural::TokenId> tokens) = 0;
};

struct BeamOptions {
  std::size_t beams = 10;
  std::size_t max_tokens = 40;  // limit for an expression, without <bos> and <eos>
  double length_power = 1.0;
  std::span<const neural::TokenId> unwanted = {};  // without <bos> and <eos>
};

struct Hypothesis {
  std::vector<neural::TokenId> tokens;  // without <bos> and <eos>
  double log_probability = 0;
  double score = 0;  // log probability normalised by length
};

// Returns at most `beams` complete expressions, best first. Equal scores are in the order of their
// tokens.
std::vector<Hypothesis> beam_search(NextTokens& decoder, const PrefixGrammar& grammar,
                                    const BeamOptions& options);

}  // namespace noether::train
