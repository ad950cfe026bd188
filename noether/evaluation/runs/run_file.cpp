#include "noether/evaluation/runs/run_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace noether::evaluation {
namespace {

// Digits behind the point. A step is far below any difference that means something, and 100,000
// steps together are too.
constexpr double kStep = 1e-9;

}  // namespace

std::string run_lines(std::string_view topic, const std::vector<RunItem>& items, RunLayout format,
                      std::string_view tag) {
  std::string lines;
  double last = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const RunItem& item = items[i];
    double score = std::round(item.score / kStep) * kStep;
    if (i > 0) score = std::min(score, last - kStep);
    last = score;
    auto out = std::back_inserter(lines);
    if (format == RunLayout::Trec) {
      fmt::format_to(out, "{}\tQ0\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, i + 1, score, tag);
    } else if (item.post.empty()) {
      fmt::format_to(out, "{}\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, i + 1, score, tag);
    } else {
      fmt::format_to(out, "{}\t{}\t{}\t{}\t{:.9f}\t{}\n", topic, item.id, item.post, i + 1, score,
                     tag);
    }
  }
  return lines;
}

bool is_run_tag(std::string_view tag) {
  return !tag.empty() && tag.find_first_of(" \t\r\n\f\v") == std::string_view::npos;
}

}  // namespace noether::evaluation
