#include "noether/evaluation/experiment/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "noether/base/file_system.h"

namespace noether::evaluation {
namespace {

template <typename Named>
const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::ranges::find_if(all, [&](const Named& n) { return n.name == name; });
  return found == all.end() ? nullptr : &*found;
}

constexpr std::string_view kData = "${data}";

}  // namespace

std::size_t ExperimentTable::columns() const {
  std::size_t count = 0;
  for (const ColumnGroup& group : groups) count += group.columns.size();
  return count;
}

std::size_t ExperimentTable::given_columns() const {
  std::size_t count = 0;
  for (const ColumnGroup& group : groups) {
    if (!group.is_measured()) count += group.columns.size();
  }
  return count;
}

const ExperimentCollection* Experiment::find_collection(std::string_view name) const {
  return find_named(collections, name);
}
const TopicSet* Experiment::find_topics(std::string_view name) const {
  return find_named(topics, name);
}
const EmbeddingTaskSet* Experiment::find_tasks(std::string_view name) const {
  return find_named(tasks, name);
}
const ExperimentSystem* Experiment::find_system(std::string_view name) const {
  return find_named(systems, name);
}

std::optional<std::size_t> topics_for(const Experiment& experiment, const ExperimentSystem& system,
                                      const ColumnGroup& group) {
  for (const std::string& name : group.topics) {
    const auto set = std::ranges::find(experiment.topics, name, &TopicSet::name);
    const bool has_run =
        std::ranges::find(system.runs, name, &RunFile::topics) != system.runs.end();
    const bool has_way =
        !system.profile.empty() || (!system.answers.generator.empty() && set->task == 3);
    const bool can_run = has_way && !set->file.empty();
    if (has_run || can_run) return static_cast<std::size_t>(set - experiment.topics.begin());
  }
  return std::nullopt;
}

base::Result<std::string> resolved_path(std::string_view path, const std::string& folder,
                                        const std::optional<std::string>& data) {
  if (path.starts_with(kData)) {
    if (!data) {
      return base::fail("the folder of the data is unknown", {},
                        "give it as --data or as NOETHER_DATA");
    }
    return *data + std::string(path.substr(kData.size()));
  }
  if (path.starts_with('/')) return std::string(path);
  return (std::filesystem::path(folder) / path).string();
}

base::Error not_there(const std::string& written) {
  return {fmt::format("{} is missing", written.substr(written.rfind('/') + 1)),
          {},
          "looked for " + written};
}

base::Error missing_or(const std::string& path, const std::string& written,
                       const base::Error& error) {
  return base::FileSystem::real().exists(path) ? error : not_there(written);
}

namespace {

void add_measure(std::vector<MeasureRequest>& all, const MeasureRequest& more) {
  if (std::ranges::find(all, more) == all.end()) all.push_back(more);
}

bool names_topics(const ColumnGroup& group, const TopicSet& topics) {
  return std::ranges::find(group.topics, topics.name) != group.topics.end();
}

}  // namespace

std::optional<MeasureRequest> main_measure(const Experiment& experiment, const TopicSet& topics) {
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      if (!names_topics(group, topics)) continue;
      const bool is_chosen = experiment.plots.measure && topics.task != 3;
      return is_chosen ? experiment.plots.measure : group.columns.front().measure;
    }
  }
  return std::nullopt;
}

std::string measure_title(const Experiment& experiment, const MeasureRequest& measure) {
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      const auto found = std::ranges::find(group.columns, measure, &TableColumn::measure);
      if (found != group.columns.end()) return found->name;
    }
  }
  return measure.name();
}

std::vector<MeasureRequest> measures_of(const Experiment& experiment, const TopicSet& topics) {
  std::vector<MeasureRequest> all;
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      if (!names_topics(group, topics)) continue;
      for (const TableColumn& column : group.columns) add_measure(all, *column.measure);
    }
  }
  const auto shown = main_measure(experiment, topics);
  if (!shown) return all;
  add_measure(all, *shown);
  if (!experiment.plots.precision_recall || topics.task == 3) return all;
  const auto curve = parse_measures(shown->prime ? "iprec'" : "iprec");
  if (curve) {
    for (const MeasureRequest& point : *curve) add_measure(all, point);
  }
  return all;
}

}  // namespace noether::evaluation
