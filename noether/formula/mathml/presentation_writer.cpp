#include "noether/formula/mathml/mathml.h"

#include <string_view>

#include "noether/formula/mathml/token_text.h"
#include "noether/formula/symbols.h"

namespace noether::formula {
namespace {

constexpr std::string_view kOpenLiteralMath =
    R"(<math xmlns="http://www.w3.org/1998/Math/MathML" class=")";

class PresentationWriter {
 public:
  PresentationWriter(const LayoutTree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write() {
    ((out_ += kOpenLiteralMath) += kLiteralLayoutClass) += "\">";
    write_row(tree_.root());
    out_ += "</math>";
  }

 private:
  const LayoutNode& node(NodeId id) const { return tree_.node(id); }

  bool is_lone_blank(NodeId head) const {
    if (head == kNoNode || node(head).kind != SymbolKind::Blank) return false;
    for (const Relation relation : kRelations) {
      if (relation != Relation::Element && node(head).link(relation) != kNoNode) return false;
    }
    return true;
  }

  void write_row(NodeId head) {
    for (NodeId id = head; id != kNoNode; id = node(id).next()) {
      if (node(id).wide_space_before) out_ += R"(<mspace width="1em"/>)";
      write_symbol(id);
    }
  }

  // Writes a row; a lone Blank is omitted, because an empty row reads back as a Blank.
  void write_inside(NodeId head) {
    if (!is_lone_blank(head)) write_row(head);
  }

  // Writes a row as one element.
  void write_argument(NodeId head) {
    const bool single =
        head != kNoNode && node(head).next() == kNoNode && !node(head).wide_space_before;
    if (single && !is_lone_blank(head)) {
      write_symbol(head);
    } else {
      out_ += "<mrow>";
      write_inside(head);
      out_ += "</mrow>";
    }
  }

  void write_symbol(NodeId id) {
    const LayoutNode& symbol = node(id);
    NodeId under = symbol.link(Relation::Under);
    NodeId over = symbol.link(Relation::Over);
    if (symbol.kind == SymbolKind::Fraction) under = over = kNoNode;
    const bool below = symbol.link(Relation::Below) != kNoNode;
    const bool above = symbol.link(Relation::Above) != kNoNode;
    const bool pre_below = symbol.link(Relation::PreBelow) != kNoNode;
    const bool pre_above =
        symbol.link(Relation::PreAbove) != kNoNode && symbol.kind != SymbolKind::Root;

    const char* limits = nullptr;
    if (under != kNoNode || over != kNoNode) {
      const bool beside = limits_stand_beside(id);
      if (over == kNoNode)
        limits = beside ? "msub" : "munder";
      else if (under == kNoNode)
        limits = beside ? "msup" : "mover";
      else
        limits = beside ? "msubsup" : "munderover";
      open(limits);
    }
    const char* scripts = nullptr;
    if (pre_below || pre_above)
      scripts = "mmultiscripts";
    else if (below && above)
      scripts = "msubsup";
    else if (below)
      scripts = "msub";
    else if (above)
      scripts = "msup";
    if (scripts != nullptr) open(scripts);

    Places innermost{};
    if (scripts != nullptr)
      innermost = {below, above, false, false, pre_below, pre_above};
    else
      innermost = {false, false, under != kNoNode, over != kNoNode, false, false};
    write_base(id, innermost);

    if (scripts != nullptr) {
      const bool all = pre_below || pre_above;
      write_script(symbol.link(Relation::Below), all && above);
      write_script(symbol.link(Relation::Above), all && below);
      if (all) {
        out_ += "<mprescripts/>";
        write_script(symbol.link(Relation::PreBelow), true);
        write_script(pre_above ? symbol.link(Relation::PreAbove) : kNoNode, true);
      }
      close(scripts);
    }
    if (limits != nullptr) {
      write_script(under, false);
      write_script(over, false);
      close(limits);
    }
  }

  void write_script(NodeId head, bool hold_place) {
    if (head != kNoNode)
      write_argument(head);
    else if (hold_place)
      out_ += "<none/>";
  }

  // The places of scripts in the innermost script element.
  struct Places {
    bool below, above, under, over, pre_below, pre_above;
  };

  // A fenceless 1x1 group under a script is written as its row if the row cannot carry the script
  // itself.
  void write_base(NodeId id, const Places& places) {
    const NodeId head = node(id).link(Relation::Within);
    if (node(id).kind == SymbolKind::Group && tree_.label(id).empty() && node(id).rows == 1 &&
        node(id).columns == 1 && head != kNoNode && has_place(places) &&
        (node(head).next() != kNoNode || is_taken(head, places))) {
      write_argument(head);
    } else if (node(id).kind == SymbolKind::Blank) {
      out_ += has_place(places) ? "<mrow/>" : "<none/>";
    } else {
      write_bare(id);
    }
  }

  static bool has_place(const Places& p) {
    return p.below || p.above || p.under || p.over || p.pre_below || p.pre_above;
  }

  bool is_taken(NodeId base, const Places& p) const {
    const auto has = [&](Relation relation) { return node(base).link(relation) != kNoNode; };
    const bool limits = node(base).kind == SymbolKind::Operator;
    return (p.below && has(limits ? Relation::Under : Relation::Below)) ||
           (p.above && has(limits ? Relation::Over : Relation::Above)) ||
           (p.under && has(Relation::Under)) || (p.over && has(Relation::Over)) ||
           (p.pre_below && has(Relation::PreBelow)) ||
           (p.pre_above && (has(Relation::PreAbove) || node(base).kind == SymbolKind::Root));
  }

  // Limits of integrals and scripts of stray fences are drawn beside the symbol.
  bool limits_stand_beside(NodeId id) const {
    if (node(id).kind != SymbolKind::Operator) return false;
    const Symbol* symbol = symbol_by_glyph(tree_.label(id));
    if (symbol == nullptr) return false;
    return symbol->role == SymbolRole::Integral || symbol->role == SymbolRole::Open ||
           symbol->role == SymbolRole::Close || symbol->role == SymbolRole::Bar ||
           symbol->role == SymbolRole::Punctuation || symbol->role == SymbolRole::Postfix;
  }

  void write_bare(NodeId id) {
    switch (node(id).kind) {
      case SymbolKind::Variable:
        return write_token("mi", id, LabelKind::Identifier);
      case SymbolKind::Number:
        return write_token("mn", id, LabelKind::Number);
      case SymbolKind::Operator:
        return write_operator(tree_.label(id), "");
      case SymbolKind::Text:
        return write_token("mtext", id, LabelKind::Text);
      case SymbolKind::Blank:
        out_ += "<none/>";
        return;
      case SymbolKind::Error:
        open("merror");
        write_token("mtext", id, LabelKind::Text);
        return close("merror");
      case SymbolKind::Fraction:
        out_ += node(id).barless ? R"(<mfrac linethickness="0">)" : "<mfrac>";
        write_argument(node(id).link(Relation::Over));
        write_argument(node(id).link(Relation::Under));
        return close("mfrac");
      case SymbolKind::Root:
        if (node(id).link(Relation::PreAbove) == kNoNode) {
          open("msqrt");
          write_inside(node(id).link(Relation::Within));
          return close("msqrt");
        }
        open("mroot");
        write_argument(node(id).link(Relation::Within));
        write_argument(node(id).link(Relation::PreAbove));
        return close("mroot");
      case SymbolKind::Enclosure:
        out_ += "<menclose notation=\"";
        append_label_as_attribute(out_, tree_.label(id));
        out_ += "\">";
        write_inside(node(id).link(Relation::Within));
        return close("menclose");
      case SymbolKind::Group:
        return write_group(id);
    }
  }

  void write_group(NodeId id) {
    if (tree_.label(id).empty()) return write_table(id);
    open("mrow");
    write_operator(tree_.open_fence(id), R"( fence="true" form="prefix")");
    if (splits_at_commas(id) && !holds_one_table(id)) {
      for (NodeId cell = node(id).link(Relation::Within); cell != kNoNode;
           cell = node(cell).link(Relation::Element)) {
        write_row(cell);
      }
    } else {
      write_table(id);
    }
    write_operator(tree_.close_fence(id), R"( fence="true" form="postfix")");
    close("mrow");
  }

  bool is_comma(NodeId id) const {
    return node(id).kind == SymbolKind::Operator && tree_.label(id) == ",";
  }

  // Whether splitting the inside at commas gives exactly the cells.
  bool splits_at_commas(NodeId id) const {
    int commas = 0;
    bool ended = true;
    for (NodeId cell = node(id).link(Relation::Within); cell != kNoNode;
         cell = node(cell).link(Relation::Element)) {
      if (!ended) return false;
      ended = false;
      for (NodeId symbol = cell; symbol != kNoNode; symbol = node(symbol).next()) {
        if (ended) return false;
        // A comma at the start of a cell gets a Blank before it when it is split off.
        if (symbol == cell && is_comma(symbol)) return false;
        ended = is_comma(symbol);
        commas += ended ? 1 : 0;
      }
    }
    return node(id).rows == 1 && node(id).columns == commas + 1 &&
           node(id).link(Relation::Within) != kNoNode;
  }

  // Fences around a single table read back as the table's own.
  bool holds_one_table(NodeId id) const {
    const NodeId head = node(id).link(Relation::Within);
    return head != kNoNode && node(head).next() == kNoNode &&
           node(head).link(Relation::Element) == kNoNode && node(head).kind == SymbolKind::Group &&
           tree_.label(head).empty();
  }

  void write_table(NodeId id) {
    open("mtable");
    NodeId cell = node(id).link(Relation::Within);
    for (int row = 0; row < node(id).rows; ++row) {
      open("mtr");
      for (int column = 0; column < node(id).columns && cell != kNoNode; ++column) {
        open("mtd");
        write_inside(cell);
        close("mtd");
        cell = node(cell).link(Relation::Element);
      }
      close("mtr");
    }
    close("mtable");
  }

  void write_operator(std::string_view label, std::string_view attributes) {
    const Symbol* symbol = symbol_by_glyph(label);
    const bool fence =
        symbol != nullptr && (symbol->role == SymbolRole::Open ||
                              symbol->role == SymbolRole::Close || symbol->role == SymbolRole::Bar);
    out_ += fence ? R"(<mo stretchy="false")" : "<mo";
    out_ += attributes;
    out_ += '>';
    append_token_content(out_, label, LabelKind::Operator);
    out_ += "</mo>";
  }

  void write_token(const char* element, NodeId id, LabelKind kind) {
    open(element);
    append_token_content(out_, tree_.label(id), kind);
    close(element);
  }

  void open(std::string_view element) { ((out_ += '<') += element) += '>'; }
  void close(std::string_view element) { ((out_ += "</") += element) += '>'; }

  const LayoutTree& tree_;
  std::string& out_;
};

}  // namespace

void write_presentation(const LayoutTree& tree, std::string& out) {
  PresentationWriter(tree, out).write();
}

}  // namespace noether::formula
