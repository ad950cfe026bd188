// An experiment as its file declares it: collections, topics, systems, and the tables that compare
// them. docs/experiment.md describes the form.
// Every reference to a name is valid. Paths are kept as written: `resolved_path` resolves them, and
// a missing file is an error only when it is needed, so that it affects only the rows that need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/run.h"

namespace noether::evaluation {

struct ExperimentCollection {
  std::string name = {};
  std::string source = {};  // a folder or file to be indexed, or ...
  std::string index = {};   // ... a folder that is an index
  std::optional<collection::Format> format = {};
  bool with_passages = false;  // passages are added when the source is indexed
};

// Topics with their judgements: the columns of a table.
struct TopicSet {
  std::string name = {};
  int task = 1;
  std::string collection = {};  // its name; empty if only run files are scored
  std::string file = {};        // of topics; empty if only run files are scored; not in Task 3
  std::string judgements = {};
  std::string visual_ids = {};  // Task 2: a map, for runs and judgements that use formula ids
  std::string posts = {};       // for the profile linked-posts
  std::string decoder = {};     // Task 3: the folder of the decoder that measures fluency
  std::int32_t threshold = 2;
  bool skips_empty = false;  // leaves out topics without a relevant judgement
};

// The items of E-Gen's five tasks that `noether corpus tasks` makes from clusters. They are columns
// for encoders.
struct EmbeddingTaskSet {
  std::string name = {};
  std::string clusters = {};  // a corpus, or a file of clusters
  std::uint64_t seed = 1;
  std::uint64_t items = 1000;  // number of queries, and of derivations
  // The tasks whose derivations give the threshold for mistakes; if empty, these tasks.
  std::string threshold = {};
};

// An existing run for one set of topics.
struct RunFile {
  std::string topics = {};
  std::string path = {};
  std::optional<RunFormat> format = {};
};

// How a system answers the topics of Task 3.
struct AnswerPlan {
  enum class Way : std::uint8_t {
    First,     // the unchanged answer that its profile ranks first
    Extract,   // an answer as from `noether answer`, with the ranking of its profile
    Generate,  // an answer written by a decoder
  };
  Way way = Way::First;
  std::string generator = {};  // the folder of the decoder
  std::size_t beams = 5;
  bool hint = false;
};

// The encoder of expressions for embedding tasks.
struct EncoderPlan {
  std::string folder = {};  // the folder of the encoder, or `bag-of-tokens`; empty if there is none
  bool with_algebra = false;  // algebra decides where it can, the encoder decides the rest
};

struct ExperimentSystem {
  std::string name = {};
  std::string about = {};
  std::string profile = {};  // a name or a path; empty if the answers come from elsewhere
  std::uint32_t top = 1000;  // results per topic
  AnswerPlan answers = {};   // for Task 3
  EncoderPlan encoder = {};  // for embedding tasks
  std::vector<RunFile> runs = {};
};

enum class BestValue : std::uint8_t { High, Low, None };

struct TableColumn {
  std::string name = {};                       // as written in the file
  std::optional<MeasureRequest> measure = {};  // for topics
  std::string encoder_measure = {};            // for embedding tasks, see encoder_scores.h
};

// Columns under one heading. Columns with topics or embedding tasks are measured; the others hold
// the cells of the rows. If there are several sets of topics, each system is measured on the first
// one that it can answer, so that run files of the whole collection can be listed beside systems
// that are run on a part.
struct ColumnGroup {
  std::string heading = {};
  std::vector<std::string> topics = {};
  std::string tasks = {};  // for encoders; there are no topics then
  BestValue best = BestValue::High;
  std::vector<TableColumn> columns = {};

  bool is_measured() const { return !topics.empty() || !tasks.empty(); }
};

struct TableRow {
  enum class Kind : std::uint8_t {
    Group,      // a heading over the rows below it
    Published,  // figures from elsewhere: a cell for every column
    Measured,   // a system of this experiment: cells for the columns without a measure
    Missing,    // a system that is not built yet: the same cells, and why
  };
  Kind kind = Kind::Published;
  std::string name = {};
  std::string system = {};  // for a measured row
  std::string why = {};     // for a missing system
  std::vector<std::string> cells = {};
};

struct ExperimentTable {
  std::string name = {};  // "Table 3"
  std::string title = {};
  std::string row_title = {};  // the heading of the rows
  std::string source = {};
  std::string note = {};
  std::vector<ColumnGroup> groups = {};
  std::vector<TableRow> rows = {};

  std::size_t columns() const;
  std::size_t given_columns() const;  // those without a measure
};

struct ComparisonPlan {
  enum class Test : std::uint8_t { TTest, Randomisation };
  enum class Correction : std::uint8_t { None, Bonferroni, Holm };
  std::vector<std::string> baselines = {};  // names of systems; if empty, nothing is compared
  Test test = Test::TTest;
  Correction correction = Correction::Holm;
  double level = 0.05;
};

struct PlotPlan {
  bool differences = true;
  bool precision_recall = true;
  bool distribution = true;
  std::optional<MeasureRequest> measure = {};  // else the first column of the topics
};

struct Experiment {
  std::string title = {};
  std::string about = {};
  std::vector<ExperimentCollection> collections = {};
  std::vector<TopicSet> topics = {};
  std::vector<EmbeddingTaskSet> tasks = {};
  std::vector<ExperimentSystem> systems = {};
  std::vector<ExperimentTable> tables = {};
  ComparisonPlan comparison;
  PlotPlan plots;

  const ExperimentCollection* find_collection(std::string_view name) const;
  const TopicSet* find_topics(std::string_view name) const;
  const EmbeddingTaskSet* find_tasks(std::string_view name) const;
  const ExperimentSystem* find_system(std::string_view name) const;
};

// The number of the set of topics on which a system is measured in these columns; empty if it can
// answer none of them.
std::optional<std::size_t> topics_for(const Experiment& experiment, const ExperimentSystem& system,
                                      const ColumnGroup& group);

// Reads an experiment. Errors name line and column, and their span is the place in the text. An
// experiment that declares measures but no table gets a table with all systems.
base::Result<Experiment> read_experiment(std::string_view text);

// Resolves a path of an experiment: relative to the folder of its file, unless the path is absolute
// or begins with ${data}, which stands for the given folder. Returns an error if that folder is
// unknown.
base::Result<std::string> resolved_path(std::string_view path, const std::string& folder,
                                        const std::optional<std::string>& data);

// The reason why a path of an experiment cannot be used: the path is missing, or has the given
// error. The message uses the path as written, because a path of this machine means nothing to the
// reader of a report.
base::Error not_there(const std::string& written);  // short enough for a cell of a table
base::Error missing_or(const std::string& path, const std::string& written,
                       const base::Error& error);

// The measures that are computed for topics: those of the tables, the plots and the curves.
std::vector<MeasureRequest> measures_of(const Experiment& experiment, const TopicSet& topics);
// The measure that plots and comparisons of these topics show; empty if no table has a measure of
// them.
std::optional<MeasureRequest> main_measure(const Experiment& experiment, const TopicSet& topics);
// The name of a measure in the tables of the experiment.
std::string measure_title(const Experiment& experiment, const MeasureRequest& measure);

}  // namespace noether::evaluation
