#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "noether/formula/limits.h"
#include "noether/formula/notation/tangent.h"
#include "noether/formula/notation/tangent_names.h"
#include "noether/formula/notation/tangent_patterns.h"

namespace noether::formula {
namespace {

using Nodes = std::vector<NodeId>;

Nodes copied(std::span<const NodeId> nodes) { return {nodes.begin(), nodes.end()}; }

// Makes the node of Noether from a tag and the nodes of its children.
//
// Spans of children are copied before a node is added to the tree, because adding may move them.
class TangentMeaningOf {
 public:
  explicit TangentMeaningOf(OperatorTree& tree) : tree_(tree) {}

  NodeId node(std::string_view tag, const Nodes& kids, base::Span source) {
    source_ = source;
    label_.clear();
    if (tag.size() >= 2 && tag[1] == '!') {
      append_unescaped(label_, tag.substr(2));
      const bool verbatim = label_.starts_with('!');
      switch (tag[0]) {
        case 'N':
          return leaf({Op::Number, label_}, kids);
        case 'T':
          return leaf({Op::Text, label_}, kids);
        case 'W':
          return leaf({Op::Missing, ""}, kids);
        case 'C':
          return leaf(constant_meaning(label_), kids);
        case 'V':
          return leaf(
              verbatim ? TangentMeaning{Op::Variable, label_.substr(1)} : variable_meaning(label_),
              kids);
        case '-':
          return leaf(
              verbatim ? TangentMeaning{Op::Symbol, label_.substr(1)} : symbol_meaning(label_),
              kids);
        case 'E':
          return kids.empty() ? leaf({Op::Error, label_}, kids) : fragments(kids);
        case 'F':
          if (verbatim) return add(Op::Call, label_.substr(1), kids);
          return with_meaning(function_meaning(label_, kids.size()), kids);
        case 'M':
          return structure(kids, tag);
        case '+':
          return application(kids);
        case 'O':
        case 'U':
          return named(tag, kids);
        default:
          break;
      }
    }
    return add(Op::Error, std::string(tag), kids);
  }

 private:
  NodeId add(Op op, std::string_view label, std::span<const NodeId> kids) {
    return tree_.add(op, label, kids, source_);
  }
  NodeId add(Op op, std::initializer_list<NodeId> kids) {
    return add(op, "", std::span(kids.begin(), kids.size()));
  }
  NodeId product(const Nodes& factors) {
    return factors.size() == 1 ? factors[0] : add(Op::Times, "", factors);
  }

  // A leaf with children is applied to them: overset and underset symbols have this form.
  NodeId leaf(const TangentMeaning& meaning, const Nodes& kids) {
    const NodeId made = add(meaning.op, meaning.label, {});
    if (kids.empty()) return made;
    Nodes all = {made};
    all.insert(all.end(), kids.begin(), kids.end());
    return add(Op::Apply, "", all);
  }

  NodeId with_meaning(const TangentMeaning& meaning, const Nodes& kids) {
    return is_leaf(meaning.op) ? leaf(meaning, kids) : operation(meaning.op, meaning.label, kids);
  }

  NodeId named(std::string_view tag, const Nodes& kids) {
    const std::string_view name = label_;
    if (name.starts_with("op!")) return by_name(name.substr(3), kids);
    if (name.starts_with("interval(")) return interval(name, kids);
    if (name == "matrix" && tag[0] == 'O') {
      return kids.size() == 1 && tree_.op(kids[0]) == Op::Matrix ? kids[0]
                                                                 : add(Op::Matrix, "", kids);
    }
    // `1 +` without a right side: the operand is missing.
    if (name == "limit-from" && kids.size() == 2 && is_bare_operator(tree_, kids[1])) {
      const Op op = tree_.op(kids[1]);
      const std::string label(tree_.label(kids[1]));
      const NodeId missing = add(Op::Missing, "", {});
      return operation(op, label, {kids[0], missing});
    }
    if (name == "form-seq") return sequence(kids);
    if (name == "annotated" && kids.size() == 2) return add(Op::Times, {kids[0], kids[1]});
    for (const Op op : {Op::BigOperator, Op::Related, Op::Infix, Op::Prefix, Op::Enclosed}) {
      const std::string_view prefix = op_info(op).tangent;
      if (tag.starts_with(prefix)) {
        return operation(op, label_.substr(prefix.size() - 2), kids);
      }
    }
    if (const auto op = op_by_tangent(tag)) return operation(*op, "", kids);
    return with_meaning(operator_meaning(name), kids);
  }

