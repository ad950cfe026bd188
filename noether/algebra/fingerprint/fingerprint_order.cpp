#include "noether/algebra/fingerprint/fingerprint_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace noether::algebra {
namespace {

constexpr std::size_t kMaxPermuted = 4;   // with up to this many variables, all orders are tried
constexpr std::size_t kMaxSearched = 12;  // ties among more are broken by order of appearance
constexpr std::size_t kMaxRefined = 64;   // more variables stay in order of appearance
constexpr std::size_t kMaxLeaves = 24;    // orders compared with one another

// One variable is moved from the common position of all variables to another range. The effects of
// the possible moves distinguish the variables.
struct Probe {
  PointRange others;
  PointRange moved;
};
constexpr std::array<Probe, kBatch> kProbes = {{
    {{0.2, 0.9}, {1.1, 3}},
    {{1.1, 3}, {0.2, 0.9}},
    {{0.2, 0.9}, {-0.9, -0.2}},
    {{3, 12}, {1.1, 3}},
    {{0.02, 0.9, true}, {0.2, 0.9}},
    {{1.1, 3}, {-3, -1.1}},
    {{-3, -1.1}, {0.2, 0.9}},
    {{1.1, 12}, {12, 90}},
}};

double probe_coordinate(std::size_t point, bool moved, std::uint32_t colour) {
  const PointRange& range = moved ? kProbes[point].moved : kProbes[point].others;
  return coordinate(range, (moved ? 0x6D6F766564 : 0x6F7468657273) + point, colour);
}
// The probes for the first colour, which all variables have initially: their positions, and the
// positions after a move.
const std::array<std::array<double, kBatch>, 2> kFirstProbes = [] {
  std::array<std::array<double, kBatch>, 2> probes{};
  for (std::size_t k = 0; k < kBatch; ++k) {
    probes[0][k] = probe_coordinate(k, false, 0);
    probes[1][k] = probe_coordinate(k, true, 0);
  }
  return probes;
}();

std::ptrdiff_t defined_count(const Cells& cells) {
  return std::ssize(cells) - std::ranges::count(cells, kUndefinedCell);
}

// Variables of one colour have not been distinguished yet. A variable's colour is the number of
// variables before those of its colour, so distinct colours are ranks.
using Colours = std::vector<std::uint32_t>;

class Ordering {
 public:
  Ordering(std::size_t count, const SampleFunction& sample)
      : count_(count), sample_(sample), coordinates_(count * kBatch) {}

  Colours ranks() {
    Colours ranks(count_);
    std::iota(ranks.begin(), ranks.end(), 0U);
    if (count_ > kMaxRefined) return ranks;
    Colours colours = with_influence_first();
    if (count_ <= kMaxPermuted) return best_permutation(colours);
    refine(colours);
    if (count_ > kMaxSearched) return in_any_order(colours);
    search(colours);
    return best_;
  }

