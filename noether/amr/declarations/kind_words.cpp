#include "noether/amr/declarations/kind_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"

namespace noether::amr {
namespace {

using formula::Op;
using formula::OperatorTree;

constexpr auto kNumberSets = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ℕ", "natural number"},
    {"ℤ", "integer"},
    {"ℚ", "rational number"},
    {"ℝ", "real number"},
    {"ℂ", "complex number"},
});

bool is_one_letter(std::string_view text) {
  return !text.empty() && base::decode_code_point(text).bytes.size() == text.size();
}

bool is_structure_sign(const OperatorTree& tree, formula::NodeId id) {
  return tree.children(id).empty() && tree.op(id) != Op::Variable && tree.op(id) != Op::Number;
}

class NameFinder {
 public:
  explicit NameFinder(const OperatorTree& tree) : tree_(tree) {}

  std::vector<std::string> find(formula::NodeId id) {
    std::vector<std::string> names;
    add(id, names);
    return names;
  }

 private:
  // Adds a name only at a place that introduces it: f of f(x), a of a_n, x of x ∈ A.
  void add(formula::NodeId id, std::vector<std::string>& names) {
    const auto children = tree_.children(id);
    switch (tree_.op(id)) {
      case Op::Variable:
        names.emplace_back(tree_.label(id));
        return;
      case Op::Call:
        if (is_one_letter(tree_.label(id)) && tree_.label(id) != "^") {
          names.emplace_back(tree_.label(id));
        }
        return;
      case Op::Subscript:
      case Op::Colon:
      case Op::In:
      case Op::Assign:
      case Op::Equal:
      case Op::NotEqual:
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
      case Op::Subset:
      case Op::SubsetEqual:
      case Op::Approx:
      case Op::Similar:
        if (!children.empty()) add(children[0], names);
        return;
      case Op::Set:
        if (children.size() == 1 && tree_.op(children[0]) == Op::Subscript) add(children[0], names);
        return;
      case Op::Tuple:
        // (G, ·), but not the point (x, y).
        if (children.size() > 1 && is_structure_sign(tree_, children[1])) add(children[0], names);
        return;
      case Op::List:
        for (const formula::NodeId child : children) add(child, names);
        return;
      default:
        return;
    }
  }

  const OperatorTree& tree_;
};

std::string kind_said(const OperatorTree& tree) {
  const auto children = tree.children(tree.root());
  if (children.size() != 2) return {};
  const formula::NodeId said = children[1];
  if (tree.op(tree.root()) == Op::Colon && tree.op(said) == Op::To) return "function";
  if (tree.op(tree.root()) != Op::In || tree.op(said) != Op::Variable) return {};
  const auto* const found = std::ranges::find(
      kNumberSets, tree.label(said), &std::pair<std::string_view, std::string_view>::first);
  return found == kNumberSets.end() ? std::string() : std::string(found->second);
}

}  // namespace

DeclaredNames declared_names(const OperatorTree& formula) {
  DeclaredNames declared;
  if (formula.empty()) return declared;
  for (std::string& name : NameFinder(formula).find(formula.root())) {
    const bool is_new = std::ranges::find(declared.names, name) == declared.names.end();
    if (is_new && name != "…" && name != "⋯") declared.names.push_back(std::move(name));
  }
  if (!declared.names.empty()) declared.kind = kind_said(formula);
  return declared;
}

namespace {

constexpr int kDeepestWords = 3;
constexpr std::size_t kMostModifiers = 8;  // examined; sentences have fewer

// Frames that PropBank derived from adjectives, with the adjective.
constexpr auto kAdjectives = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bound", "bounded"},
    {"close", "closed"},
    {"compact", "compact"},
    {"complete", "complete"},
    {"definite", "definite"},
    {"equivalent", "equivalent"},
    {"finite", "finite"},
    {"independent", "independent"},
    {"infinite", "infinite"},
    {"negative", "negative"},
    {"positive", "positive"},
    {"complex", "complex"},
    {"connect", "connected"},
    {"continue", "continuous"},
    {"converge", "convergent"},
    {"dense", "dense"},
    {"diverge", "divergent"},
    {"empty", "empty"},
    {"even", "even"},
    {"invert", "invertible"},
    {"odd", "odd"},
    {"open", "open"},
    {"orient", "oriented"},
    {"prime", "prime"},
    {"real", "real"},
    {"simple", "simple"},
    {"square", "square"},
    {"unique", "unique"},
});
constexpr auto kAdjectiveEndings =
    std::to_array<std::string_view>({"al", "ar", "ary", "ible", "able", "ic", "ous"});

