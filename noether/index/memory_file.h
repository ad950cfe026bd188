// A file that is written into a string, for fuzz targets that make sections with arbitrary content.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/file_system.h"

namespace noether::index {

class MemoryFile final : public base::WritableFile {
 public:
  // The string must outlive this object.
  explicit MemoryFile(std::string& bytes) : bytes_(bytes) {}
  base::Result<void> write(std::string_view bytes) override {
    bytes_ += bytes;
    return {};
  }
  base::Result<void> sync() override { return {}; }
  base::Result<void> close() override { return {}; }

 private:
  std::string& bytes_;
};

}  // namespace noether::index
