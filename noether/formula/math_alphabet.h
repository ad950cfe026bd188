// Converts between plain letters and the mathematical alphabets of Unicode: 𝐱, ℝ, 𝔤, ℬ …
//
// In Noether a plain letter stands for the italic one that mathematics uses by default, so the
// italic alphabet folds onto plain letters; every other alphabet is part of a symbol's identity.
// The holes of the Unicode block (ℎ, ℬ, ℭ, ℝ …) are filled from Letterlike Symbols.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace noether::formula {

enum class Alphabet : std::uint8_t {
  Plain,
  Bold,
  BoldItalic,
  DoubleStruck,
  Fraktur,
  BoldFraktur,
  Script,
  SansSerif,
  Monospace,
};

// The letter or digit in the given alphabet; the letter itself if the alphabet does not have it.
char32_t to_alphabet(char32_t letter, Alphabet alphabet);

// Appends the character of the given alphabet as UTF-8.
void append_styled(std::string& out, char32_t letter, Alphabet alphabet);

// Appends every character of a UTF-8 text in the given alphabet.
void append_styled(std::string& out, std::string_view text, Alphabet alphabet);

// 𝑥 → x, 𝜃 → θ, ℎ → h, 𝜕 → ∂; any other character is unchanged.
char32_t unstyle_italic(char32_t letter);

// The inverse: x → 𝑥, θ → 𝜃, h → ℎ, ∂ → 𝜕, and for capital Greek Γ → 𝛤.
char32_t to_italic(char32_t letter);

// Appends a UTF-8 text with every italic letter made plain.
void append_unstyled(std::string& out, std::string_view text);

}  // namespace noether::formula
