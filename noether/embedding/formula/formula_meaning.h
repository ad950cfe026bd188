// The meaning of a formula in its vector: the parts with values, and the composition of their
// vectors.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/notation/read_expression.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/embedding/formula/canonical_formula.h"
#include "noether/embedding/values/token_values.h"

namespace noether::embedding {

// The parts of a formula that have values: the largest ones that noether/algebra can read. They are
// searched from the root down. A part consists of tokens of an encoder of expressions, whose
// variables are named by their numbers in the formula: in the order of first use, where larger
// operands are read first. Some parts are divided into their operands, because an encoder cannot
// distinguish their values from others:
//   - parts with the imaginary unit: e^{ix} and e^{-ix} have the same real and absolute imaginary
//     parts;
//   - parts whose values vary by less than kLeastVariation, because they would equal constants;
//   - parts whose values are not 0, but all below kLeastSize in size.
inline constexpr double kLeastVariation = 1e-3;  // relative
inline constexpr double kLeastSize = 1e-4;
// The maximum number of parts of one formula that algebra reads. Later parts have no values.
inline constexpr std::size_t kMostPartsAsked = 512;

struct ValuedPart {
  formula::NodeId node = formula::kNoNode;
  std::vector<TokenId> tokens;  // with <bos> and <eos>
};

class ValuedPartReader {
 public:
  explicit ValuedPartReader(const ExpressionTokenizer& tokenizer);  // must outlive this

  // `digests` are the digests of the values of each part with an operator, including nested parts:
  // x + x and 2x have the same. Any number of threads may read at the same time.
  void read(const CanonicalFormula& formula, algebra::TreeStyle style,
            std::vector<ValuedPart>& parts, std::vector<std::uint64_t>& digests) const;

 private:
  struct Reading;
  bool read_part(formula::NodeId node, Reading& reading) const;
  base::Result<std::vector<TokenId>> tokens_of(formula::NodeId node, Reading& reading) const;
  bool is_zero(TokenSpan expression, const Reading& reading) const;
  void add_digests(TokenSpan expression, Reading& reading) const;

  const ExpressionTokenizer* tokenizer_;
  std::vector<std::string> variables_;  // of the tokenizer's variables, those that have values
  std::shared_ptr<const TokenGrammar> grammar_;
  ComplexValues values_;
  RealValues real_values_;
};

// The part of a formula's vector that represents its meaning, composed from its operands. A part
// with values has the vector of the encoder of expressions, wherever it occurs. The vector of any
// other node is the sum of its own direction and of the vectors of its operands. Each operand is
// transformed by its place: a cyclic shift and signs, pseudo-random by the operator and, if
// operands do not commute, by the position. The sides of an equation are not transformed, so that
// an equation is near expressions that are equal to one of its sides.
//
// The weight of a node relative to each of its operands.
inline constexpr float kOwnShare = 0.5F;

// `part_vectors` has a vector of `out.size()` numbers and length 1 for each part. The result in
// `out` also has length 1.
void compose_meaning(const CanonicalFormula& formula, std::span<const ValuedPart> parts,
                     std::span<const std::span<const float>> part_vectors, std::span<float> out);

}  // namespace noether::embedding
