// The lines of a table in an experiment: its columns, then its rows.
#pragma once

#include "noether/base/error.h"
#include "noether/base/keyword_lines.h"
#include "noether/evaluation/experiment/experiment.h"

namespace noether::evaluation {

inline constexpr std::size_t kMostColumns = 64;
inline constexpr std::size_t kMostRows = 10'000;

// `experiment` has the declarations above the line.
base::Result<void> read_columns(base::KeywordLine& line, ExperimentTable& table,
                                const Experiment& experiment);
base::Result<void> read_row(base::KeywordLine& line, ExperimentTable& table,
                            const Experiment& experiment);

}  // namespace noether::evaluation
