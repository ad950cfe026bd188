#include "noether/amr/parser/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace noether::amr {
namespace {

// Roles that are numbered by the order of the words.
bool is_numbered(std::string_view role) { return role == "op" || role == "snt"; }

// Concepts that refer to the same thing if a sentence names them twice, such as a person.
constexpr auto kSameThing =
    std::to_array<std::string_view>({"i", "you", "he", "she", "it", "we", "they"});

bool ends_sentence(const Word& word) {
  return word.text == "." || word.text == "?" || word.text == "!";
}

bool is_pronoun(const Fragment& fragment, const SlotValues& values) {
  return fragment.graph.nodes.size() == 1 && fragment.graph.edges.empty() &&
         fragment.graph.nodes.front().concept_name == "{noun}" &&
         std::ranges::find(kSameThing, values[Slot::Noun]) != kSameThing.end();
}

class GraphAssembler {
 public:
  GraphAssembler(const Sentence& sentence, const SentenceLabels& labels, const LabelTables& tables,
                 const Lexicon& lexicon)
      : sentence_(sentence),
        labels_(labels),
        tables_(tables),
        lexicon_(lexicon),
        first_node_(sentence.words.size(), kNoNode) {}

  Graph assemble() {
    for (WordId word = 0; word < sentence_.words.size(); ++word) add_word(word);
    for (WordId word = 0; word < sentence_.words.size(); ++word) {
      if (labels_.has_fragment(word) && labels_.heads[word] != kNoWord) {
        add_edge({labels_.heads[word], word, labels_.roles[word]});
      }
    }
    for (const WordEdge& edge : labels_.reentrant) add_edge(edge);
    choose_root();
    add_missing_formulas();
    connect();
    number_roles();
    return std::move(graph_);
  }

 private:
  WordId end_of(WordId word) const {
    WordId end = word + 1;
    while (end < sentence_.words.size() && labels_.fragments[end] == FragmentTable::kContinuation) {
      ++end;
    }
    return end;
  }

  void add_word(WordId word) {
    if (!labels_.has_fragment(word)) return;
    const Fragment& fragment = tables_.fragments[labels_.fragments[word]];
    const SlotValues values = slot_values(sentence_, word, end_of(word), lexicon_);
    const std::string_view sense = labels_.senses[word] < tables_.senses.size()
                                       ? tables_.senses.name(labels_.senses[word])
                                       : std::string_view("01");
    if (fragment.is_constant()) {
      constants_[word] = fill_slots(fragment.constant, values, sense);
      return;
    }
    if ((fragment.says_again || is_pronoun(fragment, values)) &&
        say_again(word, fragment, values)) {
      return;
    }
    if (fragment.has(Slot::Formula)) has_formula_.push_back(word);
    first_node_[word] = add_fragment(fragment, values, sense, graph_);
    word_of_.resize(graph_.nodes.size(), word);
    last_node_[word] = static_cast<NodeId>(graph_.nodes.size());
  }

  // Repeats an earlier node with the same concept. Returns whether there is one.
  bool say_again(WordId word, const Fragment& fragment, const SlotValues& values) {
    const std::string name = fill_slots(fragment.graph.nodes.front().concept_name, values, {});
    for (WordId before = word; before-- > 0;) {
      if (!fragment.says_again && ends_sentence(sentence_.words[before])) return false;
      const NodeId node = first_node_[before];
      if (node == kNoNode || graph_.nodes[node].concept_name != name) continue;
      first_node_[word] = node;
      last_node_[word] = node + 1;
      return true;
    }
    return false;
  }

  NodeId node_of(WordId word, std::uint32_t number) const {
    const NodeId node = first_node_[word] + number;
    return node < last_node_.at(word) ? node : first_node_[word];
  }

  void add_edge(const WordEdge& edge) {
    if (first_node_[edge.head] == kNoNode) return;
    const RoleLabel label = RoleLabel::from(tables_.roles.name(edge.role));
    const NodeId source = node_of(edge.head, label.from_node);
    if (first_node_[edge.dependent] == kNoNode) {
      const auto constant = constants_.find(edge.dependent);
      if (constant == constants_.end()) return;
      add_attribute(source, label.role, constant->second, edge.dependent);
      constants_.erase(constant);
      return;
    }
    const NodeId target = node_of(edge.dependent, label.to_node);
    if (is_inverted(label.role)) {
      add_relation(target, inverse_role(label.role), source, edge.head);
    } else {
      add_relation(source, label.role, target, edge.dependent);
    }
  }

