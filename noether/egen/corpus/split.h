// Train, validation and test: a split by cluster that leaks nothing.
//
// Clusters that have an expression in common, or two that differ only in the order of operands, or
// two with one fingerprint (names of variables do not count), form a group, and a group goes to one
// side. So no expression and no fingerprint is on two sides. Keys of 64 bits stand for expressions
// and fingerprints: a collision joins two groups without need, and does no harm. Groups with a
// cluster that is held out, because others are scored on it, go to no side.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/egen/cluster.h"

namespace noether::egen {

enum class Side : std::uint8_t { Train, Validation, Test, LeftOut };
inline constexpr std::size_t kSides = 3;  // those that are written
std::string_view side_name(Side side);    // train validation test, left out

struct SplitOptions {
  std::array<double, kSides> shares = {0.9, 0.05, 0.05};  // of the clusters; any scale
  std::uint64_t seed = 1;
};

struct SplitReport {
  std::uint64_t clusters = 0;
  std::uint64_t members = 0;
  std::uint64_t groups = 0;
  std::uint64_t largest_group = 0;
  // Joins of two groups, each for the first of these reasons that was found.
  std::uint64_t joined_by_expression = 0;
  std::uint64_t joined_by_twin = 0;
  std::uint64_t joined_by_fingerprint = 0;
  std::uint64_t unreadable = 0;  // members without a fingerprint, because they cannot be read
  std::uint64_t held_out = 0;    // clusters that were given for that
  std::uint64_t left_out_clusters = 0;
  std::uint64_t left_out_members = 0;
  std::array<std::uint64_t, kSides> side_clusters{};
  std::array<std::uint64_t, kSides> side_members{};
};

struct Split {
  std::vector<Side> sides;  // by cluster, in the order they were added
  SplitReport report;
};

// Some 50 bytes for each member that is added.
class SplitPlanner {
 public:
  SplitPlanner();
  ~SplitPlanner();
  SplitPlanner(SplitPlanner&&) noexcept;
  SplitPlanner& operator=(SplitPlanner&&) noexcept;

  void add(const Cluster& cluster);
  // Nothing that is in a group with this one goes to a side. After all that are added.
  void hold_out(const Cluster& cluster);
  // An error when the shares make no sense. Large groups are placed first, each on the side that
  // lacks most; among equals the seed decides.
  base::Result<Split> finish(const SplitOptions& options) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
