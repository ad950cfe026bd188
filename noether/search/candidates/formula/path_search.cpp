#include "noether/search/candidates/formula/path_search.h"

#include <algorithm>
#include <cmath>

#include "noether/index/analysis/spaces.h"
#include "noether/search/candidates/formula/formula_comparison.h"

namespace noether::search {
namespace {

using index::PostingCursor;

// Tops beyond this share the sums of the last: their bounds are then less tight, and still bounds.
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
  // The best bounds first: the more of the best are known, the fewer others are scored.
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
