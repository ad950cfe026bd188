#include "noether/formula/mathml/xml_tree.h"

#include <expat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>

#include "noether/base/utf8.h"

namespace noether::formula {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kSpace) == std::string_view::npos;
}

std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// Converts offsets in the text that expat reads to offsets in the input.
class SourceMap {
 public:
  SourceMap(std::size_t skipped, std::vector<EntityShift> shifts)
      : skipped_(skipped), shifts_(std::move(shifts)) {}

  std::uint32_t operator()(std::uint32_t offset) const {
    const auto after = std::ranges::upper_bound(shifts_, offset, {}, &EntityShift::at);
    const std::int64_t shift = after == shifts_.begin() ? 0 : std::prev(after)->shift;
    return static_cast<std::uint32_t>(std::int64_t{offset} - shift) +
           static_cast<std::uint32_t>(skipped_);
  }

 private:
  std::size_t skipped_;
  std::vector<EntityShift> shifts_;
};

}  // namespace

std::string_view XmlTree::attribute(NodeId id, std::string_view name) const {
  const Node& node = nodes_[id];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    const Attribute& attribute = attributes_[node.first_attribute + i];
    if (strings_.view(attribute.name) == name) return strings_.view(attribute.value);
  }
  return {};
}

bool XmlTree::has_attribute(NodeId id, std::string_view name) const {
  const Node& node = nodes_[id];
  for (std::uint32_t i = 0; i < node.attribute_count; ++i) {
    if (strings_.view(attributes_[node.first_attribute + i].name) == name) return true;
  }
  return false;
}

std::vector<NodeId> XmlTree::elements(NodeId parent) const {
  std::vector<NodeId> children;
  for (NodeId id = first_element(parent); id != kNoNode; id = next_element(id)) {
    children.push_back(id);
  }
  return children;
}

void XmlTree::clear() {
  nodes_.clear();
  attributes_.clear();
  strings_.clear();
}

// Receives expat's events. Text arrives in pieces, so it is collected until an element begins or
// ends.
class XmlTreeBuilder {
 public:
  XmlTreeBuilder(XML_Parser parser, XmlTree& tree) : parser_(parser), tree_(tree) {
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, &on_start, &on_end);
    XML_SetCharacterDataHandler(parser, &on_text);
    XML_SetStartDoctypeDeclHandler(parser, &on_doctype);
  }

  // Turns the offsets in the parsed text into offsets in the input.
  void map_sources(const SourceMap& to_input) {
    for (XmlTree::Node& node : tree_.nodes_) {
      node.source = {to_input(node.source.begin), to_input(node.source.end)};
    }
  }

  // The reason why the builder stopped the parser; null if it did not.
  const char* refusal() const { return refusal_; }

 private:
  struct Open {
    NodeId element;
    NodeId last_child = kNoNode;
  };

  static XmlTreeBuilder& self(void* user) { return *static_cast<XmlTreeBuilder*>(user); }
  static void XMLCALL on_start(void* user, const XML_Char* name, const XML_Char** attributes) {
    self(user).start(name, attributes);
  }
  static void XMLCALL on_end(void* user, const XML_Char*) { self(user).end(); }
  static void XMLCALL on_text(void* user, const XML_Char* text, int length) {
    self(user).text(std::string_view(text, static_cast<std::size_t>(length)));
  }
  static void XMLCALL on_doctype(void* user, const XML_Char*, const XML_Char*, const XML_Char*,
                                 int) {
    self(user).refuse("a DOCTYPE is not allowed");
  }

  void refuse(const char* why) {
    refusal_ = why;
    XML_StopParser(parser_, XML_FALSE);
  }

  std::uint32_t offset() const {
    return static_cast<std::uint32_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser_), 0));
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (refusal_ != nullptr) return;
    if (open_.size() >= static_cast<std::size_t>(kMaxXmlDepth)) {
      refuse("elements are nested too deeply");
      return;
    }
    flush_text();
    XmlTree::Node node;
    node.name = tree_.strings_.add(local_name(name));
    node.source = {offset(), offset()};
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes_.size());
    for (; *attributes != nullptr; attributes += 2) {
      const std::string_view attribute = attributes[0];
      if (attribute.starts_with("xmlns")) continue;
      tree_.attributes_.push_back(
          {tree_.strings_.add(local_name(attribute)), tree_.strings_.add(attributes[1])});
    }
    node.attribute_count =
        static_cast<std::uint32_t>(tree_.attributes_.size()) - node.first_attribute;
    open_.push_back({add(node)});
  }

  void end() {
    if (refusal_ != nullptr) return;
    flush_text();
    tree_.nodes_[open_.back().element].source.end =
        offset() + static_cast<std::uint32_t>(XML_GetCurrentByteCount(parser_));
    open_.pop_back();
  }

  void text(std::string_view piece) {
    if (text_.empty()) text_start_ = offset();
    text_ += piece;
  }

  void flush_text() {
    if (!open_.empty() && !is_blank(text_)) {
      XmlTree::Node node;
      node.source = {text_start_, offset()};
      node.text = tree_.strings_.add(text_);
      add(node);
    }
    text_.clear();
  }

  NodeId add(const XmlTree::Node& node) {
    const NodeId id = static_cast<NodeId>(tree_.nodes_.size());
    tree_.nodes_.push_back(node);
    if (!open_.empty()) {
      Open& parent = open_.back();
      if (parent.last_child == kNoNode) {
        tree_.nodes_[parent.element].first_child = id;
      } else {
        tree_.nodes_[parent.last_child].next_sibling = id;
      }
      parent.last_child = id;
    }
    return id;
  }

  XML_Parser parser_;
  XmlTree& tree_;
  std::vector<Open> open_;
  std::string text_;
  std::uint32_t text_start_ = 0;
  const char* refusal_ = nullptr;
};

