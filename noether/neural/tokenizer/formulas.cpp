#include "noether/neural/tokenizer/formulas.h"

#include <algorithm>
#include <array>
#include <utility>

namespace noether::neural::tokens {
namespace {

bool is_plain_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <std::size_t N>
bool is_one_of(std::string_view command, const std::array<std::string_view, N>& commands) {
  return std::ranges::find(commands, command) != commands.end();
}

// Commands whose argument is words.
bool takes_words(std::string_view command) {
  static constexpr auto kCommands = std::to_array<std::string_view>(
      {"\\text",       "\\textrm", "\\textit", "\\textbf",    "\\textsf",         "\\texttt",
       "\\textnormal", "\\textup", "\\textsc", "\\textsl",    "\\textmd",         "\\mbox",
       "\\hbox",       "\\vbox",   "\\emph",   "\\intertext", "\\shortintertext", "\\begin",
       "\\end",        "\\tag",    "\\label",  "\\color"});
  return is_one_of(command, kCommands);
}

// Commands in whose argument adjacent letters form a name: \operatorname{Hom}, \mathbf{Set}.
bool takes_names(std::string_view command) {
  static constexpr auto kCommands =
      std::to_array<std::string_view>({"\\operatorname", "\\operatornamewithlimits", "\\mathrm",
                                       "\\mathbf", "\\mathsf", "\\mathtt", "\\mathit"});
  return is_one_of(command, kCommands);
}

// The end of the group that begins at a brace: after its partner, or the end of the text.
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

// Finds the delimiters of formulas from left to right.
class FormulaFinder {
 public:
  explicit FormulaFinder(std::string_view text) : text_(text) {}

  void find(std::vector<base::Span>& formulas) {
    while (const auto open = next_opening()) {
      const auto close = closing(*open);
      if (!close) continue;
      if (open->end < close->begin) {
        formulas.push_back(
            {static_cast<std::uint32_t>(open->end), static_cast<std::uint32_t>(close->begin)});
      }
      at_ = close->end;
    }
  }

 private:
  struct Sign {
    std::size_t begin;
    std::size_t end;
    char kind;  // the dollar, or the bracket after the backslash
  };

  // The first dollar sign, pair of dollar signs, or backslash with its next character.
  std::optional<Sign> next_sign(std::size_t from) const {
    const std::size_t at = text_.find_first_of("$\\", from);
    if (at >= text_.size()) return std::nullopt;
    const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
    if (text_[at] == '\\') return Sign{at, std::min(at + 2, text_.size()), next};
    return Sign{at, at + (next == '$' ? 2U : 1U), '$'};
  }
  bool is_dollar(const Sign& sign) const { return text_[sign.begin] == '$'; }

  std::optional<Sign> next_opening() {
    while (const auto sign = next_sign(at_)) {
      at_ = sign->end;
      if (is_dollar(*sign) || sign->kind == '(' || sign->kind == '[') return sign;
    }
    return std::nullopt;
  }

  std::optional<Sign> closing(const Sign& open) {
    if (!is_dollar(open)) return closing_bracket(open);
    auto sign = closing_dollar(open);
    // In $a$$b$ the two in the middle close one formula and open another.
    if (sign && open.end - open.begin == 1) sign->end = sign->begin + 1;
    return sign;
  }

  std::optional<Sign> closing_bracket(const Sign& open) {
    const char closes = open.kind == '(' ? ')' : ']';
    bool& is_missing = closes == ')' ? no_round_ : no_square_;
    if (is_missing) return std::nullopt;
    for (auto sign = next_sign(open.end); sign; sign = next_sign(sign->end)) {
      if (!is_dollar(*sign) && sign->kind == closes) return sign;
    }
    is_missing = true;
    return std::nullopt;
  }

  std::optional<Sign> closing_dollar(const Sign& open) {
    if (!has_open_brace_) {
      if (const auto sign = dollar_outside_of_braces(open.end)) return sign;
      has_open_brace_ = true;
    }
    auto sign = next_sign(open.end);
    while (sign && !is_dollar(*sign)) sign = next_sign(sign->end);
    return sign;
  }