  void add_relation(NodeId source, const std::string& role, NodeId target, WordId order) {
    const bool is_there = std::ranges::any_of(graph_.edges, [&](const Edge& edge) {
      return edge.source == source && edge.target == target && edge.role == role;
    });
    if (is_there || source == target) return;
    note_number(role, order);
    graph_.add_relation(source, role, target);
  }

  void add_attribute(NodeId source, const std::string& role, const std::string& constant,
                     WordId order) {
    note_number(role, order);
    graph_.add_attribute(source, role, constant);
  }

  void note_number(const std::string& role, WordId order) {
    if (is_numbered(role)) numbered_.emplace_back(graph_.edges.size(), order);
  }

  void choose_root() {
    if (graph_.nodes.empty()) {
      // A constant alone may be a sentence, such as "Yes." or "No."
      graph_.add_node(constants_.empty() ? "amr-empty" : "thing");
      word_of_.push_back(0);
      for (const auto& [word, constant] : constants_) {
        graph_.add_attribute(0, "value", constant);
      }
      constants_.clear();
    }
    const bool has_root = labels_.root != kNoWord && first_node_[labels_.root] != kNoNode;
    graph_.root = has_root ? first_node_[labels_.root] : 0;
  }

  void add_missing_formulas() {
    for (WordId word = 0; word < sentence_.words.size(); ++word) {
      if (!sentence_.words[word].is_formula()) continue;
      if (std::ranges::find(has_formula_, word) != has_formula_.end()) continue;
      if (is_written(in_quotes(sentence_.words[word].text))) continue;
      const NodeId node = graph_.add_node("string-entity");
      word_of_.push_back(word);
      graph_.add_attribute(node, "value", in_quotes(sentence_.words[word].text));
      if (graph_.nodes.size() > 1 && node != graph_.root) {
        graph_.add_relation(graph_.root, "mod", node);
      }
    }
  }

  bool is_written(const std::string& constant) const {
    return std::ranges::find(graph_.edges, constant, &Edge::constant) != graph_.edges.end();
  }

  // Attaches fragments that no edge reaches to the root.
  void connect() {
    std::vector<std::vector<NodeId>> near(graph_.nodes.size());
    for (const Edge& edge : graph_.edges) {
      if (edge.is_attribute()) continue;
      near[edge.source].push_back(edge.target);
      near[edge.target].push_back(edge.source);
    }
    std::vector<bool> is_reached(graph_.nodes.size());
    const auto reach = [&](NodeId from) {
      std::vector<NodeId> open = {from};
      is_reached[from] = true;
      while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const NodeId next : near[node]) {
          if (is_reached[next]) continue;
          is_reached[next] = true;
          open.push_back(next);
        }
      }
    };
    reach(graph_.root);
    for (NodeId node = 0; node < graph_.nodes.size(); ++node) {
      if (is_reached[node]) continue;
      graph_.add_relation(graph_.root, "mod", node);
      reach(node);
    }
  }

  void number_roles() {
    std::ranges::stable_sort(numbered_, {}, &std::pair<std::size_t, WordId>::second);
    std::map<std::pair<NodeId, std::string>, std::size_t> counts;
    for (const auto& [e, word] : numbered_) {
      Edge& edge = graph_.edges[e];
      edge.role += fmt::format("{}", ++counts[{edge.source, edge.role}]);
    }
    // The numbers inside fragments are also left out.
    for (Edge& edge : graph_.edges) {
      if (is_numbered(edge.role)) {
        edge.role += fmt::format("{}", ++counts[{edge.source, edge.role}]);
      }
    }
  }

  const Sentence& sentence_;
  const SentenceLabels& labels_;
  const LabelTables& tables_;
  const Lexicon& lexicon_;
  Graph graph_;
  std::vector<NodeId> first_node_;           // by word
  std::map<WordId, NodeId> last_node_;       // one after its last word
  std::vector<WordId> word_of_;              // by node
  std::map<WordId, std::string> constants_;  // constants of words, until an edge takes them
  std::vector<WordId> has_formula_;
  std::vector<std::pair<std::size_t, WordId>> numbered_;  // edges, with the word that orders them
};

}  // namespace

Graph assemble(const Sentence& sentence, const SentenceLabels& labels, const LabelTables& tables,
               const Lexicon& lexicon) {
  return GraphAssembler(sentence, labels, tables, lexicon).assemble();
}

}  // namespace noether::amr
