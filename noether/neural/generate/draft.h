// A text that is being written: its tokens and its decoded text so far.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/neural/generate/generator.h"

namespace noether::neural {

// The data that all drafts of a call share.
struct WritingTask {
  // Returns an error if the text is no longer needed.
  base::Result<void> go_on() const;

  const Transformer* transformer = nullptr;
  const tokens::Tokenizer* tokenizer = nullptr;
  const Decoding* decoding = nullptr;
  std::optional<TokenId> end;
  std::vector<TokenId> prompt;
  std::size_t most_tokens = 0;  // for which there is room
};

struct Draft {
  std::vector<TokenId> tokens;
  double log_probability = 0;
  std::optional<WritingEnd> end;  // unset: the text can continue

  // Adds a token, and detects whether it ends the text.
  void add(const WritingTask& task, TokenId token, double token_log_probability);
  std::size_t counted() const { return tokens.size() + (end == WritingEnd::EndOfText ? 1 : 0); }
  Written finish(const WritingTask& task) const;
};

// The text of these tokens up to the first stop text, and whether there was one.
std::string text_until_stop(const WritingTask& task, std::span<const TokenId> tokens,
                            bool& stopped);

// Writes with several beams, or a single draft. Returns an error if the decoding is over.
base::Result<Written> write_beams(const WritingTask& task);
base::Result<Written> write_one(const WritingTask& task, const Generator::Listener& listener);

}  // namespace noether::neural
