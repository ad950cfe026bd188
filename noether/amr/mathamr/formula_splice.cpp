#include "noether/amr/mathamr/formula_splice.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/penman.h"
#include "noether/base/ascii.h"
#include "noether/base/hash.h"
#include "noether/base/utf8.h"
#include "noether/formula/ids.h"

namespace noether::amr {
namespace {

using formula::Op;
using FormulaNode = formula::NodeId;

constexpr std::string_view kIdMark = "eqx";
constexpr std::size_t kMostLayoutMarks = 12;

// The text in a form that PENMAN can write.
std::string written(std::string_view text) {
  return is_value(text) ? std::string(text) : in_quotes(text);
}

bool is_one_character(std::string_view text) {
  return !text.empty() && base::decode_code_point(text).bytes.size() == text.size();
}

class FormulaSplicer {
 public:
  FormulaSplicer(Graph sentence, const SpliceOptions& options)
      : graph_(std::move(sentence)), options_(options) {
    for (const Node& node : graph_.nodes) variables_.insert(node.variable);
  }

  SplicedGraph splice(std::span<const SentenceFormula> formulas) {
    for (const SentenceFormula& formula : formulas)
      given_.emplace(lower_case(formula.id), &formula);
    // Concepts come first: such a node becomes the formula, and others refer to it.
    const std::size_t nodes = graph_.nodes.size();
    const std::size_t edges = graph_.edges.size();
    for (NodeId node = 0; node < nodes; ++node) {
      const auto id = formula_id_of(graph_.nodes[node].concept_name);
      if (!id || !given_.contains(*id)) continue;
      graph_.nodes[node].concept_name = "formula";
      node_of_.try_emplace(*id, node);
      fill(node, *given_.at(*id));
    }
    for (std::size_t e = 0; e < edges; ++e) {
      if (!graph_.edges[e].is_attribute()) continue;
      const auto id = formula_id_of(graph_.edges[e].constant);
      if (!id || !given_.contains(*id)) continue;
      const NodeId formula = formula_node(*given_.at(*id));
      link(graph_.edges[e], formula);
    }
    for (const SentenceFormula& formula : formulas) {
      if (graph_.nodes.empty() || node_of_.contains(lower_case(formula.id))) continue;
      graph_.add_relation(graph_.root, "math", formula_node(formula));
    }
    tie_words(edges);
    SplicedGraph spliced;
    for (const SentenceFormula& formula : formulas) {
      SplicedFormula& own = spliced.formulas.emplace_back();
      const auto found = node_of_.find(lower_case(formula.id));
      if (found != node_of_.end()) own.node = found->second;
      if (const auto parts = parts_of_.find(&formula); parts != parts_of_.end()) {
        own.parts = std::move(parts->second);
      }
    }
    spliced.graph = std::move(graph_);
    return spliced;
  }

 private:
  // Replaces a value by the formula. If the value is only a name (`:value` or `:op1`), the named
  // thing becomes the formula.
  void link(Edge& edge, NodeId formula) {
    const std::string_view owner = graph_.nodes[edge.source].concept_name;
    if (edge.role == "value" || owner == "name") edge.role = "math";
    edge.constant.clear();
    edge.target = formula;
    if (!is_inverted(edge.role)) return;
    edge.role = inverse_role(edge.role);
    std::swap(edge.source, edge.target);
  }

  // The node of the first formula that is drawn the same.
  NodeId formula_node(const SentenceFormula& formula) {
    const std::string id = lower_case(formula.id);
    if (const auto found = node_of_.find(id); found != node_of_.end()) return found->second;
    if (formula.formula != nullptr && !formula.formula->layout.empty()) {
      const base::Digest drawn = formula::visual_id(formula.formula->layout);
      const auto [found, is_new] = drawn_.try_emplace(drawn, kNoNode);
      if (!is_new) {
        node_of_.emplace(id, found->second);
        if (formula.is_queried) mark_queried(found->second);
        return found->second;
      }
      found->second = static_cast<NodeId>(graph_.nodes.size());
    }
    const NodeId node = graph_.add_node("formula");
    node_of_.emplace(id, node);
    fill(node, formula);
    return node;
  }

