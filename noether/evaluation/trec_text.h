// A table of scores as NIST's trec_eval prints it, line for line.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/measures/measure.h"
#include "noether/evaluation/score_table.h"

namespace noether::evaluation {

// The measures in the order in which trec_eval prints them; an error names one that it has not.
base::Result<std::vector<MeasureRequest>> trec_order(std::vector<MeasureRequest> requests);

// Every topic first when `topics` is set. The table is that of `requests`, which are in trec_eval's
// order.
std::string trec_text(const ScoreTable& table, const std::vector<MeasureRequest>& requests,
                      bool topics);

}  // namespace noether::evaluation
