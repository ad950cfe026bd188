#include "noether/search/query/formula_signs.h"

#include <algorithm>

namespace noether::search {
namespace {

// After a closing sign inside braces, a sign outside them is searched only within this distance, so
// that time stays linear for any input.
constexpr std::size_t kMaxFurtherBytes = 1024;
constexpr std::size_t kMaxEnvironmentName = 32;
constexpr std::string_view kLatexSigns = "\\^_{}=";

std::optional<std::size_t> formula_end(std::string_view text, std::size_t begin,
                                       const FormulaSigns& signs) {
  std::size_t stop = text.size();
  std::optional<std::size_t> inside_braces;
  std::size_t depth = 0;
  for (std::size_t at = begin + signs.open.size(); at < stop; ++at) {
    if (text[at] == signs.close[0] && text.substr(at).starts_with(signs.close)) {
      const std::size_t end = at + signs.close.size();
      if (depth == 0) return end;
      if (!inside_braces) {
        inside_braces = end;
        stop = std::min(stop, end + kMaxFurtherBytes);
      }
    }
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '{') {
      ++depth;
    } else if (text[at] == '}' && depth > 0) {
      --depth;
    }
  }
  return inside_braces;
}

}  // namespace

std::optional<FormulaSigns> formula_signs_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with('$')) {
    if (at > 0 && text[at - 1] == '\\') return std::nullopt;
    if (rest.starts_with("$$")) return FormulaSigns{"$$", "$$"};
    return FormulaSigns{"$", "$"};
  }
  if (rest.starts_with("\\(")) return FormulaSigns{"\\(", "\\)"};
  if (rest.starts_with("\\[")) return FormulaSigns{"\\[", "\\]"};
  constexpr std::string_view kBegin = "\\begin{";
  if (rest.starts_with(kBegin)) {
    const std::size_t close = rest.substr(0, kBegin.size() + kMaxEnvironmentName).find('}');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string name(rest.substr(kBegin.size(), close - kBegin.size()));
    return FormulaSigns{std::string(rest.substr(0, close + 1)), "\\end{" + name + "}", true};
  }
  return std::nullopt;
}

std::optional<std::size_t> FormulaScanner::end(std::size_t begin, const FormulaSigns& signs) {
  if (unclosed_ >= kMostUnclosed) return std::nullopt;
  const auto found = formula_end(text_, begin, signs);
  if (!found) ++unclosed_;
  return found;
}

std::optional<std::size_t> latex_sign_in(std::string_view words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words.substr(at).starts_with("\\$")) {
      ++at;
    } else if (kLatexSigns.find(words[at]) != std::string_view::npos) {
      return at;
    }
  }
  return std::nullopt;
}

std::vector<text::FormulaSpan> formulas_of(std::string_view text) {
  std::vector<text::FormulaSpan> spans;
  FormulaScanner scanner(text);
  for (std::size_t at = 0; at < text.size();) {
    const auto signs = formula_signs_at(text, at);
    const auto end = signs ? scanner.end(at, *signs) : std::nullopt;
    if (!end) {
      ++at;
      continue;
    }
    const std::size_t first = signs->keeps_signs ? at : at + signs->open.size();
    const std::size_t last = signs->keeps_signs ? *end : *end - signs->close.size();
    spans.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), "", ""});
    at = *end;
  }
  return spans;
}

}  // namespace noether::search
