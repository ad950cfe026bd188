// One XML element as a flat tree, which both MathML readers walk.
//
// Elements and the pieces of text between them are nodes in document order; text that is only white
// space is left out. Namespace prefixes are dropped. DTDs are not supported: a DOCTYPE is an error,
// so no entity can be defined or expanded. The usual names of MathML are built in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/label.h"
#include "noether/formula/limits.h"

namespace noether::formula {

// Both trees are written with at most six elements for each level.
inline constexpr int kMaxXmlDepth = 8 * kMaxOperatorDepth;

class XmlTree {
 public:
  NodeId root() const { return nodes_.empty() ? kNoNode : 0; }

  // The element's name without its prefix; empty for a piece of text.
  std::string_view name(NodeId id) const { return strings_.view(nodes_[id].name); }
  bool is_text(NodeId id) const { return nodes_[id].name.length == 0; }
  std::string_view text(NodeId id) const { return strings_.view(nodes_[id].text); }
  NodeId first_child(NodeId id) const { return nodes_[id].first_child; }
  NodeId next_sibling(NodeId id) const { return nodes_[id].next_sibling; }
  base::Span source(NodeId id) const { return nodes_[id].source; }

  // The value of an attribute; empty if it is missing.
  std::string_view attribute(NodeId id, std::string_view name) const;
  bool has_attribute(NodeId id, std::string_view name) const;

  // The first child element, and the next element after it among its siblings.
  NodeId first_element(NodeId id) const { return skip_text(nodes_[id].first_child); }
  NodeId next_element(NodeId id) const { return skip_text(nodes_[id].next_sibling); }

  std::vector<NodeId> elements(NodeId parent) const;

  void clear();

 private:
  friend class XmlTreeBuilder;

  struct Node {
    Label name;
    Label text;
    NodeId first_child = kNoNode;
    NodeId next_sibling = kNoNode;
    std::uint32_t first_attribute = 0;
    std::uint32_t attribute_count = 0;
    base::Span source;
  };
  struct Attribute {
    Label name;
    Label value;
  };

  NodeId skip_text(NodeId id) const {
    while (id != kNoNode && is_text(id)) id = nodes_[id].next_sibling;
    return id;
  }

  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  LabelPool strings_;
};

// Reads one element (an XML declaration and white space may surround it) of at most kMaxInputBytes.
base::Result<void> read_xml(std::string_view input, XmlTree& out);

// The character of a named reference (&alpha; &InvisibleTimes; …), given without its & and ;.
std::optional<char32_t> entity_character(std::string_view name);

// The shift of bytes after replaced text: at and after `at` of the new text, subtract `shift` to
// get the offset in the old one.
struct EntityShift {
  std::uint32_t at = 0;
  std::int64_t shift = 0;
};

// Writes `input` to `out` with every known named reference replaced by its character; XML's own
// five names and unknown names are kept. Returns false, with `out` unchanged, if no reference needs
// to be replaced.
bool replace_entities(std::string_view input, std::string& out, std::vector<EntityShift>& shifts);

// The child of <semantics> or <maction> that a reader uses. For <maction> it is the selected child;
// for <semantics> it is the annotation whose encoding ends in `markup` ("Presentation" or
// "Content") if parallel markup has one, and else the first child.
NodeId chosen_child(const XmlTree& xml, NodeId element, std::string_view markup);

}  // namespace noether::formula