 private:
  Cells sample_here(std::size_t points = kBatch) { return sample_(coordinates_, points); }
  Cells sample_ranked(std::span<const std::uint32_t> ranks, std::size_t batch,
                      std::size_t points = kBatch) {
    for (std::size_t v = 0; v < count_; ++v) set(v, batch, ranks[v]);
    return sample_here(points);
  }
  void set(std::size_t variable, std::size_t batch, std::uint64_t key) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      coordinates_[variable * kBatch + k] = coordinate(batch * kBatch + k, key);
    }
  }

  // Uses two colours: a variable without effect at any position has the second. Meanwhile all
  // others are at one position, so that names and the order of appearance have no influence. Nearly
  // always the first point decides.
  Colours with_influence_first() {
    Colours colours(count_, 0);
    place_all(colours);
    const Cell first = sample_here(1)[0];
    std::optional<Cells> unmoved;
    std::vector<std::size_t> inert;
    for (std::size_t v = 0; v < count_; ++v) {
      place(v, colours, true);
      bool same = sample_here(1)[0] == first;
      if (same) {
        const Cells moved = sample_here();
        place(v, colours, false);
        if (!unmoved) unmoved = sample_here();
        same = moved == *unmoved;
      } else {
        place(v, colours, false);
      }
      if (same) inert.push_back(v);
    }
    for (const std::size_t v : inert)
      colours[v] = static_cast<std::uint32_t>(count_ - inert.size());
    return colours;
  }

  // The order with the smallest samples among all orders that respect the colours.
  Colours best_permutation(const Colours& colours) {
    using Ranks = std::array<std::uint32_t, kMaxPermuted>;
    Ranks ranks{};
    const auto used = std::span(ranks).first(count_);
    std::iota(used.begin(), used.end(), 0U);
    std::vector<Ranks> best;
    do {
      bool in_order = true;
      for (std::size_t v = 0; v < count_; ++v) {
        for (std::size_t w = 0; w < count_; ++w) {
          in_order = in_order && !(colours[v] < colours[w] && ranks[v] > ranks[w]);
        }
      }
      if (in_order) best.push_back(ranks);
    } while (std::ranges::next_permutation(used).found);
    Cells least{};
    const auto keep_smallest = [&](std::size_t batch, std::size_t points) {
      std::size_t kept = 0;
      for (const Ranks& candidate : best) {
        const Cells cells = sample_ranked(std::span(candidate).first(count_), batch, points);
        if (kept > 0 && cells > least) continue;
        if (cells < least) kept = 0;
        least = cells;
        best[kept++] = candidate;
      }
      best.resize(kept);
    };
    // The first point comes first in the order of samples, and usually decides. The later batches
    // are used only if the fingerprint uses them, too.
    if (best.size() > 1) keep_smallest(0, 1);
    for (std::size_t batch = 0; batch < kBatches && best.size() > 1; ++batch) {
      keep_smallest(batch, kBatch);
      if (batch == 0 && defined_count(least) >= kEnoughPoints) break;
    }
    return {best.front().begin(), best.front().begin() + static_cast<std::ptrdiff_t>(count_)};
  }

  void place(std::size_t variable, const Colours& colours, bool moved) {
    const std::uint32_t colour = colours[variable];
    for (std::size_t k = 0; k < kBatch; ++k) {
      coordinates_[variable * kBatch + k] =
          colour == 0 ? kFirstProbes[moved ? 1 : 0][k] : probe_coordinate(k, moved, colour);
    }
  }

  void place_all(const Colours& colours) {
    for (std::size_t v = 0; v < count_; ++v) place(v, colours, false);
  }

  // Splits colours by the effect of moving a variable, until no colour splits any more. A
  // variable's new colour is the number of variables before it.
  void refine(Colours& colours) {
    for (std::size_t before = 0;;) {
      std::map<std::pair<std::uint32_t, Cells>, std::vector<std::size_t>> groups;
      place_all(colours);
      for (std::size_t v = 0; v < count_; ++v) {
        place(v, colours, true);
        groups[{colours[v], sample_here()}].push_back(v);
        place(v, colours, false);
      }
      std::uint32_t next = 0;
      for (const auto& [key, members] : groups) {
        for (const std::size_t v : members) colours[v] = next;
        next += static_cast<std::uint32_t>(members.size());
      }
      if (groups.size() == before || groups.size() == count_) return;
      before = groups.size();
    }
  }

  // The first colour that several variables share; empty if there is none.
  std::vector<std::size_t> tied(const Colours& colours) const {
    std::vector<std::size_t> members;
    for (std::uint32_t colour = 0; colour < count_ && members.size() < 2; ++colour) {
      members.clear();
      for (std::size_t v = 0; v < count_; ++v) {
        if (colours[v] == colour) members.push_back(v);
      }
    }
    return members.size() < 2 ? std::vector<std::size_t>{} : members;
  }

  // Returns whether exchanging the two leaves the function unchanged, tested at a point where all
  // coordinates differ.
  bool exchangeable(std::size_t u, std::size_t v) {
    Colours keys(count_);
    std::iota(keys.begin(), keys.end(), 1U);
    const Cells straight = sample_ranked(keys, 0);
    std::swap(keys[u], keys[v]);
    return sample_ranked(keys, 0) == straight;
  }

  // Tries every variable of a tie as its first, except those exchangeable with one tried before;
  // keeps the order with the smallest samples.
  void search(const Colours& colours) {
    const std::vector<std::size_t> members = tied(colours);
    if (members.empty()) return keep_if_best(in_any_order(colours));
    std::vector<std::size_t> different;
    for (const std::size_t v : members) {
      const bool known =
          std::ranges::any_of(different, [&](std::size_t tried) { return exchangeable(tried, v); });
      if (!known) different.push_back(v);
    }
    if (different.size() == 1) {
      Colours next = colours;
      for (std::size_t i = 0; i < members.size(); ++i) {
        next[members[i]] += static_cast<std::uint32_t>(i);
      }
      refine(next);
      return search(next);
    }
    for (const std::size_t first : different) {
      if (leaves_ >= kMaxLeaves) return;
      Colours next = colours;
      for (const std::size_t v : members) {
        if (v != first) ++next[v];
      }
      refine(next);
      search(next);
    }
  }

  void keep_if_best(const Colours& ranks) {
    ++leaves_;
    const Cells cells = sample_ranked(ranks, 0);
    if (leaves_ > 1 && cells >= best_cells_) return;
    best_ = ranks;
    best_cells_ = cells;
  }

  Colours in_any_order(const Colours& colours) const {
    std::vector<std::uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t v) { return std::pair(colours[v], v); });
    Colours ranks(count_);
    for (std::uint32_t rank = 0; rank < count_; ++rank) ranks[order[rank]] = rank;
    return ranks;
  }

  std::size_t count_;
  const SampleFunction& sample_;
  std::vector<double> coordinates_;
  Colours best_;
  Cells best_cells_{};
  std::size_t leaves_ = 0;
};

}  // namespace

std::vector<std::uint32_t> canonical_ranks(std::size_t variables, const SampleFunction& sample) {
  if (variables == 1) return {0};
  return Ordering(variables, sample).ranks();
}

}  // namespace noether::algebra
