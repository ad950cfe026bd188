// Splits a corpus by cluster into train, validation and test without leaks.
//
// Clusters form a group if they share an expression, or contain two that differ only in the order
// of operands, or have the same fingerprint (names of variables do not count). A group is assigned
// to one side, so no expression and no fingerprint is on two sides. Keys of 64 bits represent
// expressions and fingerprints: a collision joins two groups unnecessarily and is harmless. A group
// with a held-out cluster, on which other systems are scored, is assigned to no side.
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
inline constexpr std::size_t kSides = 3;  // the sides that are written
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
  // Joins of two groups, each counted for the first of these reasons found.
  std::uint64_t joined_by_expression = 0;
  std::uint64_t joined_by_twin = 0;
  std::uint64_t joined_by_fingerprint = 0;
  std::uint64_t unreadable = 0;  // members without a fingerprint, because they are unreadable
  std::uint64_t held_out = 0;    // clusters passed to hold_out
  std::uint64_t left_out_clusters = 0;
  std::uint64_t left_out_members = 0;
  std::array<std::uint64_t, kSides> side_clusters{};
  std::array<std::uint64_t, kSides> side_members{};
};

struct Split {
  std::vector<Side> sides;  // by cluster, in the order they were added
  SplitReport report;
};

// Needs about 50 bytes for each member added.
class SplitPlanner {
 public:
  SplitPlanner();
  ~SplitPlanner();
  SplitPlanner(SplitPlanner&&) noexcept;
  SplitPlanner& operator=(SplitPlanner&&) noexcept;

  void add(const Cluster& cluster);
  // Assigns groups that contain this cluster to no side. Call it after all calls of add.
  void hold_out(const Cluster& cluster);
  // Returns an error if the shares are invalid. Large groups are placed first, each on the side
  // that lacks the most clusters; the seed decides between equals.
  base::Result<Split> finish(const SplitOptions& options) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::egen
