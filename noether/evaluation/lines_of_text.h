// A text in memory as a file, for tests and fuzz targets.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "noether/base/line_reader.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {

inline base::LineReader reader_of_text(std::string text) {
  const auto rest = std::make_shared<std::pair<std::string, std::size_t>>(std::move(text), 0);
  return base::LineReader(
      [rest](std::span<char> into) -> base::Result<std::size_t> {
        const std::size_t taken = rest->first.copy(into.data(), into.size(), rest->second);
        rest->second += taken;
        return taken;
      },
      "text", LineSource::kMaxLineBytes);
}

inline LineSource lines_of_text(std::string text, const ReadOptions& options = {}) {
  return LineSource(reader_of_text(std::move(text)), options);
}

}  // namespace noether::evaluation
