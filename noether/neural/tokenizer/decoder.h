// The decoders of tokenizer.json: from the texts of tokens back to a text that people read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

class DecoderStep {
 public:
  virtual ~DecoderStep() = default;
  virtual void apply(std::vector<std::string>& texts) const = 0;
};

class Decoder {
 public:
  Decoder() = default;
  // Reads the value under "decoder", which may be null. Throws a FileError.
  static Decoder read(const Json& json);

  // Without a decoder, tokens are separated by blanks.
  std::string decode(std::vector<std::string> texts) const;

 private:
  void add(const Json& json, int depth);

  GrowthLimit growth_;
  std::vector<std::shared_ptr<const DecoderStep>> steps_;
};

}  // namespace noether::neural::tokens
