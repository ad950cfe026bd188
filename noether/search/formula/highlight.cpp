#include "noether/search/formula/highlight.h"

namespace noether::search {

std::vector<base::Span> highlight(const FormulaQuery& query, std::string_view latex) {
  if (query.latex() != latex) return {};
  return {{0, static_cast<std::uint32_t>(latex.size())}};
}

}  // namespace noether::search
