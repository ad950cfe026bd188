#include "noether/amr/declarations/declarations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "noether/amr/declarations/kind_words.h"
#include "noether/amr/lower_case.h"
#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/formula/notation/unicode_line.h"

namespace noether::amr {
namespace {

// Bounds for graphs that are not those of sentences.
constexpr std::size_t kMostSymbols = 32;  // of one conjunction
constexpr std::size_t kMostDeclarations = 200;

// Frames whose first argument is something that the second argument describes.
struct CopulaFrame {
  std::string_view name;
  std::string_view symbol;
  std::string_view kind;
};
constexpr auto kCopulas = std::to_array<CopulaFrame>({
    {"have-mod-91", "arg1", "arg2"},
    {"be-91", "arg1", "arg2"},
    {"equal-01", "arg1", "arg2"},
    {"denote-01", "arg0", "arg1"},
    {"represent-01", "arg0", "arg1"},
    {"define-01", "arg1", "arg2"},
    {"call-01", "arg1", "arg2"},
    {"mean-01", "arg1", "arg2"},
});

// Whether the node only shows that a symbol stands there.
bool is_bare(std::string_view concept_name) {
  static constexpr auto kBare = std::to_array<std::string_view>(
      {"string-entity", "thing", "variable", "name", "formula", "entity"});
  return std::ranges::find(kBare, concept_name) != kBare.end();
}

// Whether the text is a name among the words: a letter.
bool is_letter_name(std::string_view text) {
  if (text.empty()) return false;
  const base::CodePoint first = base::decode_code_point(text);
  const bool is_letter =
      first.value >= 0x80 || base::is_letter(static_cast<char>(first.value & 0x7F));
  return is_letter && first.bytes.size() == text.size();
}

class DeclarationFinder {
 public:
  DeclarationFinder(const Graph& graph, std::span<const SentenceFormula> formulas)
      : graph_(graph), edges_(graph), symbols_(graph.nodes.size()), words_(graph.nodes.size()) {
    for (const Node& node : graph.nodes) {
      concepts_.push_back(lower_case(without_quotes(node.concept_name)));
    }
    for (const SentenceFormula& formula : formulas) read(formula);
  }

  std::vector<Declaration> find() {
    for (const Edge& edge : graph_.edges) look_at(edge);
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) look_at(node);
    for (const std::string& id : order_) {
      const Formula& formula = formulas_.at(id);
      for (const std::string& name : formula.names) {
        if (!formula.kind.empty())
          add({name, id, formula.kind, last_word(formula.kind), "", false});
      }
    }
    return std::move(found_);
  }

 private:
  struct Formula {
    std::vector<std::string> names;
    std::string line;
    std::string kind;
    bool is_statement = false;  // x² + 1 = 0: not a thing, but a statement about things
  };

  // A symbol at its place.
  struct Symbol {
    std::string text;
    std::string formula_id;
    bool is_name = true;        // rather than an expression
    bool is_statement = false;  // only a word such as "equation" can be its kind
    std::string quantifier = {};
  };

  void read(const SentenceFormula& given) {
    if (given.formula == nullptr || given.formula->operators.empty()) return;
    Formula formula;
    const formula::OperatorTree& tree = given.formula->operators;
    DeclaredNames declared = declared_names(tree);
    formula.names = std::move(declared.names);
    formula.kind = std::move(declared.kind);
    formula.is_statement = formula.names.empty() && formula::is_relation(tree.op(tree.root()));
    formula.line = formula::unicode_line(given.formula->layout).text;
    const std::string id = lower_case(given.id);
    if (formulas_.emplace(id, std::move(formula)).second) order_.push_back(id);
  }

  static std::string last_word(std::string_view phrase) {
    return std::string(phrase.substr(phrase.rfind(' ') + 1));
  }

  const std::string& concept_of(NodeId node) const { return concepts_[node]; }

  const std::optional<KindWords>& words_of(NodeId node) {
    if (!words_[node]) words_[node] = kind_words(graph_, edges_, node);
    return *words_[node];
  }

  void add(Declaration declaration) {
    if (found_.size() == kMostDeclarations) return;
    const bool is_known = std::ranges::any_of(found_, [&](const Declaration& other) {
      return other.symbol == declaration.symbol && other.kind == declaration.kind &&
             other.quantifier == declaration.quantifier &&
             other.is_negated == declaration.is_negated;
    });
    if (!is_known) found_.push_back(std::move(declaration));
  }

  std::vector<Symbol> symbols_of_text(std::string_view text) const {
    const auto id = formula_id_of(text);
    if (!id) {
      std::string name = without_quotes(text);
      return is_letter_name(name) ? std::vector<Symbol>{{.text = std::move(name), .formula_id = {}}}
                                  : std::vector<Symbol>{};
    }
    const auto given = formulas_.find(*id);
    if (given == formulas_.end()) return {{.text = "eqx" + *id + "eqx", .formula_id = *id}};
    if (given->second.names.empty()) {
      return {{given->second.line, *id, false, given->second.is_statement}};
    }
    std::vector<Symbol> symbols;
    for (const std::string& name : given->second.names) symbols.push_back({name, *id});
    return symbols;
  }

