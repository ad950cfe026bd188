// One row of a Stack Exchange dump: <row Id="1" Title="..." />, an element with attributes alone.
// A general XML parser took two fifths of the time of reading a collection; this one reads only
// rows. It is as strict: names, quotation marks, entities and UTF-8 must be valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace noether::collection {

// The attributes of one row. Its buffers are used again for the next one.
class XmlRow {
 public:
  // Empty when there is no such attribute.
  std::string_view get(std::string_view name) const;

  std::uint64_t offset = 0;  // of its "<" in the file
  std::uint32_t bytes = 0;
  std::uint64_t line = 0;

  void clear() { count_ = 0; }
  std::string& add(std::string_view name);

 private:
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::size_t count_ = 0;  // of the attributes, those that are of this row
};

// With `Ids` only the attributes that end in "Id" are kept, for a first pass over many rows.
enum class RowPart : std::uint8_t { All, Ids };

struct ParsedRow {
  std::size_t bytes = 0;        // to the end of the element
  std::string_view what_wrong;  // empty when all is well
};

// `text` begins with "<row" and reaches at most to the next "<", which no attribute can hold.
ParsedRow parse_row(std::string_view text, RowPart part, XmlRow& row);

}  // namespace noether::collection
