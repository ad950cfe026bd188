#include "noether/egen/training/ordered_lines.h"

#include <algorithm>
#include <atomic>

#include "noether/egen/corpus/worker_threads.h"

namespace noether::egen {

base::Result<OrderedLinesReport> make_lines(const OrderedLinesOptions& options,
                                            const std::vector<LineMaker>& makers,
                                            const LineSink& sink) {
  OrderedLinesReport report;
  std::vector<std::vector<std::optional<OrderedLine>>> made(makers.size());
  for (std::uint64_t first = 0; first < options.most_items && report.lines < options.wanted;
       first += options.chunk * makers.size()) {
    const auto make_chunk = [&](std::size_t number, const LineMaker& maker) {
      const std::uint64_t begin = first + number * options.chunk;
      const std::uint64_t end = std::min(begin + options.chunk, options.most_items);
      made[number].clear();
      for (std::uint64_t item = begin; item < end; ++item) {
        made[number].push_back(maker(item));
      }
    };
    std::atomic<std::size_t> next = 0;
    run_threads(makers.size(), [&](std::size_t thread) {
      for (std::size_t i = next++; i < makers.size(); i = next++) make_chunk(i, makers[thread]);
    });
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