  // In $x \text{ for $y$}$ the dollar signs in braces belong to another formula.
  std::optional<Sign> dollar_outside_of_braces(std::size_t at) const {
    std::size_t depth = 0;
    for (at = text_.find_first_of("$\\{}", at); at < text_.size();
         at = text_.find_first_of("$\\{}", at)) {
      if (text_[at] == '$' && depth == 0) return next_sign(at);
      if (text_[at] == '{') ++depth;
      if (text_[at] == '}' && depth > 0) --depth;
      at += text_[at] == '\\' ? 2U : 1U;
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  // There is no such delimiter after at_, so nobody has to search again.
  bool no_round_ = false;
  bool no_square_ = false;
  bool has_open_brace_ = false;  // so braces do not count
};

}  // namespace

void find_formulas(std::string_view text, std::vector<base::Span>& formulas) {
  formulas.clear();
  FormulaFinder(text).find(formulas);
}

FormulaReader::FormulaReader(const std::vector<AddedToken>& all) {
  std::vector<std::pair<std::string_view, std::uint32_t>> entries;
  for (const AddedToken& token : all) {
    for (const std::string& formula : token.formulas) entries.emplace_back(formula, token.id);
  }
  trie_ = Trie::of(std::move(entries));
}

// Walks through one formula.
class FormulaReader::Splitter {
 public:
  Splitter(const Trie& trie, std::string_view formula, std::vector<Part>& parts)
      : trie_(trie), formula_(formula), parts_(parts) {}

  void run() {
    while (at_ < formula_.size()) {
      if (formula_[at_] == '\\') {
        read_command();
      } else if (is_plain_letter(formula_[at_])) {
        read_letters();
      } else {
        read_sign();
      }
    }
    add_text(formula_.size());
  }

 private:
  void add_text(std::size_t end) {
    while (rest_ < end && is_blank(formula_[rest_])) ++rest_;
    std::size_t last = end;
    while (last > rest_ && is_blank(formula_[last - 1])) --last;
    if (rest_ < last) parts_.push_back({rest_, last, std::nullopt});
    rest_ = end;
  }

  void add_token(std::size_t begin, std::size_t end, std::uint32_t id) {
    if (id == Trie::kNone) return;
    add_text(begin);
    parts_.push_back({begin, end, id});
    rest_ = end;
  }

  std::uint32_t find(std::size_t begin, std::size_t end) const {
    return trie_.find(formula_.substr(begin, end - begin));
  }

  std::size_t letters_end(std::size_t from) const {
    while (from < formula_.size() && is_plain_letter(formula_[from])) ++from;
    return from;
  }

  // The position of a brace after white space; empty if something else follows.
  std::optional<std::size_t> brace_at(std::size_t at) const {
    while (at < formula_.size() && is_blank(formula_[at])) ++at;
    return at < formula_.size() && formula_[at] == '{' ? std::optional(at) : std::nullopt;
  }

  void read_command() {
    const std::size_t begin = at_;
    at_ = letters_end(begin + 1);
    if (at_ == begin + 1 && at_ < formula_.size()) at_ += character_size(formula_[at_]);
    at_ = std::min(at_, formula_.size());
    const std::string_view command = formula_.substr(begin, at_ - begin);
    const auto brace = brace_at(at_);
    if (brace && takes_words(command)) {
      const std::size_t end = group_end(formula_, *brace);
      // \begin{matrix} is a token if it is listed.
      const std::uint32_t whole = find(begin, end);
      add_token(begin, whole == Trie::kNone ? at_ : end,
                whole == Trie::kNone ? find(begin, at_) : whole);
      add_text(end);
      at_ = end;
      return;
    }
    add_token(begin, at_, find(begin, at_));
    // A name does not start another inside it, so that nested groups take linear time.
    if (brace && at_ >= names_end_ && takes_names(command))
      names_end_ = group_end(formula_, *brace);
  }

  void read_letters() {
    const std::size_t begin = at_;
    at_ = letters_end(at_);
    const std::uint32_t word = find(begin, at_);
    if (word != Trie::kNone) return add_token(begin, at_, word);
    if (begin < names_end_ && at_ - begin > 1) return;
    for (std::size_t i = begin; i < at_; ++i) add_token(i, i + 1, find(i, i + 1));
  }

  void read_sign() {
    const Trie::Match sign = trie_.longest_prefix(formula_.substr(at_));
    const std::size_t begin = at_;
    at_ += std::max<std::size_t>(sign.size, 1);
    add_token(begin, at_, sign.value);
  }

  const Trie& trie_;
  std::string_view formula_;
  std::vector<Part>& parts_;
  std::size_t at_ = 0;
  std::size_t rest_ = 0;       // start of the text that is not yet in a part
  std::size_t names_end_ = 0;  // of the group in which adjacent letters form a name
};

void FormulaReader::split(std::string_view formula, std::vector<Part>& parts) const {
  parts.clear();
  Splitter(trie_, formula, parts).run();
}

}  // namespace noether::neural::tokens
