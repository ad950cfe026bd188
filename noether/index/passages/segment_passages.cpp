#include "noether/index/passages/segment_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/passages/passages_layout.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/bit_stream.h"

namespace noether::index {
namespace {

std::uint64_t blocks_of(std::uint32_t count, std::uint32_t block) {
  return (std::uint64_t{count} + block - 1) / block;
}

}  // namespace

base::Result<SegmentPassages> SegmentPassages::open(SectionFile file, std::uint32_t documents,
                                                    std::uint32_t reading) {
  SegmentPassages passages(std::move(file));
  passages.file_.expect(MappedBytes::Access::HereAndThere);
  passages.documents_ = documents;
  passages.model_.reading = reading;
  auto read = passages.read_header();
  if (read) read = passages.read_sections();
  if (!read) return std::unexpected(read.error());
  return passages;
}

base::Result<void> SegmentPassages::read_header() {
  const auto header = file_.checked_section(section::passages_header);
  if (!header) return std::unexpected(header.error());
  base::PackedReader reader(*header);
  model_.digest = reader.digest();
  model_.name = reader.text();
  model_.width = static_cast<std::uint32_t>(reader.fixed(4));
  token_bytes_ = static_cast<std::uint32_t>(reader.fixed(4));
  const std::uint64_t documents = reader.fixed(4);
  tried_count_ = static_cast<std::uint32_t>(reader.fixed(4));
  size_ = static_cast<std::uint32_t>(reader.fixed(4));
  token_count_ = reader.fixed(8);
  if (reader.failed() || reader.left() > 0 || documents != documents_ ||
      model_.width > kMaxVectorWidth || tried_count_ > documents_ ||
      (size_ > 0 && tried_count_ == 0)) {
    return file_.damage("contradicts itself about its passages");
  }
  return {};
}

base::Result<void> SegmentPassages::read_sections() {
  const std::pair<std::uint32_t, std::string_view*> parts[] = {
      {section::tried_documents, &tried_},   {section::document_ends, &document_ends_},
      {section::place_table, &place_table_}, {section::passage_places, &places_},
      {section::passage_scales, &scales_},   {section::passage_codes, &codes_},
      {section::token_codes, &tokens_},      {section::link_table, &link_table_},
      {section::passage_links, &links_},
  };
  for (const auto& [name, into] : parts) {
    const auto bytes = file_.section(name);
    if (!bytes) return std::unexpected(bytes.error());
    *into = *bytes;
  }
  const std::uint64_t link_table = blocks_of(size_, kLinkBlock) * sizeof(LinkBlock);
  // Tokens without codes are not counted.
  const bool fit_tokens = token_bytes_ == 0 ? token_count_ == 0 && tokens_.empty()
                                            : tokens_.size() % token_bytes_ == 0 &&
                                                  tokens_.size() / token_bytes_ == token_count_;
  if (tried_.size() != (std::uint64_t{documents_} + 7) / 8 ||
      document_ends_.size() != 4 * std::uint64_t{documents_} ||
      place_table_.size() != blocks_of(size_, kPackedBlock) * sizeof(PlaceBlock) ||
      scales_.size() != (has_vectors() ? 4 * std::uint64_t{size_} : 0) ||
      codes_.size() != std::uint64_t{size_} * model_.width || !fit_tokens ||
      (!link_table_.empty() && link_table_.size() != link_table) ||
      (link_table_.empty() && !links_.empty()) || (has_graph() && !has_vectors())) {
    return file_.damage("has sections of passages that do not fit together");
  }
  auto terms = PassageTerms::open(file_, documents_);
  if (!terms) return std::unexpected(terms.error());
  terms_ = *terms;
  return {};
}

base::Result<bool> SegmentPassages::is_tried(std::uint32_t document) const {
  const std::string_view byte = tried_.substr(document / 8, 1);
  if (auto done = file_.verify(byte); !done) return std::unexpected(done.error());
  return (static_cast<unsigned char>(byte.front()) >> document % 8 & 1) != 0;
}

base::Result<SegmentPassages::Range> SegmentPassages::passages_of(std::uint32_t document) const {
  const std::size_t from = document == 0 ? 0 : document - 1;
  auto done = file_.verify(document_ends_.substr(4 * from, 4 * (document - from) + 4));
  if (!done) return std::unexpected(done.error());
  Range range;
  if (document > 0) range.first = load_number<std::uint32_t>(document_ends_, 4 * from);
  range.last = load_number<std::uint32_t>(document_ends_, 4 * std::size_t{document});
  if (range.first > range.last || range.last > size_) {
    return file_.damage(fmt::format("contradicts itself about document {}", document));
  }
  return range;
}

base::Result<std::uint32_t> SegmentPassages::document_of(std::uint32_t number) const {
  std::uint32_t low = 0;
  std::uint32_t high = documents_;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const std::size_t at = 4 * std::size_t{middle};
    auto done = file_.verify(document_ends_.substr(at, 4));
    if (!done) return std::unexpected(done.error());
    if (load_number<std::uint32_t>(document_ends_, at) <= number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == documents_) return file_.damage(fmt::format("has no document of passage {}", number));
  // Ends that do not ascend could lead to a document without this passage.
  const auto range = passages_of(low);
  if (!range) return std::unexpected(range.error());
  if (number < range->first || number >= range->last) {
    return file_.damage(fmt::format("contradicts itself about document {}", low));
  }
  return low;
}

base::Result<void> SegmentPassages::read_places(std::uint32_t block, PlaceColumns& into,
                                                std::uint64_t& tokens_before) const {
  const std::string_view entry =
      place_table_.substr(block * sizeof(PlaceBlock), sizeof(PlaceBlock));
  if (auto done = file_.verify(entry); !done) return done;
  const auto head = load_number<PlaceBlock>(entry, 0);
  std::size_t bytes = 0;
  bool fits = head.offset <= places_.size() && head.tokens_before <= token_count_;
  for (const std::uint8_t width : head.widths) {
    fits = fits && width <= 32;
    bytes += packed_bytes(width);
  }
  if (!fits || bytes > places_.size() - head.offset) {
    return file_.damage(fmt::format("contradicts itself about block {} of its passages", block));
  }
  std::string_view packed = places_.substr(head.offset, bytes);
  if (auto done = file_.verify(packed); !done) return done;
  for (std::size_t column = 0; column < PlaceColumns::count; ++column) {
    unpack_block(packed.data(), head.widths[column], into.numbers[column].data());
    packed.remove_prefix(packed_bytes(head.widths[column]));
  }
  tokens_before = head.tokens_before;
  return {};
}

base::Result<void> SegmentPassages::read_passages(std::uint32_t document, Range range,
                                                  std::vector<Passage>& into) const {
  PlaceColumns columns;
  std::uint64_t token = 0;
  for (std::uint32_t number = range.first; number < range.last; ++number) {
    const std::uint32_t at = number % kPackedBlock;
    const auto& [fields, begins, lengths, counts] = columns.numbers;
    if (number == range.first || at == 0) {
      if (auto done = read_places(number / kPackedBlock, columns, token); !done) return done;
      for (std::uint32_t i = 0; i < at; ++i) token += counts[i];
    }
    const std::uint64_t end = std::uint64_t{begins[at]} + lengths[at];
    if (end > UINT32_MAX || token + counts[at] > token_count_) {
      return file_.damage(fmt::format("contradicts itself about passage {}", number));
    }
    const auto code = has_vectors() ? vector(number) : VectorCode();
    if (!code) return std::unexpected(code.error());
    const std::string_view tokens =
        tokens_.substr(token * token_bytes_, std::size_t{counts[at]} * token_bytes_);
    if (auto done = file_.verify(tokens); !done) return done;
    token += counts[at];
    into.push_back({.document = document,
                    .field = fields[at],
                    .span = {begins[at], static_cast<std::uint32_t>(end)},
                    .code = *code,
                    .tokens = tokens});
  }
  return {};
}

base::Result<Passage> SegmentPassages::passage(std::uint32_t number) const {
  const auto document = document_of(number);
  if (!document) return std::unexpected(document.error());
  std::vector<Passage> one;
  if (auto done = read_passages(*document, {number, number + 1}, one); !done) {
    return std::unexpected(done.error());
  }
  return one.front();
}

base::Result<std::vector<Passage>> SegmentPassages::passages_in(std::uint32_t document) const {
  const auto range = passages_of(document);
  if (!range) return std::unexpected(range.error());
  std::vector<Passage> all;
  if (auto done = read_passages(document, *range, all); !done) {
    return std::unexpected(done.error());
  }
  return all;
}

base::Result<VectorCode> SegmentPassages::vector(std::uint32_t number) const {
  const std::string_view high = codes_.substr(std::size_t{number} * model_.width, model_.width);
  const std::string_view scale_bytes = scales_.substr(4 * std::size_t{number}, 4);
  auto done = file_.verify(scale_bytes);
  if (done) done = file_.verify(high);
  if (!done) return std::unexpected(done.error());
  const auto scale = load_number<float>(scale_bytes, 0);
  // The numbers of a vector of unit length are at most 1, and a NaN would break sorting.
  if (!(scale > 0 && scale <= 1)) return file_.damage("has a passage with a wrong vector");
  return VectorCode{scale, {reinterpret_cast<const std::int8_t*>(high.data()), high.size()}, {}};
}

base::Result<void> SegmentPassages::neighbours(std::uint32_t number,
                                               std::vector<std::uint32_t>& into) const {
  into.clear();
  const std::string_view entry =
      link_table_.substr(number / kLinkBlock * sizeof(LinkBlock), sizeof(LinkBlock));
  if (auto done = file_.verify(entry); !done) return done;
  const auto block = load_number<LinkBlock>(entry, 0);
  const std::uint32_t at = number % kLinkBlock;
  std::uint64_t skipped = 0;
  for (std::uint32_t i = 0; i < at; ++i) skipped += block.bytes[i];
  const auto wrong = [&] {
    return file_.damage(fmt::format("contradicts itself about the links of passage {}", number));
  };
  if (block.offset > links_.size() || skipped + block.bytes[at] > links_.size() - block.offset) {
    return wrong();
  }
  const std::string_view list = links_.substr(block.offset + skipped, block.bytes[at]);
  if (list.empty()) return {};
  if (auto done = file_.verify(list); !done) return done;
  BitReader reader(list);
  const std::uint64_t count = reader.gamma();
  if (count > size_ || count > 8 * list.size()) return wrong();
  const std::uint32_t low = low_bits_of_links(size_, static_cast<std::uint32_t>(count));
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    next += reader.rice(low);
    if (reader.failed() || next >= size_) return wrong();
    into.push_back(static_cast<std::uint32_t>(next++));
  }
  return {};
}

const Passage* passage_at(std::span<const Passage> passages, std::uint32_t field,
                          std::uint32_t byte) {
  const auto behind = std::ranges::upper_bound(
      passages, std::pair(field, byte), {},
      [](const Passage& passage) { return std::pair(passage.field, passage.span.begin); });
  if (behind == passages.begin()) return nullptr;
  const Passage& before = *std::prev(behind);
  return before.field == field && byte < before.span.end ? &before : nullptr;
}

}  // namespace noether::index
