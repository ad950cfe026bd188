#include "noether/egen/training/ordered_lines.h"

#include <algorithm>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/parallel.h"

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
    base::for_each_in_parallel<algebra::ThreadMemory>(
        makers.size(), static_cast<unsigned>(makers.size()),
        [&](std::size_t i, std::size_t thread) { make_chunk(i, makers[thread]); });
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
