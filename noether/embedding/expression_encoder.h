// An encoder of expressions: an open trained model folder that computes vectors. The model is a
// transformer (neural/transformer) over the tokens of one expression and, if it was trained with
// them, the values of the parts that the tokens begin. The vector is the mean or the maximum over
// the tokens or the first of them (without <bos> and <eos>), scaled to length 1. Weights are
// float32 or int8, depending on the folder. docs/formats/model.md has the details. Immutable after
// opening: any number of threads may embed at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"
#include "noether/embedding/expression_tokenizer.h"

namespace noether::embedding {

class ExpressionEncoder {
 public:
  static base::Result<ExpressionEncoder> open(const std::string& folder);
  ExpressionEncoder(ExpressionEncoder&&) noexcept;
  ExpressionEncoder& operator=(ExpressionEncoder&&) noexcept;
  ~ExpressionEncoder();

  std::size_t width() const;
  const ExpressionModelConfig& config() const;
  const ExpressionTokenizer& tokenizer() const;
  bool is_int8() const;
  std::uint64_t weight_bytes() const;

  // The reason why these tokens of an expression cannot be embedded (length_problem).
  std::optional<std::string> problem_with(const std::vector<TokenId>& tokens) const;
  // Returns width() floats for each text, in the order of the texts. An error names the expression.
  base::Result<std::vector<float>> embed(std::span<const std::string> prefix_texts,
                                         int threads = 1) const;
  // `out` gets width() floats for each expression. Expressions must have the form that the
  // tokenizer makes: <bos>, at least one token, <eos>; and there must be no problem_with them.
  base::Result<void> embed_tokens(std::span<const std::vector<TokenId>> expressions,
                                  std::span<float> out, int threads = 1) const;

 private:
  struct Model;
  explicit ExpressionEncoder(std::unique_ptr<const Model> model);

  std::unique_ptr<const Model> model_;
};

}  // namespace noether::embedding
