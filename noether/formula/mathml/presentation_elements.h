// The reader behind read_presentation: one member per kind of element.
//
// presentation_reader.cpp walks rows, presentation_elements.cpp reads single symbols and fences,
// scripts and limits, tables.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/math_alphabet.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {

class PresentationReader {
 public:
  PresentationReader(const XmlTree& xml, LayoutTree& tree, std::vector<base::Error>& diagnostics)
      : xml_(xml), tree_(tree), diagnostics_(diagnostics) {}

  // The first symbol of the formula; kNoNode if it draws nothing.
  NodeId read_formula();

  // Whether a table was left out because it has too many cells.
  bool too_large() const { return too_large_; }

 private:
  struct Row {
    std::vector<NodeId> symbols;
    bool wide_space = false;  // before the next symbol
  };
  struct Script {
    Relation relation;
    NodeId head;
  };
  // A space of at least one quad separates formulas.
  static constexpr double kWideSpace = 0.99;

  using Handler = void (PresentationReader::*)(NodeId element, Row& row);

  // Rows (presentation_reader.cpp).
  static Handler handler(std::string_view name);
  void append(NodeId element, Row& row);
  void append_children(NodeId element, Row& row);
  NodeId argument(NodeId element);  // the row an element draws by itself
  NodeId inside(NodeId element);    // the row its children draw
  NodeId link(const Row& row);
  void push(NodeId symbol, Row& row);
  bool has_space(NodeId element, std::string_view attribute, double ems) const;
  bool is_marked_group(NodeId element) const;

  // Single symbols and fences (presentation_elements.cpp).
  void nothing(NodeId, Row&) {}
  void blank(NodeId element, Row& row);
  void space(NodeId element, Row& row);
  void token(NodeId element, Row& row);
  void fraction(NodeId element, Row& row);
  void square_root(NodeId element, Row& row);
  void root(NodeId element, Row& row);
  void enclosure(NodeId element, Row& row);
  void fenced(NodeId element, Row& row);
  void marked_group(NodeId element, Row& row);
  void error(NodeId element, Row& row);
  void unknown(NodeId element, Row& row);

  // Scripts and limits (presentation_elements.cpp).
  void scripts(NodeId element, Row& row);
  void multiscripts(NodeId element, Row& row);
  void push_with_scripts(NodeId base, std::span<const Script> scripts, Row& row);

  // Tables (presentation_elements.cpp).
  void bare_table(NodeId element, Row& row) { table(element, "", "", row); }
  void table(NodeId element, std::string_view open, std::string_view close, Row& row);
  NodeId cell(NodeId element);

  const XmlTree& xml_;
  LayoutTree& tree_;
  std::vector<base::Error>& diagnostics_;
  Alphabet alphabet_ = Alphabet::Plain;  // as mstyle sets it
  int depth_ = 0;
  bool too_large_ = false;
  bool literal_ = false;  // groups are marked, rows stay as they are
};

// Converts a length of MathML (1em, 10pt, +6.6pt, 0.167em, thickmathspace) to ems; nothing if the
// text is not a length. A number without a unit is in ems; one em is 10pt, the size that LaTeXML
// computes with.
std::optional<double> length_in_ems(std::string_view text);

}  // namespace noether::formula
