#include "noether/index/deletions.h"

#include <bit>
#include <cstring>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

constexpr std::uint32_t kBitmapSection = 1;

}  // namespace

Deletions::Deletions(const std::vector<bool>& deleted) {
  for (std::uint32_t i = 0; i < deleted.size(); ++i) {
    if (deleted[i]) add(i);
  }
}

void Deletions::add(std::uint32_t document) {
  if (has(document)) return;
  if (document / 64 >= words_.size()) words_.resize(document / 64 + 1);
  words_[document / 64] |= std::uint64_t{1} << document % 64;
  ++count_;
}

base::Result<FileSeal> Deletions::write(base::FileSystem& file_system,
                                        const std::string& path) const {
  auto file = SectionWriter::create(file_system, path, FileKind::Deletions);
  if (!file) return std::unexpected(file.error());
  std::string bytes;
  for (const std::uint64_t word : words_) base::append_fixed(bytes, word, 8);
  auto done = file->begin(kBitmapSection);
  if (done) done = file->write(bytes);
  if (!done) return std::unexpected(done.error());
  return file->finish();
}

base::Result<Deletions> Deletions::open(SectionFile file, std::uint32_t documents) {
  const auto bytes = file.checked_section(kBitmapSection);
  if (!bytes) return std::unexpected(bytes.error());
  Deletions deletions;
  deletions.words_.resize(bytes->size() / 8);
  std::memcpy(deletions.words_.data(), bytes->data(), 8 * deletions.words_.size());
  for (const std::uint64_t word : deletions.words_) {
    deletions.count_ += static_cast<std::uint32_t>(std::popcount(word));
  }
  const std::size_t words = deletions.words_.size();
  const bool has_too_many =
      words > documents / 64 + 1U ||
      (words == documents / 64 + 1U && deletions.words_.back() >> documents % 64 != 0);
  if (bytes->size() % 8 != 0 || has_too_many) {
    return file.damage("deletes documents that do not exist");
  }
  return deletions;
}

}  // namespace noether::index
