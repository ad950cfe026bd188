// Runs of ARQMath Task 3: one written answer for each topic.
//
// The columns are separated by tabs, as spreadsheets write them: topic, rank, score, tag, sources,
// answer. A topic may occur once, and an answer may have 1,200 Unicode characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/tsv_reader.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {

struct WrittenAnswer {
  std::string topic;
  std::int64_t rank = 1;
  double score = 0;
  std::string sources;  // as written in the file
  std::string answer;   // text with LaTeX between dollar signs
};

struct AnswerRun {
  std::string tag;
  std::vector<WrittenAnswer> answers;  // in the order of the file
};

inline constexpr std::size_t kMaxAnswerCharacters = 1200;

// `path` may be "-" for standard input, and gzip or zstd.
base::Result<AnswerRun> read_answer_run(const std::string& path, const ReadOptions& options = {});
base::Result<AnswerRun> read_answer_run(base::LineReader lines, const ReadOptions& options);

// The line of a run that is read back as this answer.
std::string answer_run_line(const WrittenAnswer& answer, std::string_view tag);

}  // namespace noether::evaluation
