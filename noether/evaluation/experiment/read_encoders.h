// The lines of an experiment that are about encoders of expressions and their tasks.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/line_settings.h"

namespace noether::evaluation {

// tasks NAME clusters=PATH [seed=1] [items=1000] [threshold=NAME]
base::Result<void> read_embedding_tasks(base::KeywordLine& line, Experiment& made);

// The settings `encoder` and `algebra` of a system.
base::Result<void> read_encoder(LineSettings& settings, EncoderPlan& made);

// The settings `tasks` and `measures` of columns; the measures in their order, none without tasks.
base::Result<std::vector<std::string>> read_encoder_columns(LineSettings& settings,
                                                            const base::KeywordLine& line,
                                                            const Experiment& experiment,
                                                            ColumnGroup& made);

}  // namespace noether::evaluation
