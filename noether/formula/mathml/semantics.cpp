#include "noether/formula/mathml/semantics.h"

#include <charconv>

namespace noether::formula {
namespace {

NodeId selected_child(const XmlTree& xml, NodeId action, NodeId first) {
  const std::string_view text = xml.attribute(action, "selection");
  int selection = 1;
  std::from_chars(text.data(), text.data() + text.size(), selection);
  NodeId id = first;
  for (int i = 1; i < selection && id != kNoNode; ++i) id = xml.next_element(id);
  return id == kNoNode ? first : id;
}

}  // namespace

NodeId chosen_child(const XmlTree& xml, NodeId element, std::string_view markup) {
  const NodeId first = xml.first_element(element);
  if (first == kNoNode) return kNoNode;
  if (xml.name(element) == "maction") return selected_child(xml, element, first);
  for (NodeId id = first; id != kNoNode; id = xml.next_element(id)) {
    if (xml.name(id) == "annotation-xml" && xml.attribute(id, "encoding").ends_with(markup) &&
        xml.first_element(id) != kNoNode) {
      return xml.first_element(id);
    }
  }
  return first;
}

}  // namespace noether::formula
