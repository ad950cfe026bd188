#include "noether/algebra/fingerprint_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace noether::algebra {
namespace {

constexpr std::size_t kMaxRefined = 64;   // more variables stay in order of appearance
constexpr std::size_t kMaxSearched = 12;  // ties among more are broken by order of appearance
constexpr std::size_t kMaxLeaves = 24;    // orders compared with one another

// One variable is moved from where all others are to another range: which of the six places it
// can be moved to, and what that changes, tells variables apart.
struct Probe {
  PointRange others;
  PointRange moved;
};
constexpr std::array<Probe, kBatch> kProbes = {{
    {{0.2, 0.9}, {1.1, 3}},
    {{1.1, 3}, {0.2, 0.9}},
    {{0.2, 0.9}, {-0.9, -0.2}},
    {{3, 12}, {1.1, 3}},
    {{0.02, 0.1}, {0.2, 0.9}},
    {{1.1, 3}, {-3, -1.1}},
}};

// Colours: variables of one colour have not been told apart. They are numbered in an order that
// depends on the function only, with gaps.
using Colours = std::vector<std::uint32_t>;

class Ordering {
 public:
  Ordering(std::size_t count, const SampleFunction& sample)
      : count_(count), sample_(sample), coordinates_(count * kBatch) {}

  Colours ranks() {
    Colours colours(count_, 0);
    if (count_ > kMaxRefined) {
      std::iota(colours.begin(), colours.end(), 0U);
      return colours;
    }
    set_aside_without_influence(colours);
    refine(colours);
    if (count_ > kMaxSearched) return in_any_order(colours);
    search(colours);
    return best_;
  }

 private:
  void place(std::size_t variable, const Colours& colours, bool moved) {
    for (std::size_t k = 0; k < kBatch; ++k) {
      const PointRange& range = moved ? kProbes[k].moved : kProbes[k].others;
      coordinates_[variable * kBatch + k] =
          coordinate(range, (moved ? 0x6D6F766564 : 0x6F7468657273) + k, colours[variable]);
    }
  }

  void place_all(const Colours& colours) {
    for (std::size_t v = 0; v < count_; ++v) place(v, colours, false);
  }

  // These share the last colour, and no order among them matters.
  void set_aside_without_influence(Colours& colours) {
    place_all(colours);
    const Cells unmoved = sample_(coordinates_);
    inert_.assign(count_, false);
    for (std::size_t v = 0; v < count_; ++v) {
      place(v, colours, true);
      inert_[v] = sample_(coordinates_) == unmoved;
      place(v, colours, false);
    }
    for (std::size_t v = 0; v < count_; ++v) {
      if (inert_[v]) colours[v] = static_cast<std::uint32_t>(count_);
    }
  }

  // Splits colours by what moving a variable does, until that splits no more. A variable's new
  // colour is the number of variables that come before it.
  void refine(Colours& colours) {
    for (std::size_t before = 0;;) {
      std::map<std::pair<std::uint32_t, Cells>, std::vector<std::size_t>> groups;
      place_all(colours);
      for (std::size_t v = 0; v < count_; ++v) {
        Cells cells{};
        if (!inert_[v]) {
          place(v, colours, true);
          cells = sample_(coordinates_);
          place(v, colours, false);
        }
        groups[{colours[v], cells}].push_back(v);
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

  // The first colour that several variables share; empty when there is none.
  std::vector<std::size_t> tied(const Colours& colours) const {
    std::vector<std::size_t> members;
    for (std::uint32_t colour = 0; colour < count_ && members.size() < 2; ++colour) {
      members.clear();
      for (std::size_t v = 0; v < count_; ++v) {
        if (colours[v] == colour && !inert_[v]) members.push_back(v);
      }
    }
    return members.size() < 2 ? std::vector<std::size_t>{} : members;
  }

  // Whether exchanging the two leaves the function as it is. Told at a point where all differ.
  bool exchangeable(std::size_t u, std::size_t v) {
    const auto at = [&](std::size_t variable, std::size_t as) {
      for (std::size_t k = 0; k < kBatch; ++k) {
        coordinates_[variable * kBatch + k] = coordinate(k, as + 1);
      }
    };
    for (std::size_t w = 0; w < count_; ++w) at(w, w);
    const Cells straight = sample_(coordinates_);
    at(u, v);
    at(v, u);
    return sample_(coordinates_) == straight;
  }

  // Tries every variable of a tie as its first, except those exchangeable with one tried before;
  // keeps the order whose samples are smallest.
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
    if (leaves_ == 1) best_ = ranks;
    for (std::size_t v = 0; v < count_; ++v) {
      for (std::size_t k = 0; k < kBatch; ++k) {
        coordinates_[v * kBatch + k] = coordinate(k, ranks[v]);
      }
    }
    const Cells cells = sample_(coordinates_);
    if (leaves_ > 1 && cells >= best_cells_) return;
    best_ = ranks;
    best_cells_ = cells;
  }

  Colours in_any_order(const Colours& colours) const {
    std::vector<std::uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return colours[v]; });
    Colours ranks(count_);
    for (std::uint32_t rank = 0; rank < count_; ++rank) ranks[order[rank]] = rank;
    return ranks;
  }

  std::size_t count_;
  const SampleFunction& sample_;
  std::vector<double> coordinates_;
  std::vector<bool> inert_;
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
