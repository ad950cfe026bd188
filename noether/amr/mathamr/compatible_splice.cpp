#include "noether/amr/mathamr/compatible_splice.h"

#include <optional>
#include <utility>
#include <vector>

#include "noether/amr/lower_case.h"
#include "noether/amr/mathamr/operator_graph.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

// A pattern `before`, digits, `after`.
struct IdPattern {
  std::string_view before;
  std::string_view after;
};

struct FoundId {
  std::size_t begin;
  std::size_t end;
  std::string number;
};

std::optional<FoundId> find_id(std::string_view text, const IdPattern& pattern, std::size_t from) {
  for (std::size_t at = text.find(pattern.before, from); at != std::string_view::npos;
       at = text.find(pattern.before, at + 1)) {
    const std::size_t begin = at + pattern.before.size();
    std::size_t end = begin;
    while (end < text.size() && base::is_digit(text[end])) ++end;
    if (end > begin && text.substr(end).starts_with(pattern.after)) {
      return FoundId{at, end + pattern.after.size(), std::string(text.substr(begin, end - begin))};
    }
  }
  return std::nullopt;
}

// Ids that lost a part on the way through a parser.
std::string repair_ids(std::string text) {
  constexpr IdPattern kDamaged[] = {
      {"\"eqx", "eq\""}, {"\"eqx", "e\""}, {"\"eqx", "\""}, {"\"", "eqx\""}};
  for (const IdPattern& pattern : kDamaged) {
    std::size_t from = 0;
    while (const auto found = find_id(text, pattern, from)) {
      const std::string whole = "\"eqx" + found->number + "eqx\"";
      text.replace(found->begin, found->end - found->begin, whole);
      from = found->begin + whole.size();
    }
  }
  return text;
}

// Every id of the pattern in the order of the text; all are looked for before one is replaced.
void splice_all(std::string& text, const IdPattern& pattern, const FormulaTexts& formulas,
                TypeCounts& counts) {
  std::vector<std::pair<std::string, std::string>> ids;  // as written, and the number
  std::size_t from = 0;
  while (auto found = find_id(text, pattern, from)) {
    from = found->end;
    ids.emplace_back(text.substr(found->begin, from - found->begin), std::move(found->number));
  }
  std::unordered_map<std::string, std::string> roots;  // variables of formulas that stand there
  for (const auto& [written, number] : ids) {
    const auto given = formulas.find(number);
    if (given == formulas.end()) continue;
    std::string graph;
    if (const auto root = roots.find(number); root != roots.end()) {
      graph = root->second;
    } else {
      const auto tree = read_tangent_tree(given->second);
      if (!tree) continue;
      auto made = write_operator_graph(*tree, counts);
      if (!made) continue;
      graph = *std::move(made);
      roots.emplace(number, graph.substr(1, graph.find('/') - 1));
    }
    const std::size_t at = text.find(written);
    if (at != std::string::npos) text.replace(at, written.size(), "MATH \n :math " + graph);
  }
}

}  // namespace

std::string splice_compatibly(std::string_view graph, const FormulaTexts& formulas) {
  while (graph.starts_with('#')) {
    const std::size_t end = graph.find('\n');
    graph = end == std::string_view::npos ? std::string_view() : graph.substr(end + 1);
  }
  std::string text = repair_ids(lower_case(graph));
  TypeCounts counts;
  splice_all(text, {"\"eqx", "eqx\""}, formulas, counts);
  splice_all(text, {"eqx", "eqx"}, formulas, counts);
  return text;
}

}  // namespace noether::amr