  // LaTeXML nests sequences to the right.
  NodeId sequence(const Nodes& kids) {
    Nodes all = kids;
    if (!all.empty() && all.back() == last_sequence_) {
      const Nodes rest = copied(tree_.children(all.back()));
      all.pop_back();
      all.insert(all.end(), rest.begin(), rest.end());
    }
    return last_sequence_ = add(Op::List, "", all);
  }

  NodeId by_name(std::string_view name, const Nodes& kids) {
    const std::size_t mark = name.find('!');
    const auto op = op_by_name(name.substr(0, mark));
    if (!op) return add(Op::Call, name, kids);
    const bool labelled = mark != std::string_view::npos && op_info(*op).labelled;
    return add(*op, labelled ? std::string(name.substr(mark + 1)) : std::string(), kids);
  }

  NodeId interval(std::string_view name, const Nodes& kids) {
    const std::string_view ends = name.substr(name.find('(') + 1);
    std::string_view label = "closed";
    if (ends == "O-O)") label = "open";
    if (ends == "C-O)") label = "closed-open";
    if (ends == "O-C)") label = "open-closed";
    return add(Op::Interval, label, kids);
  }

  NodeId structure(const Nodes& kids, std::string_view tag) {
    const std::string_view name = label_;
    if (name.starts_with("S-")) return add(Op::Set, "", kids);
    if (name.starts_with("V-")) return add(Op::Tuple, "", kids);
    if (name.starts_with("L-")) return add(kids.empty() ? Op::Set : Op::List, "", kids);
    if (name.starts_with("M-")) return add(Op::Matrix, "", kids);
    if (name.starts_with("R!")) return add(Op::MatrixRow, "", kids);
    // Tangent-S cuts its entities inside these tags, so the tag itself is examined.
    const std::string_view fences = tag.substr(2);
    if (fences.starts_with("D--")) return add(Op::Delimited, label_.substr(3), kids);
    if (fences.starts_with("D-")) {
      return add(Op::Delimited, fences_from_tangent(fences.substr(2)), kids);
    }
    return add(Op::Call, name, kids);
  }

  // Source that LaTeXML could not parse; Tangent-S halves it if it has more than 62 parts.
  NodeId fragments(const Nodes& kids) {
    const auto is_mark = [&](NodeId id) {
      return tree_.op(id) == Op::Fragments && tree_.children(id).empty();
    };
    if (is_mark(kids[0])) return add(Op::Fragments, "", std::span(kids).subspan(1));
    const bool halves = std::ranges::all_of(
        kids, [&](NodeId id) { return tree_.op(id) == Op::Fragments && !is_mark(id); });
    if (!halves) return add(Op::Fragments, "", kids);
    Nodes all;
    for (const NodeId half : kids) {
      const auto parts = tree_.children(half);
      all.insert(all.end(), parts.begin(), parts.end());
    }
    return add(Op::Fragments, "", all);
  }

  // [+!…,0[head],…]
  NodeId application(Nodes kids) {
    if (kids.empty()) return add(Op::Apply, "", kids);
    kids[0] = annotated(kids[0]);
    const Nodes operands(kids.begin() + 1, kids.end());
    const auto head = scripted_operator(tree_, kids[0]);
    if (!head || !is_scripted_application(tree_, *head, operands.size())) {
      return add(Op::Apply, "", kids);
    }
    const Op op = tree_.op(head->core);
    const std::string label(tree_.label(head->core));
    const Op script = head->sign_above ? Op::Superscript : Op::Power;
    if (op == Op::Call) return scripted_call(*head, label, script, operands);
    if (op == Op::Log) {
      const NodeId logarithm =
          head->lower == kNoNode ? add(op, {operands[0]}) : add(op, {operands[0], head->lower});
      return head->upper == kNoNode ? logarithm : add(script, {logarithm, head->upper});
    }
    const TangentMeaning big = big_version(op);
    return big.op == Op::Missing
               ? with_limits(op, label, operands[0], head->lower, head->upper)
               : with_limits(big.op, big.label, operands[0], head->lower, head->upper);
  }

