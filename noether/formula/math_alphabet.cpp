#include "noether/formula/math_alphabet.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

// First code points of an alphabet's runs: 52 Latin letters, 58 Greek characters, 10 digits. Zero
// if the alphabet does not have the run.
struct Runs {
  char32_t latin;
  char32_t greek;
  char32_t digits;
};

constexpr std::array<Runs, 9> kRuns = {{
    {0, 0, 0},                    // Plain
    {0x1D400, 0x1D6A8, 0x1D7CE},  // Bold
    {0x1D468, 0x1D71C, 0},        // BoldItalic
    {0x1D538, 0, 0x1D7D8},        // DoubleStruck
    {0x1D504, 0, 0},              // Fraktur
    {0x1D56C, 0, 0},              // BoldFraktur
    {0x1D49C, 0, 0},              // Script
    {0x1D5A0, 0, 0x1D7E2},        // SansSerif
    {0x1D670, 0, 0x1D7F6},        // Monospace
}};
constexpr Runs kItalic = {0x1D434, 0x1D6E2, 0};
constexpr char32_t kLatinCount = 52;
constexpr char32_t kGreekCount = 58;

// Characters that Unicode had before the block, with the gaps that they leave in it.
constexpr auto kHoles = std::to_array<std::pair<char32_t, char32_t>>({
    {0x1D455, 0x210E},                                                           // italic h
    {0x1D49D, 0x212C}, {0x1D4A0, 0x2130}, {0x1D4A1, 0x2131}, {0x1D4A3, 0x210B},  // script B E F H
    {0x1D4A4, 0x2110}, {0x1D4A7, 0x2112}, {0x1D4A8, 0x2133}, {0x1D4AD, 0x211B},  // script I L M R
    {0x1D4BA, 0x212F}, {0x1D4BC, 0x210A}, {0x1D4C4, 0x2134},                     // script e g o
    {0x1D506, 0x212D}, {0x1D50B, 0x210C}, {0x1D50C, 0x2111}, {0x1D515, 0x211C},  // fraktur C H I R
    {0x1D51D, 0x2128},                                                           // fraktur Z
    {0x1D53A, 0x2102}, {0x1D53F, 0x210D}, {0x1D545, 0x2115}, {0x1D547, 0x2119},  // double C H N P
    {0x1D548, 0x211A}, {0x1D549, 0x211D}, {0x1D551, 0x2124},                     // double Q R Z
});

// The Greek characters outside the runs at U+0391… and U+03B1…, by index in a run.
constexpr auto kGreekExtras = std::to_array<std::pair<char32_t, char32_t>>({
    {17, 0x03F4},
    {25, 0x2207},
    {51, 0x2202},
    {52, 0x03F5},
    {53, 0x03D1},
    {54, 0x03F0},
    {55, 0x03D5},
    {56, 0x03F1},
    {57, 0x03D6},
});

constexpr char32_t kNoIndex = 0xFFFFFFFF;

char32_t greek_index(char32_t letter) {
  if (letter >= 0x391 && letter <= 0x3A9 && letter != 0x3A2) return letter - 0x391;
  if (letter >= 0x3B1 && letter <= 0x3C9) return letter - 0x3B1 + 26;
  for (const auto& [index, character] : kGreekExtras) {
    if (character == letter) return index;
  }
  return kNoIndex;
}

char32_t greek_letter(char32_t index) {
  for (const auto& [place, character] : kGreekExtras) {
    if (place == index) return character;
  }
  return index < 26 ? 0x391 + index : 0x3B1 + index - 26;
}

char32_t latin_index(char32_t letter) {
  if (letter >= U'A' && letter <= U'Z') return letter - U'A';
  if (letter >= U'a' && letter <= U'z') return letter - U'a' + 26;
  return kNoIndex;
}

char32_t fill_hole(char32_t place) {
  const auto hole = std::ranges::find(kHoles, place, &std::pair<char32_t, char32_t>::first);
  return hole == kHoles.end() ? place : hole->second;
}

char32_t place_in(const Runs& runs, char32_t letter) {
  if (runs.latin != 0) {
    const char32_t index = latin_index(letter);
    if (index != kNoIndex) return fill_hole(runs.latin + index);
  }
  if (runs.digits != 0 && letter >= U'0' && letter <= U'9') return runs.digits + letter - U'0';
  if (runs.greek != 0) {
    const char32_t index = greek_index(letter);
    if (index != kNoIndex) return runs.greek + index;
  }
  return letter;
}

}  // namespace

char32_t to_alphabet(char32_t letter, Alphabet alphabet) {
  return place_in(kRuns[static_cast<std::size_t>(alphabet)], letter);
}

void append_styled(std::string& out, char32_t letter, Alphabet alphabet) {
  base::append_code_point(out, to_alphabet(letter, alphabet));
}

void append_styled(std::string& out, std::string_view text, Alphabet alphabet) {
  if (alphabet == Alphabet::Plain) {
    out += text;
    return;
  }
  for (const base::CodePoint& c : base::code_points(text)) append_styled(out, c.value, alphabet);
}

char32_t unstyle_italic(char32_t letter) {
  if (letter == 0x210E) return U'h';
  if (letter == 0x1D6A4) return 0x131;  // dotless i
  if (letter == 0x1D6A5) return 0x237;  // dotless j
  if (letter >= kItalic.latin && letter < kItalic.latin + kLatinCount) {
    const char32_t index = letter - kItalic.latin;
    return index < 26 ? U'A' + index : U'a' + index - 26;
  }
  if (letter >= kItalic.greek && letter < kItalic.greek + kGreekCount) {
    return greek_letter(letter - kItalic.greek);
  }
  return letter;
}

char32_t to_italic(char32_t letter) {
  if (letter == 0x131) return 0x1D6A4;
  if (letter == 0x237) return 0x1D6A5;
  return place_in(kItalic, letter);
}

void append_unstyled(std::string& out, std::string_view text) {
  for (const base::CodePoint& c : base::code_points(text)) {
    base::append_code_point(out, unstyle_italic(c.value));
  }
}

}  // namespace noether::formula