// Frames that name a thing.
constexpr auto kThings = std::to_array<std::string_view>(
    {"function", "group", "integral", "map", "matrix", "relation", "sequence", "set", "subset"});

// Words that do not describe a symbol.
constexpr auto kEmptyWords = std::to_array<std::string_view>({
    "above",      "actual",   "again",    "also",      "another", "answer",    "assertion",
    "below",      "case",     "certain",  "claim",     "clear",   "condition", "correct",
    "different",  "easy",     "equal",    "et-cetera", "exact",   "example",   "fact",
    "false",      "first",    "follow",   "following", "form",    "formula",   "give",
    "given",      "he",       "here",     "hint",      "how",     "i",         "idea",
    "important",  "it",       "just",     "key",       "last",    "let",       "like",
    "more",       "most",     "name",     "next",      "no",      "none",      "nothing",
    "notation",   "now",      "obvious",  "one",       "only",    "other",     "person",
    "possible",   "precise",  "previous", "problem",   "proof",   "question",  "result",
    "right",      "same",     "she",      "similar",   "so",      "solution",  "something",
    "statement",  "step",     "still",    "such",      "sure",    "that",      "then",
    "there",      "they",     "thing",    "this",      "too",     "trivial",   "true",
    "value",      "variable", "way",      "we",        "well",    "what",      "where",
    "which",      "wrong",    "you",      "multiple",  "kind",    "sort",      "type",
    "respective", "rule",     "term",
});

bool has_sense(std::string_view name) { return without_sense(name).size() != name.size(); }

bool ends_like_adjective(std::string_view word) {
  return std::ranges::any_of(kAdjectiveEndings,
                             [&](std::string_view end) { return word.ends_with(end); });
}

