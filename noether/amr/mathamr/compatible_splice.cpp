#include "noether/amr/mathamr/compatible_splice.h"

#include <optional>
#include <utility>

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
    std::string repaired;
    std::size_t from = 0;
    while (const auto found = find_id(text, pattern, from)) {
      repaired += text.substr(from, found->begin - from);
      repaired += "\"eqx" + found->number + "eqx\"";
      from = found->end;
    }
    text = repaired += text.substr(from);
  }
  return text;
}

// The graph of a formula, or the variable of its root where it stands in the text already. Nothing
// when it cannot be read.
class SplicedFormulas {
 public:
  SplicedFormulas(const FormulaTexts& formulas, TypeCounts& counts)
      : formulas_(formulas), counts_(counts) {}

  std::optional<std::string> next(const std::string& number) {
    if (const auto root = roots_.find(number); root != roots_.end()) return root->second;
    const auto given = formulas_.find(number);
    if (given == formulas_.end()) return std::nullopt;
    const auto tree = read_tangent_tree(given->second);
    if (!tree) return std::nullopt;
    auto graph = write_operator_graph(*tree, counts_);
    if (!graph) return std::nullopt;
    roots_.emplace(number, graph->substr(1, graph->find('/') - 1));
    return *std::move(graph);
  }

 private:
  const FormulaTexts& formulas_;
  TypeCounts& counts_;
  std::unordered_map<std::string, std::string> roots_;
};

// With all ids of the pattern replaced, in the order of the text.
std::string spliced(std::string_view text, const IdPattern& pattern, const FormulaTexts& formulas,
                    TypeCounts& counts) {
  SplicedFormulas graphs(formulas, counts);
  std::string out;
  std::size_t from = 0;
  while (const auto found = find_id(text, pattern, from)) {
    const auto graph = graphs.next(found->number);
    out += text.substr(from, found->begin - from);
    out += graph ? "MATH \n :math " + *graph
                 : std::string(text.substr(found->begin, found->end - found->begin));
    from = found->end;
  }
  return out += text.substr(from);
}

}  // namespace

std::string splice_compatibly(std::string_view graph, const FormulaTexts& formulas) {
  while (graph.starts_with('#')) {
    const std::size_t end = graph.find('\n');
    graph = end == std::string_view::npos ? std::string_view() : graph.substr(end + 1);
  }
  std::string text = repair_ids(lower_case(graph));
  TypeCounts counts;
  text = spliced(text, {"\"eqx", "eqx\""}, formulas, counts);
  return spliced(text, {"eqx", "eqx"}, formulas, counts);
}

}  // namespace noether::amr
