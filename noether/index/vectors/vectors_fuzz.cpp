// Reads sections of arbitrary content with valid checksums: hostile vectors must be refused or
// searched, and must never crash the program.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/packed_bytes.h"
#include "noether/index/check_index.h"
#include "noether/index/memory_file.h"
#include "noether/index/vectors/nearest_vectors.h"
#include "noether/index/vectors/segment_vectors.h"

namespace noether::index {
namespace {

// The input begins with the number of formulas. Each section then has its length in two bytes
// before it.
void search_all(std::string_view input) {
  if (input.empty()) return;
  const auto formulas = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  std::string bytes;
  SectionWriter writer(std::make_unique<MemoryFile>(bytes), FileKind::Vectors);
  for (std::uint32_t name = section::vectors_header; name <= section::links; ++name) {
    base::PackedReader reader(input.substr(0, 2));
    const std::string_view part =
        input.size() < 2 ? std::string_view() : input.substr(2, reader.fixed(2));
    (void)writer.begin(name);
    (void)writer.write(part);
    input.remove_prefix(std::min(input.size(), part.size() + 2));
  }
  (void)writer.finish();
  auto file = SectionFile::open(base::MappedBytes::of(bytes), "fuzzed", FileKind::Vectors);
  if (!file) return;
  const auto vectors = SegmentVectors::open(std::move(*file), formulas);
  if (!vectors) return;
  (void)check_vectors(*vectors);
  const auto query = EncodedVector::encode(std::vector<float>(vectors->model().width, 1));
  std::vector<std::uint32_t> found;
  // A search compares all of a few vectors, unless it wants hardly any.
  for (const NearestOptions& options :
       {NearestOptions{}, NearestOptions{.count = 1, .beam = 2}, NearestOptions{.exact = true}}) {
    const auto near = nearest_vectors(*vectors, query->code(), options);
    if (!near) continue;
    for (const NearVector& one : *near) (void)vectors->formulas_of(one.number, found);
  }
}

}  // namespace
}  // namespace noether::index

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  noether::index::search_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
