
#include "noether/text/markup/inline_markup.h"

namespace noether::text {
namespace {

bool is_of_role(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '+' || c == ':';
}

// The length of ":math:" at the beginning; 0 if there is no role.
std::size_t role_length(std::string_view text) {
  constexpr std::size_t kMaxBytes = 60;
  std::size_t at = 1;
  while (at < text.size() && at < kMaxBytes && is_of_role(text[at])) ++at;
  const bool is_role = at > 2 && at < text.size() && text[at - 1] == ':' && text[at] == '`';
  return is_role ? at : 0;
}

// `text <target>` without the target, `~module.name` without the sign.
std::string_view shown(std::string_view text) {
  if (text.ends_with('>')) {
    const std::size_t open = text.rfind('<');
    if (open != std::string_view::npos && open > 0) return without_blanks(text.substr(0, open));
  }
  if (text.starts_with('~') || text.starts_with('!')) text.remove_prefix(1);
  return text;
}

class RstInline {
 public:
  RstInline(std::string_view text, bool math_by_default, FieldBuilder& out)
      : at_(text, out), math_by_default_(math_by_default) {}

  void run() {
    while (!at_.ended()) {
      const char c = at_.front();
      const bool taken = (c == '$' && at_.take_formula()) || (c == '\\' && take_escape()) ||
                         (c == ':' && take_role()) || (c == '`' && take_quoted()) ||
                         (c == '[' && take_note()) || (c == '*' && take_stars());
      if (!taken) at_.pass();
    }
    at_.finish();
  }

 private:
  bool take_escape() {
    // An escaped blank joins the text before and after it.
    const bool is_blank = at_.after(1) == ' ' || at_.after(1) == '\n';
    at_.drop(is_blank ? 2 : 1);
    if (!is_blank) at_.pass();
    return true;
  }

  bool take_role() {
    const std::size_t role = role_length(at_.rest());
    if (role == 0) return false;
    const auto end = at_.find("`", role + 1);
    if (!end) return false;
    const std::string_view name = at_.rest().substr(1, role - 2);
    const std::string_view inside = at_.rest().substr(role + 1, *end - role - 1);
    if (name == "math" || name == "eqmath") {
      at_.write_formula(inside, *end + 1);
    } else {
      at_.write(shown(inside), *end + 1);
    }
    return true;
  }

  bool take_quoted() {
    const std::string_view rest = at_.rest();
    if (rest.starts_with("``")) {
      const auto end = at_.find("``", 3);
      if (!end) return false;
      at_.write(rest.substr(2, *end - 2), *end + 2);
      return true;
    }
    const auto end = at_.find("`", 1);
    if (!end || *end == 1) return false;
    const std::string_view inside = rest.substr(1, *end - 1);
    // `text <target>`_ and `text`:role:
    std::size_t behind = *end + 1;
    const bool is_link = at_.after(behind) == '_';
    while (at_.after(behind) == '_') ++behind;
    const bool is_math = rest.substr(behind).starts_with(":math:");
    if (is_math) behind += 6;
    if (is_math || (math_by_default_ && !is_link)) {
      at_.write_formula(inside, behind);
    } else {
      at_.write(shown(inside), behind);
    }
    return true;
  }

  // [1]_ and [CIT2002]_
  bool take_note() {
    const auto end = at_.find("]", 1);
    if (!end || at_.after(*end + 1) != '_' || *end > 40) return false;
    at_.drop(*end + 2);
    return true;
  }

  bool take_stars() {
    if (at_.rest().starts_with("**")) {
      at_.drop(2);
      return true;
    }
    if (!at_.is_emphasis()) return false;
    at_.drop(1);
    return true;
  }

  InlineCursor at_;
  bool math_by_default_;
};

}  // namespace

void append_rst_inline(std::string_view text, bool math_by_default, FieldBuilder& out) {
  RstInline(text, math_by_default, out).run();
}

}  // namespace noether::text
