// Equivalents of an expression by a seq2seq model: reads the source as a person types it, writes
// the targets with the variables of the source, and asks algebra for a verdict on each.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/seq2seq/beam_search.h"
#include "noether/train/seq2seq/decoder.h"

namespace noether::train {

// Converts a source that a person typed to prefix notation. Algebra reads LaTeX and other
// notations; a program built without algebra returns the text unchanged.
base::Result<std::string> source_text(std::string_view typed);

// The variables of a source, which its targets use. A tokenizer has few variables and renames
// others, so x and y in the decoder's output may stand for a and b.
class SourceVariables {
 public:
  // `ids` are the tokens of `text`.
  SourceVariables(const embedding::ExpressionTokenizer& tokenizer, std::string_view text,
                  std::span<const neural::TokenId> ids);

  // The tokens of the source's variables.
  std::vector<neural::TokenId> tokens() const;
  // Returns the text of these tokens with the variable names of the source.
  base::Result<std::string> write(std::span<const neural::TokenId> ids) const;

 private:
  const embedding::ExpressionTokenizer* tokenizer_;
  std::map<neural::TokenId, std::string> names_;
};

struct Generated {
  std::string prefix;
  double log_probability = 0;
  double score = 0;  // the sort key
};

// Returns distinct complete expressions in the source's variables, the most likely first. The
// source itself is excluded, so the result may have fewer expressions than beams. Neither the
// source nor the results exceed the model's positions.
base::Result<std::vector<Generated>> generate_equivalents(
    const Seq2seqShape& shape, const ParameterViews& weights,
    const embedding::ExpressionTokenizer& tokenizer, std::string_view prefix, BeamOptions options);

struct EquivalenceCheck {
  std::string verdict;  // proven, refuted, agrees, unknown or unchecked
  std::string reason;   // one line for the user
};

// Checks equality wherever both have values; it does not compare domains. The verdict is
// `unchecked` in a program built without algebra.
EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds);

}  // namespace noether::train
