// Reads sections of arbitrary content with valid checksums: hostile passages must be refused or
// searched, and must never crash the program.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/packed_bytes.h"
#include "noether/index/check_index.h"
#include "noether/index/memory_file.h"
#include "noether/index/passages/passages_layout.h"
#include "noether/index/vectors/graph_walk.h"

namespace noether::index {
namespace {

// The input begins with the number of documents. Each section then has its length in two bytes
// before it.
void read_all(std::string_view input) {
  if (input.empty()) return;
  const auto documents = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  std::string bytes;
  SectionWriter writer(std::make_unique<MemoryFile>(bytes), FileKind::Passages);
  for (std::uint32_t name = section::passages_header; name <= section::term_documents; ++name) {
    base::PackedReader reader(input.substr(0, 2));
    const std::string_view part =
        input.size() < 2 ? std::string_view() : input.substr(2, reader.fixed(2));
    (void)writer.begin(name);
    (void)writer.write(part);
    input.remove_prefix(std::min(input.size(), part.size() + 2));
  }
  (void)writer.finish();
  auto file = SectionFile::open(base::MappedBytes::of(bytes), "fuzzed", FileKind::Passages);
  if (!file) return;
  const auto passages = SegmentPassages::open(std::move(*file), documents);
  if (!passages) return;
  (void)check_passages(*passages);
  for (std::uint32_t document = 0; document < documents; ++document) {
    (void)passages->passages_in(document);
  }
  (void)passages->terms_with("a");
  if (!passages->has_vectors()) return;
  const auto query = EncodedVector::encode(std::vector<float>(passages->model().width, 1));
  // A search compares all of a few vectors, unless it wants hardly any.
  for (const NearestOptions& options :
       {NearestOptions{}, NearestOptions{.count = 1, .beam = 2}, NearestOptions{.exact = true}}) {
    const auto near = nearest_in(*passages, query->code(), options);
    if (!near) continue;
    for (const NearVector& one : *near) (void)passages->passage(one.number);
  }
}

}  // namespace
}  // namespace noether::index

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  noether::index::read_all({reinterpret_cast<const char*>(data), size});
  return 0;
}
