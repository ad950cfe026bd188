// Task 2 is scored by the appearance of formulas: each formula is replaced by its visual id.
// The map is the table of formulas of the ARQMath collection (tab-separated, with columns `id` and
// `visual_id`), or lines of two numbers `formula visual-id`. A ranking keeps the first of several
// formulas with the same visual id, and their highest grade is the grade of the visual id. A
// formula without a known visual id becomes `formula:ID`, so that it is not confused with a visual
// id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/visual_ids.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/line_source.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {

class VisualMap {
 public:
  explicit VisualMap(collection::VisualIds ids) : ids_(std::move(ids)) {}

  std::optional<std::string> find(std::string_view formula) const;
  // The replacement of the formula: its visual id, or `formula:ID`.
  std::string name(std::string_view formula) const;
  std::size_t size() const { return ids_.size(); }
  // How many of the ids, counting repetitions, are visual ids.
  std::size_t count_visual_ids(std::span<const std::string_view> ids) const;

 private:
  collection::VisualIds ids_;
};

base::Result<VisualMap> read_visual_map(std::span<const std::string> paths,
                                        const ReadOptions& options = {});

// `results` must be in trec_eval's order; the returned results are in that order as well.
std::vector<RankedResult> visually_distinct(std::vector<RankedResult> results,
                                            const VisualMap& visual_ids);
Judgements visually_distinct(const Judgements& judgements, const VisualMap& visual_ids);

// Whether the judged ids are formulas rather than visual ids. Many numbers are both, so the
// judgements are taken to be of formulas if most ids are formulas of the map, and more of them than
// are visual ids.
bool are_formulas(const Judgements& judgements, const VisualMap& visual_ids);

}  // namespace noether::evaluation
