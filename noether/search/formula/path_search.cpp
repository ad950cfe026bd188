#include "noether/search/formula/path_search.h"

#include <algorithm>
#include <cmath>

#include "noether/formula/operators.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/features/operator_paths.h"

namespace noether::search {
namespace {

// At most this many best pairs are examined: more are rare, and share the same few symbols.
constexpr int kMaxTies = 16;

}  // namespace

double path_length_factor(std::uint32_t leaves, double eta) {
  return (1 - eta) + eta / std::log(1 + static_cast<double>(std::max(1U, leaves)));
}

void PathScorer::add_hit(const PathQuery& query, std::uint32_t node, std::size_t top,
                         PathQuery::Leaf leaf) {
  std::uint32_t& row = row_of_[top];
  const std::size_t nodes = query.nodes().size();
  const std::size_t tops = query.tops();
  if (row == PathQuery::kNone) {
    row = rows_++;
    counts_.resize(std::max(counts_.size(), rows_ * nodes));
    sums_.resize(std::max(sums_.size(), rows_ * tops));
    std::fill_n(counts_.begin() + static_cast<std::ptrdiff_t>(row * nodes), nodes, 0);
    std::fill_n(sums_.begin() + static_cast<std::ptrdiff_t>(row * tops), tops, 0);
  }
  const std::uint16_t before = counts_[row * nodes + node]++;
  most_[node] = std::max(most_[node], counts_[row * nodes + node]);
  for (const PathQuery::Weight& weight : query.weights(node)) {
    if (before >= weight.weight) continue;
    std::uint32_t& sum = sums_[row * tops + weight.top];
    sum += query.nodes()[node].rarity;
    best_ = std::max(best_, sum);
  }
  hits_.push_back({node, row, leaf});
}

void PathScorer::walk(const PathQuery& query, const FlatTree& candidate, std::uint32_t type,
                      std::uint64_t label, std::size_t parent, std::uint32_t operand) {
  if (type == PathQuery::kNone) return;
  std::uint32_t at = query.start(type);
  if (at == PathQuery::kNone) return;
  if (parent == FlatTree::kNoParent) {
    if (query.nodes()[at].weights > 0) add_hit(query, at, candidate.size() - 1, {label, 0});
    return;
  }
  std::uint32_t way = 0;
  while (parent != FlatTree::kNoParent) {
    const FlatNode& step = candidate[parent];
    way = PathQuery::extend_way(way, step);
    if (!step.silent) {
      if (types_[parent] == PathQuery::kNone) return;
      at = query.next(at, types_[parent], step.apart ? operand + 1 : 0);
      if (at == PathQuery::kNone) return;
      add_hit(query, at, parent, {label, way});
    }
    operand = step.operand;
    parent = step.parent;
  }
}

PathScore PathScorer::score(const PathQuery& query, const FlatTree& candidate) {
  hits_.clear();
  rows_ = 0;
  best_ = 0;
  const std::size_t size = candidate.size();
  types_.resize(size);
  row_of_.assign(size, PathQuery::kNone);
  most_.assign(query.nodes().size(), 0);
  std::uint32_t leaves = 0;
  for (std::size_t i = 0; i < size; ++i) types_[i] = query.type_number(candidate[i].type);
  const std::uint32_t variable = query.type_number(index::operator_key(formula::Op::Variable));
  for (std::size_t i = 0; i < size; ++i) {
    const FlatNode& node = candidate[i];
    if (node.leaf) {
      ++leaves;
      walk(query, candidate, types_[i], node.label, node.parent, node.operand);
    } else if (node.letter_call) {
      ++leaves;
      walk(query, candidate, variable, node.label, i, 0);
    }
  }
  PathScore result;
  result.leaves = leaves;
  if (best_ == 0) return result;
  result.structure = best_;
  int ties = 0;
  const std::uint32_t tops = query.tops();
  for (std::uint32_t row = 0; row < rows_ && ties < kMaxTies; ++row) {
    for (std::uint32_t top = 0; top < tops && ties < kMaxTies; ++top) {
      if (sums_[row * tops + top] != best_) continue;
      ++ties;
      result.symbols = std::max(result.symbols, symbol_agreement(query, row, top));
    }
  }
  const double miss = 1 - result.symbols;
  result.score = static_cast<double>(result.structure) / PathQuery::kOne / (1 + miss * miss) *
                 path_length_factor(leaves, parameters_.eta);
  return result;
}

// Greedy: leaves that agree more are paired first. Only leaves of one prefix can be paired, and of
// these the number of pairs of each kind does not depend on which are taken first.
double PathScorer::symbol_agreement(const PathQuery& query, std::uint32_t row,
                                    std::uint32_t query_top) {
  const std::size_t nodes = query.nodes().size();
  double sum = 0;
  double matched = 0;
  taken_.clear();
  const auto pair = [&](bool same_operators) {
    std::size_t base = 0;
    for (Hit& hit : hits_) {
      if (hit.row != row) continue;
      for (const PathQuery::Weight& weight : query.weights(hit.node)) {
        if (weight.top != query_top) continue;
        taken_.resize(std::max<std::size_t>(taken_.size(), weight.first_leaf + weight.weight));
        if (hit.taken) break;
        for (std::uint32_t k = weight.first_leaf; k < weight.first_leaf + weight.weight; ++k) {
          const PathQuery::Leaf& leaf = query.leaf(k);
          if (taken_[k] || leaf.label != hit.leaf.label) continue;
          if (same_operators && leaf.operators != hit.leaf.operators) continue;
          taken_[k] = true;
          hit.taken = true;
          sum += same_operators ? 1 : parameters_.same_symbol;
          ++base;
          break;
        }
        break;
      }
    }
    return base;
  };
  std::size_t agreed = pair(true);
  agreed += pair(false);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t count = counts_[row * nodes + node];
    if (count == 0) continue;
    for (const PathQuery::Weight& weight : query.weights(node)) {
      if (weight.top == query_top) matched += std::min(count, weight.weight);
    }
  }
  for (Hit& hit : hits_) hit.taken = false;
  sum += parameters_.other_symbol * (matched - static_cast<double>(agreed));
  return matched > 0 ? sum / matched : 0;
}

