#include "bench/ranking/pair_features.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bench/ranking/tree_similarity.h"
#include "bench/ranking/tuple_score.h"
#include "noether/formula/operators.h"
#include "noether/index/features/feature_key.h"

namespace noether::bench {
namespace {

struct Overlap {
  double common = 0;
  double query = 0;
  double candidate = 0;

  double dice() const { return query + candidate > 0 ? 2 * common / (query + candidate) : 1; }
  double recall() const { return query > 0 ? common / query : 1; }
};

// How much of the labels that `chosen` takes are common, rare ones weighing more.
template <typename Chosen>
Overlap overlap(const FormulaStore& store, const PlainTree& a, const PlainTree& b, Chosen chosen,
                double power = 1) {
  std::map<std::uint64_t, std::pair<int, int>> counts;
  for (const auto& node : a.nodes) {
    if (chosen(node)) ++counts[node.label].first;
  }
  for (const auto& node : b.nodes) {
    if (chosen(node)) ++counts[node.label].second;
  }
  Overlap result;
  for (const auto& [label, count] : counts) {
    const double weight = std::pow(store.symbol_idf(label) + 0.5, power);
    const auto first = std::sqrt(count.first);
    const auto second = std::sqrt(count.second);
    result.common += weight * std::min(first, second);
    result.query += weight * first;
    result.candidate += weight * second;
  }
  return result;
}

Overlap name_overlap(const FormulaStore& store, const std::vector<std::uint64_t>& a,
                     const std::vector<std::uint64_t>& b) {
  Overlap result;
  for (const auto name : a) {
    const double w = store.symbol_idf(name);
    result.query += w;
    if (std::ranges::binary_search(b, name)) result.common += w;
  }
  for (const auto name : b) result.candidate += store.symbol_idf(name);
  return result;
}

// The longest common subsequence of labels as drawn, over the mean length.
double sequence_similarity(const PlainTree& a, const PlainTree& b) {
  const std::size_t n = std::min<std::size_t>(a.size(), 150);
  const std::size_t m = std::min<std::size_t>(b.size(), 150);
  if (n == 0 || m == 0) return 0;
  std::vector<int> row(m + 1);
  for (std::size_t i = 0; i < n; ++i) {
    int diagonal = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const int above = row[j + 1];
      row[j + 1] =
          a.nodes[i].label == b.nodes[j].label ? diagonal + 1 : std::max(row[j], row[j + 1]);
      diagonal = above;
    }
  }
  return 2.0 * row[m] / static_cast<double>(n + m);
}

double largest_common_part(const StoredFormula& a, const StoredFormula& b) {
  // Parts are keys with their number of operands; how large they are is told by how many there are.
  std::size_t common = 0;
  auto at = b.parts.begin();
  for (const base::Digest& part : a.parts) {
    while (at != b.parts.end() && *at < part) ++at;
    if (at == b.parts.end()) break;
    if (*at == part && part.low > 0) {
      ++common;
      ++at;
    }
  }
  const auto inner = std::ranges::count_if(a.parts, [](const auto& part) { return part.low > 0; });
  return inner > 0 ? static_cast<double>(common) / static_cast<double>(inner) : 0;
}

double bag_cosine(const FormulaStore& store, const StoredFormula& a, const StoredFormula& b,
                  bool symbols) {
  std::map<std::uint64_t, std::pair<double, double>> bag;
  const auto key = [&](const StoredFormula& f, const index::PathPrefix& p) {
    return symbols ? index::extend_key(p.key, f.paths.leaves[p.leaf].symbol) : p.key;
  };
  for (const auto& p : a.paths.prefixes) bag[key(a, p)].first += store.path_idf(p.key);
  for (const auto& p : b.paths.prefixes) bag[key(b, p)].second += store.path_idf(p.key);
  double product = 0;
  double x = 0;
  double y = 0;
  for (const auto& [k, v] : bag) {
    product += v.first * v.second;
    x += v.first * v.first;
    y += v.second * v.second;
  }
  return product > 0 ? product / std::sqrt(x * y) : 0;
}

bool contains(const StoredFormula& whole, const StoredFormula& part) {
  if (part.parts.empty() || part.operators.size() == 0) return false;
  return std::ranges::binary_search(whole.parts, part.root_part);
}

}  // namespace

double tuple_cosine(const FormulaStore& store, const StoredFormula& a, const StoredFormula& b) {
  double product = 0;
  auto at = b.tuples.begin();
  for (const auto& tuple : a.tuples) {
    while (at != b.tuples.end() && at->key < tuple.key) ++at;
    if (at == b.tuples.end()) break;
    if (at->key != tuple.key) continue;
    const double idf = store.tuple_idf(tuple.key);
    product += idf * idf * std::sqrt(static_cast<double>(tuple.count) * at->count);
  }
  const double norm = std::sqrt(a.tuple_norm * b.tuple_norm);
  return norm > 0 ? product / norm : 0;
}

