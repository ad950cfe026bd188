#include "noether/text/markup/asciidoc_inline.h"

#include <string>

#include "noether/formula/plain/plain_math.h"
#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

// A bracket in a macro is written \].
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\]")) continue;
    out += text[i];
  }
  return out;
}

class AsciidocInline {
 public:
  AsciidocInline(std::string_view text, bool stem_is_latex, FieldBuilder& out)
      : at_(text, out), stem_is_latex_(stem_is_latex) {}

  void run() {
    while (!at_.ended()) {
      const char c = at_.front();
      const std::string_view rest = at_.rest();
      const bool taken =
          ((c == '$' || c == '\\') && at_.take_formula()) ||
          (c == 's' && take_stem("stem:[", stem_is_latex_)) ||
          (c == 'l' && (take_stem("latexmath:[", true) || take_macro("link:", true))) ||
          (c == 'a' && take_stem("asciimath:[", false)) ||
          (c == 'x' && take_macro("xref:", true)) || (c == 'i' && take_macro("image:", false)) ||
          (c == 'h' && take_address()) || (c == 'f' && take_macro("footnote:", true)) ||
          (c == '<' && take_reference()) || (rest.starts_with("[[") && take_anchor()) ||
          (c == '`' && take_code()) ||
          (c != ' ' && std::string_view("*_#+").find(c) != std::string_view::npos && take_mark());
      if (!taken) at_.pass();
    }
    at_.finish();
  }

 private:
  // Behind the bracket that opens: how far the one that closes it stands.
  std::optional<std::size_t> find_bracket(std::size_t from) const {
    std::size_t end = from;
    while (true) {
      const auto found = at_.find("]", end);
      if (!found || at_.rest()[*found - 1] != '\\') return found;
      end = *found + 1;
    }
  }

  bool take_stem(std::string_view macro, bool is_latex) {
    if (!at_.rest().starts_with(macro)) return false;
    const auto end = find_bracket(macro.size());
    if (!end) return false;
    const std::string formula = unescaped(at_.rest().substr(macro.size(), *end - macro.size()));
    at_.drop(*end + 1);
    append_stem(formula, is_latex, at_.out());
    return true;
  }

  // name:target[text]
  bool take_macro(std::string_view name, bool keeps_text) {
    if (!at_.rest().starts_with(name)) return false;
    return take_target(name.size(), keeps_text);
  }

  bool take_address() {
    if (!at_.rest().starts_with("http://") && !at_.rest().starts_with("https://")) return false;
    return take_target(8, true);
  }

  bool take_target(std::size_t from, bool keeps_text) {
    const std::size_t open = at_.rest().substr(0, 1'000).find_first_of("[ \n", from);
    if (open == std::string_view::npos || at_.rest()[open] != '[') return false;
    const auto end = find_bracket(open + 1);
    if (!end) return false;
    std::string text = unescaped(at_.rest().substr(open + 1, *end - open - 1));
    if (text.ends_with('^')) text.pop_back();
    at_.drop(*end + 1);
    if (keeps_text) {
      at_.out().append(text);
    }
    return true;
  }

  // <<id,text>>
  bool take_reference() {
    if (!at_.rest().starts_with("<<")) return false;
    const auto end = at_.find(">>", 2);
    if (!end) return false;
    const std::string_view inside = at_.rest().substr(2, *end - 2);
    const std::size_t comma = inside.find(',');
    at_.write(comma == std::string_view::npos ? std::string_view() : inside.substr(comma + 1),
              *end + 2);
    return true;
  }

  bool take_anchor() {
    const auto end = at_.find("]]", 2);
    if (!end || *end > 200) return false;
    at_.drop(*end + 2);
    return true;
  }

  // `code` and `+literal+`: no formulas.
  bool take_code() {
    const auto end = at_.find("`", 1);
    if (!end || *end == 1) return false;
    std::string_view inside = at_.rest().substr(1, *end - 1);
    if (inside.size() > 2 && inside.starts_with('+') && inside.ends_with('+')) {
      inside = inside.substr(1, inside.size() - 2);
    }
    at_.write(inside, *end + 1);
    return true;
  }

  bool take_mark() {
    if (!at_.is_emphasis()) return false;
    at_.drop(1);
    return true;
  }

  InlineCursor at_;
  bool stem_is_latex_;
};

}  // namespace

void append_stem(std::string_view formula, bool is_latex, FieldBuilder& out) {
  // $...$ around it is allowed, for programs that look for that.
  formula = without_blanks(formula);
  if (formula.size() > 2 && formula.starts_with('$') && formula.ends_with('$')) {
    formula = formula.substr(1, formula.size() - 2);
  }
  // A backslash is of LaTeX, which the file forgot to announce.
  if (is_latex || formula.contains('\\')) {
    out.append_formula(formula);
  } else {
    out.append_formula(formula::latex_from_plain(formula).latex);
  }
}

void append_asciidoc_inline(std::string_view text, bool stem_is_latex, FieldBuilder& out) {
  AsciidocInline(text, stem_is_latex, out).run();
}

}  // namespace noether::text
