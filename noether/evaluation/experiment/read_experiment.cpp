// Experiments are read line by line, as profiles are: a keyword, names, and settings.
//
// A name is declared before it is used, so that every line is checked when it is read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "noether/base/keyword_lines.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/experiment_lines.h"
#include "noether/evaluation/experiment/line_settings.h"
#include "noether/neural/generate/decoding.h"

namespace noether::evaluation {
namespace {

using base::KeywordLine;
using base::KeywordWord;

constexpr std::array<std::string_view, 4> kWithText = {"title", "about", "note", "source"};

constexpr std::pair<std::string_view, bool> kYesOrNo[] = {{"no", false}, {"yes", true}};
constexpr std::pair<std::string_view, AnswerPlan::Way> kWays[] = {
    {"first", AnswerPlan::Way::First}, {"extract", AnswerPlan::Way::Extract}};
constexpr std::pair<std::string_view, bool> kEmptyTopics[] = {{"keep", false}, {"skip", true}};
constexpr std::pair<std::string_view, std::optional<RunFormat>> kRunFormats[] = {
    {"trec", RunFormat::Trec}, {"task1", RunFormat::Task1}, {"task2", RunFormat::Task2}};
constexpr std::pair<std::string_view, ComparisonPlan::Test> kTests[] = {
    {"t-test", ComparisonPlan::Test::TTest},
    {"randomisation", ComparisonPlan::Test::Randomisation}};
constexpr std::pair<std::string_view, ComparisonPlan::Correction> kCorrections[] = {
    {"none", ComparisonPlan::Correction::None},
    {"bonferroni", ComparisonPlan::Correction::Bonferroni},
    {"holm", ComparisonPlan::Correction::Holm}};

void append_text(std::string& text, const std::string& more) {
  if (!text.empty()) text += ' ';
  text += more;
}

class ExperimentReader {
 public:
  base::Result<Experiment> read(std::string_view text) {
    auto done = base::read_keyword_lines(text, kWithText,
                                         [this](KeywordLine& line) { return interpret(line); });
    if (!done) return error_of(done);
    if (made_.tables.empty() && !measures_.empty()) add_default_table();
    if (made_.tables.empty()) {
      return base::fail("this experiment has neither measures nor a table", {},
                        "write: measures nDCG' MAP' P'@10");
    }
    return std::move(made_);
  }

 private:
  base::Result<void> interpret(KeywordLine& line) {
    const std::string& keyword = line.keyword.text;
    if (keyword == "title") return append_text(made_.title, line.text), base::Result<void>();
    if (keyword == "about") return append_text(made_.about, line.text), base::Result<void>();
    if (keyword == "collection") return read_collection(line);
    if (keyword == "topics") return read_topics(line);
    if (keyword == "tasks") return read_embedding_tasks(line, made_);
    if (keyword == "system") return read_system(line);
    if (keyword == "run") return read_run_file(line);
    if (keyword == "measures") return read_measures(line);
    if (keyword == "compare") return read_comparison(line);
    if (keyword == "plots") return read_plots(line);
    if (keyword == "table") return read_table(line);
    constexpr std::array<std::string_view, 7> kOfTables = {
        "source", "note", "columns", "group", "published", "measured", "missing"};
    if (std::ranges::find(kOfTables, keyword) == kOfTables.end()) {
      return LineSettings::wrong(
          line.keyword, "is not a part of an experiment",
          "there are title, about, collection, topics, tasks, system, run, measures, compare, "
          "plots, "
          "table; and of a table source, note, columns, group, published, measured and missing");
    }
    if (made_.tables.empty()) {
      return LineSettings::wrong(line.keyword, "belongs to a table, but no table has begun",
                                 "begin one before: table NAME TITLE");
    }
    ExperimentTable& table = made_.tables.back();
    if (keyword == "source") return append_text(table.source, line.text), base::Result<void>();
    if (keyword == "note") return append_text(table.note, line.text), base::Result<void>();
    if (keyword == "columns") return read_columns(line, table, made_);
    return read_row(line, table, made_);
  }

  base::Result<void> read_collection(KeywordLine& line) {
    LineSettings settings(line,
                          "collection NAME source=PATH | index=PATH [format=F] [passages=no|yes]");
    ExperimentCollection made;
    auto name = settings.name();
    if (!name) return error_of(name);
    if (auto is_new = check_new(made_.collections, *name); !is_new) return is_new;
    made.name = name->text;
    auto source = settings.take_path("source");
    if (!source) return error_of(source);
    auto index = settings.take_path("index");
    if (!index) return error_of(index);
    if (source->empty() == index->empty()) {
      return base::fail("a collection has either a source or an index", line.span);
    }
    made.source = std::move(*source);
    made.index = std::move(*index);
    if (const auto format = settings.take("format")) {
      made.format = collection::format_by_name(format->text);
      if (!made.format) {
        return LineSettings::wrong(
            *format, "is not a format",
            fmt::format("there are {}", fmt::join(collection::format_names(), ", ")));
      }
    }
    const auto passages = settings.take_choice<bool>("passages", false, kYesOrNo);
    if (!passages) return error_of(passages);
    made.with_passages = *passages;
    made_.collections.push_back(std::move(made));
    return settings.end();
  }

