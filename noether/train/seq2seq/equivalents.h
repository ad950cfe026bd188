// Equivalents of an expression, as a seq2seq model writes them: from a source as a person types it,
// through the variables in which its targets are written, to the verdict of algebra on each.
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

// A source that a person types, in prefix notation. LaTeX and other notations are read by algebra;
// a program that was built without it takes the text as it is.
base::Result<std::string> source_text(std::string_view typed);

// The variables of a source, in which its targets are written.
// A tokenizer has few variables and renames others, so the x and y of a decoder may stand for a and
// b.
class SourceVariables {
 public:
  // `ids` are the tokens of `text`.
  SourceVariables(const embedding::ExpressionTokenizer& tokenizer, std::string_view text,
                  std::span<const neural::TokenId> ids);

  // Those that the source has.
  std::vector<neural::TokenId> tokens() const;
  // The text of these tokens with the source's names.
  base::Result<std::string> write(std::span<const neural::TokenId> ids) const;

 private:
  const embedding::ExpressionTokenizer* tokenizer_;
  std::map<neural::TokenId, std::string> names_;
};

struct Generated {
  std::string prefix;
  double log_probability = 0;
  double score = 0;  // what they are sorted by
};

// Whole expressions in the source's variables, the likeliest first, each once, without the source
// itself; so there may be fewer than beams. Neither they nor the source are longer than the
// model's positions.
base::Result<std::vector<Generated>> generate_equivalents(
    const Seq2seqShape& shape, const ParameterViews& weights,
    const embedding::ExpressionTokenizer& tokenizer, std::string_view prefix, BeamOptions options);

struct EquivalenceCheck {
  std::string verdict;  // proven refuted agrees unknown; or unchecked
  std::string reason;   // one line for people
};

// Equality where both have values: domains are not compared. `unchecked` in a program that was
// built without algebra.
EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds);

}  // namespace noether::train
