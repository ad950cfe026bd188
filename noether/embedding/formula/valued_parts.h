// The parts of a formula that have values: the largest ones that algebra reads.
//
// They are found from the root down. A part is tokens of an encoder of expressions, its variables
// called by their numbers in the formula: by first use, when larger operands are read first. Left
// to their operands are parts that an encoder cannot tell apart by values:
//   - with the imaginary unit: e^{ix} and e^{-ix} have the same real and absolute imaginary parts;
//   - whose values vary, but by less than kLeastVariation: they would be one with constants;
//   - whose values are all below kLeastSize in size, and not 0.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/notation/read_expression.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/embedding/formula/canonical_formula.h"
#include "noether/embedding/values/token_values.h"

namespace noether::embedding {

inline constexpr double kLeastVariation = 1e-3;  // relative
inline constexpr double kLeastSize = 1e-4;
// Parts of one formula that algebra is asked about. What comes behind has no values.
inline constexpr std::size_t kMostPartsAsked = 512;

struct ValuedPart {
  formula::NodeId node = formula::kNoNode;
  std::vector<TokenId> tokens;  // with <bos> and <eos>
};

class ValuedPartReader {
 public:
  explicit ValuedPartReader(const ExpressionTokenizer& tokenizer);  // which outlives this

  // `digests` are of the values of each part with an operator, parts of parts too: x + x and 2x
  // have the same. Any number of threads may read at once.
  void read(const CanonicalFormula& formula, algebra::TreeStyle style,
            std::vector<ValuedPart>& parts, std::vector<std::uint64_t>& digests) const;

 private:
  struct Reading;
  bool read_part(formula::NodeId node, Reading& reading) const;
  base::Result<std::vector<TokenId>> tokens_of(formula::NodeId node, Reading& reading) const;
  bool is_zero(TokenSpan expression, const Reading& reading) const;
  void add_digests(TokenSpan expression, Reading& reading) const;

  const ExpressionTokenizer* tokenizer_;
  std::vector<std::string> variables_;  // of the tokenizer that have values
  std::shared_ptr<const TokenGrammar> grammar_;
  ComplexValues values_;
  RealValues real_values_;
};

}  // namespace noether::embedding