  base::Result<void> read_topics(KeywordLine& line) {
    LineSettings settings(line,
                          "topics NAME judgements=PATH [task=1|2|3] [file=PATH collection=NAME] "
                          "[visual-ids=PATH] [posts=PATH] [decoder=PATH] [threshold=2] "
                          "[empty=keep|skip]");
    TopicSet made;
    auto name = settings.name();
    if (!name) return error_of(name);
    if (auto is_new = check_new(made_.topics, *name); !is_new) return is_new;
    made.name = name->text;
    const auto collection = settings.take("collection");
    if (collection) {
      auto known = reference(made_.collections, *collection, "collection");
      if (!known) return error_of(known);
      made.collection = std::move(*known);
    }
    const std::pair<std::string_view, std::string*> paths[] = {{"judgements", &made.judgements},
                                                               {"file", &made.file},
                                                               {"visual-ids", &made.visual_ids},
                                                               {"posts", &made.posts},
                                                               {"decoder", &made.decoder}};
    for (const auto& [setting, value] : paths) {
      auto path = settings.take_path(setting);
      if (!path) return error_of(path);
      *value = std::move(*path);
    }
    if (made.judgements.empty()) return base::fail("these topics have no judgements", line.span);
    if (made.file.empty() != made.collection.empty()) {
      return base::fail("a file of topics and a collection go together", line.span,
                        "systems are run with both; run files need neither");
    }
    const auto task = settings.take_number("task", 1, 1, 3);
    if (!task) return error_of(task);
    made.task = static_cast<int>(*task);
    if (made.task == 3 && made.file.empty()) {
      return base::fail("answers are compared with those of a collection", line.span,
                        "write: collection=NAME file=PATH");
    }
    if (made.task != 3 && !made.decoder.empty()) {
      return base::fail("a decoder scores written answers, which topics of Task 3 have", line.span);
    }
    const auto threshold = settings.take_number("threshold", 2, 1, 1000);
    if (!threshold) return error_of(threshold);
    made.threshold = static_cast<std::int32_t>(*threshold);
    const auto empty = settings.take_choice<bool>("empty", false, kEmptyTopics);
    if (!empty) return error_of(empty);
    made.skips_empty = *empty;
    made_.topics.push_back(std::move(made));
    return settings.end();
  }

  base::Result<void> read_system(KeywordLine& line) {
    LineSettings settings(line,
                          "system NAME profile=NAME_OR_PATH [top=1000] [answers=first|extract] "
                          "[about=\"...\"], or system NAME generator=PATH [beams=5] "
                          "[hint=no|yes] [about=\"...\"], or system NAME encoder=PATH "
                          "[algebra=no|yes] [about=\"...\"]");
    ExperimentSystem made;
    auto name = settings.name();
    if (!name) return error_of(name);
    if (auto is_new = check_new(made_.systems, *name); !is_new) return is_new;
    made.name = name->text;
    made.about = settings.take_text("about");
    made.profile = settings.take_text("profile");
    auto generator = settings.take_path("generator");
    if (!generator) return error_of(generator);
    if (auto read = read_encoder(settings, made.encoder); !read) return read;
    const int ways = (made.profile.empty() ? 0 : 1) + (generator->empty() ? 0 : 1) +
                     (made.encoder.folder.empty() ? 0 : 1);
    if (ways != 1) {
      return base::fail(ways == 0 ? "this system has no profile, generator or encoder"
                                  : "a system has either a profile, a generator or an encoder",
                        line.span);
    }
    if (made.encoder.folder.empty()) {
      if (auto read = read_answers(settings, *generator, made.answers); !read) return read;
      const auto top = settings.take_number("top", 1000, 1, 1e6);
      if (!top) return error_of(top);
      made.top = static_cast<std::uint32_t>(*top);
    }
    made_.systems.push_back(std::move(made));
    return settings.end();
  }

  static base::Result<void> read_answers(LineSettings& settings, const std::string& generator,
                                         AnswerPlan& made) {
    if (generator.empty()) {
      const auto way = settings.take_choice<AnswerPlan::Way>("answers", made.way, kWays);
      if (!way) return error_of(way);
      made.way = *way;
      return {};
    }
    made.way = AnswerPlan::Way::Generate;
    made.generator = generator;
    const auto beams = settings.take_number("beams", 5, 1, neural::kMostBeams);
    if (!beams) return error_of(beams);
    made.beams = static_cast<std::size_t>(*beams);
    const auto hint = settings.take_choice<bool>("hint", false, kYesOrNo);
    if (!hint) return error_of(hint);
    made.hint = *hint;
    return {};
  }