namespace {

using index::PostingCursor;

// Further tops share the sums of the last one: the bounds are then less tight, but still valid.
constexpr std::uint32_t kMaxTops = 12;

bool is_better(const Hit& a, const Hit& b) {
  return a.score != b.score ? a.score > b.score : a.unit < b.unit;
}

}  // namespace

PathSearch::PathSearch(const SearchedIndex& in, const PathParameters& parameters)
    : index_(in.index), statistics_(in.statistics), scorer_(parameters) {
  for (std::uint32_t i = 0; i <= index::kMaxPathLeaves; ++i) {
    length_factors_.push_back(path_length_factor(i, parameters.eta));
  }
}

base::Result<PathScore> PathSearch::score(const PathQuery& query, std::uint32_t formula) {
  const auto payload = index_->payload(formula);
  if (!payload) return std::unexpected(payload.error());
  if (!candidate_.assign(*payload)) return PathScore{};
  return scorer_.score(query, candidate_);
}

base::Result<void> PathSearch::bound_segment(const PathQuery& query,
                                             const index::OpenSegment& segment,
                                             const IsOver& is_over) {
  const std::uint32_t units = segment.reader->formulas();
  const std::uint32_t tops = std::min(query.tops(), kMaxTops);
  sums_.assign(std::size_t{tops} * units, 0);
  for (std::uint32_t node = 0; node < query.nodes().size(); ++node) {
    const std::uint32_t rarity = query.nodes()[node].rarity;
    if (query.nodes()[node].weights == 0 || rarity == 0) continue;
    if (auto on = go_on(is_over); !on) return on;
    auto cursor = segment.reader->postings(index::space::paths, query.nodes()[node].key);
    if (!cursor) return std::unexpected(cursor.error());
    for (std::uint32_t block = 0; block < cursor->blocks(); ++block) {
      const auto [found, weights] = cursor->decode(block);
      for (const PathQuery::Weight& weight : query.weights(node)) {
        std::uint32_t* sums = sums_.data() + std::size_t{std::min(weight.top, tops - 1)} * units;
        for (std::size_t i = 0; i < found.size(); ++i) {
          const std::uint64_t sum =
              sums[found[i]] + std::uint64_t{rarity} * std::min(weights[i], weight.weight);
          sums[found[i]] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, UINT32_MAX));
        }
      }
    }
    if (cursor->damaged()) return base::fail("a list of path prefixes is damaged");
  }
  const auto lengths = segment.reader->lengths(index::space::paths);
  if (!lengths) return std::unexpected(lengths.error());
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    std::uint32_t most = 0;
    for (std::uint32_t top = 0; top < tops; ++top) {
      most = std::max(most, sums_[std::size_t{top} * units + unit]);
    }
    if (most == 0) continue;
    const std::uint32_t leaves =
        std::min((*lengths)[unit], static_cast<std::uint32_t>(index::kMaxPathLeaves));
    bounded_.push_back(
        {most / PathQuery::kOne * length_factors_[leaves], segment.first_formula + unit});
  }
  return {};
}

base::Result<std::vector<Hit>> PathSearch::search(PathQuery& query, std::uint32_t k,
                                                  const IsOver& is_over) {
  scored_ = 0;
  bounded_.clear();
  if (const auto set = set_rarities(*statistics_, query); !set) return std::unexpected(set.error());
  if (k == 0 || query.tops() == 0) return std::vector<Hit>{};
  for (const index::OpenSegment& segment : index_->segments()) {
    if (const auto bounded = bound_segment(query, segment, is_over); !bounded) {
      return std::unexpected(bounded.error());
    }
  }
  // The best bounds come first: the sooner the best formulas are known, the fewer others are
  // scored.
  std::ranges::sort(bounded_, [](const Bounded& a, const Bounded& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.formula < b.formula;
  });
  std::vector<Hit> best;  // a heap, the worst of them first
  for (const Bounded& next : bounded_) {
    if (best.size() == k && next.bound < best.front().score) break;
    if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    const auto scored = score(query, next.formula);
    if (!scored) return std::unexpected(scored.error());
    ++scored_;
    if (scored->score <= 0) continue;
    const Hit hit{next.formula, scored->score};
    if (best.size() == k) {
      if (!is_better(hit, best.front())) continue;
      std::ranges::pop_heap(best, is_better);
      best.pop_back();
    }
    best.push_back(hit);
    std::ranges::push_heap(best, is_better);
  }
  std::ranges::sort(best, is_better);
  return best;
}

}  // namespace noether::search
