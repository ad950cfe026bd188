#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/vectors/segment_vectors.h"
#include "noether/index/vectors/vectors_layout.h"

namespace noether::index {
namespace {

template <typename T>
std::string_view bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

std::string_view bytes_of(std::span<const std::int8_t> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size()};
}

}  // namespace

SegmentVectorsBuilder::SegmentVectorsBuilder(VectorModel model, std::uint32_t formulas)
    : model_(std::move(model)),
      formulas_(formulas),
      tried_((std::size_t{formulas} + 7) / 8, '\0') {}

void SegmentVectorsBuilder::add(std::uint32_t formula, const VectorCode& code) {
  base::Hasher hasher;
  hasher.add_bytes(bytes_of(code.high));
  hasher.add_bytes(bytes_of(code.low));
  const auto [it, is_new] = known_.try_emplace(hasher.digest(), size());
  if (is_new) {
    scales_.push_back(code.scale);
    high_.insert(high_.end(), code.high.begin(), code.high.end());
    low_.insert(low_.end(), code.low.begin(), code.low.end());
    formulas_of_.emplace_back();
  }
  formulas_of_[it->second].push_back(formula);
  ++readable_;
  tried_[formula / 8] = static_cast<char>(tried_[formula / 8] | 1 << formula % 8);
}

void SegmentVectorsBuilder::add_unreadable(std::uint32_t formula) {
  ++unreadable_;
  tried_[formula / 8] = static_cast<char>(tried_[formula / 8] | 1 << formula % 8);
}

std::string SegmentVectorsBuilder::header() const {
  std::string bytes;
  base::append_digest(bytes, model_.digest);
  base::append_text(bytes, model_.name);
  for (const std::uint32_t number : {model_.width, formulas_, size(), readable_, unreadable_}) {
    base::append_fixed(bytes, number, 4);
  }
  return bytes;
}

base::Result<FileSeal> SegmentVectorsBuilder::write(
    base::FileSystem& file_system, const std::string& path,
    const std::function<void(std::uint32_t)>& progress) const {
  NeighbourGraph graph;
  if (size() >= kLeastForGraph) {
    auto built = build_neighbour_graph({model_.width, scales_, high_}, progress);
    if (!built) return std::unexpected(built.error());
    graph = std::move(*built);
  }
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> formulas;
  for (const std::vector<std::uint32_t>& of_vector : formulas_of_) {
    formulas.insert(formulas.end(), of_vector.begin(), of_vector.end());
    ends.push_back(static_cast<std::uint32_t>(formulas.size()));
  }
  auto file = SectionWriter::create(file_system, path, FileKind::Vectors);
  if (!file) return std::unexpected(file.error());
  const std::string head = header();
  const std::pair<std::uint32_t, std::string_view> parts[] = {
      {section::vectors_header, head},
      {section::scales, bytes_of(scales_)},
      {section::high_bytes, bytes_of(high_)},
      {section::low_bytes, bytes_of(low_)},
      {section::vector_formula_ends, bytes_of(ends)},
      {section::vector_formulas, bytes_of(formulas)},
      {section::tried_formulas, tried_},
      {section::link_ends, bytes_of(graph.ends)},
      {section::links, bytes_of(graph.links)},
  };
  for (const auto& [name, bytes] : parts) {
    auto done = file->begin(name);
    if (done) done = file->write(bytes);
    if (!done) return std::unexpected(done.error());
  }
  return file->finish();
}

}  // namespace noether::index