  // Scripts on a relation stand over and under it.
  NodeId annotated(NodeId head) {
    if (!is_scripted_relation(tree_, head)) return head;
    const Op op = tree_.op(head) == Op::Subscript ? Op::Under : Op::Over;
    const NodeId script = tree_.child(head, 1);
    const NodeId base = annotated(tree_.child(head, 0));
    return add(op, {base, script});
  }

  // sin² x, sin⁻¹ x
  NodeId scripted_call(const ScriptedOperator& head, const std::string& name, Op script,
                       const Nodes& operands) {
    const NodeId upper = head.upper;
    const bool minus_one = tree_.op(upper) == Op::Negate && tree_.children(upper).size() == 1 &&
                           tree_.op(tree_.child(upper, 0)) == Op::Number &&
                           tree_.label(tree_.child(upper, 0)) == "1";
    if (head.lower == kNoNode && minus_one) {
      if (const std::string inverse = tangent_inverse(name); !inverse.empty()) {
        return add(Op::Call, inverse, operands);
      }
    }
    if (head.lower == kNoNode) {
      const NodeId call = add(Op::Call, name, operands);
      return add(script, {call, upper});
    }
    const NodeId function = add(Op::Call, name, {});
    Nodes all = {add(Op::Subscript, {function, head.lower})};
    all.insert(all.end(), operands.begin(), operands.end());
    const NodeId applied = add(Op::Apply, "", all);
    return add(script, {applied, upper});
  }

  NodeId with_limits(Op op, std::string_view label, NodeId body, NodeId lower, NodeId upper) {
    Nodes kids;
    if (is_integral(op)) {
      NodeId variable = kNoNode;
      kids.push_back(integrand(op, body, variable));
      if (variable == kNoNode && (lower != kNoNode || upper != kNoNode)) {
        variable = add(Op::Missing, "", {});
      }
      if (variable != kNoNode) kids.push_back(variable);
    } else {
      kids.push_back(body);
    }
    if (lower == kNoNode && upper != kNoNode) lower = add(Op::Missing, "", {});
    if (lower != kNoNode) kids.push_back(lower);
    if (upper != kNoNode) kids.push_back(upper);
    return add(op, label, kids);
  }

  // Takes the differentials off the end of a product, a numerator or a last term.
  NodeId integrand(Op op, NodeId body, NodeId& variable) {
    if (!holds_differential(tree_, op, body)) return body;
    Nodes factors = tree_.op(body) == Op::Times ? copied(tree_.children(body)) : Nodes{body};
    const Differentials found = trailing_differentials(tree_, op, factors);
    if (found.count == 0) {
      const Op outer = tree_.op(body);
      Nodes kids = copied(tree_.children(body));
      NodeId& part = outer == Op::Divide ? kids.front() : kids.back();
      part = integrand(op, part, variable);
      return add(outer, "", kids);
    }
    Nodes variables;
    for (std::size_t i = 0; i < found.count; ++i) {
      const std::size_t at = factors.size() - (found.count - i) * found.width;
      variables.push_back(found.width == 2 ? factors[at + 1] : tree_.child(factors[at], 0));
    }
    variable = variables.size() == 1 ? variables[0] : add(Op::Tuple, "", variables);
    factors.resize(factors.size() - found.count * found.width);
    return factors.empty() ? add(Op::Number, "1", {}) : product(factors);
  }

