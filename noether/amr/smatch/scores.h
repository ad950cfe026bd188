// The scores of a parser: Smatch, and its parts (Damonte, Cohen and Satta, 2017).
#pragma once

#include <array>
#include <string_view>

#include "noether/amr/smatch/smatch.h"

namespace noether::amr {

enum class Score {
  Smatch,
  Unlabelled,     // without the names of roles
  NoSenses,       // `want-01` is `want-02`
  Concepts,       // that both graphs have, wherever they stand
  NamedEntities,  // kinds of things with names
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

// `fine` false: only Smatch itself.
base::Result<GraphScores> score_graph(const Graph& gold, const Graph& predicted,
                                      const SmatchOptions& options, bool fine);

}  // namespace noether::amr
