#include "noether/text/delimited_text.h"

#include <algorithm>
#include <optional>

#include "noether/base/ascii.h"

namespace noether::text {
namespace {

constexpr std::size_t kMaxDelimitedBytes = 20'000;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The number of words with three or more small letters: prose has such words, formulas do not.
int count_prose_words(std::string_view text) {
  int words = 0;
  std::size_t run = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] >= 'a' && text[i] <= 'z') {
      ++run;
    } else {
      if (run >= 3 && (i == text.size() || text[i] == ' ' || text[i] == ',')) ++words;
      run = 0;
    }
  }
  return words;
}

// Whether the text between two dollar signs is a formula and not an amount of money; `after` is the
// text behind the second one.
bool looks_like_formula(std::string_view inside, std::string_view after) {
  if (std::ranges::all_of(inside, is_blank)) return false;
  if (inside.find('\\') != std::string_view::npos) return true;
  const bool amount_before = base::is_digit(inside.front());
  const bool amount_after = !after.empty() && base::is_digit(after.front());
  if (amount_before && amount_after) return false;
  const bool symbols = inside.find_first_of("^_=<>{}|+*/") != std::string_view::npos;
  const int words = count_prose_words(inside);
  if (symbols) return words <= 2;
  if (amount_after || words >= 2) return false;
  if (amount_before && (words > 0 || is_blank(inside.back()))) return false;
  return words == 0 || !is_blank(inside.back());
}

struct Close {
  std::optional<std::size_t> at = std::nullopt;
  bool may_come = false;  // in text that follows this one
};

// The place of `close` outside braces, from `from` on; an empty line or too much text ends the
// search.
Close find_close(std::string_view text, std::size_t from, std::string_view close) {
  const std::size_t limit = std::min(text.size(), from + kMaxDelimitedBytes);
  int depth = 0;
  for (std::size_t i = from; i < limit; ++i) {
    const char c = text[i];
    if (depth <= 0 && text.substr(i).starts_with(close)) return {.at = i};
    if (c == '\\') {
      ++i;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      --depth;
    } else if (c == '\n') {
      const std::size_t next = text.find_first_not_of(" \t\r", i + 1);
      if (next != std::string_view::npos && text[next] == '\n') return {};
    }
  }
  return {.may_come = limit == text.size()};
}

// The environments that MathJax reads without dollar signs around them.
bool is_display_environment(std::string_view name) {
  if (name.ends_with('*')) name.remove_suffix(1);
  for (const std::string_view known :
       {"align", "aligned", "alignat", "array", "bmatrix", "cases", "displaymath", "eqnarray",
        "equation", "flalign", "gather", "gathered", "math", "matrix", "multline", "pmatrix",
        "split", "vmatrix"}) {
    if (name == known) return true;
  }
  return false;
}

constexpr std::string_view kBegin = "\\begin{";
constexpr std::size_t kMaxBeginBytes = 40;  // including the name of the environment

std::string_view environment_of(std::string_view begin) {
  return begin.substr(kBegin.size(), begin.substr(0, kMaxBeginBytes).find('}') - kBegin.size());
}

struct Delimiters {
  std::string_view open;
  std::string_view close;
};
// The longer ones first.
constexpr Delimiters kDelimiters[] = {{"$$", "$$"}, {"\\[", "\\]"}, {"\\(", "\\)"}, {"$", "$"}};

}  // namespace

std::optional<DelimitedFormula> delimited_formula_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(kBegin)) {
    const std::string_view name = environment_of(rest);
    if (!is_display_environment(name)) return std::nullopt;
    const std::string close = "\\end{" + std::string(name) + "}";
    const std::size_t end = text.substr(0, at + kMaxDelimitedBytes).find(close, at);
    if (end == std::string_view::npos) return std::nullopt;
    return DelimitedFormula{text.substr(at, end + close.size() - at), end + close.size()};
  }
  for (const Delimiters& pair : kDelimiters) {
    if (!rest.starts_with(pair.open)) continue;
    const std::size_t begin = at + pair.open.size();
    const std::optional<std::size_t> close = find_close(text, begin, pair.close).at;
    if (!close) continue;
    if (*close == begin) return std::nullopt;
    const std::string_view inside = text.substr(begin, *close - begin);
    const std::size_t end = *close + pair.close.size();
    if (pair.open == "$" && !looks_like_formula(inside, text.substr(end))) continue;
    return DelimitedFormula{inside, end};
  }
  return std::nullopt;
}

bool may_become_formula(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (kBegin.starts_with(rest) || rest == "$") return true;
  if (rest.starts_with(kBegin)) {
    if (rest.size() < kMaxBeginBytes && !rest.contains('}')) return true;
    return is_display_environment(environment_of(rest)) && rest.size() < kMaxDelimitedBytes &&
           !delimited_formula_at(text, at);
  }
  for (const Delimiters& pair : kDelimiters) {
    if (!rest.starts_with(pair.open)) continue;
    const Close close = find_close(text, at + pair.open.size(), pair.close);
    if (close.may_come) return true;
    // Digits behind a dollar sign show that it is money.
    if (close.at) return pair.open == "$" && *close.at + 1 == text.size();
  }
  return false;
}

void append_delimited(std::string_view text, FieldBuilder& out) {
  std::size_t begin = 0;  // begin of the text that is not written yet
  std::size_t failures = 0;
  for (std::size_t i = 0; i < text.size();) {
    i = text.find_first_of("$\\", i);
    if (i == std::string_view::npos) break;
    if (text.substr(i).starts_with("\\$")) {
      out.append(text.substr(begin, i - begin));
      begin = i + 1;
      i += 2;
      continue;
    }
    if (text.substr(i).starts_with("\\\\")) {
      i += 2;
      continue;
    }
    // Each failed search may look at all the text that one formula may have.
    const std::optional<DelimitedFormula> formula =
        failures < 1'000 ? delimited_formula_at(text, i) : std::nullopt;
    if (formula) {
      out.append(text.substr(begin, i - begin));
      out.append_formula(formula->latex);
      begin = i = formula->end;
    } else {
      const char next = i + 1 < text.size() ? text[i + 1] : ' ';
      if (text[i] == '$' || next == '(' || next == '[' || next == 'b') ++failures;
      i += text.substr(i).starts_with("$$") ? std::size_t{2} : std::size_t{1};
    }
  }
  out.append(text.substr(std::min(begin, text.size())));
}

Field read_plain_text(std::string_view text, std::string_view name) {
  FieldBuilder out{std::string(name)};
  while (!text.empty()) {
    // An empty line: two line feeds with nothing but blanks between them.
    std::size_t end = text.find('\n');
    std::size_t next = std::string_view::npos;
    while (end != std::string_view::npos) {
      next = text.find_first_not_of(" \t\r", end + 1);
      if (next != std::string_view::npos && text[next] == '\n') break;
      end = next == std::string_view::npos ? next : text.find('\n', next);
    }
    append_delimited(text.substr(0, end), out);
    out.end_paragraph();
    if (end == std::string_view::npos) break;
    text.remove_prefix(next + 1);
  }
  return out.take();
}

}  // namespace noether::text
