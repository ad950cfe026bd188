// The tokens of a text in which formulas may stand among words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::search {

enum class TokenKind : std::uint8_t {
  word,    // of a language, or anything else that is in no formula
  letter,  // a variable, or a product of two: x, ab, α
  number,
  name,      // of plain math: sin, sqrt, alpha
  command,   // of LaTeX, with its arguments
  set,       // in braces
  symbol,    // of Unicode: ∞, √, ∑
  script,    // ^2, _{ij}, ²
  prime,     // f', n!, 50%
  relation,  // = < ≤ -> \in
  sign,      // + - * / ± ∪, and the mod of a mod n
  open,
  close,
  bar,
  comma,
  colon,
  dots,  // ...
};

struct FormulaToken {
  TokenKind kind = TokenKind::word;
  bool blank_before = false;
  bool takes_operand = false;  // a function, a sum, an integral: what follows belongs to it
  bool is_spacing = false;     // a command that draws nothing, as in \,
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t partner = 0;  // of brackets: their other one

  bool ends_operand() const {
    return kind == TokenKind::letter || kind == TokenKind::number || kind == TokenKind::set ||
           kind == TokenKind::script || kind == TokenKind::prime || kind == TokenKind::close ||
           kind == TokenKind::bar || kind == TokenKind::dots ||
           ((kind == TokenKind::name || kind == TokenKind::command || kind == TokenKind::symbol) &&
            !takes_operand);
  }
  bool begins_operand() const {
    return kind == TokenKind::letter || kind == TokenKind::number || kind == TokenKind::set ||
           kind == TokenKind::name || kind == TokenKind::command || kind == TokenKind::symbol ||
           kind == TokenKind::open || kind == TokenKind::bar || kind == TokenKind::dots;
  }
};

// Spans that are kept become words. Brackets that are not closed, or that have words in them, are
// words, too; of the others each knows its partner.
std::vector<FormulaToken> formula_tokens(std::string_view text, std::span<const base::Span> kept);

}  // namespace noether::search
