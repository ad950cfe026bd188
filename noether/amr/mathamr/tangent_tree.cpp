// Reads Content MathML as Tangent-S does.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/mathamr/compatible_splice.h"
#include "noether/base/utf8.h"
#include "noether/formula/mathml/xml_tree.h"

namespace noether::amr {
namespace {

// Larger nodes are cut in halves if their operands commute, and refused otherwise.
constexpr std::size_t kMostOperands = 500;

constexpr auto kFunctions = std::to_array<std::string_view>(
    {"abs",       "arccos", "arccosh", "arccot", "arccoth", "arccsc", "arccsch", "arcsec",
     "arcsech",   "arcsin", "arcsinh", "arctan", "arctanh", "arg",    "ceiling", "cos",
     "cosh",      "cot",    "coth",    "csc",    "csch",    "exp",    "floor",   "gcd",
     "imaginary", "ln",     "log",     "max",    "min",     "real",   "sec",     "sech",
     "sin",       "sinh",   "tan",     "tanh"});
constexpr auto kUnorderedElements = std::to_array<std::string_view>(
    {"and", "approx", "eq", "equivalent", "intersect", "neq", "or", "plus", "times", "union"});
constexpr auto kOrderedElements = std::to_array<std::string_view>(
    {"compose",     "divide",   "exists", "factorial", "forall",      "geq",
     "gt",          "implies",  "in",     "int",       "leq",         "limit",
     "lt",          "minus",    "not",    "notin",     "notprsubset", "notsubset",
     "partialdiff", "prsubset", "root",   "setdiff",   "subset",      "sum"});
constexpr auto kConstants = std::to_array<std::string_view>(
    {"complexes", "emptyset", "exponentiale", "imaginaryi", "infinity", "integers",
     "naturalnumbers", "rationals", "reals"});
constexpr auto kQualifiers =
    std::to_array<std::string_view>({"bvar", "degree", "lowlimit", "uplimit"});
// The csymbols of LaTeXML whose operands commute according to Tangent-S; all others are ordered.
constexpr auto kUnorderedSymbols =
    std::to_array<std::string_view>({"additive-conjunction",
                                     "additive-disjunction",
                                     "approximately-equals",
                                     "approximately-equals-or-equals",
                                     "coproduct",
                                     "double-intersection",
                                     "double-union",
                                     "equivalent-to",
                                     "exclusive-or",
                                     "geometrically-equals",
                                     "greater-than-or-equals-or-less-than",
                                     "greater-than-or-less-than",
                                     "iff",
                                     "inner-product",
                                     "intersection-plus",
                                     "join",
                                     "less-than-or-equals-or-greater-than",
                                     "less-than-or-greater-than",
                                     "multiplicative-conjunction",
                                     "multiplicative-disjunction",
                                     "not-and",
                                     "not-approximately-equals",
                                     "not-approximately-equals-or-equals",
                                     "not-asymptotically-equals",
                                     "not-coproduct",
                                     "not-difference-between",
                                     "not-direct-sum",
                                     "not-equivalent-to",
                                     "not-equivalent-to-nor-equals",
                                     "not-exclusive-or",
                                     "not-geometrically-equals",
                                     "not-iff",
                                     "not-intersection",
                                     "not-less-than-nor-greater-than",
                                     "not-not-approximately-equals",
                                     "not-not-equals",
                                     "not-not-equivalent-to",
                                     "not-or",
                                     "not-parallel-to",
                                     "not-perpendicular-to",
                                     "not-proper-intersection",
                                     "not-proportional-to",
                                     "not-similar-to",
                                     "not-times",
                                     "parallel-to",
                                     "proper-intersection",
                                     "similar-to",
                                     "similar-to-or-equals",
                                     "square-intersection",
                                     "square-union",
                                     "subset-plus",
                                     "superset-plus",
                                     "symmetric-difference",
                                     "tensor-product",
                                     "times"});

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool is_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

std::string_view without_space_around(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  std::size_t at = 0;
  for (const base::CodePoint& c : base::code_points(text)) {
    if (!is_space(c.value)) {
      begin = std::min(begin, at);
      end = at + c.bytes.size();
    }
    at += c.bytes.size();
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

// The text of a leaf, with characters that have a meaning in strings of Tangent-S escaped.
std::string clean(std::string_view text) {
  text = without_space_around(text);
  // Invisible operators.
  if (text == "\u2061" || text == "\u2062" || text == "\u2063" || text == "\u2064") return {};
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '?':
        out += "&quest;";
        break;
      case ',':
        out += "&comma;";
        break;
      case '[':
        out += "&lsqb;";
        break;
      case ']':
        out += "&rsqb;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

bool is_deep(const TangentNode& node) { return !node.children.empty(); }

void split_node(TangentNode& node) {
  if (node.children.size() <= kMostOperands) return;
  const auto middle = static_cast<std::ptrdiff_t>((node.children.size() + 1) / 2);
  const auto begin = std::make_move_iterator(node.children.begin());
  const auto end = std::make_move_iterator(node.children.end());
  std::vector<TangentNode> halves = {{node.tag, {begin, begin + middle}},
                                     {node.tag, {begin + middle, end}}};
  node.children = std::move(halves);
  for (TangentNode& half : node.children) split_node(half);
}

class TangentReader {
  using Element = formula::NodeId;

 public:
  explicit TangentReader(const formula::XmlTree& xml) : xml_(xml) {}

  base::Result<TangentNode> read_formula() {
    const formula::NodeId root = xml_.root();
    if (root == formula::kNoNode || xml_.name(root) != "math") return base::fail("no math element");
    const std::vector<Element> elements = elements_of(root);
    if (elements.size() != 1) {
      return base::fail(fmt::format("a math element with {} elements", elements.size()));
    }
    return read(elements.front());
  }

 private:
  // MathAMR removes wildcards before Tangent-S sees them.
  std::vector<Element> elements_of(Element parent) const {
    std::vector<Element> elements = xml_.elements(parent);
    std::erase_if(elements, [&](Element element) {
      if (xml_.name(element) != "csymbol" || xml_.attribute(element, "cd") != "mws") return false;
      const std::string text = text_of(element);
      return xml_.attribute(element, "name") == "qvar" && (text == "qvar_" || text == "qvar_$");
    });
    return elements;
  }

  base::Result<TangentNode> read(Element element) {
    auto node = read_element(element);
    if (!node) return node;
    if (node->tag.starts_with("E!")) {
      join_texts(*node);
      split_node(*node);
    }
    if (node->children.size() > kMostOperands) return base::fail("a node with too many operands");
    return node;
  }

  base::Result<TangentNode> read_element(Element element) {
    const std::string_view name = xml_.name(element);
    if (name == "ci") return leaf("V!", element);
    if (name == "cn") return leaf("N!", element);
    if (name == "mtext") return leaf("T!", element);
    if (name == "qvar") return wildcard(element);
    if (name == "cerror") return with_children({"E!"}, element);
    if (name == "apply") return apply(element);
    if (name == "vector") return group("V-", element);
    if (name == "list") return group("L-", element);
    if (name == "set") return group("S-", element);
    if (name == "matrix") return matrix(element);
    if (name == "matrixrow") return with_children({"M!R!"}, element);
    if (name == "interval") return interval(element);
    if (name == "csymbol") return symbol(element);
    if (name == "determinant") return TangentNode{"F!det"};
    if (contains(kFunctions, name)) return TangentNode{fmt::format("F!{}", name)};
    if (contains(kUnorderedElements, name)) return TangentNode{fmt::format("U!{}", name)};
    if (contains(kOrderedElements, name)) return TangentNode{fmt::format("O!{}", name)};
    if (contains(kConstants, name)) return TangentNode{fmt::format("C!{}", name)};
    if (contains(kQualifiers, name)) return with_children({fmt::format("$!{}", name)}, element);
    return base::fail(fmt::format("no operator tree has the element {}", name));
  }

  // The text before the first element.
  std::string text_of(Element element) const {
    const formula::NodeId first = xml_.first_child(element);
    if (first == formula::kNoNode || !xml_.is_text(first)) return {};
    return clean(xml_.text(first));
  }

  TangentNode leaf(std::string_view type, Element element) const {
    const std::string text = text_of(element);
    return {text.empty() ? "W!" : std::string(type) + text};
  }

  TangentNode wildcard(Element element) const {
    const std::string_view name = xml_.attribute(element, "name");
    return {"?" + (xml_.has_attribute(element, "name") ? std::string(name) : text_of(element))};
  }

  base::Result<TangentNode> with_children(TangentNode node, Element element) {
    for (const Element child : elements_of(element)) {
      auto read_child = read(child);
      if (!read_child) return read_child;
      node.children.push_back(*std::move(read_child));
    }
    return node;
  }

  base::Result<TangentNode> group(std::string_view kind, Element element) {
    return with_children({fmt::format("M!{}{}", kind, elements_of(element).size())}, element);
  }

  base::Result<TangentNode> matrix(Element element) {
    auto node = with_children({}, element);
    if (!node) return node;
    std::size_t columns = 0;
    for (const TangentNode& row : node->children) columns = std::max(columns, row.children.size());
    for (TangentNode& row : node->children) {
      while (row.children.size() < columns) row.children.push_back({"E!"});
    }
    node->tag = fmt::format("M!M-{}x{}", node->children.size(), columns);
    return node;
  }

  base::Result<TangentNode> interval(Element element) {
    std::string_view ends = "C-C";
    if (xml_.has_attribute(element, "closure")) {
      const std::string closure =
          lower_case(without_space_around(xml_.attribute(element, "closure")));
      if (closure == "open") {
        ends = "O-O";
      } else if (closure == "open-closed") {
        ends = "O-C";
      } else if (closure == "closed-open") {
        ends = "C-O";
      } else if (closure != "closed") {
        return base::fail(fmt::format("an interval that is {}", closure));
      }
    }
    return with_children({fmt::format("O!interval({})", ends)}, element);
  }

  base::Result<TangentNode> apply(Element element) {
    const std::vector<Element> elements = elements_of(element);
    if (elements.empty()) return base::fail("an application without an operator");
    auto head = read(elements.front());
    if (!head) return head;
    TangentNode node = *std::move(head);
    if (node.tag.starts_with("V!")) node.tag.replace(0, 2, "F!");
    if (is_deep(node)) {
      // An operator that is itself a tree gets the name of the base of its scripts.
      std::string tag = "+!";
      if (node.tag == "O!SUB" || node.tag == "O!SUP") tag += node.children.front().tag;
      TangentNode compound{std::move(tag)};
      compound.children.push_back(std::move(node));
      node = std::move(compound);
    }
    for (std::size_t i = 1; i < elements.size(); ++i) {
      auto operand = read(elements[i]);
      if (!operand) return operand;
      node.children.push_back(*std::move(operand));
    }
    if (node.tag == "O!int") {
      if (node.children.size() != 1) return base::fail("an integral of one operand was expected");
      node.children.push_back({"W!"});
      node.children.push_back({"W!"});
    } else if (node.tag == "O!root") {
      if (auto made = make_root(node); !made) return std::unexpected(made.error());
    }
    if (node.tag.starts_with("U!")) split_node(node);
    return node;
  }

  // The operand comes first, then the degree, which is 2 if absent.
  static base::Result<void> make_root(TangentNode& node) {
    std::vector<TangentNode> operands;
    TangentNode degree{"N!2"};
    for (TangentNode& child : node.children) {
      if (child.tag != "$!degree") {
        operands.push_back(std::move(child));
        continue;
      }
      if (child.children.size() != 1) return base::fail("a root with an invalid degree");
      TangentNode inner = std::move(child.children.front());
      degree = std::move(inner);
    }
    if (operands.size() != 1) return base::fail("a root of one operand was expected");
    operands.push_back(std::move(degree));
    node.children = std::move(operands);
    return {};
  }

  base::Result<TangentNode> symbol(Element element) const {
    const std::string name = lower_case(text_of(element));
    const std::string_view dictionary = xml_.attribute(element, "cd");
    if (dictionary == "latexml") return latexml_symbol(name);
    if (dictionary == "unknown") return TangentNode{"-!" + name};
    if (dictionary == "mws" && name == "qvar_") return TangentNode{"?"};
    if (dictionary == "ambiguous") {
      if (name == "formulae-sequence") return TangentNode{"O!form-seq"};
      if (name == "fragments") return TangentNode{"O!fragments"};
      if (name == "missing-subexpression") return TangentNode{"W!"};
      if (name == "subscript") return TangentNode{"O!SUB"};
      if (name == "superscript") return TangentNode{"O!SUP"};
    }
    return base::fail(fmt::format("no operator tree has the symbol {}", name));
  }

  static base::Result<TangentNode> latexml_symbol(const std::string& name) {
    constexpr std::string_view kDelimited = "delimited-";
    if (contains(kUnorderedSymbols, name)) return TangentNode{"U!" + name};
    if (name == "empty-set" || name == "not-empty-set") return TangentNode{"C!" + name};
    if (name == "absent") return TangentNode{"W!"};
    // Tangent-S drops the first character of the fences.
    if (name.starts_with(kDelimited)) {
      return TangentNode{"M!D-" + (name.size() > kDelimited.size()
                                       ? name.substr(kDelimited.size() + 1)
                                       : std::string())};
    }
    if (name == "for-all") return TangentNode{"O!forall"};
    if (name == "hyperbolic-cotangent") return TangentNode{"F!coth"};
    if (name == "modulo") return TangentNode{"O!rem"};
    if (name == "planck-constant-over-2-pi") return TangentNode{"C!hbar"};
    if (name == "square-root") return TangentNode{"O!root"};
    double number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size()) {
      const bool is_whole = number == static_cast<double>(static_cast<std::int64_t>(number));
      return TangentNode{fmt::format("N!{}{}", number, is_whole ? ".0" : "")};
    }
    // MathAMR writes these two as names before Tangent-S sees them.
    if (name == "differential-d") return TangentNode{"V!d"};
    if (name == "conditional") return TangentNode{"V!c"};
    return TangentNode{"O!" + name};
  }

  // Adjacent unknown symbols inside an error are one text.
  static void join_texts(TangentNode& node) {
    std::vector<TangentNode> joined;
    for (TangentNode& child : node.children) {
      const bool joins =
          !joined.empty() && child.tag.starts_with("-!") &&
          (joined.back().tag.starts_with("-!") || joined.back().tag.starts_with("T!"));
      if (!joins) {
        joined.push_back(std::move(child));
        continue;
      }
      joined.back().tag = "T!" + joined.back().tag.substr(2) + child.tag.substr(2);
    }
    node.children = std::move(joined);
  }

  const formula::XmlTree& xml_;
};

}  // namespace

base::Result<TangentNode> read_tangent_tree(std::string_view content_mathml) {
  formula::XmlTree xml;
  if (auto read = formula::read_xml(content_mathml, xml); !read) {
    return std::unexpected(read.error());
  }
  return TangentReader(xml).read_formula();
}

}  // namespace noether::amr
