#include "noether/evaluation/experiment/read_encoders.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "noether/evaluation/experiment/encoder_scores.h"

namespace noether::evaluation {
namespace {

constexpr std::pair<std::string_view, bool> kNoOrAlgebra[] = {{"no", false}, {"yes", true}};

// Larger ones take hours.
constexpr double kMostItems = 1e6;
constexpr double kMostSeed = 9e15;  // every whole number up to it is a double

base::Result<std::uint64_t> take_whole_number(LineSettings& settings, std::string_view name,
                                              double otherwise, double least, double most) {
  const auto number = settings.take_number(name, otherwise, least, most);
  if (!number) return error_of(number);
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

base::Result<void> read_embedding_tasks(base::KeywordLine& line, Experiment& made) {
  LineSettings settings(line, "tasks NAME clusters=PATH [seed=1] [items=1000] [threshold=NAME]");
  EmbeddingTaskSet set;
  auto name = settings.name();
  if (!name) return error_of(name);
  if (auto is_new = check_new(made.tasks, *name); !is_new) return is_new;
  set.name = name->text;
  auto clusters = settings.take_path("clusters");
  if (!clusters) return error_of(clusters);
  if (clusters->empty()) {
    return base::fail("these tasks have no clusters", line.span, "write: clusters=PATH");
  }
  set.clusters = std::move(*clusters);
  const auto seed = take_whole_number(settings, "seed", 1, 0, kMostSeed);
  if (!seed) return error_of(seed);
  set.seed = *seed;
  const auto items = take_whole_number(settings, "items", 1000, 1, kMostItems);
  if (!items) return error_of(items);
  set.items = *items;
  if (const auto threshold = settings.take("threshold")) {
    auto known = reference(made.tasks, *threshold, "set of tasks");
    if (!known) return error_of(known);
    set.threshold = std::move(*known);
  }
  made.tasks.push_back(std::move(set));
  return settings.end();
}

base::Result<void> read_encoder(LineSettings& settings, EncoderPlan& made) {
  auto folder = settings.take_path("encoder");
  if (!folder) return error_of(folder);
  if (folder->empty()) return {};
  made.folder = std::move(*folder);
  const auto algebra = settings.take_choice<bool>("algebra", false, kNoOrAlgebra);
  if (!algebra) return error_of(algebra);
  made.with_algebra = *algebra;
  return {};
}

base::Result<std::vector<std::string>> read_encoder_columns(LineSettings& settings,
                                                            const base::KeywordLine& line,
                                                            const Experiment& experiment,
                                                            ColumnGroup& made) {
  std::vector<std::string> measures;
  const auto tasks = settings.take("tasks");
  if (!tasks) return measures;
  auto known = reference(experiment.tasks, *tasks, "set of tasks");
  if (!known) return error_of(known);
  made.tasks = std::move(*known);
  if (!made.topics.empty()) return base::fail("columns have either topics or tasks", line.span);
  const auto written = settings.take("measures");
  std::string_view left = written ? std::string_view(written->text) : std::string_view();
  while (!left.empty()) {
    const std::string_view one = left.substr(0, left.find(','));
    if (!is_encoder_measure(one)) {
      return LineSettings::wrong(*written, "names no measure of encoders",
                                 fmt::format("there are {}", fmt::join(encoder_measures(), ", ")));
    }
    measures.emplace_back(one);
    left.remove_prefix(std::min(left.size(), one.size() + 1));
  }
  return measures;
}

}  // namespace noether::evaluation
