// The normal forms of Unicode, with the alignment of each character kept.
#pragma once

#include <cstdint>

#include "noether/neural/tokenizer/aligned_text.h"

namespace noether::neural::tokens {

enum class NormalForm : std::uint8_t { Nfc, Nfd, Nfkc, Nfkd };

// As in Hugging Face's library: characters newer than Unicode 9 are unchanged. `spare` is working
// memory.
void to_normal_form(NormalForm form, AlignedText& text, AlignedText& spare);

}  // namespace noether::neural::tokens
