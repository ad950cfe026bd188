#include "noether/index/passages/passages_writer.h"

#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/segment/bit_stream.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {
namespace {

// The number of links of a passage on the upper levels. It is smaller than for formulas, whose
// vectors take twice the space. Lists of twice as many links have at most 255 bytes.
constexpr std::uint32_t kPassageLinks = 12;

template <typename T>
std::string_view column_bytes(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

struct PackedLinks {
  std::vector<LinkBlock> table;
  std::string lists;
};

PackedLinks pack_links(const NeighbourGraph& graph) {
  PackedLinks packed;
  const auto size = static_cast<std::uint32_t>(graph.ends.size());
  packed.table.resize((size + kLinkBlock - 1) / kLinkBlock);
  std::uint32_t begin = 0;
  for (std::uint32_t number = 0; number < size; ++number) {
    LinkBlock& block = packed.table[number / kLinkBlock];
    const std::size_t before = packed.lists.size();
    if (number % kLinkBlock == 0) block.offset = before;
    const std::uint32_t end = graph.ends[number];
    if (begin < end) {
      BitWriter writer(packed.lists);
      writer.gamma(end - begin);
      const std::uint32_t low = low_bits_of_links(size, end - begin);
      std::uint32_t next = 0;
      for (std::uint32_t i = begin; i < end; ++i) {
        writer.rice(graph.links[i] - next, low);
        next = graph.links[i] + 1;
      }
      writer.align();
    }
    block.bytes[number % kLinkBlock] = static_cast<std::uint8_t>(packed.lists.size() - before);
    begin = end;
  }
  return packed;
}

}  // namespace

PassagesWriter::PassagesWriter(SectionWriter file, VectorModel model, std::uint32_t token_bytes,
                               std::uint32_t documents)
    : file_(std::move(file)),
      model_(std::move(model)),
      token_bytes_(token_bytes),
      documents_(documents),
      tried_((std::size_t{documents} + 7) / 8, '\0') {}

base::Result<PassagesWriter> PassagesWriter::create(base::FileSystem& file_system,
                                                    const std::string& path, VectorModel model,
                                                    std::uint32_t token_bytes,
                                                    std::uint32_t documents) {
  auto file = SectionWriter::create(file_system, path, FileKind::Passages);
  if (!file) return std::unexpected(file.error());
  if (auto done = file->begin(section::token_codes); !done) return std::unexpected(done.error());
  return PassagesWriter(std::move(*file), std::move(model), token_bytes, documents);
}

void PassagesWriter::reserve(std::size_t passages) {
  if (model_.width > 0) scales_.reserve(passages);
  codes_.reserve(passages * model_.width);
}

void PassagesWriter::end_documents_before(std::uint32_t document) {
  document_ends_.resize(document, size());
}

void PassagesWriter::end_block() {
  PlaceBlock& block = place_table_.emplace_back();
  block.offset = places_.size();
  block.tokens_before = tokens_before_;
  for (std::size_t column = 0; column < PlaceColumns::count; ++column) {
    const auto& numbers = waiting_.numbers[column];
    const std::uint32_t width = packed_width(numbers.data(), kPackedBlock);
    block.widths[column] = static_cast<std::uint8_t>(width);
    pack_block(numbers.data(), width, places_);
  }
  waiting_ = {};
  tokens_before_ = token_count_;
}

base::Result<void> PassagesWriter::add(std::uint32_t document, std::span<const Passage> passages,
                                       std::span<const std::string_view> terms) {
  if (passages.size() >= UINT32_MAX - size()) {
    return base::fail("a segment has more passages than can be numbered");
  }
  end_documents_before(document);
  tried_[document / 8] = static_cast<char>(tried_[document / 8] | 1 << document % 8);
  ++tried_count_;
  for (const std::string_view term : terms) terms_.add(document, term);
  for (const Passage& passage : passages) {
    const std::uint32_t tokens =
        token_bytes_ == 0 ? 0 : static_cast<std::uint32_t>(passage.tokens.size() / token_bytes_);
    const std::uint32_t at = size() % kPackedBlock;
    auto& [fields, begins, lengths, counts] = waiting_.numbers;
    fields[at] = passage.field;
    begins[at] = passage.span.begin;
    lengths[at] = passage.span.end - passage.span.begin;
    counts[at] = tokens;
    if (model_.width > 0) scales_.push_back(passage.code.scale);
    codes_.insert(codes_.end(), passage.code.high.begin(), passage.code.high.end());
    ++size_;
    token_count_ += tokens;
    if (size() % kPackedBlock == 0) end_block();
    if (auto done = file_.write(passage.tokens); !done) return done;
  }
  return {};
}

std::string PassagesWriter::header() const {
  std::string bytes;
  base::append_digest(bytes, model_.digest);
  base::append_text(bytes, model_.name);
  for (const std::uint32_t number :
       {model_.width, token_bytes_, documents_, tried_count_, size()}) {
    base::append_fixed(bytes, number, 4);
  }
  base::append_fixed(bytes, token_count_, 8);
  return bytes;
}

base::Result<FileSeal> PassagesWriter::finish(bool with_graph,
                                              const std::function<void(std::uint32_t)>& linked) {
  end_documents_before(documents_);
  if (size() % kPackedBlock != 0) end_block();
  PackedLinks links;
  if (with_graph && model_.width > 0 && size() >= kLeastForGraph) {
    const auto graph =
        build_neighbour_graph({model_.width, scales_, codes_}, linked, kPassageLinks);
    if (!graph) return std::unexpected(graph.error());
    links = pack_links(*graph);
  }
  const std::string head = header();
  const std::pair<std::uint32_t, std::string_view> parts[] = {
      {section::passages_header, head},
      {section::tried_documents, tried_},
      {section::document_ends, column_bytes(document_ends_)},
      {section::place_table, column_bytes(place_table_)},
      {section::passage_places, places_},
      {section::passage_scales, column_bytes(scales_)},
      {section::passage_codes, column_bytes(codes_)},
      {section::link_table, column_bytes(links.table)},
      {section::passage_links, links.lists},
  };
  for (const auto& [name, bytes] : parts) {
    auto done = file_.begin(name);
    if (done) done = file_.write(bytes);
    if (!done) return std::unexpected(done.error());
  }
  if (auto done = terms_.write(file_); !done) return std::unexpected(done.error());
  return file_.finish();
}

}  // namespace noether::index
