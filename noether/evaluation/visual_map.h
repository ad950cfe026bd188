// Task 2 is scored by the appearance of formulas: each formula is replaced by its visual id.
// The map is the table of formulas of the ARQMath collection (tab-separated, with columns `id` and
// `visual_id`), or lines of two numbers `formula visual-id`. A ranking keeps the first of several
// formulas with one visual id, and the highest grade is the grade of the visual id. A formula
// without a known visual id becomes `formula:ID`, so that it is not confused with a visual id.
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
  // The number of the ids, with repetitions, that are visual ids.
  std::size_t count_visual_ids(std::span<const std::string_view> ids) const;

 private:
  collection::VisualIds ids_;
};

base::Result<VisualMap> read_visual_map(std::span<const std::string> paths,
                                        const ReadOptions& options = {});

// `results` are in trec_eval's order, and so is the result.
std::vector<RankedResult> visually_distinct(std::vector<RankedResult> results,
                                            const VisualMap& visual_ids);
Judgements visually_distinct(const Judgements& judgements, const VisualMap& visual_ids);

// Whether most of the judged ids are formulas that the map knows, and more than are visual ids in
// it: then it is formulas that were judged. Numbers of the one kind are often also of the other.
bool are_formulas(const Judgements& judgements, const VisualMap& visual_ids);

}  // namespace noether::evaluation
