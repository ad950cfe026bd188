// The normalisers of tokenizer.json, which change a text before it is split. The replacements of
// characters keep the alignment: the normal forms of Unicode, and the table of a SentencePiece
// model (normal_forms.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

enum class NormalForm : std::uint8_t { Nfc, Nfd, Nfkc, Nfkd };

// Follows Hugging Face's library: characters newer than Unicode 9 are unchanged. `spare` is working
// memory.
void to_normal_form(NormalForm form, AlignedText& text, AlignedText& spare);

// The table by which SentencePiece replaces characters, as its models store it: a double array of
// Darts-clone over the replaced texts, and the replacements, each ended by a zero byte. It is
// applied as in Hugging Face's library: a grapheme of less than six bytes is replaced as a whole if
// it begins with an entry, otherwise each of its characters is. The shortest of several entries
// counts.
class Charsmap {
 public:
  static base::Result<Charsmap> read(std::string_view bytes);

  // The number of bytes of the longest replacement of a character.
  std::size_t longest_replacement() const;
  void apply(AlignedText& text, AlignedText& spare) const;

 private:
  std::optional<std::string_view> replacement(std::string_view text) const;

  std::vector<std::uint32_t> units_;
  std::string replacements_;
};

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
