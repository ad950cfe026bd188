// Any bytes unpacked as an archive, within a small budget: no crash, no more bytes than allowed,
// and no name that leads outside.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "noether/collection/archive/archive_files.h"

using namespace noether;

namespace {

class Bytes final : public collection::StoredBytes {
 public:
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}
  base::Result<std::string> read() const override { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const collection::FoundFile file{"a", (data[0] & 1) != 0 ? "a.zip" : "a.tar.gz", bytes.size(),
                                   std::make_shared<Bytes>(bytes)};
  collection::ArchiveBudget budget{.bytes = 1 << 20, .files = 100};
  const auto contents = collection::read_archive(file, budget);
  if (!contents) return 0;
  std::uint64_t sum = 0;
  for (const collection::FoundFile& found : contents->files) {
    if (found.name.empty() || found.name.starts_with('/') || found.name.find("../") == 0 ||
        found.name.find("/../") != std::string::npos) {
      std::abort();
    }
    const auto read = found.stored->read();
    if (!read || read->size() != found.bytes) std::abort();
    sum += found.bytes;
  }
  if (sum > 1 << 20) std::abort();
  return 0;
}
