// Reads sections of arbitrary content with valid checksums: a hostile segment must be refused or
// read, and must never crash the program.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "noether/index/check_index.h"
#include "noether/index/memory_file.h"
#include "noether/index/segment/segment_layout.h"

namespace noether::index {
namespace {

// Each section has a length in two bytes before it.
class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

  std::string_view section() {
    if (rest_.size() < 2) return {};
    const std::size_t size =
        static_cast<unsigned char>(rest_[0]) + 256U * static_cast<unsigned char>(rest_[1]);
    const std::string_view part = rest_.substr(2, size);
    rest_.remove_prefix(2 + part.size());
    return part;
  }
  SectionFile file(FileKind kind, const std::vector<std::uint32_t>& names) {
    std::string bytes;
    SectionWriter writer(std::make_unique<MemoryFile>(bytes), kind);
    for (const std::uint32_t name : names) {
      (void)writer.begin(name);
      (void)writer.write(section());
    }
    (void)writer.finish();
    return std::move(*SectionFile::open(MappedBytes::of(bytes), "fuzzed", kind));
  }

 private:
  std::string_view rest_;
};

void read_all(Input input) {
  const Schema schema{{{.name = "words", .keeps_texts = true},
                       {.name = "paths", .unit = Unit::Formula, .key_bits = 40}}};
  const std::vector<std::uint32_t> of_documents = {
      section::count,           section::table,      section::blocks,     section::offsets,
      section::names_or_places, section::head_table, section::head_blocks};
  const std::vector<std::uint32_t> of_formulas = {
      section::count,           section::table,        section::blocks,  section::offsets,
      section::names_or_places, section::payload_ends, section::payloads};
  std::vector<std::uint32_t> of_spaces;
  for (std::uint32_t space = 0; space < all_spaces(schema).size(); ++space) {
    for (std::uint32_t part = section::header; part <= section::texts; ++part) {
      of_spaces.push_back(section::of_space(space, static_cast<section::OfSpace>(part)));
    }
  }
  SectionFile documents = input.file(FileKind::Documents, of_documents);
  SectionFile formulas = input.file(FileKind::Formulas, of_formulas);
  SectionFile terms = input.file(FileKind::Terms, of_spaces);
  const auto segment = SegmentReader::open(
      {std::move(terms), std::move(documents), std::move(formulas)}, SpaceView::same(schema));
  if (!segment) return;
  check_segment(*segment, [](const base::Error&) {});
  for (const std::uint64_t key : {std::uint64_t{0}, ~std::uint64_t{0}, term_key("x")}) {
    auto cursor = segment->postings(0, key);
    if (!cursor) continue;
    while (cursor->unit() != PostingCursor::kEnd) {
      (void)cursor->weight();
      cursor->advance_to(cursor->unit() + 3);
    }
  }
  (void)segment->find_document("x");
  (void)segment->find_formulas(Identity::Meaning, base::digest_of("x"));
}

}  // namespace
}  // namespace noether::index

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  noether::index::read_all(noether::index::Input({reinterpret_cast<const char*>(data), size}));
  return 0;
}