  // A sentence may name a variable `1` or `+`, so a value may need quotes.
  void add_value(NodeId node, const std::string& role, std::string_view value) {
    const bool is_name = variables_.contains(std::string(value));
    graph_.add_attribute(node, role, is_name ? in_quotes(value) : written(value));
  }

  void mark_queried(NodeId node) { add_value(node, "queried", "+"); }

  void fill(NodeId node, const SentenceFormula& given) {
    if (given.is_queried) mark_queried(node);
    if (given.formula == nullptr) return;
    const formula::OperatorTree& tree = given.formula->operators;
    parts_.assign(tree.node_count(), kNoNode);
    if (!tree.empty()) add_operand(node, "opt", tree, tree.root());
    parts_of_.insert_or_assign(&given, std::exchange(parts_, {}));
    if (options_.layout) add_layout(node, given.formula->layout);
  }

  NodeId name_node(std::string_view name) {
    const auto [found, is_new] = names_.try_emplace(std::string(name), kNoNode);
    if (is_new) found->second = graph_.add_node(written(name));
    return found->second;
  }

  // The recursion is bounded, because formula/limits.h bounds the depth of trees.
  void add_operand(NodeId parent, const std::string& role, const formula::OperatorTree& tree,
                   FormulaNode id) {
    const Op op = tree.op(id);
    const std::string_view label = tree.label(id);
    if (op == Op::Missing || op == Op::Error) return;
    if (op == Op::Number) return add_value(parent, role, label);
    if (op == Op::Variable) {
      parts_[id] = name_node(label);
      return graph_.add_relation(parent, role, parts_[id]);
    }
    const formula::OpInfo& info = formula::op_info(op);
    const bool calls_name = op == Op::Call && is_one_character(label);
    std::string name(info.content.empty() ? info.name : info.content);
    // sin x is "sin", but f(x) is the application of the name f.
    if (op == Op::Call && !calls_name) {
      name = label;
    } else if (calls_name) {
      name = "apply";
    }
    const NodeId node = graph_.add_node(written(name));
    parts_[id] = node;
    graph_.add_relation(parent, role, node);
    if (calls_name) {
      graph_.add_relation(node, "op0", name_node(label));
    } else if (op != Op::Call && !label.empty()) {
      graph_.add_attribute(node, "label", in_quotes(label));
    }
    std::size_t place = 0;
    for (const FormulaNode child : tree.children(id)) {
      ++place;
      add_operand(node, info.unordered ? "op" : fmt::format("op{}", place), tree, child);
    }
  }

  // Adds which symbols stand above, below or inside which others: the marks that an operator tree
  // loses.
  void add_layout(NodeId node, const formula::LayoutTree& layout) {
    std::vector<std::string> marks;
    std::vector<FormulaNode> stack;
    if (!layout.empty()) stack.push_back(layout.root());
    while (!stack.empty() && marks.size() < kMostLayoutMarks) {
      const FormulaNode symbol = stack.back();
      stack.pop_back();
      const formula::LayoutNode& drawn = layout.node(symbol);
      for (const formula::Relation relation : formula::kRelations) {
        const FormulaNode other = drawn.link(relation);
        if (other == formula::kNoNode) continue;
        stack.push_back(other);
        if (relation == formula::Relation::Next || relation == formula::Relation::Element) continue;
        marks.push_back(fmt::format("{} {} {}", symbol_name(layout, symbol),
                                    formula::relation_name(relation), symbol_name(layout, other)));
      }
    }
    std::ranges::sort(marks);
    marks.erase(std::ranges::unique(marks).begin(), marks.end());
    marks.resize(std::min(marks.size(), kMostLayoutMarks));
    for (const std::string& mark : marks) graph_.add_attribute(node, "layout", in_quotes(mark));
  }

  static std::string_view symbol_name(const formula::LayoutTree& layout, FormulaNode symbol) {
    if (!layout.label(symbol).empty()) return layout.label(symbol);
    switch (layout.node(symbol).kind) {
      case formula::SymbolKind::Fraction:
        return "fraction";
      case formula::SymbolKind::Root:
        return "root";
      case formula::SymbolKind::Group:
        return "group";
      default:
        return "blank";
    }
  }

