// Labels of tree nodes: short UTF-8 strings kept together in one pool per tree.
//
// A label is an offset and a length, not a pointer, so trees copy and move as plain vectors and
// reading a formula allocates nothing once the pool has grown to its usual size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace noether::formula {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFFu;

struct Label {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

class LabelPool {
 public:
  Label add(std::string_view text) {
    const Label label{static_cast<std::uint32_t>(bytes_.size()),
                      static_cast<std::uint32_t>(text.size())};
    bytes_.append(text);
    return label;
  }
  std::string_view view(Label label) const {
    return std::string_view(bytes_).substr(label.offset, label.length);
  }
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

}  // namespace noether::formula