PairFeatures pair_features(const FormulaStore& store, const StoredFormula& query,
                           const StoredFormula& candidate, PathScorer& paths) {
  using enum PairFeature;
  PairFeatures features{};
  const auto set = [&](PairFeature feature, double value) { value_of(features, feature) = value; };
  const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };

  const PathScore own = paths.score(query);
  const PathScore scored = paths.score(candidate);
  set(path, ratio(scored.score, own.score));
  set(path_structure, ratio(scored.structure, own.structure));
  set(path_symbols, scored.symbols);
  set(path_precision, ratio(scored.structure, candidate.path_structure));
  set(tuples, ratio(tuple_score(store, query, candidate), tuple_score(store, query, query)));
  set(tuple_cosine, bench::tuple_cosine(store, query, candidate));
  set(tuple_recall, ratio(tuple_score(store, query, candidate, {1.2, 0, 10}),
                          tuple_score(store, query, query, {1.2, 0, 10})));

  const SubtreeSimilarity drawn = subtree_similarity(query.layout, candidate.layout);
  set(layout_recall, drawn.recall);
  set(layout_precision, drawn.precision);
  set(layout_exact, drawn.exact_recall);
  const SubtreeSimilarity meant = subtree_similarity(query.operators, candidate.operators);
  set(operator_recall, meant.recall);
  set(operator_precision, meant.precision);
  set(operator_exact, meant.exact_recall);
  const EditSimilarity edit = edit_similarity(query.operators, candidate.operators);
  set(operator_edit, edit.whole);
  set(operator_edit_part, edit.part);
  set(operator_edit_of_part, edit.of_part);
  const EditSimilarity drawn_edit = edit_similarity(query.layout, candidate.layout);
  set(layout_edit, drawn_edit.whole);
  set(layout_edit_part, drawn_edit.part);
  const EditSimilarity renamed =
      edit_similarity(query.operators, renamed_as(query.operators, candidate.operators));
  set(renamed_edit, renamed.whole);
  set(renamed_edit_part, renamed.part);
  set(renamed_layout_edit,
      edit_similarity(query.layout, renamed_as(query.layout, candidate.layout)).whole);
  set(path_cosine, bag_cosine(store, query, candidate, false));
  set(path_symbol_cosine, bag_cosine(store, query, candidate, true));

  set(visual, query.visual == candidate.visual);
  set(structural, query.structural == candidate.structural);
  set(alpha, query.alpha == candidate.alpha);
  set(meaning, query.meaning == candidate.meaning && query.meaning != base::Digest{});

  const auto variable = static_cast<std::uint64_t>(formula::Op::Variable);
  const auto number = static_cast<std::uint64_t>(formula::Op::Number);
  const PlainTree& a = query.operators;
  const PlainTree& b = candidate.operators;
  set(variables, overlap(store, a, b, [&](const auto& n) { return n.type == variable; }).dice());
  set(numbers, overlap(store, a, b, [&](const auto& n) { return n.type == number; }).dice());
  set(operators, overlap(store, a, b, [&](const auto& n) {
                   return n.type != number && n.type != variable;
                 }).dice());
  set(label_recall, overlap(store, a, b, [](const auto&) { return true; }).recall());

  const double size_a = static_cast<double>(a.size()) + 1;
  const double size_b = static_cast<double>(b.size()) + 1;
  const double log_ratio = std::log(size_b / size_a);
  const Overlap rare = overlap(store, a, b, [](const auto&) { return true; }, 2);
  set(label_dice, rare.dice());
  set(rare_recall, rare.recall());
  const Overlap named = name_overlap(store, query.names, candidate.names);
  set(names, named.dice());
  set(name_recall, named.recall());
  set(drawn_dice,
      overlap(store, query.layout, candidate.layout, [](const auto&) { return true; }, 2).dice());
  set(size_ratio, std::exp(-std::abs(log_ratio)));
  set(larger, std::clamp(log_ratio, 0.0, 3.0) / 3);
  set(smaller, std::clamp(-log_ratio, 0.0, 3.0) / 3);
  set(same_root, a.size() > 0 && b.size() > 0 && a.nodes[0].type == b.nodes[0].type);
  set(contains_query, contains(candidate, query));
  set(contained_in_query, contains(query, candidate));
  set(common_part, largest_common_part(query, candidate));
  set(sequence, sequence_similarity(query.layout, candidate.layout));
  return features;
}

}  // namespace noether::bench