  NodeId operation(Op op, std::string_view label, const Nodes& kids) {
    const std::string name(label);  // may point into label_, which the calls below reuse
    switch (op) {
      case Op::Minus:
        if (kids.size() == 1) op = Op::Negate;
        break;
      case Op::Root:
        if (kids.size() == 2 && tree_.op(kids[1]) == Op::Number && tree_.label(kids[1]) == "2") {
          return add(op, {kids[0]});
        }
        break;
      case Op::Power:
        if (kids.size() != 2) break;
        if (const int primes = prime_count(tree_, kids[1]); primes > 0) {
          const NodeId count = add(Op::Number, std::to_string(primes), {});
          return add(Op::Prime, {kids[0], count});
        }
        if (is_bare_operator(tree_, kids[1])) op = Op::Superscript;
        break;
      case Op::PartialDerivative:
        if (kids.size() <= 1) op = Op::PartialSymbol;
        break;
      case Op::Divide:
        if (kids.size() == 2) {
          if (auto found = derivative_fraction(tree_, kids[0], kids[1])) return derivative(*found);
        }
        break;
      case Op::Times:
        if (kids.size() >= 2 && tree_.op(kids[0]) == Op::Not && tree_.children(kids[0]).empty()) {
          const NodeId rest = product(Nodes(kids.begin() + 1, kids.end()));
          return add(Op::Not, {rest});
        }
        break;
      case Op::And:
        if (std::vector<ChainLink> links; chain_links(tree_, kids, links)) return chain(links);
        break;
      case Op::Cases:
        if (kids.size() == 1 && tree_.op(kids[0]) == Op::Matrix) return cases(kids[0]);
        break;
      default:
        break;
    }
    if (is_integral(op) && !kids.empty()) return integral(op, kids);
    if (relates_quantifier(tree_, op, kids)) return lifted(op, name, kids);
    if (kids.size() == 2) {
      if (auto found = congruence(tree_, op, kids[1])) {
        const NodeId modulus = found->modulus;
        const NodeId right =
            found->right == kNoNode ? product(copied(found->factors)) : found->right;
        return add(Op::Congruent, {kids[0], right, modulus});
      }
    }
    if (kids.size() == 1) {
      if (const TangentMeaning big = big_version(op); big.op != Op::Missing) {
        return add(big.op, big.label, kids);
      }
    }
    return add(op, name, kids);
  }

  // ∀x ∈ X binds x in X; the body follows a colon.
  NodeId lifted(Op op, std::string_view label, const Nodes& kids) {
    const Op quantifier = tree_.op(kids[0]);
    const NodeId bound = tree_.child(kids[0], 0);
    if (op == Op::Colon) return add(quantifier, {bound, kids[1]});
    const std::array sides = {bound, kids[1]};
    const NodeId relation = add(op, label, sides);
    return add(quantifier, {relation});
  }

  // [O!int,0[body],1[lower],2[upper]]; W! means that there is no limit.
  NodeId integral(Op op, const Nodes& kids) {
    const auto limit = [&](std::size_t i) {
      return kids.size() > i && tree_.op(kids[i]) != Op::Missing ? kids[i] : kNoNode;
    };
    return with_limits(op, "", kids[0], limit(1), limit(2));
  }

  NodeId derivative(const DerivativeFraction& found) {
    const Nodes factors = copied(found.body);
    Nodes kids = {factors.empty() ? add(Op::Missing, "", {}) : product(factors)};
    kids.insert(kids.end(), found.variables.begin(), found.variables.end());
    if (found.order != kNoNode) kids.push_back(found.order);
    return add(found.partial ? Op::PartialDerivative : Op::Derivative, "", kids);
  }

  // a = b < c, where ⇒ and ⇔ are looser than the other relations.
  NodeId chain(const std::vector<ChainLink>& links) {
    Nodes operands = {links[0].operands[0], links[0].operands[1]};
    for (std::size_t i = 1; i < links.size(); ++i) operands.push_back(links[i].operands[0]);
    struct Relation {
      NodeId node;
      bool connective;
    };
    std::vector<Relation> relations;
    std::vector<std::pair<Op, std::string>> plain;
    plain.reserve(links.size());
    for (const ChainLink& link : links) plain.emplace_back(link.op, std::string(link.label));
    for (std::size_t i = 0; i < links.size(); ++i) {
      const NodeId head = links[i].head;
      const bool bare = head == kNoNode;
      relations.push_back({bare ? add(plain[i].first, plain[i].second, {}) : head,
                           bare && is_implication(plain[i].first)});
    }
    Nodes statements;
    Nodes part = {operands[0]};
    for (std::size_t i = 0; i < relations.size(); ++i) {
      if (relations[i].connective) {
        statements.push_back(joined(std::exchange(part, {})));
        statements.push_back(relations[i].node);
      } else {
        part.push_back(relations[i].node);
      }
      part.push_back(operands[i + 1]);
    }
    statements.push_back(joined(part));
    return joined(statements);
  }

