#include "noether/evaluation/experiment/experiment_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "noether/evaluation/experiment/encoder_scores.h"

namespace noether::evaluation {
namespace {

constexpr std::pair<std::string_view, bool> kNoOrAlgebra[] = {{"no", false}, {"yes", true}};

// A larger number of items would take hours.
constexpr double kMostItems = 1e6;
constexpr double kMostSeed = 9e15;  // every whole number up to this one is a double

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
      return LineSettings::wrong(*written, "is not a measure of encoders",
                                 fmt::format("there are {}", fmt::join(encoder_measures(), ", ")));
    }
    measures.emplace_back(one);
    left.remove_prefix(std::min(left.size(), one.size() + 1));
  }
  return measures;
}

namespace {

constexpr std::pair<std::string_view, BestValue> kBest[] = {
    {"high", BestValue::High}, {"low", BestValue::Low}, {"none", BestValue::None}};

}  // namespace

base::Result<void> read_columns(base::KeywordLine& line, ExperimentTable& table,
                                const Experiment& experiment) {
  LineSettings settings(
      line,
      "columns HEADING NAME... [topics=NAME,...] [best=high|low|none], or columns "
      "HEADING NAME... tasks=NAME measures=NAME,... [best=high|low|none]");
  if (!table.rows.empty()) return base::fail("columns come before the rows", line.span);
  ColumnGroup made;
  auto heading = settings.name();
  if (!heading) return error_of(heading);
  made.heading = heading->text;
  if (const auto topics = settings.take("topics")) {
    std::string_view left = topics->text;
    do {
      base::KeywordWord one = *topics;
      one.text = left.substr(0, left.find(','));
      auto known = reference(experiment.topics, one, "set of topics");
      if (!known) return error_of(known);
      left.remove_prefix(std::min(left.size(), known->size() + 1));
      made.topics.push_back(std::move(*known));
    } while (!left.empty());
  }
  const auto of_encoders = read_encoder_columns(settings, line, experiment, made);
  if (!of_encoders) return error_of(of_encoders);
  const auto is_of_task_3 = [&](const std::string& topics) {
    return experiment.find_topics(topics)->task == 3;
  };
  const bool is_of_answers = std::ranges::any_of(made.topics, is_of_task_3);
  if (is_of_answers && !std::ranges::all_of(made.topics, is_of_task_3)) {
    return base::fail("answers and rankings have no measure in common", line.span,
                      "topics of Task 3 need columns of their own");
  }
  const auto best = settings.take_choice<BestValue>("best", BestValue::High, kBest);
  if (!best) return error_of(best);
  made.best = *best;
  do {
    auto name = settings.name();
    if (!name) return error_of(name);
    if (table.columns() + made.columns.size() == kMostColumns) {
      return LineSettings::wrong(*name, "is one column too many");
    }
    TableColumn& column = made.columns.emplace_back(TableColumn{name->text, {}});
    if (made.topics.empty()) continue;
    auto measure = is_of_answers ? answer_measure_of(*name) : measure_of(*name);
    if (!measure) return error_of(measure);
    column.measure = *measure;
  } while (settings.has_name());
  if (of_encoders->size() != (made.tasks.empty() ? 0 : made.columns.size())) {
    return base::fail(
        fmt::format("{} columns have {} measures", made.columns.size(), of_encoders->size()),
        line.span, "write a measure for each column: measures=k-means,reads");
  }
  for (std::size_t c = 0; c < of_encoders->size(); ++c) {
    made.columns[c].encoder_measure = (*of_encoders)[c];
  }
  table.groups.push_back(std::move(made));
  return settings.end();
}

base::Result<void> read_row(base::KeywordLine& line, ExperimentTable& table,
                            const Experiment& experiment) {
  const std::string& keyword = line.keyword.text;
  LineSettings settings(line, keyword == "group"       ? "group NAME"
                              : keyword == "published" ? "published NAME CELL..."
                              : keyword == "measured"  ? "measured SYSTEM [CELL...] [as=NAME]"
                                                       : "missing NAME WHY [CELL...]");
  if (table.groups.empty()) return base::fail("columns come before the rows", line.span);
  if (table.rows.size() == kMostRows) return base::fail("this table is too long", line.span);
  TableRow made;
  auto name = settings.name();
  if (!name) return error_of(name);
  made.name = name->text;
  std::size_t wanted = table.given_columns();
  if (keyword == "group") {
    made.kind = TableRow::Kind::Group;
    wanted = 0;
  } else if (keyword == "published") {
    made.kind = TableRow::Kind::Published;
    wanted = table.columns();
  } else if (keyword == "measured") {
    made.kind = TableRow::Kind::Measured;
    auto known = reference(experiment.systems, *name, "system");
    if (!known) return error_of(known);
    made.system = std::move(*known);
    if (const auto as = settings.take("as")) made.name = as->text;
  } else {
    made.kind = TableRow::Kind::Missing;
    auto why = settings.name();
    if (!why) return error_of(why);
    made.why = why->text;
  }
  while (settings.has_name()) made.cells.push_back(settings.name()->text);
  // Measured and missing rows may leave out their last cells.
  const bool is_right = made.kind == TableRow::Kind::Published ? made.cells.size() == wanted
                                                               : made.cells.size() <= wanted;
  if (!is_right) {
    return base::fail(
        fmt::format("this row has {} cells, and {} are expected", made.cells.size(), wanted),
        line.span, "write - for a cell that is empty");
  }
  made.cells.resize(wanted, "-");
  table.rows.push_back(std::move(made));
  return settings.end();
}

}  // namespace noether::evaluation
