// The normalisers of tokenizer.json, which change a text before it is split.
#pragma once

#include <memory>
#include <vector>

#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

class NormalizerStep {
 public:
  virtual ~NormalizerStep() = default;
  // `spare` is working memory; its contents afterwards are undefined.
  virtual void apply(AlignedText& text, AlignedText& spare) const = 0;
};

class Normalizer {
 public:
  Normalizer() = default;
  // Reads the value under "normalizer", which may be null. Throws a FileError that names an unknown
  // part.
  static Normalizer read(const Json& json);

  void apply(AlignedText& text, AlignedText& spare) const {
    for (const auto& step : steps_) step->apply(text, spare);
  }

 private:
  void add(const Json& json, int depth);

  GrowthLimit growth_;
  std::vector<std::shared_ptr<const NormalizerStep>> steps_;
};

}  // namespace noether::neural::tokens
