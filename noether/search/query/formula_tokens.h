// The tokens of a text that may contain formulas among words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

enum class TokenKind : std::uint8_t {
  Word,    // of a language, or anything else that is never in a formula
  Letter,  // a variable, or a product of two: x, ab, α
  Number,
  Name,      // of plain math: sin, sqrt, alpha
  Command,   // of LaTeX, with its arguments
  Set,       // in braces
  Symbol,    // of Unicode: ∞, √, ∑
  Script,    // ^2, _{ij}, ²
  Prime,     // f', n!, 50%
  Relation,  // = < ≤ -> \in
  Sign,      // + - * / ± ∪, and the mod of a mod n
  Open,
  Close,
  Bar,
  Comma,
  Colon,
  Dots,  // ...
};

struct FormulaToken {
  TokenKind kind = TokenKind::Word;
  bool blank_before = false;
  bool takes_operand = false;  // a function, a sum, an integral: its operand follows
  bool is_spacing = false;     // a command that draws nothing, as in \,
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t partner = 0;  // for brackets: the matching one

  bool ends_operand() const {
    return kind == TokenKind::Letter || kind == TokenKind::Number || kind == TokenKind::Set ||
           kind == TokenKind::Script || kind == TokenKind::Prime || kind == TokenKind::Close ||
           kind == TokenKind::Bar || kind == TokenKind::Dots ||
           ((kind == TokenKind::Name || kind == TokenKind::Command || kind == TokenKind::Symbol) &&
            !takes_operand);
  }
  bool begins_operand() const {
    return kind == TokenKind::Letter || kind == TokenKind::Number || kind == TokenKind::Set ||
           kind == TokenKind::Name || kind == TokenKind::Command || kind == TokenKind::Symbol ||
           kind == TokenKind::Open || kind == TokenKind::Bar || kind == TokenKind::Dots;
  }
};

// Kept spans become words. Brackets that are not closed, or that contain words, are words, too;
// each other bracket has its partner set.
std::vector<FormulaToken> formula_tokens(std::string_view text, std::span<const base::Span> kept);

}  // namespace noether::search