  // operand, relation, operand, …
  NodeId joined(const Nodes& parts) {
    if (parts.size() == 1) return parts[0];
    if (parts.size() > 3) return add(Op::Chain, "", parts);
    if (!tree_.children(parts[1]).empty()) return add(Op::Apply, {parts[1], parts[0], parts[2]});
    const std::string label(tree_.label(parts[1]));
    const std::array kids = {parts[0], parts[2]};
    return add(tree_.op(parts[1]), label, kids);
  }

  NodeId cases(NodeId matrix) {
    const Nodes rows = copied(tree_.children(matrix));
    Nodes kids;
    for (const NodeId row : rows) {
      const Nodes cells = tree_.op(row) == Op::MatrixRow ? copied(tree_.children(row)) : Nodes{row};
      kids.insert(kids.end(), cells.begin(), cells.end());
      if (cells.size() == 1) kids.push_back(add(Op::Missing, "", {}));
    }
    return add(Op::Cases, "", kids);
  }

  OperatorTree& tree_;
  base::Span source_;
  std::string label_;
  NodeId last_sequence_ = kNoNode;
};

class OptReader {
 public:
  OptReader(std::string_view text, OperatorTree& tree) : text_(text), tree_(tree), make_(tree) {}

  base::Result<void> read() {
    if (text_.empty()) return {};
    if (text_[0] != '[') {
      return error("an operator tree starts with '['", 0, 1, "for example [U!plus,0[V!x],1[N!1]]");
    }
    do {
      if (at_ == text_.size()) return error("']' is missing", at_, at_);
      if (text_[at_] == '[') {
        if (auto result = open(); !result) return result;
      } else if (text_[at_] == ']') {
        ++at_;
        close();
      } else {
        // The tag ends at a comma: the code of a child follows.
        at_ += 2;
        if (at_ >= text_.size() || text_[at_] != '[') {
          return error("'[' is missing after the number of a child", std::min(at_, text_.size()),
                       at_ + 1);
        }
      }
    } while (!frames_.empty());
    if (at_ != text_.size()) return error("text after the end of the tree", at_, text_.size());
    if (tree_.too_deep()) return error("nested too deeply", 0, text_.size());
    tree_.set_root(nodes_.back());
    return {};
  }

 private:
  struct Frame {
    std::size_t begin;
    std::size_t end;  // of the tag
    std::size_t first_child;
  };

  std::unexpected<base::Error> error(std::string message, std::size_t begin, std::size_t end,
                                     std::string hint = {}) const {
    return base::fail(std::move(message),
                      {static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(std::min(end, text_.size()))},
                      std::move(hint));
  }

  base::Result<void> open() {
    const std::size_t begin = ++at_;
    at_ = std::min(text_.find_first_of(",[]", at_), text_.size());
    if (at_ < text_.size() && text_[at_] == '[') {
      return error("',' and the number of the child are missing", at_, at_ + 1);
    }
    // One operator of Noether may be a few nested levels here.
    if (frames_.size() >= 4 * static_cast<std::size_t>(kMaxOperatorDepth) ||
        tree_.node_count() + 16 > kMaxNodes) {
      return error("the tree is too large", begin - 1, at_,
                   "trees nest at most " + std::to_string(kMaxOperatorDepth) + " levels");
    }
    frames_.push_back({begin, at_, nodes_.size()});
    return {};
  }

  void close() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    kids_.assign(nodes_.begin() + static_cast<std::ptrdiff_t>(frame.first_child), nodes_.end());
    nodes_.resize(frame.first_child);
    nodes_.push_back(make_.node(
        text_.substr(frame.begin, frame.end - frame.begin), kids_,
        {static_cast<std::uint32_t>(frame.begin), static_cast<std::uint32_t>(frame.end)}));
  }

  std::string_view text_;
  OperatorTree& tree_;
  TangentMeaningOf make_;
  std::size_t at_ = 0;
  std::vector<Frame> frames_;
  Nodes nodes_;
  Nodes kids_;
};

}  // namespace

base::Result<void> read_tangent_opt(std::string_view text, OperatorTree& out) {
  out.clear();
  if (text.size() > kMaxInputBytes) return base::fail("the tree is longer than 1 MiB");
  std::string storage;
  return OptReader(without_csv_quotes(text, storage), out).read();
}

}  // namespace noether::formula
