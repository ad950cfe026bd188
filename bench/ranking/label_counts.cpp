#include "bench/ranking/label_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "noether/formula/formula_io.h"
#include "noether/search/candidates/formula/flat_tree.h"

namespace noether::bench {
namespace {

// As a label is written in the file: the operator, then what is written.
std::string name_of(const formula::OperatorTree& tree, formula::NodeId source,
                    const search::FlatNode& node) {
  const formula::Op op = node.letter_call ? formula::Op::Variable : tree.op(source);
  std::string name(formula::op_info(op).name);
  const std::string_view label = tree.label(source);
  if (label.empty()) return name;
  return name + ' ' + std::string(node.leaf && search::is_dots(label) ? "…" : label);
}

}  // namespace

std::string write_label_counts(std::span<const std::string> latex) {
  std::map<std::string, unsigned> counts;
  formula::FormulaReader reader;
  formula::Formula formula;
  search::FlatTree flat;
  for (const std::string& written : latex) {
    if (!reader.read(formula::Notation::Latex, written, formula)) continue;
    flat.assign(formula.operators);
    std::set<std::string> names;
    for (std::size_t i = 0; i < flat.size(); ++i) {
      names.insert(name_of(formula.operators, flat.sources()[i], flat[i]));
    }
    for (const std::string& name : names) ++counts[name];
  }
  std::vector<std::pair<unsigned, std::string>> sorted;
  for (const auto& [name, count] : counts) {
    if (count >= kLeastLabelCount && !name.contains('\n')) sorted.emplace_back(count, name);
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::string text = fmt::format("formulas {}\n", latex.size());
  for (const auto& [count, name] : sorted) {
    fmt::format_to(std::back_inserter(text), "{} {}\n", count, name);
  }
  return text;
}

}  // namespace noether::bench
