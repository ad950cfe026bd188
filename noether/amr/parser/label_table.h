// Numbered names that a network distinguishes, with their counts: fragments, roles and senses. A
// table is a readable file of the model folder: a line `count name` for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"

namespace noether::amr {

using LabelId = std::uint32_t;

class LabelTable {
 public:
  // The number of a name, which is added when it is new.
  LabelId count(std::string_view name, std::uint32_t times = 1);
  std::optional<LabelId> find(std::string_view name) const;

  std::size_t size() const { return names_.size(); }
  const std::string& name(LabelId id) const { return names_[id]; }
  std::uint32_t count_of(LabelId id) const { return counts_[id]; }

  // The names seen at least `least` times, the most frequent first; the first `kept` stay where
  // they are.
  LabelTable frequent(std::uint32_t least, std::size_t kept = 0) const;

  static base::Result<LabelTable> parse(std::string_view text);
  std::string text() const;
  static base::Result<LabelTable> read(const std::string& path);
  base::Result<void> write(const std::string& path) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> counts_;
  std::unordered_map<std::string, LabelId> ids_;
};

}  // namespace noether::amr
