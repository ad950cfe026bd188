// Reads the lines of an experiment about encoders of expressions and their tasks, and those of a
// table: its columns, then its rows.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/keyword_lines.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/line_settings.h"

namespace noether::evaluation {

// Reads tasks NAME clusters=PATH [seed=1] [items=1000] [threshold=NAME].
base::Result<void> read_embedding_tasks(base::KeywordLine& line, Experiment& made);

// Reads the settings `encoder` and `algebra` of a system.
base::Result<void> read_encoder(LineSettings& settings, EncoderPlan& made);

// Reads the settings `tasks` and `measures` of columns. Returns the measures in their order, or
// nothing without tasks.
base::Result<std::vector<std::string>> read_encoder_columns(LineSettings& settings,
                                                            const base::KeywordLine& line,
                                                            const Experiment& experiment,
                                                            ColumnGroup& made);

inline constexpr std::size_t kMostColumns = 64;
inline constexpr std::size_t kMostRows = 10'000;

// `experiment` has the declarations above the line.
base::Result<void> read_columns(base::KeywordLine& line, ExperimentTable& table,
                                const Experiment& experiment);
base::Result<void> read_row(base::KeywordLine& line, ExperimentTable& table,
                            const Experiment& experiment);

}  // namespace noether::evaluation