  // The symbols that a node is or names: those of a formula, of something with a name, or of all
  // parts of a conjunction. Each node is examined once; one that leads to itself adds nothing.
  const std::vector<Symbol>& symbols_of(NodeId node) {
    if (!symbols_[node]) {
      symbols_[node].emplace();
      symbols_[node] = find_symbols(node);
    }
    return *symbols_[node];
  }

  std::vector<Symbol> find_symbols(NodeId node) {
    std::vector<Symbol> symbols;
    const std::string& concept_name = concept_of(node);
    const auto append = [&](const std::vector<Symbol>& more) {
      if (symbols.size() + more.size() > kMostSymbols) return;
      symbols.insert(symbols.end(), more.begin(), more.end());
    };
    if (formula_id_of(concept_name)) append(symbols_of_text(concept_name));
    if (concept_name == "formula") append(spliced_symbols(node));
    for (const Edge* edge : edges_.from[node]) {
      const std::string role = lower_case(edge->role);
      const bool is_part = concept_name == "and" && role.starts_with("op");
      if (edge->is_attribute()) {
        const bool is_text = role == "value" || is_part || formula_id_of(edge->constant);
        const bool is_own = role != "domain" && role != "mod" && role != "example";
        if (is_text && is_own && (is_bare(concept_name) || is_part)) {
          append(symbols_of_text(edge->constant));
        }
      } else if (is_part || role == "math") {
        append(symbols_of(edge->target));
      } else if (role == "name" && edges_.from[edge->target].size() == 1) {
        const Edge& part = *edges_.from[edge->target].front();
        append(part.is_attribute() ? symbols_of_text(part.constant) : symbols_of(edge->target));
      }
    }
    if (symbols.empty()) return symbols;
    const std::string quantifier = quantifier_on(node);
    for (Symbol& symbol : symbols) {
      if (symbol.quantifier.empty()) symbol.quantifier = quantifier;
    }
    return symbols;
  }

  // The symbols of a spliced formula: a name, or the name of a function.
  std::vector<Symbol> spliced_symbols(NodeId formula) const {
    for (const Edge* edge : edges_.from[formula]) {
      if (edge->role != "opt" || edge->is_attribute()) continue;
      NodeId named = edge->target;
      for (const Edge* part : edges_.from[named]) {
        if (part->role == "op0" && !part->is_attribute()) named = part->target;
      }
      const bool is_name = edges_.from[named].empty();
      if (is_name) return {{without_quotes(graph_.nodes[named].concept_name), {}}};
    }
    return {};
  }

  std::string quantifier_on(NodeId node) const {
    for (const Edge* edge : edges_.from[node]) {
      const std::string role = lower_case(edge->role);
      if (role != "mod" && role != "quant") continue;
      const std::string_view quantifier = quantifier_of(
          edge->is_attribute() ? std::string_view(edge->constant)
                               : std::string_view(graph_.nodes[edge->target].concept_name));
      if (!quantifier.empty()) return std::string(quantifier);
    }
    const bool exists = std::ranges::any_of(
        edges_.to[node], [&](const Edge* edge) { return concept_of(edge->source) == "exist-01"; });
    return exists ? "some" : "";
  }

  std::vector<Symbol> symbols_at(const Edge& edge) {
    return edge.is_attribute() ? symbols_of_text(edge.constant) : symbols_of(edge.target);
  }

  bool is_bare_symbol(NodeId node) const {
    const std::string& name = concept_of(node);
    return is_bare(name) || name == "and" || formula_id_of(name).has_value();
  }

  void look_at(const Edge& edge) {
    const std::string role = lower_case(edge.role);
    if (role == "domain") {
      // "G is a group"
      declare(symbols_at(edge), edge.source);
    } else if (role == "mod" && !edge.is_attribute() && is_bare_symbol(edge.source) &&
               !is_bare_symbol(edge.target)) {
      // "prime p"
      declare(symbols_of(edge.source), edge.target);
    } else if (role == "mod" || role == "example") {
      // "the matrix A", but not "n × n matrix"
      if (is_bare_symbol(edge.source) || (!edge.is_attribute() && !is_bare_symbol(edge.target))) {
        return;
      }
      declare_beside(symbols_at(edge), edge.source);
    } else if ((role == "name" || role == "math") && !is_bare_symbol(edge.source)) {
      // "the group G", with G as its name
      declare_beside(symbols_of(edge.source), edge.source);
    }
  }