bool has_letter(std::string_view word) {
  return std::ranges::any_of(
      word, [](char c) { return base::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

// Whether the concept is a part of AMR rather than a word: and, amr-unknown, have-mod-91,
// ordinal-entity.
bool is_machinery(std::string_view name) {
  return name == "and" || name == "or" || name.starts_with("amr-") || name.ends_with("-91") ||
         name.ends_with("-entity") || name.ends_with("-quantity") || name.ends_with("-interval") ||
         name.starts_with("multi-sentence") || name.ends_with("-than") || name.ends_with("-of") ||
         name.starts_with("at-") || name.starts_with("in-") || name.starts_with("have-");
}

std::string word_of(std::string_view concept_name) {
  const std::string name = lower_case(without_quotes(concept_name));
  const std::string_view lemma = without_sense(name);
  if (!quantifier_of(name).empty()) return {};
  if (lemma.empty() || !has_letter(lemma) || is_machinery(name) || formula_id_of(name)) return {};
  if (std::ranges::find(kEmptyWords, lemma) != kEmptyWords.end()) return {};
  std::string word(lemma);
  if (has_sense(name)) {
    const auto* const adjective = std::ranges::find(
        kAdjectives, lemma, &std::pair<std::string_view, std::string_view>::first);
    const bool is_thing = std::ranges::find(kThings, lemma) != kThings.end();
    if (adjective != kAdjectives.end()) {
      word = adjective->second;
    } else if (!is_thing && !ends_like_adjective(lemma)) {
      return {};
    }
  }
  std::ranges::replace(word, '-', ' ');
  return word;
}

class WordsFinder {
 public:
  WordsFinder(const Graph& graph, const GraphEdges& edges) : graph_(graph), edges_(edges) {}

  std::optional<KindWords> find(NodeId node, int depth) const {
    KindWords words;
    words.head = word_of(graph_.nodes[node].concept_name);
    if (words.head.empty()) return std::nullopt;
    words.phrase = words.head;
    if (depth == kDeepestWords) return words;
    std::string before;
    std::size_t count = 0;
    const auto add = [&](NodeId modifier) {
      if (modifier == node || ++count > kMostModifiers) return;
      const auto found = find(modifier, depth + 1);
      if (!found) return;
      before += (is_negated(modifier) ? "non" : "") + found->phrase + " ";
    };
    for (const Edge* edge : edges_.from[node]) {
      const std::string role = lower_case(edge->role);
      if (edge->is_attribute()) continue;
      if (role == "mod") {
        add(edge->target);
      } else if (role == "consist-of" && words.phrase == words.head) {
        if (++count > kMostModifiers) continue;
        if (const auto part = find(edge->target, depth + 1)) words.phrase += " of " + part->phrase;
      }
    }
    // "real" describes a number that is the argument of real-04.
    for (const Edge* edge : edges_.to[node]) {
      const std::string role = lower_case(edge->role);
      const bool is_adjective = has_sense(graph_.nodes[edge->source].concept_name);
      if (is_adjective && (role == "arg0" || role == "arg1") && !has_own_place(edge->source)) {
        add(edge->source);
      }
    }
    words.phrase = before + words.phrase;
    return words;
  }

 private:
  bool is_negated(NodeId node) const {
    return std::ranges::any_of(edges_.from[node], [](const Edge* edge) {
      return edge->is_attribute() && lower_case(edge->role) == "polarity" && edge->constant == "-";
    });
  }

  // Whether another node refers to the action or statement, which is then not a modifier: "show
  // that the number is real" has real-04 below show-01.
  bool has_own_place(NodeId node) const { return !edges_.to[node].empty() || node == graph_.root; }

  const Graph& graph_;
  const GraphEdges& edges_;
};

}  // namespace

GraphEdges::GraphEdges(const Graph& graph) : from(graph.nodes.size()), to(graph.nodes.size()) {
  for (const Edge& edge : graph.edges) {
    from[edge.source].push_back(&edge);
    if (!edge.is_attribute()) to[edge.target].push_back(&edge);
  }
}

std::string_view without_sense(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool has = last != std::string_view::npos && last > 0 && last + 1 < name.size() &&
                   name[last] == '-' && name.size() - last == 3;
  return has ? name.substr(0, last) : name;
}

std::string_view quantifier_of(std::string_view concept_name) {
  const std::string word = lower_case(concept_name);
  if (word == "every" || word == "all" || word == "each" || word == "any") return "every";
  return word == "some" ? "some" : std::string_view();
}

bool is_kind_of_formula(std::string_view head) {
  static constexpr auto kKinds = std::to_array<std::string_view>(
      {"congruence", "equality", "equation", "expression", "identity", "inequality", "integral",
       "limit", "product", "recurrence", "series", "sum", "system"});
  return std::ranges::find(kKinds, head) != kKinds.end();
}

bool is_kind_of_expression(std::string_view head) {
  static constexpr auto kKinds = std::to_array<std::string_view>(
      {"event", "function", "interval", "point", "polynomial", "set", "space", "vector"});
  return std::ranges::find(kKinds, head) != kKinds.end();
}

bool belongs_to_something(std::string_view head) {
  static constexpr auto kParts = std::to_array<std::string_view>(
      {"angle",       "area",     "boundary",   "cardinality", "closure",  "codomain",
       "coefficient", "degree",   "derivative", "determinant", "digit",    "dimension",
       "divisor",     "domain",   "element",    "factor",      "graph",    "height",
       "image",       "inverse",  "kernel",     "leg",         "length",   "neighborhood",
       "norm",        "order",    "part",       "permutation", "position", "power",
       "range",       "rank",     "root",       "section",     "side",     "size",
       "trace",       "type",     "multiple",   "kind",        "sort",     "type",
       "period",      "quotient", "interior"});
  return std::ranges::find(kParts, head) != kParts.end();
}

std::optional<KindWords> kind_words(const Graph& graph, const GraphEdges& edges, NodeId node) {
  return WordsFinder(graph, edges).find(node, 0);
}

}  // namespace noether::amr
