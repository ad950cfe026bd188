// The variables of a source, in which its targets are written.
// A tokenizer has few variables and renames others, so the x and y of a decoder may stand for a and
// b.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {

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

}  // namespace noether::train