  void look_at(NodeId node) {
    const std::string& concept_name = concept_of(node);
    for (const CopulaFrame& frame : kCopulas) {
      if (frame.name == concept_name) declare_by(frame, node);
    }
    // "f is continuous" has a frame for the adjective, and "the function f" one for the thing.
    if (without_sense(concept_name).size() == concept_name.size()) return;
    for (const Edge* edge : edges_.from[node]) {
      const std::string role = lower_case(edge->role);
      if (role != "arg1" && role != "arg2") continue;
      if (!edge->is_attribute() && !is_bare_symbol(edge->target)) continue;
      const std::vector<Symbol> symbols = symbols_at(*edge);
      declare_beside(symbols, node);
      if (!symbols.empty()) return;
    }
  }

  static void keep_names(std::vector<Symbol>& symbols) {
    std::erase_if(symbols, [](const Symbol& symbol) { return !symbol.is_name; });
  }

  void declare_by(const CopulaFrame& frame, NodeId node) {
    const Edge* symbol = nullptr;
    const Edge* kind = nullptr;
    for (const Edge* edge : edges_.from[node]) {
      const std::string role = lower_case(edge->role);
      if (role == frame.symbol) symbol = edge;
      if (role == frame.kind) kind = edge;
    }
    if (symbol == nullptr || kind == nullptr || kind->is_attribute()) return;
    if (!symbol->is_attribute() && !is_bare_symbol(symbol->target)) return;
    // "equals the function …" has a frame that is not a kind.
    const std::string& said = concept_of(kind->target);
    const bool is_frame = without_sense(said).size() != said.size();
    if (is_question(node) || (frame.name == "equal-01" && is_frame)) return;
    std::vector<Symbol> symbols = symbols_at(*symbol);
    // `equal-01` gives the value of an expression.
    if (frame.name == "equal-01") keep_names(symbols);
    declare(symbols, kind->target, is_denied(node));
  }

  // Declares symbols that stand beside a word, which are its name or belong to it: "the set A", but
  // "an n × n matrix".
  void declare_beside(std::vector<Symbol> symbols, NodeId kind) {
    const std::optional<KindWords>& words = words_of(kind);
    if (!words || belongs_to_something(words->head)) return;
    const bool may_be_expression =
        is_kind_of_formula(words->head) || is_kind_of_expression(words->head);
    if (!may_be_expression) keep_names(symbols);
    declare(symbols, kind);
  }

  void declare(const std::vector<Symbol>& symbols, NodeId kind, bool is_negated = false) {
    if (symbols.empty()) return;
    if (concept_of(kind) != "and") return declare_one(symbols, kind, is_negated);
    std::size_t parts = 0;
    for (const Edge* edge : edges_.from[kind]) {
      const bool is_part = !edge->is_attribute() && lower_case(edge->role).starts_with("op");
      if (!is_part) continue;
      if (++parts > kMostSymbols) return;
      declare_one(symbols, edge->target, is_negated);
    }
  }

  void declare_one(const std::vector<Symbol>& symbols, NodeId kind, bool is_negated) {
    const std::optional<KindWords>& words = words_of(kind);
    if (!words || is_question(kind)) return;
    const bool is_whole = is_kind_of_formula(words->head);
    const std::string quantifier = quantifier_on(kind);
    for (const Symbol& symbol : symbols) {
      if (symbol.is_statement && !is_whole) continue;
      add({is_whole ? line_of(symbol) : symbol.text, symbol.formula_id, words->phrase, words->head,
           symbol.quantifier.empty() ? quantifier : symbol.quantifier,
           is_negated || is_denied(kind)});
    }
  }

  std::string line_of(const Symbol& symbol) const {
    const auto given = formulas_.find(symbol.formula_id);
    return given == formulas_.end() ? symbol.text : given->second.line;
  }

  // "Is f a polynomial?", and the same with "can be".
  bool is_question(NodeId node) const { return has_polarity(node, true); }
  bool is_denied(NodeId node) const { return has_polarity(node, false); }

  bool has_polarity(NodeId node, bool is_asked) const {
    const auto here = [&](NodeId at) {
      return std::ranges::any_of(edges_.from[at], [&](const Edge* edge) {
        if (lower_case(edge->role) != "polarity") return false;
        return edge->is_attribute() ? !is_asked && edge->constant == "-"
                                    : is_asked && concept_of(edge->target) == "amr-unknown";
      });
    };
    return here(node) || std::ranges::any_of(edges_.to[node], [&](const Edge* edge) {
             return concept_of(edge->source) == "possible-01" && here(edge->source);
           });
  }

  const Graph& graph_;
  GraphEdges edges_;
  std::unordered_map<std::string, Formula> formulas_;  // by id
  std::vector<std::string> order_;
  std::vector<std::string> concepts_;                           // by node, in lower case
  std::vector<std::optional<std::vector<Symbol>>> symbols_;     // by node, filled when needed
  std::vector<std::optional<std::optional<KindWords>>> words_;  // by node, filled when needed
  std::vector<Declaration> found_;
};

}  // namespace

std::vector<Declaration> declarations_in(const Graph& sentence,
                                         std::span<const SentenceFormula> formulas) {
  if (sentence.edges.size() > kMostDeclaringEdges) return {};
  return DeclarationFinder(sentence, formulas).find();
}

}  // namespace noether::amr
