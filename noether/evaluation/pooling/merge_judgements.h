// Merges the judgements of several assessors into one file.
// A negative grade means that an assessor could not decide ("system failure", "do not know"), and
// counts as not judged. If two assessors decided about the same item, a rule chooses the grade.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/visual_map.h"

namespace noether::evaluation {

struct AssessedFile {
  std::string name;
  Judgements judgements;
};

enum class ConflictRule : std::uint8_t {
  Refuse,   // different grades are an error
  First,    // the grade of the file named first
  Highest,  // as for the instances of a formula
  Lowest,
};

struct MergeOptions {
  ConflictRule conflicts = ConflictRule::Refuse;
  // Given: formulas become visual ids, each with the highest grade of its instances.
  const VisualMap* visual_ids = nullptr;
  // Undecided items get grade 0, as in Task 3 of ARQMath, instead of being left out.
  bool undecided_as_zero = false;
  // Topics with fewer relevant items are left out; ARQMath left out those with fewer than two.
  std::size_t least_relevant = 0;
  std::int32_t threshold = 2;  // the least grade that is relevant
};

struct MergedJudgements {
  Judgements judgements;      // topics and ids in natural order
  std::size_t undecided = 0;  // items that nobody decided
  std::size_t conflicts = 0;  // items with different grades
  std::vector<std::string> topics_left_out;
};

base::Result<MergedJudgements> merge_judgements(std::span<const AssessedFile> files,
                                                const MergeOptions& options = {});

// The items of a pool that no file has a line for, as "topic id".
std::vector<std::string> missing_items(const Judgements& pool, std::span<const AssessedFile> files);

}  // namespace noether::evaluation
