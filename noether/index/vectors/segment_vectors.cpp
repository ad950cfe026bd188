#include "noether/index/vectors/segment_vectors.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "noether/base/packed_bytes.h"

namespace noether::index {
namespace {

template <typename T>
T number_at(std::string_view bytes, std::size_t number) {
  T value;
  std::memcpy(&value, bytes.data() + number * sizeof(T), sizeof(T));
  return value;
}

std::span<const std::int8_t> signed_bytes(std::string_view bytes) {
  return {reinterpret_cast<const std::int8_t*>(bytes.data()), bytes.size()};
}

}  // namespace

base::Result<SegmentVectors> SegmentVectors::open(SectionFile file, std::uint32_t formulas,
                                                  std::uint32_t reading) {
  SegmentVectors vectors(std::move(file));
  vectors.file_.expect(MappedBytes::Access::HereAndThere);
  vectors.formulas_ = formulas;
  vectors.model_.reading = reading;
  if (auto read = vectors.read_sections(); !read) return std::unexpected(read.error());
  return vectors;
}

base::Result<void> SegmentVectors::read_sections() {
  const auto header = file_.checked_section(section::vectors_header);
  if (!header) return std::unexpected(header.error());
  base::PackedReader reader(*header);
  model_.digest = reader.digest();
  model_.name = reader.text();
  model_.width = static_cast<std::uint32_t>(reader.fixed(4));
  const std::uint64_t formulas = reader.fixed(4);
  size_ = static_cast<std::uint32_t>(reader.fixed(4));
  readable_ = static_cast<std::uint32_t>(reader.fixed(4));
  unreadable_ = static_cast<std::uint32_t>(reader.fixed(4));
  if (reader.failed() || reader.left() > 0 || formulas != formulas_ || model_.width == 0 ||
      model_.width > kMaxVectorWidth || size_ > readable_ ||
      std::uint64_t{readable_} + unreadable_ > formulas_) {
    return file_.damage("contradicts itself about its vectors");
  }
  const std::pair<std::uint32_t, std::string_view*> parts[] = {
      {section::scales, &scales_},
      {section::high_bytes, &high_},
      {section::low_bytes, &low_},
      {section::vector_formula_ends, &formula_ends_},
      {section::vector_formulas, &formula_numbers_},
      {section::tried_formulas, &tried_},
      {section::link_ends, &ends_},
      {section::links, &links_},
  };
  for (const auto& [name, into] : parts) {
    const auto bytes = file_.section(name);
    if (!bytes) return std::unexpected(bytes.error());
    *into = *bytes;
  }
  const std::uint64_t column = 4 * std::uint64_t{size_};
  const std::uint64_t plane = std::uint64_t{size_} * model_.width;
  if (scales_.size() != column || high_.size() != plane || low_.size() != plane ||
      formula_ends_.size() != column || formula_numbers_.size() != 4 * std::uint64_t{readable_} ||
      tried_.size() != (std::uint64_t{formulas_} + 7) / 8 ||
      (!ends_.empty() && ends_.size() != column) || links_.size() % 4 != 0 ||
      (ends_.empty() && !links_.empty())) {
    return file_.damage("has sections of vectors that do not fit together");
  }
  return {};
}

base::Result<VectorCode> SegmentVectors::rough_vector(std::uint32_t number) const {
  const std::string_view high = high_.substr(std::size_t{number} * model_.width, model_.width);
  auto done = file_.verify(scales_.substr(4 * std::size_t{number}, 4));
  if (done) done = file_.verify(high);
  if (!done) return std::unexpected(done.error());
  const auto scale = number_at<float>(scales_, number);
  // The numbers of a vector of unit length are at most 1, and a NaN would break sorting.
  if (!(scale > 0 && scale <= 1)) return file_.damage("has a vector of a wrong length");
  return VectorCode{scale, signed_bytes(high), {}};
}

base::Result<VectorCode> SegmentVectors::vector(std::uint32_t number) const {
  auto code = rough_vector(number);
  if (!code) return code;
  const std::string_view low = low_.substr(std::size_t{number} * model_.width, model_.width);
  if (auto done = file_.verify(low); !done) return std::unexpected(done.error());
  code->low = signed_bytes(low);
  return code;
}

base::Result<void> SegmentVectors::numbers_of(std::string_view ends, std::string_view all,
                                              std::uint32_t number, std::uint32_t bound,
                                              std::vector<std::uint32_t>& into) const {
  into.clear();
  const std::size_t from = number == 0 ? 0 : number - 1;
  if (auto done = file_.verify(ends.substr(4 * from, 4 * (number - from) + 4)); !done) return done;
  const std::uint32_t begin = number == 0 ? 0 : number_at<std::uint32_t>(ends, number - 1);
  const auto end = number_at<std::uint32_t>(ends, number);
  if (begin > end || end > all.size() / 4) {
    return file_.damage(fmt::format("contradicts itself about vector {}", number));
  }
  const std::string_view part = all.substr(4 * std::size_t{begin}, 4 * std::size_t{end - begin});
  if (auto done = file_.verify(part); !done) return done;
  for (std::size_t i = begin; i < end; ++i) {
    into.push_back(number_at<std::uint32_t>(all, i));
    if (into.back() >= bound || (into.size() > 1 && into[into.size() - 2] >= into.back())) {
      return file_.damage(fmt::format("contradicts itself about vector {}", number));
    }
  }
  return {};
}

base::Result<void> SegmentVectors::neighbours(std::uint32_t number,
                                              std::vector<std::uint32_t>& into) const {
  return numbers_of(ends_, links_, number, size_, into);
}

base::Result<void> SegmentVectors::formulas_of(std::uint32_t number,
                                               std::vector<std::uint32_t>& into) const {
  return numbers_of(formula_ends_, formula_numbers_, number, formulas_, into);
}

base::Result<bool> SegmentVectors::is_tried(std::uint32_t formula) const {
  const std::string_view byte = tried_.substr(formula / 8, 1);
  if (auto done = file_.verify(byte); !done) return std::unexpected(done.error());
  return (static_cast<unsigned char>(byte.front()) >> formula % 8 & 1) != 0;
}

base::Result<std::vector<std::uint32_t>> SegmentVectors::vector_of_formulas() const {
  std::vector<std::uint32_t> numbers(formulas_, kNone);
  std::vector<std::uint32_t> formulas;
  std::uint32_t placed = 0;
  for (std::uint32_t number = 0; number < size_; ++number) {
    if (auto done = formulas_of(number, formulas); !done) return std::unexpected(done.error());
    for (const std::uint32_t formula : formulas) {
      if (numbers[formula] != kNone) {
        return file_.damage(fmt::format("has two vectors of formula {}", formula));
      }
      numbers[formula] = number;
      ++placed;
    }
  }
  if (placed != readable_)
    return file_.damage("does not have the number of formulas that it states");
  return numbers;
}

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
