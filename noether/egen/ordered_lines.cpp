#include "noether/egen/ordered_lines.h"

#include <algorithm>
#include <thread>

namespace noether::egen {

base::Result<OrderedLinesReport> make_lines(const OrderedLinesOptions& options,
                                            const std::vector<LineMaker>& makers,
                                            const LineSink& sink) {
  OrderedLinesReport report;
  std::vector<std::vector<std::optional<OrderedLine>>> made(makers.size());
  for (std::uint64_t first = 0; first < options.most_items && report.lines < options.wanted;
       first += options.chunk * makers.size()) {
    const auto make_chunk = [&](std::size_t thread) {
      const std::uint64_t begin = first + thread * options.chunk;
      const std::uint64_t end = std::min(begin + options.chunk, options.most_items);
      made[thread].clear();
      for (std::uint64_t item = begin; item < end; ++item) {
        made[thread].push_back(makers[thread](item));
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < makers.size(); ++i) threads.emplace_back(make_chunk, i);
      make_chunk(0);
    }
    for (const auto& lines : made) {
      for (const std::optional<OrderedLine>& line : lines) {
        if (report.lines == options.wanted) break;
        if (!line) {
          ++report.skipped;
          continue;
        }
        if (auto written = sink(*line); !written) return std::unexpected(written.error());
        ++report.lines;
      }
    }
  }
  return report;
}

}  // namespace noether::egen
