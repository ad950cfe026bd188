// The source of the embeddings of the tokens of answers: a file, or an encoder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/evaluation/answers/bert_score.h"

namespace noether::evaluation {

class AnswerEmbeddings {
 public:
  virtual ~AnswerEmbeddings() = default;
  // The embeddings of the answer to a topic; empty if there are none.
  virtual base::Result<std::optional<TokenEmbeddings>> embed(const std::string& topic,
                                                             const std::string& id,
                                                             std::string_view text) const = 0;
};

}  // namespace noether::evaluation
