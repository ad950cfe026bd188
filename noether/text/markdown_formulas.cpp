#include "noether/text/markdown_formulas.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "noether/text/delimited_text.h"

namespace noether::text {
namespace {

constexpr std::string_view kOpen = "\uE000";
constexpr std::string_view kClose = "\uE001";

}  // namespace

// Where the code ends whose backquotes or tildes begin at `at`; `at` itself when it is none.
std::size_t MarkdownFormulas::code_end(std::size_t at) const {
  const char mark = source_[at];
  const std::size_t run = std::min(source_.find_first_not_of(mark, at), source_.size()) - at;
  const bool line_start = at == 0 || source_[at - 1] == '\n';
  if (run < 3 && mark == '~') return at + run;
  const std::string fence = (line_start && run >= 3 ? "\n" : "") + std::string(run, mark);
  const std::size_t end = source_.substr(0, at + 100'000).find(fence, at + run);
  if (end == std::string_view::npos) return at + run;
  return end + fence.size();
}

MarkdownFormulas::MarkdownFormulas(std::string_view source) : source_(source) {
  masked_.reserve(source.size());
  std::size_t begin = 0;
  std::size_t failures = 0;
  for (std::size_t at = 0; (at = source.find_first_of("$\\`~\xEE", at)) != source.npos;) {
    if (source[at] == '`' || source[at] == '~') {
      const std::size_t run_end = std::min(source.find_first_not_of(source[at], at), source.size());
      const std::size_t end = failures < 1'000 ? code_end(at) : run_end;
      if (end == run_end) ++failures;
      at = end;
      continue;
    }
    if (source[at] == '\xEE') {
      // The two characters themselves must not be in the text.
      const std::string_view rest = source.substr(at);
      if (rest.starts_with(kOpen) || rest.starts_with(kClose)) {
        masked_.append(source, begin, at - begin);
        masked_ += "\uFFFD";
        begin = at + kOpen.size();
      }
      ++at;
      continue;
    }
    const bool escaped =
        source.substr(at).starts_with("\\\\") || source.substr(at).starts_with("\\$");
    const std::optional<DelimitedFormula> formula =
        escaped || failures > 1'000 ? std::nullopt : delimited_formula_at(source, at);
    if (!formula) {
      const char next = at + 1 < source.size() ? source[at + 1] : ' ';
      if (source[at] == '$' || next == '(' || next == '[' || next == 'b') ++failures;
      at += escaped || source.substr(at).starts_with("$$") ? std::size_t{2} : std::size_t{1};
      continue;
    }
    masked_.append(source, begin, at - begin);
    masked_ += kOpen;
    masked_ += std::to_string(formulas_.size());
    masked_ += kClose;
    formulas_.push_back({formula->latex, source.substr(at, formula->end - at)});
    begin = at = formula->end;
  }
  masked_.append(source, std::min(begin, source.size()));
}

template <typename Text, typename Use>
void MarkdownFormulas::for_each_part(std::string_view masked, Text text, Use formula) const {
  while (!masked.empty()) {
    const std::size_t open = masked.find(kOpen);
    const std::size_t close = open == masked.npos ? open : masked.find(kClose, open);
    if (close == masked.npos) {
      text(masked);
      return;
    }
    text(masked.substr(0, open));
    const std::string_view digits = masked.substr(open + kOpen.size(), close - open - kOpen.size());
    std::size_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < formulas_.size()) formula(formulas_[number]);
    masked.remove_prefix(close + kClose.size());
  }
}

void MarkdownFormulas::append(std::string_view text, FieldBuilder& out) const {
  for_each_part(
      text, [&](std::string_view part) { out.append(part); },
      [&](const Formula& formula) { out.append_formula(formula.latex); });
}

std::string MarkdownFormulas::restored(std::string_view text) const {
  std::string out;
  for_each_part(
      text, [&](std::string_view part) { out += part; },
      [&](const Formula& formula) { out += formula.source; });
  return out;
}

std::size_t MarkdownFormulas::count_lines(std::string_view text) const {
  std::ptrdiff_t lines = 0;
  for_each_part(
      text, [&](std::string_view part) { lines += std::ranges::count(part, '\n'); },
      [&](const Formula& formula) { lines += std::ranges::count(formula.source, '\n'); });
  return static_cast<std::size_t>(lines);
}

}  // namespace noether::text
