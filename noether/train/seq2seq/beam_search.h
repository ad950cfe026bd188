// The most probable expressions that a decoder continues a source with.
//
// Beams are prefixes of one length. In each step every allowed continuation of every beam is
// looked at, and as many as there are beams stay. Expressions that end are compared by their log
// probability divided by (tokens + 1)^length_power, so long ones have a chance. Probabilities are
// the decoder's own: what the grammar forbids is left out, and the rest is not scaled up.
//
// One expression may be unwanted: a decoder that writes what equals a source finds the source
// itself likelier than any other. The beam that has written the beginning of it is carried beside
// the others, so that they leave it wherever that is likeliest, and it never ends.
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
  // Row r continues row parents[r] of the call before with tokens[r]. The first call is of one row,
  // parent 0 and <bos>. Gives a log probability of each token for each row; lives until the next
  // call.
  virtual std::span<const float> step(std::span<const std::uint32_t> parents,
                                      std::span<const neural::TokenId> tokens) = 0;
};

struct BeamOptions {
  std::size_t beams = 10;
  std::size_t max_tokens = 40;  // of an expression, without <bos> and <eos>
  double length_power = 1.0;
  std::span<const neural::TokenId> unwanted = {};  // without <bos> and <eos>
};

struct Hypothesis {
  std::vector<neural::TokenId> tokens;  // without <bos> and <eos>
  double log_probability = 0;
  double score = 0;  // the same by length
};

// At most `beams` complete expressions, best first; equal scores in the order of their tokens.
std::vector<Hypothesis> beam_search(NextTokens& decoder, const PrefixGrammar& grammar,
                                    const BeamOptions& options);

}  // namespace noether::train
