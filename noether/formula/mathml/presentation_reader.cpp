#include "noether/formula/mathml/mathml.h"

#include <unordered_map>

#include "noether/formula/layout_builder.h"
#include "noether/formula/limits.h"
#include "noether/formula/mathml/presentation_elements.h"
#include "noether/formula/mathml/token_text.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {
namespace {

// One level of the drawing may be a group, with scripts, with limits, in a cell: four elements.
constexpr int kMaxPresentationDepth = 4 * kMaxLayoutDepth;

bool dissolves(std::string_view name) {
  return name == "mrow" || name == "mstyle" || name == "mpadded" || name == "math" ||
         name == "semantics" || name == "maction";
}

}  // namespace

PresentationReader::Handler PresentationReader::handler(std::string_view name) {
  using Self = PresentationReader;
  static const std::unordered_map<std::string_view, Handler> handlers = {
      {"mi", &Self::token},
      {"mn", &Self::token},
      {"mo", &Self::token},
      {"mtext", &Self::token},
      {"ms", &Self::token},
      {"merror", &Self::error},
      {"none", &Self::blank},
      {"mspace", &Self::space},
      {"mphantom", &Self::nothing},
      {"mprescripts", &Self::nothing},
      {"malignmark", &Self::nothing},
      {"maligngroup", &Self::nothing},
      {"annotation", &Self::nothing},
      {"annotation-xml", &Self::nothing},
      {"mfrac", &Self::fraction},
      {"msqrt", &Self::square_root},
      {"mroot", &Self::root},
      {"menclose", &Self::enclosure},
      {"mfenced", &Self::fenced},
      {"msub", &Self::scripts},
      {"msup", &Self::scripts},
      {"msubsup", &Self::scripts},
      {"munder", &Self::scripts},
      {"mover", &Self::scripts},
      {"munderover", &Self::scripts},
      {"mmultiscripts", &Self::multiscripts},
      {"mtable", &Self::bare_table},
      {"mtr", &Self::append_children},
      {"mtd", &Self::append_children},
  };
  const auto it = handlers.find(name);
  return it == handlers.end() ? &Self::unknown : it->second;
}

NodeId PresentationReader::read_formula() {
  literal_ = xml_.attribute(xml_.root(), "class") == kLiteralLayoutClass;
  return argument(xml_.root());
}

// Appends the symbols that an element draws. Elements that dissolve are walked with an explicit
// stack, so only drawn nesting uses the call stack.
void PresentationReader::append(NodeId element, Row& row) {
  struct Step {
    NodeId element;
    bool with_siblings;
    Alphabet alphabet;
    bool wide_space;
  };
  if (depth_ >= kMaxPresentationDepth) {
    tree_.mark_too_deep();
    return;
  }
  ++depth_;
  const Alphabet outer = alphabet_;
  std::vector<Step> pending = {{element, false, outer, false}};
  while (!pending.empty()) {
    const Step step = pending.back();
    pending.pop_back();
    row.wide_space = row.wide_space || step.wide_space;
    if (step.element == kNoNode) continue;
    const NodeId id = step.element;
    if (step.with_siblings) {
      pending.push_back({xml_.next_element(id), true, step.alphabet, false});
    }
    alphabet_ = step.alphabet;
    const std::string_view name = xml_.name(id);
    if (!dissolves(name)) {
      (this->*handler(name))(id, row);
    } else if (name == "semantics" || name == "maction") {
      pending.push_back({chosen_child(xml_, id, "Presentation"), false, step.alphabet, false});
    } else if (is_marked_group(id)) {
      marked_group(id, row);
    } else {
      row.wide_space = row.wide_space || has_space(id, "lspace", kWideSpace);
      const bool wide_after =
          xml_.attribute(id, "width").starts_with('+') && has_space(id, "width", kWideSpace);
      if (wide_after) pending.push_back({kNoNode, false, step.alphabet, true});
      Alphabet alphabet = step.alphabet;
      if (name == "mstyle" || name == "math") {
        alphabet = alphabet_of_variant(xml_.attribute(id, "mathvariant"), alphabet);
      }
      pending.push_back({xml_.first_element(id), true, alphabet, false});
    }
  }
  alphabet_ = outer;
  --depth_;
}

void PresentationReader::append_children(NodeId element, Row& row) {
  for (NodeId id = xml_.first_element(element); id != kNoNode; id = xml_.next_element(id)) {
    append(id, row);
  }
}

NodeId PresentationReader::argument(NodeId element) {
  Row row;
  append(element, row);
  return link(row);
}

NodeId PresentationReader::inside(NodeId element) {
  Row row;
  append_children(element, row);
  return link(row);
}

NodeId PresentationReader::link(const Row& row) {
  if (!literal_) return link_row(tree_, row.symbols);
  for (std::size_t i = 1; i < row.symbols.size(); ++i) {
    tree_.node(row.symbols[i - 1]).link(Relation::Next) = row.symbols[i];
  }
  return row.symbols.empty() ? kNoNode : row.symbols.front();
}

void PresentationReader::push(NodeId symbol, Row& row) {
  if (symbol == kNoNode) return;
  if (row.wide_space) tree_.node(symbol).wide_space_before = true;
  row.wide_space = false;
  row.symbols.push_back(symbol);
}

bool PresentationReader::has_space(NodeId element, std::string_view attribute, double ems) const {
  return length_in_ems(xml_.attribute(element, attribute)).value_or(0) >= ems;
}

bool PresentationReader::is_marked_group(NodeId element) const {
  NodeId last = xml_.first_element(element);
  if (!literal_ || last == kNoNode || xml_.attribute(last, "form") != "prefix") return false;
  for (NodeId id = last; id != kNoNode; id = xml_.next_element(id)) last = id;
  return xml_.name(element) == "mrow" && xml_.attribute(last, "form") == "postfix";
}

base::Result<void> read_presentation(std::string_view xml, LayoutTree& out,
                                     std::vector<base::Error>& diagnostics) {
  out.clear();
  thread_local XmlTree elements;
  if (auto read = read_xml(xml, elements); !read) return read;
  PresentationReader reader(elements, out, diagnostics);
  out.set_root(reader.read_formula());
  const base::Span whole = elements.source(elements.root());
  if (out.too_deep()) {
    out.clear();
    return base::fail("the formula is nested too deeply", whole);
  }
  if (reader.too_large() || out.node_count() > kMaxNodes) {
    out.clear();
    return base::fail("the formula has too many symbols", whole);
  }
  return {};
}

}  // namespace noether::formula
