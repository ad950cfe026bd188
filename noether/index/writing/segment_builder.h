// Collects documents and formulas in memory until they are written as one segment. Not thread-safe:
// parallel building gives each thread its own builder.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/index/entry.h"
#include "noether/index/section_file.h"

namespace noether::index {

class SegmentBuilder {
 public:
  explicit SegmentBuilder(Schema schema);
  SegmentBuilder(SegmentBuilder&&) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&&) noexcept;
  ~SegmentBuilder();

  // Finds a known formula, so that its terms need not be made again.
  std::optional<std::uint32_t> find_formula(std::string_view latex) const;
  // Returns the number of the formula, for occurrences. A formula of the same LaTeX keeps its
  // number.
  base::Result<std::uint32_t> add_formula(const FormulaEntry& formula);
  // Replaces a document with the same id in this builder. Returns an error, and adds nothing, if
  // the entry contradicts the schema or itself.
  base::Result<std::uint32_t> add(const DocumentEntry& entry);

  std::optional<std::uint32_t> find_document(std::string_view id) const;
  // A removed document stays in the segment, marked.
  void remove(std::uint32_t document);
  const std::vector<bool>& removed() const;

  const Schema& schema() const;
  std::uint32_t documents() const;
  std::uint32_t formulas() const;
  // The approximate memory, including what writing needs.
  std::uint64_t memory() const;

  // Creates `folder`, and writes and syncs the files of the segment in it. The builder cannot be
  // used afterwards.
  base::Result<std::array<FileSeal, 3>> write(const std::string& folder,
                                              base::FileSystem& file_system) &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::index
