// The normal forms of Unicode, with the alignment of each character kept.
#pragma once

#include <cstdint>

#include "noether/neural/tokenizer/aligned_text.h"

namespace noether::neural::tokens {

enum class NormalForm : std::uint8_t { Nfc, Nfd, Nfkc, Nfkd };

// As Hugging Face's library has them: characters newer than Unicode 9 stay as they are. `spare` is
// room to work in.
void to_normal_form(NormalForm form, AlignedText& text, AlignedText& spare);

}  // namespace noether::neural::tokens
