// A piece of LaTeX under construction, with the place in the plain text that each byte comes from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/plain/plain_vocabulary.h"

namespace noether::formula {

struct PlainPiece {
  std::string latex;
  std::vector<std::uint32_t> from;
  bool ends_command = false;  // a letter after it needs a blank between

  bool empty() const { return latex.empty(); }

  void add(std::string_view text, std::size_t place) {
    if (text.empty()) return;
    separate(text.front(), place);
    latex += text;
    from.resize(latex.size(), static_cast<std::uint32_t>(place));
    const std::size_t letters =
        text.size() - 1 - std::min(text.find_last_of('\\'), text.size() - 1);
    ends_command = text.find('\\') != std::string_view::npos && letters > 0 &&
                   std::ranges::all_of(text.substr(text.size() - letters), is_plain_letter);
  }
  // Copies bytes of the plain text that begin at this place.
  void copy(std::string_view text, std::size_t place) {
    if (text.empty()) return;
    separate(text.front(), place);
    latex += text;
    const std::size_t old = from.size();
    from.resize(latex.size());
    std::iota(from.begin() + static_cast<std::ptrdiff_t>(old), from.end(),
              static_cast<std::uint32_t>(place));
    ends_command = false;
  }
  void add(const PlainPiece& piece) {
    if (piece.empty()) return;
    separate(piece.latex.front(), piece.from.front());
    latex += piece.latex;
    from.insert(from.end(), piece.from.begin(), piece.from.end());
    ends_command = piece.ends_command;
  }

 private:
  void separate(char next, std::size_t place) {
    if (!ends_command || !is_plain_letter(next)) return;
    latex += ' ';
    from.push_back(static_cast<std::uint32_t>(place));
  }
};

enum class PlainKind : std::uint8_t {
  Blank,
  Operator,
  Operand,   // a factor
  Function,  // sin; its argument follows
  Group,     // a factor in brackets
};

struct PlainItem {
  PlainKind kind = PlainKind::Operand;
  PlainPiece piece;
  PlainPiece inner = {};  // the contents of round brackets
  bool is_round = false;  // brackets that only group
  int fractions = 0;      // the depth of nested fractions
  // Whether a function ends at a slash: sin x is a factor; lim and sum take all that follows,
  // slashes included.
  bool ends_at_slash = false;

  bool is_factor() const { return kind == PlainKind::Operand || kind == PlainKind::Group; }
};

}  // namespace noether::formula
