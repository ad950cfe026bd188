// Reads any bytes as an experiment. Checks that nothing crashes, that an error points into the
// text, and that the references of an experiment that was read are valid.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "noether/evaluation/experiment/experiment.h"

using namespace noether::evaluation;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = read_experiment(text);
  if (!read) {
    const auto span = read.error().span;
    if (span.begin > span.end || span.end > size || read.error().message.empty()) std::abort();
    return 0;
  }
  for (const TopicSet& set : read->topics) {
    if (!set.collection.empty() && read->find_collection(set.collection) == nullptr) std::abort();
  }
  for (const ExperimentTable& table : read->tables) {
    for (const ColumnGroup& group : table.groups) {
      for (const std::string& topics : group.topics) {
        if (read->find_topics(topics) == nullptr) std::abort();
      }
      for (const TableColumn& column : group.columns) {
        if (column.measure.has_value() == group.topics.empty()) std::abort();
      }
    }
    for (const TableRow& row : table.rows) {
      const bool is_measured = row.kind == TableRow::Kind::Measured;
      if (is_measured && read->find_system(row.system) == nullptr) std::abort();
      const std::size_t wanted = row.kind == TableRow::Kind::Group       ? 0
                                 : row.kind == TableRow::Kind::Published ? table.columns()
                                                                         : table.given_columns();
      if (row.cells.size() != wanted) std::abort();
    }
  }
  for (const std::string& baseline : read->comparison.baselines) {
    if (read->find_system(baseline) == nullptr) std::abort();
  }
  return 0;
}
