// Reads any bytes as a run, strictly and leniently, scores it against judgements, and writes it as
// trec_eval does. Checks that nothing crashes, that every score except counts is a number from 0 to
// 1, and that a run that can be read strictly is the same when read leniently.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "noether/evaluation/lines_of_text.h"
#include "noether/evaluation/score.h"
#include "noether/evaluation/visual_map.h"

using namespace noether;
using namespace noether::evaluation;

namespace {

const Judgements& judgements() {
  static const Judgements made = [] {
    LineSource lines = lines_of_text(
        "A.1 0 1 0\nA.1 0 2 3\nA.1 0 x 1\nB.1 0 1 2\nB.1 0 3 -1\nB.1 0 4 0\nT 0 a 1\nT 0 b 2\n");
    return *read_judgements(lines);
  }();
  return made;
}

base::Result<ScoreTable> score(const std::string& text, bool lenient, const Scorer& scorer) {
  collection::ProblemList problems;
  RunReader reader(lines_of_text(text, {.lenient = lenient, .problems = &problems}));
  return scorer.score(reader);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static const std::vector<MeasureRequest> requests = *trec_order(*parse_measures("official,ndcg"));
  static const Scorer scorer(judgements(), {.measures = requests, .max_kept_bytes = 4096});
  const auto lenient = score(text, true, scorer);
  const auto strict = score(text, false, scorer);
  // A topic that comes back too late is an error in both modes.
  if (strict && (!lenient || strict->values != lenient->values)) std::abort();
  if (!lenient) return 0;
  for (const std::vector<double>& row : lenient->values) {
    for (std::size_t m = 0; m < row.size(); ++m) {
      const bool is_count = requests[m].measure->mean == Measure::Mean::Sum;
      if (!(row[m] >= 0) || (!is_count && row[m] > 1 + 1e-12)) std::abort();
    }
  }
  if (trec_text(*lenient, requests, true).empty()) std::abort();
  return 0;
}
