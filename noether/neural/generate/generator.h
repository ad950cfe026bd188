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
  EndOfText,  // the decoder wrote its token for it
  Stop,       // one of the texts to stop at was written
  Full,       // most_tokens are written, or the decoder has no position left
};

struct Written {
  std::string text;             // without what it stopped at
  std::vector<TokenId> tokens;  // all that were written, without the end of the text
  double log_probability = 0;   // of these tokens and of the end, if there is one
  std::size_t counted = 0;      // tokens that it is the sum over
  WritingEnd end = WritingEnd::Full;
};

// The likelihood of a text: a low one means that it is less fluent, or strange to the decoder.
struct TextLikelihood {
  double log_probability = 0;  // of all its tokens
  std::size_t tokens = 0;      // that follow another
  std::size_t characters = 0;  // that these tokens say
};

class Generator {
 public:
  // An error when the folder has no decoder with a head for the next token, or no tokenizer.
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
