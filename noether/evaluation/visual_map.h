// Task 2 is scored by what formulas look like: each one stands for its visual id.
//
// The map is the table of formulas of the ARQMath collection (tab-separated, with columns `id` and
// `visual_id`), or lines of two numbers `formula visual-id`; of several formulas with one visual id
// a ranking keeps the first, and the highest grade is the grade of the visual id. A formula whose
// visual id is not known becomes `formula:ID`, so that it is not taken for a visual id.
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
#include "noether/evaluation/read_options.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {

class VisualMap {
 public:
  explicit VisualMap(collection::VisualIds ids) : ids_(std::move(ids)) {}

  std::optional<std::string> find(std::string_view formula) const;
  // What stands for the formula: its visual id, or `formula:ID`.
  std::string name(std::string_view formula) const;
  std::size_t size() const { return ids_.size(); }
  // How many of the ids, some of them perhaps several times, are visual ids.
  std::size_t count_visual_ids(std::span<const std::string_view> ids) const;

 private:
  collection::VisualIds ids_;
};

base::Result<VisualMap> read_visual_map(std::span<const std::string> paths,
                                        const ReadOptions& options = {});

// `results` are in trec_eval's order; so is what is made of them.
std::vector<RankedResult> visually_distinct(std::vector<RankedResult> results,
                                            const VisualMap& visual_ids);
Judgements visually_distinct(const Judgements& judgements, const VisualMap& visual_ids);

// Whether most of the judged ids are formulas that the map knows, and more than are visual ids in
// it: then it is formulas that were judged. Numbers of the one kind are often also of the other.
bool are_formulas(const Judgements& judgements, const VisualMap& visual_ids);

}  // namespace noether::evaluation
