#include "noether/neural/tokenizer/formulas.h"

#include <algorithm>
#include <array>
#include <utility>

namespace noether::neural::tokens {
namespace {

bool is_plain_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Commands whose argument is words.
bool takes_words(std::string_view command) {
  static constexpr auto kCommands =
      std::to_array<std::string_view>({"\\text", "\\textrm", "\\textbf", "\\textit", "\\textsf",
                                       "\\mbox", "\\hbox", "\\intertext"});
  return std::find(kCommands.begin(), kCommands.end(), command) != kCommands.end();
}

// The end of the group that begins at a brace: behind its partner, or the end of the text.
std::size_t group_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '{') {
      ++depth;
    } else if (text[at] == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

}  // namespace

void find_formulas(std::string_view text, std::vector<base::Span>& formulas) {
  formulas.clear();
  struct Sign {
    std::size_t begin;
    std::size_t end;
  };
  // The next sign that opens or closes: one dollar or two.
  const auto next_sign = [&](std::size_t from) -> std::optional<Sign> {
    for (std::size_t at = text.find_first_of("$\\", from); at < text.size();
         at = text.find_first_of("$\\", at)) {
      if (text[at] == '\\') {
        at += 2;
        if (at >= text.size()) break;
        continue;
      }
      return Sign{at, at + 1 < text.size() && text[at + 1] == '$' ? at + 2 : at + 1};
    }
    return std::nullopt;
  };
  std::size_t at = 0;
  while (const auto open = next_sign(at)) {
    auto close = next_sign(open->end);
    if (!close) return;
    // In $a$$b$ the two in the middle close and open.
    if (open->end - open->begin == 1 && close->end - close->begin == 2) --close->end;
    if (open->end < close->begin) {
      formulas.push_back(
          {static_cast<std::uint32_t>(open->end), static_cast<std::uint32_t>(close->begin)});
    }
    at = close->end;
  }
}

FormulaReader::FormulaReader(const std::vector<AddedToken>& all) {
  std::vector<std::pair<std::string_view, std::uint32_t>> entries;
  for (const AddedToken& token : all) {
    if (!token.formula.empty()) entries.emplace_back(token.formula, token.id);
  }
  trie_ = Trie::of(std::move(entries));
}

void FormulaReader::split(std::string_view formula, std::vector<Part>& parts) const {
  parts.clear();
  std::size_t rest = 0;  // where text begins that is in no part yet
  const auto add_text = [&](std::size_t end) {
    while (rest < end && is_blank(formula[rest])) ++rest;
    std::size_t last = end;
    while (last > rest && is_blank(formula[last - 1])) --last;
    if (rest < last) parts.push_back({rest, last, std::nullopt});
    rest = end;
  };
  const auto add_token = [&](std::size_t begin, std::size_t end, std::uint32_t id) {
    if (id == Trie::kNone) return;
    add_text(begin);
    parts.push_back({begin, end, id});
    rest = end;
  };
  const auto letters_end = [&](std::size_t from) {
    while (from < formula.size() && is_plain_letter(formula[from])) ++from;
    return from;
  };
  for (std::size_t at = 0; at < formula.size();) {
    std::size_t end = at + 1;
    if (formula[at] == '\\') {
      end = letters_end(end);
      if (end == at + 1 && end < formula.size()) end += character_size(formula[end]);
      end = std::min(end, formula.size());
      const std::string_view command = formula.substr(at, end - at);
      add_token(at, end, trie_.find(command));
      if (takes_words(command) && end < formula.size() && formula[end] == '{') {
        end = group_end(formula, end);
        add_text(end);
      }
    } else if (is_plain_letter(formula[at])) {
      end = letters_end(at);
      const std::uint32_t word = trie_.find(formula.substr(at, end - at));
      if (word != Trie::kNone) {
        add_token(at, end, word);
      } else {
        for (std::size_t i = at; i < end; ++i)
          add_token(i, i + 1, trie_.find(formula.substr(i, 1)));
      }
    } else if (const Trie::Match sign = trie_.longest_prefix(formula.substr(at));
               sign.value != Trie::kNone) {
      end = at + sign.size;
      add_token(at, end, sign.value);
    }
    at = end;
  }
  add_text(formula.size());
}

}  // namespace noether::neural::tokens