base::Result<void> read_xml(std::string_view input, XmlTree& out) {
  out.clear();
  if (input.size() > kMaxInputBytes) {
    return base::fail("the formula is longer than " + std::to_string(kMaxInputBytes) + " bytes");
  }
  const std::size_t start = std::min(input.find_first_not_of(kSpace), input.size());
  const std::string_view trimmed = input.substr(start);

  std::string replaced;
  std::vector<EntityShift> shifts;
  const bool any = replace_entities(trimmed, replaced, shifts);
  const std::string_view text = any ? std::string_view(replaced) : trimmed;
  const SourceMap to_input(start, std::move(shifts));

  // The input is always UTF-8: an encoding in a declaration describes the file that it came from.
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate("UTF-8"), &XML_ParserFree);
  if (parser == nullptr) return base::fail("out of memory");
  XmlTreeBuilder builder(parser.get(), out);
  const XML_Status status =
      XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
  if (status != XML_STATUS_OK) {
    const std::uint32_t at = to_input(
        static_cast<std::uint32_t>(std::max<XML_Index>(XML_GetCurrentByteIndex(parser.get()), 0)));
    const std::uint32_t end = std::min(at + 1, static_cast<std::uint32_t>(input.size()));
    out.clear();
    if (builder.refusal() != nullptr) return base::fail(builder.refusal(), {at, end});
    const XML_Error code = XML_GetErrorCode(parser.get());
    std::string hint;
    if (code == XML_ERROR_UNDEFINED_ENTITY) hint = "write the character itself";
    if (code == XML_ERROR_INVALID_TOKEN) hint = "write < and & in text as &lt; and &amp;";
    return base::fail(std::string("not well-formed XML: ") + XML_ErrorString(code), {at, end},
                      std::move(hint));
  }
  builder.map_sources(to_input);
  return {};
}

namespace {

struct Entity {
  std::string_view name;
  char32_t character;
};

constexpr auto kEntities = std::to_array<Entity>({
#define NOETHER_ENTITY(name, character) {#name, character},
#include "noether/formula/mathml/entities.def"
#undef NOETHER_ENTITY
});
static_assert(std::ranges::is_sorted(kEntities, {}, &Entity::name));

constexpr std::size_t kLongestName = std::ranges::max(kEntities, {}, [](const Entity& entity) {
                                       return entity.name.size();
                                     }).name.size();

// The name of the reference that starts with the & at `at`; empty if there is no reference.
std::string_view reference_name(std::string_view input, std::size_t at) {
  const std::string_view rest = input.substr(at + 1, kLongestName + 1);
  const std::size_t end = rest.find(';');
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

}  // namespace

std::optional<char32_t> entity_character(std::string_view name) {
  const auto it = std::ranges::lower_bound(kEntities, name, {}, &Entity::name);
  if (it == kEntities.end() || it->name != name) return std::nullopt;
  return it->character;
}

bool replace_entities(std::string_view input, std::string& out, std::vector<EntityShift>& shifts) {
  bool replaced = false;
  std::size_t copied = 0;
  std::int64_t shift = 0;
  for (std::size_t at = input.find('&'); at != std::string_view::npos;
       at = input.find('&', at + 1)) {
    const std::string_view name = reference_name(input, at);
    const auto character = entity_character(name);
    if (!character) continue;
    if (!replaced) {
      out.clear();
      shifts.clear();
      replaced = true;
    }
    out.append(input.substr(copied, at - copied));
    base::append_code_point(out, *character);
    copied = at + name.size() + 2;
    shift = static_cast<std::int64_t>(out.size()) - static_cast<std::int64_t>(copied);
    shifts.push_back({static_cast<std::uint32_t>(out.size()), shift});
  }
  if (replaced) out.append(input.substr(copied));
  return replaced;
}

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
