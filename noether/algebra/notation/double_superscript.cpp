#include "noether/algebra/notation/double_superscript.h"

#include <vector>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::algebra {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { match_braces(); }

  std::optional<base::Error> find() const {
    for (std::size_t at = 0; at < text_.size(); at = token_end(at)) {
      if (text_[at] != '^') continue;
      std::size_t next = skip_blanks(argument_end(at));
      // A subscript or primes may stand between the two.
      while (next < text_.size() && (text_[next] == '_' || text_[next] == '\'')) {
        next = skip_blanks(text_[next] == '_' ? argument_end(next) : next + 1);
      }
      if (next < text_.size() && text_[next] == '^') {
        return base::Error{
            "two exponents in a row",
            {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(argument_end(next))},
            "write x^{a^b} or {x^a}^b"};
      }
    }
    return std::nullopt;
  }

 private:
  std::size_t token_end(std::size_t at) const {
    if (text_[at] != '\\' || at + 1 >= text_.size()) return at + 1;
    std::size_t end = at + 1;
    if (!base::is_letter(text_[end])) return end + 1;
    while (end < text_.size() && base::is_letter(text_[end])) ++end;
    return end;
  }

  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at;
  }

  // Where the argument of the script sign at `at` ends.
  std::size_t argument_end(std::size_t at) const {
    const std::size_t begin = skip_blanks(at + 1);
    if (begin >= text_.size()) return text_.size();
    if (text_[begin] == '{') return closing_[begin] + 1;
    if (text_[begin] == '\\') return token_end(begin);
    return begin + base::decode_code_point(text_.substr(begin)).bytes.size();
  }

  void match_braces() {
    closing_.assign(text_.size(), text_.size() - 1);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text_.size(); at = token_end(at)) {
      if (text_[at] == '{') open.push_back(at);
      if (text_[at] == '}' && !open.empty()) {
        closing_[open.back()] = at;
        open.pop_back();
      }
    }
  }

  std::string_view text_;
  std::vector<std::size_t> closing_;  // by the position of an opening brace
};

}  // namespace

std::optional<base::Error> find_double_superscript(std::string_view latex) {
  if (latex.find('^') == std::string_view::npos) return std::nullopt;
  return Scanner(latex).find();
}

}  // namespace noether::algebra
