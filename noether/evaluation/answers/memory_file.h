// Bytes in memory as a file, for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "noether/base/file_system.h"

namespace noether::evaluation {

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
