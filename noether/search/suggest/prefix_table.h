// Texts with their counts, found by how they begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::search {

class PrefixTable {
 public:
  struct Entry {
    std::string key;  // what is typed begins like this
    std::string text;
    std::uint32_t count = 0;
  };

  PrefixTable() = default;
  explicit PrefixTable(std::vector<Entry> entries);

  // Those that begin with it, the most frequent first; of equal ones the shorter. Takes time in
  // proportion to all that begin so: tables have some ten thousand entries.
  std::vector<const Entry*> find(std::string_view prefix, std::size_t most) const;
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<Entry> entries_;  // by key
};

}  // namespace noether::search
