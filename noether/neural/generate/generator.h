// A decoder that continues a prompt, token by token.
// Immutable: any number of threads may use it; each call has its own caches.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/generate/decoding.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::neural {

enum class WritingEnd : std::uint8_t {
  EndOfText,  // the decoder wrote its end token
  Stop,       // a stop text was written
  Full,       // most_tokens are written, or the decoder has no position left
};

struct Written {
  std::string text;             // without the stop text
  std::vector<TokenId> tokens;  // all written tokens, without the end of the text
  double log_probability = 0;   // of these tokens and of the end, if the decoder wrote it
  std::size_t counted = 0;      // the number of tokens in that sum
  WritingEnd end = WritingEnd::Full;
};

// The likelihood of a text: a low one means that it is less fluent, or strange to the decoder.
struct TextLikelihood {
  double log_probability = 0;  // of all its tokens together
  std::size_t tokens = 0;      // those that follow another token
  std::size_t characters = 0;  // in the text of these tokens
};

class Generator {
 public:
  // Returns an error if the folder has no decoder with a head for the next token, or no tokenizer.
  static base::Result<Generator> open(const std::string& folder);
  Generator(ModelConfig config, Transformer transformer, tokens::Tokenizer tokenizer);

  const ModelConfig& config() const { return config_; }
  const tokens::Tokenizer& tokenizer() const { return tokenizer_; }

  // Called with the text so far whenever its final part has grown; writing ends when it returns
  // false. Beams know their text only at the end, and do not call it.
  using Listener = std::function<bool(std::string_view text)>;

  // A prompt that leaves no room for the text is cut (cut_prompt). Returns an error for a prompt
  // without tokens, for a problem() with the decoding, and if it is_over.
  base::Result<Written> write(std::string_view prompt, const Decoding& decoding,
                              const Listener& listener = {}) const;

  // The likelihood of `text` after `prompt`, which may be empty. Reads as far as the decoder has
  // positions.
  TextLikelihood likelihood(std::string_view prompt, std::string_view text) const;

 private:
  ModelConfig config_;
  Transformer transformer_;
  tokens::Tokenizer tokenizer_;
};

}  // namespace noether::neural