  // Connects values among the words with names of formulas: "x" in `:name (n / name :op1 "x")`.
  void tie_words(std::size_t edges) {
    for (std::size_t e = 0; e < edges; ++e) {
      if (!graph_.edges[e].is_attribute() || !graph_.edges[e].constant.starts_with('"')) continue;
      const auto found = names_.find(without_quotes(graph_.edges[e].constant));
      if (found == names_.end()) continue;
      graph_.add_relation(graph_.edges[e].source, "math", found->second);
    }
  }

  Graph graph_;
  SpliceOptions options_;
  std::unordered_set<std::string> variables_;
  std::unordered_map<std::string, const SentenceFormula*> given_;
  std::unordered_map<std::string, NodeId> node_of_;  // by id
  std::unordered_map<base::Digest, NodeId> drawn_;   // by visual id
  std::unordered_map<std::string, NodeId> names_;
  std::vector<NodeId> parts_;  // for the formula being added
  std::unordered_map<const SentenceFormula*, std::vector<NodeId>> parts_of_;
};

}  // namespace

std::optional<std::string> formula_id_of(std::string_view text) {
  const std::string plain = lower_case(without_quotes(text));
  std::string_view id = plain;
  const bool has_begin = id.starts_with(kIdMark);
  if (has_begin) id.remove_prefix(kIdMark.size());
  const bool has_end = id.ends_with(kIdMark);
  if (has_end) id.remove_suffix(kIdMark.size());
  if (has_begin && !has_end) {
    // For "eqx12eq" and "eqx12e".
    if (id.ends_with("eq")) id.remove_suffix(2);
    if (id.ends_with('e')) id.remove_suffix(1);
  }
  const bool is_damaged = !has_begin || !has_end;
  if (id.empty() || (!has_begin && !has_end)) return std::nullopt;
  if (is_damaged && !std::ranges::all_of(id, base::is_digit)) return std::nullopt;
  return std::string(id);
}

std::vector<std::string> formula_ids_in(std::string_view text) {
  std::vector<std::string> ids;
  for (std::size_t at = text.find(kIdMark); at != std::string_view::npos;
       at = text.find(kIdMark, at)) {
    at += kIdMark.size();
    const std::size_t end = text.find_first_not_of("0123456789", at);
    if (end == std::string_view::npos) break;
    if (end == at || !text.substr(end).starts_with(kIdMark)) continue;
    ids.emplace_back(text.substr(at, end - at));
    at = end + kIdMark.size();
  }
  return ids;
}

SplicedGraph splice(const Graph& sentence, std::span<const SentenceFormula> formulas,
                    const SpliceOptions& options) {
  return FormulaSplicer(sentence, options).splice(formulas);
}

Graph splice_formulas(const Graph& sentence, std::span<const SentenceFormula> formulas,
                      const SpliceOptions& options) {
  return splice(sentence, formulas, options).graph;
}

SplicedGraph splice_document(std::span<const DocumentSentence> sentences,
                             const SpliceOptions& options) {
  std::vector<Graph> graphs;
  std::vector<SentenceFormula> formulas;
  for (const DocumentSentence& sentence : sentences) {
    // Two sentences may have formulas with the same id; the number of the sentence makes them
    // distinct.
    std::unordered_set<std::string> own;
    const auto id_in_document = [&](std::string_view id) {
      return fmt::format("s{}.{}", graphs.size(), id);
    };
    for (const SentenceFormula& formula : sentence.formulas) {
      const std::string id = lower_case(formula.id);
      own.insert(id);
      formulas.push_back({id_in_document(id), formula.formula, formula.is_queried});
    }
    const auto rename = [&](std::string& text) {
      const auto id = formula_id_of(text);
      if (id && own.contains(*id)) text = fmt::format("eqx{}eqx", id_in_document(*id));
    };
    Graph graph = sentence.graph;
    for (Node& node : graph.nodes) rename(node.concept_name);
    for (Edge& edge : graph.edges) {
      if (edge.is_attribute()) rename(edge.constant);
    }
    graphs.push_back(std::move(graph));
  }
  return splice(join_sentences(graphs), formulas, options);
}

}  // namespace noether::amr
