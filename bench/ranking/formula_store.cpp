#include "bench/ranking/formula_store.h"

#include <algorithm>
#include <cmath>

#include "bench/ranking/names.h"
#include "noether/algebra/fingerprint.h"
#include "noether/algebra/read_expression.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/index/features/feature_key.h"

namespace noether::bench {
namespace {

// Algebra's state is large: one for all formulas of a study.
base::Digest meaning_of(const formula::OperatorTree& tree) {
  static algebra::Vocabulary vocabulary;
  static algebra::Expressions pool(vocabulary);
  static algebra::Fingerprinter fingerprinter(pool);
  if (tree.empty() || tree.node_count() > 200) return {};
  const auto expression = algebra::from_operators(tree, pool);
  return expression ? fingerprinter.fingerprint(*expression) : base::Digest{};
}

// Of all sub-expressions with an operator, whatever the order of unordered operands.
std::vector<base::Digest> part_ids(const PlainTree& tree, base::Digest& root) {
  std::vector<std::uint64_t> keys(tree.size());
  std::vector<base::Digest> parts;
  std::vector<std::uint64_t> operands;
  for (std::size_t i = tree.size(); i-- > 0;) {
    const PlainTree::Node& node = tree.nodes[i];
    operands.clear();
    for (std::uint32_t k = 0; k < node.child_count; ++k) {
      const std::uint32_t child = tree.children[node.first_child + k];
      operands.push_back(index::extend_key(keys[child], tree.nodes[child].edge));
    }
    std::ranges::sort(operands);
    keys[i] = node.label;
    for (const std::uint64_t operand : operands) keys[i] = index::extend_key(keys[i], operand);
    parts.push_back({keys[i], node.child_count});
  }
  if (!parts.empty()) root = parts.back();
  std::ranges::sort(parts);
  return parts;
}

double frequency(const std::unordered_map<std::uint64_t, std::uint32_t>& table, std::uint64_t key) {
  const auto found = table.find(key);
  return found == table.end() ? 0.5 : found->second;
}

}  // namespace

StoredFormula FormulaStore::read(const std::string& latex) const {
  StoredFormula stored = read_unweighed(latex);
  weigh(stored);
  return stored;
}

StoredFormula FormulaStore::read_unweighed(const std::string& latex) const {
  static formula::FormulaReader reader;
  static index::OperatorPathReader path_reader;
  static index::FeatureCounter counter;
  index::LayoutTupleReader tuple_reader(kinds_);
  formula::Formula formula;
  StoredFormula stored;
  if (!reader.read(formula::Notation::Latex, without_punctuation(latex), formula)) return stored;
  path_reader.read(formula.operators, stored.paths);
  tuple_reader.read(formula.layout, counter);
  stored.tuples.assign(counter.counts().begin(), counter.counts().end());
  std::ranges::sort(stored.tuples, {}, &index::FeatureCount::key);
  for (const auto& tuple : stored.tuples) stored.tuple_count += tuple.count;
  stored.layout = plain_tree(formula.layout);
  stored.operators = plain_tree(formula.operators);
  stored.visual = formula::visual_id(formula.layout);
  stored.structural = formula::structural_id(formula.operators);
  stored.alpha = formula::alpha_id(formula.operators);
  stored.names = names_in(formula.layout);
  stored.parts = part_ids(stored.operators, stored.root_part);
  stored.meaning = meaning_of(formula.operators);
  return stored;
}

FormulaStore::FormulaStore(const std::vector<std::string>& latex, index::TupleKinds kinds)
    : kinds_(kinds) {
  std::vector<std::uint64_t> keys;
  const auto count = [&](Frequencies& table) {
    std::ranges::sort(keys);
    const auto rest = std::ranges::unique(keys);
    keys.erase(rest.begin(), rest.end());
    for (const std::uint64_t key : keys) ++table[key];
    keys.clear();
  };
  for (const std::string& text : latex) {
    const StoredFormula& stored = formulas_.emplace_back(read_unweighed(text));
    for (const auto& prefix : stored.paths.prefixes) keys.push_back(prefix.key);
    count(paths_);
    for (const auto& tuple : stored.tuples) keys.push_back(tuple.key);
    count(tuples_);
    for (const auto& node : stored.operators.nodes) keys.push_back(node.label);
    for (const auto& node : stored.layout.nodes) keys.push_back(node.label);
    keys.insert(keys.end(), stored.names.begin(), stored.names.end());
    count(symbols_);
    mean_tuple_count_ += stored.tuple_count;
  }
  mean_tuple_count_ /= static_cast<double>(std::max<std::size_t>(1, formulas_.size()));
  for (StoredFormula& stored : formulas_) weigh(stored);
}

void FormulaStore::weigh(StoredFormula& stored) const {
  for (const auto& tuple : stored.tuples) {
    const double weight = tuple_idf(tuple.key) * std::sqrt(tuple.count);
    stored.tuple_norm += weight * weight;
  }
  std::vector<double> tops(std::max<std::size_t>(1, stored.paths.tops.size()));
  for (const auto& prefix : stored.paths.prefixes) tops[prefix.top] += path_idf(prefix.key);
  stored.path_structure = *std::ranges::max_element(tops);
}

double FormulaStore::tuple_idf(std::uint64_t key) const {
  return std::max(0.0, std::log(static_cast<double>(size()) / tuple_frequency(key)));
}
double FormulaStore::path_idf(std::uint64_t key) const {
  return std::max(0.0, std::log(static_cast<double>(size()) / path_frequency(key)));
}
double FormulaStore::symbol_idf(std::uint64_t key) const {
  return std::max(0.0, std::log(static_cast<double>(size()) / symbol_frequency(key)));
}

double FormulaStore::path_frequency(std::uint64_t key) const { return frequency(paths_, key); }
double FormulaStore::tuple_frequency(std::uint64_t key) const { return frequency(tuples_, key); }
double FormulaStore::symbol_frequency(std::uint64_t key) const { return frequency(symbols_, key); }

}  // namespace noether::bench