  // A system may have a run for each set of topics.
  base::Result<void> read_run_file(KeywordLine& line) {
    LineSettings settings(line, "run SYSTEM topics=NAME file=PATH [format=trec|task1|task2]");
    auto name = settings.name();
    if (!name) return error_of(name);
    RunFile made;
    const auto topics = settings.take("topics");
    if (!topics) return base::fail("a run is for topics", line.span, "write: topics=NAME");
    auto known = reference(made_.topics, *topics, "set of topics");
    if (!known) return error_of(known);
    made.topics = std::move(*known);
    auto path = settings.take_path("file");
    if (!path) return error_of(path);
    if (path->empty()) return base::fail("this run has no file", line.span);
    made.path = std::move(*path);
    const auto format =
        settings.take_choice<std::optional<RunFormat>>("format", std::nullopt, kRunFormats);
    if (!format) return error_of(format);
    made.format = *format;
    auto system = std::ranges::find(made_.systems, name->text, &ExperimentSystem::name);
    if (system == made_.systems.end()) {
      made_.systems.push_back({.name = name->text});
      system = made_.systems.end() - 1;
    }
    system->about += settings.take_text("about");
    if (!system->profile.empty() || !system->encoder.folder.empty() ||
        std::ranges::find(system->runs, made.topics, &RunFile::topics) != system->runs.end()) {
      return LineSettings::wrong(*name, "has a way to answer these topics already");
    }
    system->runs.push_back(std::move(made));
    return settings.end();
  }

  base::Result<void> read_measures(KeywordLine& line) {
    for (const KeywordWord& word : line.names) {
      auto measure = measure_of(word);
      if (!measure) return error_of(measure);
      if (measures_.size() == kMostColumns) return LineSettings::wrong(word, "is one too many");
      measures_.push_back({word.text, *measure});
    }
    line.names.clear();
    if (measures_.empty()) return base::fail("the line names no measure", line.span);
    return LineSettings(line, "measures NAME...").end();
  }

  base::Result<void> read_comparison(KeywordLine& line) {
    LineSettings settings(line,
                          "compare BASELINE... [test=t-test|randomisation] "
                          "[correction=holm|bonferroni|none] [level=0.05]");
    ComparisonPlan& plan = made_.comparison;
    do {
      auto name = settings.name();
      if (!name) return error_of(name);
      auto known = reference(made_.systems, *name, "system");
      if (!known) return error_of(known);
      if (plan.baselines.size() == 26 ||
          std::ranges::find(plan.baselines, *known) != plan.baselines.end()) {
        return LineSettings::wrong(*name, "is a baseline already, or one too many");
      }
      plan.baselines.push_back(std::move(*known));
    } while (settings.has_name());
    const auto test = settings.take_choice<ComparisonPlan::Test>("test", plan.test, kTests);
    if (!test) return error_of(test);
    const auto correction = settings.take_choice<ComparisonPlan::Correction>(
        "correction", plan.correction, kCorrections);
    if (!correction) return error_of(correction);
    const auto level = settings.take_number("level", plan.level, 0, 1);
    if (!level) return error_of(level);
    plan.test = *test;
    plan.correction = *correction;
    plan.level = *level;
    return settings.end();
  }

  base::Result<void> read_plots(KeywordLine& line) {
    LineSettings settings(line,
                          "plots none | [differences] [precision-recall] [distribution] "
                          "[measure=NAME]");
    PlotPlan& plan = made_.plots;
    if (settings.has_name()) plan = {false, false, false, plan.measure};
    while (settings.has_name()) {
      const auto name = settings.name();
      if (name->text == "differences") {
        plan.differences = true;
      } else if (name->text == "precision-recall") {
        plan.precision_recall = true;
      } else if (name->text == "distribution") {
        plan.distribution = true;
      } else if (name->text != "none") {
        return LineSettings::wrong(*name, "is not a plot",
                                   "there are differences, precision-recall, distribution, none");
      }
    }
    if (const auto word = settings.take("measure")) {
      auto measure = measure_of(*word);
      if (!measure) return error_of(measure);
      plan.measure = *measure;
    }
    return settings.end();
  }

  base::Result<void> read_table(KeywordLine& line) {
    LineSettings settings(line, "table NAME TITLE [rows=NAME]");
    auto name = settings.name();
    if (!name) return error_of(name);
    if (auto is_new = check_new(made_.tables, *name); !is_new) return is_new;
    auto title = settings.name();
    if (!title) return error_of(title);
    made_.tables.push_back({.name = name->text, .title = title->text});
    made_.tables.back().row_title = settings.take_text("rows");
    return settings.end();
  }

  void add_default_table() {
    ExperimentTable table{.name = "Results", .title = "All systems"};
    for (const TopicSet& topics : made_.topics) {
      if (topics.task == 3) continue;  // these are measures of rankings
      table.groups.push_back(
          {.heading = topics.name, .topics = {topics.name}, .columns = measures_});
    }
    for (const ExperimentSystem& system : made_.systems) {
      table.rows.push_back(
          {.kind = TableRow::Kind::Measured, .name = system.name, .system = system.name});
    }
    made_.tables.push_back(std::move(table));
  }

  Experiment made_;
  std::vector<TableColumn> measures_;
};

}  // namespace

base::Result<Experiment> read_experiment(std::string_view text) {
  return ExperimentReader().read(text);
}

}  // namespace noether::evaluation
