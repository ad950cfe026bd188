// Embeddings of the tokens of answers by an encoder of texts: the rows of its last layer.
// A text that is longer than the encoder's window is read window by window. Repeated texts, such as
// references that are compared with many runs, are encoded once. Any number of threads may use it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/embedding/text/text_encoder.h"
#include "noether/evaluation/answers/embedding_file.h"

namespace noether::evaluation {

class ContextEncoder final : public AnswerEmbeddings {
 public:
  // $NOETHER_TEXT_MODEL, or the encoder that ships.
  static base::Result<ContextEncoder> open();
  explicit ContextEncoder(embedding::TextEncoder encoder)
      : encoder_(std::move(encoder)), known_(std::make_unique<Known>()) {}

  // Nothing for a text without tokens.
  base::Result<std::optional<TokenEmbeddings>> embed(const std::string& topic,
                                                     const std::string& id,
                                                     std::string_view text) const override;
  const std::string& name() const { return encoder_.name(); }

 private:
  struct Known {
    std::mutex mutex;
    std::unordered_map<std::string, TokenEmbeddings> of_text;
  };

  base::Result<TokenEmbeddings> encode(std::string_view text) const;

  embedding::TextEncoder encoder_;
  std::unique_ptr<Known> known_;
};

}  // namespace noether::evaluation
