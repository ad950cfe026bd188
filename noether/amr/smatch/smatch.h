// Smatch: the share of triples of one graph that are in another, under the best mapping between
// their nodes (Cai and Knight, 2013); and the scores of a parser: Smatch, and its parts (Damonte,
// Cohen and Satta, 2017).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/smatch/triples.h"
#include "noether/base/error.h"

namespace noether::amr {

// Larger sets of triples are refused, because the work grows with the product of their sizes. At
// this size a comparison takes some seconds.
inline constexpr std::size_t kMostTriples = 3000;

struct TripleCounts {
  std::uint64_t matched = 0;
  std::uint64_t gold = 0;
  std::uint64_t predicted = 0;

  double precision() const;  // 0 if there are no triples
  double recall() const;
  double f() const;
  TripleCounts& operator+=(const TripleCounts& other);

  friend bool operator==(const TripleCounts&, const TripleCounts&) = default;
};

struct SmatchOptions {
  unsigned restarts = 4;  // of hill climbing, in addition to the first start
  std::uint64_t seed = 1;
  bool exact = false;  // the best choice, if graphs have at most kMostExactNodes nodes
};

struct SmatchResult {
  TripleCounts counts;
  std::vector<NodeId> gold_of_predicted;  // for each predicted node, its gold node or kNoNode
  bool is_proven = false;                 // whether it is proven that no choice matches more
};

base::Result<SmatchResult> smatch(const Triples& gold, const Triples& predicted,
                                  const SmatchOptions& options = {});
base::Result<SmatchResult> smatch(const Graph& gold, const Graph& predicted,
                                  const SmatchOptions& options = {});

enum class Score {
  Smatch,
  Unlabelled,     // without the names of roles
  NoSenses,       // `want-01` equals `want-02`
  Concepts,       // concepts, regardless of their place in the graph
  NamedEntities,  // kinds of things that have names
  Negation,       // concepts with a polarity
  Reentrancies,   // Smatch of the relations to nodes with several parents
  Roles,          // Smatch of the relations to arguments (SRL)
  Wikification,   // values of :wiki
};
inline constexpr std::size_t kScoreCount = 9;

std::string_view score_name(Score score);

struct GraphScores {
  std::array<TripleCounts, kScoreCount> counts{};
  bool is_proven = false;  // of Smatch, in exact mode

  const TripleCounts& operator[](Score score) const {
    return counts[static_cast<std::size_t>(score)];
  }
  TripleCounts& operator[](Score score) { return counts[static_cast<std::size_t>(score)]; }
};

// If `fine` is false, only Smatch itself is computed.
base::Result<GraphScores> score_graph(const Graph& gold, const Graph& predicted,
                                      const SmatchOptions& options, bool fine);

}  // namespace noether::amr
