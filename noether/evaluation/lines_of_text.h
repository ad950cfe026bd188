// Files in memory, made from texts and bytes, for tests and fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "noether/base/file_system.h"
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

class MemoryFile final : public base::ReadableFile {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  base::Result<void> read_at(std::uint64_t offset, std::span<char> into) const override {
    if (offset > bytes_.size() || into.size() > bytes_.size() - offset) {
      return base::fail("the file ends before");
    }
    if (!into.empty()) std::memcpy(into.data(), bytes_.data() + offset, into.size());
    return {};
  }

 private:
  std::string bytes_;
};

}  // namespace noether::evaluation
