// The vectors of a segment's formulas, made by one model, and the graph of neighbours.
// Formulas with the same vector share it: `x+1` and `y+1` are one expression for an encoder that
// ignores names. A formula without a vector either could not be read by the model or was not tried
// yet. docs/formats/index.md describes the file and its sections.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/index/section_file.h"
#include "noether/index/vectors/neighbour_graph.h"
#include "noether/index/vectors/vector_code.h"

namespace noether::index {

namespace section {
enum OfVectors : std::uint32_t {
  vectors_header = 1,
  scales,
  high_bytes,
  low_bytes,
  vector_formula_ends,
  vector_formulas,
  tried_formulas,
  link_ends,
  links,
};
}  // namespace section

// The model that made the vectors. Vectors of different models cannot be compared.
struct VectorModel {
  base::Digest digest;  // of its weights and of its reading
  std::uint32_t width = 0;
  std::string name;  // for messages
  // The version of the reading of units for the model. It is already part of the digest; it is
  // stored separately so that vectors that are only out of date can be distinguished from those of
  // another model. 0: made before versions existed.
  std::uint32_t reading = 0;

  friend bool operator==(const VectorModel& a, const VectorModel& b) {
    return a.digest == b.digest && a.width == b.width;
  }
};

class SegmentVectors {
 public:
  // `formulas` is the number of formulas in the segment. The reading is not in the file, but in the
  // manifest.
  static base::Result<SegmentVectors> open(SectionFile file, std::uint32_t formulas,
                                           std::uint32_t reading = 0);

  const VectorModel& model() const { return model_; }
  std::uint32_t size() const { return size_; }          // distinct vectors
  std::uint32_t readable() const { return readable_; }  // formulas that have a vector
  std::uint32_t unreadable() const { return unreadable_; }
  std::uint32_t untried() const { return formulas_ - readable_ - unreadable_; }
  bool has_graph() const { return !ends_.empty(); }
  std::uint64_t bytes() const { return file_.bytes(); }
  std::uint64_t graph_bytes() const { return ends_.size() + links_.size(); }
  const SectionFile& file() const { return file_; }

  // All of these verify the bytes that they read. `number` is below `size`.
  base::Result<VectorCode> vector(std::uint32_t number) const;
  // Without the low bytes.
  base::Result<VectorCode> rough_vector(std::uint32_t number) const;
  base::Result<void> neighbours(std::uint32_t number, std::vector<std::uint32_t>& into) const;
  // The formulas that share a vector, ascending.
  base::Result<void> formulas_of(std::uint32_t number, std::vector<std::uint32_t>& into) const;
  base::Result<bool> is_tried(std::uint32_t formula) const;
  // For every formula of the segment the number of its vector, or kNone.
  base::Result<std::vector<std::uint32_t>> vector_of_formulas() const;
  static constexpr std::uint32_t kNone = UINT32_MAX;

 private:
  explicit SegmentVectors(SectionFile file) : file_(std::move(file)) {}
  base::Result<void> read_sections();
  base::Result<void> numbers_of(std::string_view ends, std::string_view all, std::uint32_t number,
                                std::uint32_t bound, std::vector<std::uint32_t>& into) const;

  SectionFile file_;
  VectorModel model_;
  std::uint32_t formulas_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t readable_ = 0;
  std::uint32_t unreadable_ = 0;
  std::string_view scales_;
  std::string_view high_;
  std::string_view low_;
  std::string_view formula_ends_;
  std::string_view formula_numbers_;
  std::string_view tried_;
  std::string_view ends_;
  std::string_view links_;
};

// Collects the vectors of a segment and writes them. Takes 2 bytes for each number and, while the
// graph is made, about 170 more for each vector.
class SegmentVectorsBuilder {
 public:
  SegmentVectorsBuilder(VectorModel model, std::uint32_t formulas);

  // Add each formula once, in ascending order, so that the same formulas give the same bytes.
  void add(std::uint32_t formula, const VectorCode& code);
  void add_unreadable(std::uint32_t formula);
  std::uint32_t size() const { return static_cast<std::uint32_t>(scales_.size()); }

  base::Result<FileSeal> write(base::FileSystem& file_system, const std::string& path,
                               const std::function<void(std::uint32_t)>& progress = {}) const;

 private:
  std::string header() const;

  VectorModel model_;
  std::uint32_t formulas_;
  std::uint32_t readable_ = 0;
  std::uint32_t unreadable_ = 0;
  std::vector<float> scales_;
  std::vector<std::int8_t> high_;
  std::vector<std::int8_t> low_;
  std::vector<std::vector<std::uint32_t>> formulas_of_;
  std::string tried_;
  std::unordered_map<base::Digest, std::uint32_t> known_;
};

}  // namespace noether::index
