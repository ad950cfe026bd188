#include "noether/amr/parser/label_banks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/word_fragments.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

constexpr unsigned kMovingRounds = 3;
constexpr std::string_view kNounFragment = "(v0 / {noun})";
constexpr std::string_view kAgainFragment = "(v0 / {noun} :again +)";

LabelTable count_fragments(const std::vector<CutGraph>& cuts,
                           std::span<const SentenceGraph> graphs) {
  LabelTable table = FragmentTable().labels();
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (WordId word = 0; word < graphs[g].sentence.words.size(); ++word) {
      const WordFragment fragment = cuts[g].fragment_of(word);
      if (!fragment.text.empty()) table.count(fragment.text);
    }
  }
  return table;
}

// How usual the fragments of two words are.
double usualness(const CutGraph& cut, WordId a, WordId b, const LabelTable& counts) {
  double sum = 0;
  for (const WordId word : {a, b}) {
    const WordFragment fragment = cut.fragment_of(word);
    const auto id = counts.find(fragment.text);
    if (fragment.text.empty()) {
      sum += 3;
    } else if (id) {
      sum += std::log(counts.count_of(*id) + 0.1);
    } else {
      // Small fragments are more likely to occur again.
      sum -= 1 + 2 * static_cast<double>(fragment.nodes.size());
    }
  }
  return sum;
}

// Moves nodes that no word expresses to places where they make usual fragments.
void move_to_usual(CutGraph& cut, const LabelTable& counts) {
  for (const NodeId node : cut.movable()) {
    const WordId before = cut.hosts()[node];
    WordId best = before;
    double most = 0;  // gain over the present place
    for (const WordId word : cut.words_beside(node)) {
      if (word == before) continue;
      const double here = usualness(cut, before, word, counts);
      cut.move(node, word);
      if (cut.is_connected(before) && cut.is_connected(word)) {
        const double gain = usualness(cut, before, word, counts) - here;
        if (gain > most + 1e-9) {
          most = gain;
          best = word;
        }
      }
      cut.move(node, before);
    }
    cut.move(node, best);
  }
}

class SentenceLabeller {
 public:
  SentenceLabeller(const SentenceGraph& graph, const CutGraph& cut, const Lexicon& lexicon,
                   const LabelTable& fragments, LabelTable& roles, LabelTable& senses)
      : lexicon_(lexicon),
        graph_(graph),
        cut_(cut),
        fragments_(fragments),
        roles_(roles),
        senses_(senses),
        labels_(graph.sentence.words.size()),
        words_(graph.sentence.words.size()) {}

  LabelledSentence label() {
    label_words();
    label_mentions();
    label_tree();
    std::vector<bool> is_untold(words_.size());
    for (WordId word = 0; word < words_.size(); ++word) {
      if (labels_.fragments[word] != FragmentTable::kNothing) continue;
      is_untold[word] =
          graph_.sentence.words[word].is_formula() || !cut_.fragment_of(word).text.empty();
    }
    return {graph_.sentence, std::move(labels_), std::move(is_untold)};
  }

 private:
  struct Place {
    WordId word = kNoWord;
    std::uint32_t node = 0;
  };

  std::optional<LabelId> find(const WordFragment& fragment) const {
    return fragments_.find(fragment.text);
  }

  // The fragment, or its largest part that is in the table.
  WordFragment known_part(WordId word) const {
    WordFragment fragment = cut_.fragment_of(word);
    if (fragment.text.empty() || find(fragment)) return fragment;
    if (fragment.nodes.empty()) return {};
    if (WordFragment name = usual_name(word); !name.text.empty()) return name;
    std::vector<NodeId> nodes = cut_.nodes_of(word);
    while (true) {
      for (const bool bare : {false, true}) {
        fragment = cut_.fragment_of(word, nodes, bare);
        if (find(fragment)) return fragment;
      }
      if (nodes.size() == 1) break;
      nodes.erase(std::ranges::find(nodes, least_said(nodes)));
    }
    return plain_fragment(word, nodes.front());
  }

  // A replacement for a name of a kind of things that is too rare: the name of a `thing`, or else
  // that of the most frequent kind.
  WordFragment usual_name(WordId word) const {
    const WordFragment whole = cut_.fragment_of(word);
    if (!whole.text.contains("{name}")) return {};
    if (WordFragment thing{
            "(v0 / thing :name (v1 / name :op {name}))", {whole.nodes.front()}, {}, {}};
        find(thing)) {
      return thing;
    }
    const bool has_wiki = whole.text.contains(":wiki");
    for (LabelId id = FragmentTable::kFirst; id < fragments_.size(); ++id) {
      const std::string& name = fragments_.name(id);
      if (name.contains("{name}") && name.contains(":wiki") == has_wiki &&
          (!has_wiki || name.contains(":wiki -") == whole.text.contains(":wiki -"))) {
        return {name, {whole.nodes.front()}, {}, {}};
      }
    }
    return {};
  }

  // The node to leave out: one that no word expresses, or else one that only often occurs with the
  // word; the last of them.
  NodeId least_said(const std::vector<NodeId>& nodes) const {
    NodeId least = nodes.back();
    int best = -1;
    for (const NodeId node : nodes) {
      if (!stays_connected(nodes, node)) continue;
      const bool has_slot = cut_.alignment().nodes[node].pattern.contains('{');
      const int rank = cut_.is_movable(node) ? 2 : (has_slot ? 0 : 1);
      if (rank >= best) {
        best = rank;
        least = node;
      }
    }
    return least;
  }

  bool stays_connected(const std::vector<NodeId>& nodes, NodeId without) const {
    std::vector<NodeId> rest = nodes;
    std::erase(rest, without);
    if (rest.empty()) return false;
    std::vector<NodeId> reached = {rest.front()};
    for (std::size_t at = 0; at < reached.size(); ++at) {
      for (const Edge& edge : cut_.alignment().graph.edges) {
        if (edge.is_attribute()) continue;
        NodeId other = kNoNode;
        if (edge.source == reached[at]) other = edge.target;
        if (edge.target == reached[at]) other = edge.source;
        if (std::ranges::find(rest, other) == rest.end()) continue;
        if (std::ranges::find(reached, other) == reached.end()) reached.push_back(other);
      }
    }
    return reached.size() == rest.size();
  }

  // Uses the word's lemma in place of a concept that is too rare.
  WordFragment plain_fragment(WordId word, NodeId node) const {
    const bool is_formula = graph_.sentence.words[word].is_formula();
    WordFragment fragment;
    if (!is_formula && !sense_of(cut_.alignment().graph.nodes[node].concept_name).empty()) {
      const SlotValues values = slot_values(graph_.sentence, word, word + 1, lexicon_);
      fragment = {"(v0 / {verb}-%)", {node}, "01", {}};
      if (lexicon_.senses(values[Slot::Verb]) != nullptr && find(fragment)) return fragment;
      fragment = {};
    }
    fragment.text =
        is_formula ? "(v0 / string-entity :value \"{formula}\")" : std::string(kNounFragment);
    fragment.nodes = {node};
    return find(fragment) ? fragment : WordFragment();
  }

  void label_words() {
    places_.resize(cut_.hosts().size());
    for (WordId word = 0; word < words_.size(); ++word) {
      words_[word] = known_part(word);
      const WordFragment& fragment = words_[word];
      if (fragment.text.empty()) {
        labels_.fragments[word] = cut_.alignment().is_continuation[word]
                                      ? FragmentTable::kContinuation
                                      : FragmentTable::kNothing;
        continue;
      }
      labels_.fragments[word] = *find(fragment);
      if (!fragment.sense.empty()) labels_.senses[word] = senses_.count(fragment.sense);
      // Nodes that the fragment leaves out are replaced by its first node.
      for (const NodeId node : cut_.nodes_of(word)) places_[node] = {word, 0};
      for (std::uint32_t n = 0; n < fragment.nodes.size(); ++n) {
        places_[fragment.nodes[n]] = {word, n};
      }
    }
  }

  // Labels words that repeat the node of another word: "I" and "my" are one (i / i). Each of them
  // has an edge that leads to the node.
  void label_mentions() {
    const auto plain = fragments_.find(kNounFragment);
    const auto again = fragments_.find(kAgainFragment);
    if (!plain || !again) return;
    for (NodeId node = 1; node < places_.size(); ++node) {
      const Place place = places_[node];
      if (place.word == kNoWord || labels_.fragments[place.word] != *plain) continue;
      std::vector<WordId> mentions = words_like(place.word);
      if (mentions.empty()) continue;
      mentions.push_back(place.word);
      share_edges(node, mentions);
      std::vector<WordId> used;
      for (const auto& [branch, word] : mention_of_) {
        if (branch->node == node && std::ranges::find(used, word) == used.end()) {
          used.push_back(word);
        }
      }
      std::ranges::sort(used);
      for (const WordId word : used) {
        words_[word] = words_[place.word];
        labels_.fragments[word] = word == used.front() ? *plain : *again;
      }
    }
  }

  // The words without a fragment that have the same noun.
  std::vector<WordId> words_like(WordId word) const {
    const auto noun = [&](WordId of) {
      return lexicon_.lemma(Lexicon::Form::Noun, graph_.sentence.words[of].lower);
    };
    std::vector<WordId> alike;
    for (WordId other = 0; other < words_.size(); ++other) {
      if (labels_.fragments[other] == FragmentTable::kNothing &&
          !graph_.sentence.words[other].is_formula() && noun(other) == noun(word)) {
        alike.push_back(other);
      }
    }
    return alike;
  }

  // Distributes the edges to a node over its words: each word gets the edge from the nearest word,
  // and the first word gets the rest.
  void share_edges(NodeId node, const std::vector<WordId>& mentions) {
    struct Pair {
      WordId distance;
      const PenmanTree::Branch* branch;
      WordId word;
    };
    std::vector<Pair> pairs;
    std::vector<const PenmanTree::Branch*> branches;
    for (NodeId source = 0; source < places_.size(); ++source) {
      const WordId from = places_[source].word;
      if (from == kNoWord || from == places_[node].word) continue;
      for (const PenmanTree::Branch& branch : graph_.tree.nodes[source].branches) {
        if (branch.kind == PenmanTree::Target::Constant || branch.node != node) continue;
        branches.push_back(&branch);
        for (const WordId word : mentions) {
          pairs.push_back({from > word ? from - word : word - from, &branch, word});
        }
      }
    }
    std::ranges::stable_sort(pairs, {}, &Pair::distance);
    std::vector<WordId> used;
    for (const auto& [distance, branch, word] : pairs) {
      if (mention_of_.contains(branch) || std::ranges::find(used, word) != used.end()) continue;
      mention_of_[branch] = word;
      used.push_back(word);
    }
    if (used.empty()) return;
    for (const PenmanTree::Branch* branch : branches) {
      const WordId word = mention_of_.try_emplace(branch, std::ranges::min(used)).first->second;
      // Branches of the node are attached to the word that the tree reaches first.
      if (branch->kind == PenmanTree::Target::Node) places_[node].word = word;
    }
  }

  LabelId role_between(const Place& from, const std::string& role, const Place& to) {
    return roles_.count(RoleLabel{from.node, unnumbered(role), to.node}.text());
  }

  static std::string usual(const std::string& role) {
    return role.starts_with("arg") ? "ARG" + role.substr(3) : role;
  }

  void add_reentrant(Place from, std::string role, Place to) {
    if (is_inverted(role)) {
      std::swap(from, to);
      role = inverse_role(role);
    }
    labels_.reentrant.push_back({from.word, to.word, role_between(from, role, to)});
  }

  void label_tree() {
    const auto& nodes = graph_.tree.nodes;
    if (nodes.empty() || places_[0].word == kNoWord) return;
    labels_.root = places_[0].word;
    std::vector<bool> is_reached(words_.size());
    is_reached[labels_.root] = true;
    const auto add = [&](NodeId source, const PenmanTree::Branch& branch) {
      const Place from = places_[source];
      Place to = places_[branch.node];
      if (const auto mention = mention_of_.find(&branch); mention != mention_of_.end()) {
        to.word = mention->second;
      }
      if (from.word == kNoWord || to.word == kNoWord || from.word == to.word) return;
      const std::string role = usual(branch.role);
      if (is_reached[to.word]) return add_reentrant(from, role, to);
      is_reached[to.word] = true;
      labels_.heads[to.word] = from.word;
      labels_.roles[to.word] = role_between(from, role, to);
    };
    for (const auto kind : {PenmanTree::Target::Node, PenmanTree::Target::Reference}) {
      for (NodeId node = 0; node < nodes.size(); ++node) {
        for (const PenmanTree::Branch& branch : nodes[node].branches) {
          if (branch.kind == kind) add(node, branch);
        }
      }
    }
    for (WordId word = 0; word < words_.size(); ++word) {
      if (!words_[word].attribute) continue;
      const Edge& edge = cut_.alignment().graph.edges[*words_[word].attribute];
      const Place from = places_[edge.source];
      labels_.heads[word] = from.word;
      labels_.roles[word] = role_between(from, edge.role, {});
    }
    drop_unreached(is_reached);
  }

  // Drops fragments that the tree does not reach because those above them are left out.
  void drop_unreached(const std::vector<bool>& is_reached) {
    for (WordId word = 0; word < words_.size(); ++word) {
      if (!labels_.has_fragment(word) || word == labels_.root) continue;
      const bool has_head = words_[word].attribute
                                ? labels_.heads[word] != kNoWord && is_reached[labels_.heads[word]]
                                : is_reached[word];
      if (has_head) continue;
      labels_.fragments[word] = FragmentTable::kNothing;
      labels_.heads[word] = kNoWord;
    }
    std::erase_if(labels_.reentrant, [&](const WordEdge& edge) {
      return !labels_.has_fragment(edge.head) || !labels_.has_fragment(edge.dependent);
    });
  }

  const Lexicon& lexicon_;
  const SentenceGraph& graph_;
  const CutGraph& cut_;
  const LabelTable& fragments_;
  LabelTable& roles_;
  LabelTable& senses_;
  SentenceLabels labels_;
  std::vector<WordFragment> words_;
  std::vector<Place> places_;  // by node
  // For a node that several words express, the word to which each edge leads.
  std::map<const PenmanTree::Branch*, WordId> mention_of_;
};

// Adds frames and roles of the banks that PropBank lacks.
void learn_frames(std::span<const SentenceGraph> graphs, Lexicon& lexicon) {
  for (const SentenceGraph& sentence : graphs) {
    const Graph graph = graph_with_usual_roles(sentence.tree);
    std::vector<FrameSense> senses(graph.nodes.size());
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      senses[node].sense = sense_of(graph.nodes[node].concept_name);
    }
    for (const Edge& edge : graph.edges) {
      const std::string& role = edge.role;
      if (role.size() == 4 && role.starts_with("ARG") && base::is_digit(role[3])) {
        senses[edge.source].roles |=
            static_cast<std::uint16_t>(1U << static_cast<unsigned>(role[3] - '0'));
      }
    }
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      const std::string& name = graph.nodes[node].concept_name;
      if (senses[node].sense.empty()) continue;
      std::string base = name.substr(0, name.size() - senses[node].sense.size() - 1);
      lexicon.add_frame(std::move(base), std::move(senses[node]));
    }
  }
}

// Learns the pages of names, which do not always follow from their words.
void learn_pages(std::span<const SentenceGraph> graphs, Lexicon& lexicon) {
  for (const SentenceGraph& sentence : graphs) {
    const Graph graph = graph_with_usual_roles(sentence.tree);
    std::vector<std::string> names(graph.nodes.size());  // of nodes that are names
    for (const Edge& edge : graph.edges) {
      if (!edge.is_attribute() || unnumbered(edge.role) != "op") continue;
      if (!names[edge.source].empty()) names[edge.source] += '_';
      names[edge.source] += lower_case(without_quotes(edge.constant));
    }
    for (const Edge& named : graph.edges) {
      if (named.is_attribute() || named.role != "name" || names[named.target].empty()) continue;
      for (const Edge& wiki : graph.edges) {
        if (wiki.source != named.source || wiki.role != "wiki" || wiki.constant == "-") continue;
        const std::string page = without_quotes(wiki.constant);
        if (names[named.target].contains(' ') || page.contains(' ')) continue;
        lexicon.add_form(Lexicon::Form::Wiki, names[named.target], page);
      }
    }
  }
}

// Replaces roles that are too rare by the same role between first nodes, or else by `mod`.
void renumber_roles(SentenceLabels& labels, const LabelTable& all, const LabelTable& kept) {
  const auto renumbered = [&](LabelId role) {
    if (const auto same = kept.find(all.name(role))) return *same;
    RoleLabel label = RoleLabel::from(all.name(role));
    label.from_node = label.to_node = 0;
    if (const auto plain = kept.find(label.text())) return *plain;
    return kept.find("mod").value_or(0);
  };
  for (WordId word = 0; word < labels.heads.size(); ++word) {
    if (labels.heads[word] != kNoWord) labels.roles[word] = renumbered(labels.roles[word]);
  }
  for (WordEdge& edge : labels.reentrant) edge.role = renumbered(edge.role);
}

void learn_words(const LabelledSentence& sentence, const LabelTables& tables, Lexicon& lexicon) {
  const SentenceLabels& labels = sentence.labels;
  for (WordId word = 0; word < sentence.sentence.words.size(); ++word) {
    const Word& written = sentence.sentence.words[word];
    if (written.is_formula() || sentence.is_untold[word]) continue;
    const std::string& fragment = tables.fragments.labels().name(labels.fragments[word]);
    lexicon.count_fragment(written.lower, fragment);
    if (!labels.has_fragment(word)) continue;
    const Fragment& said = tables.fragments[labels.fragments[word]];
    if (!said.has_sense()) continue;
    const SlotValues values = slot_values(sentence.sentence, word, word + 1, lexicon);
    lexicon.count_sense(frame_of(said, values), tables.senses.name(labels.senses[word]));
  }
}

}  // namespace

LabelledBanks label_banks(std::span<const SentenceGraph> graphs, const Lexicon& known,
                          const LabelOptions& options) {
  const std::size_t taught = std::min(options.taught, graphs.size());
  LabelledBanks banks;
  banks.lexicon = known;
  Lexicon& lexicon = banks.lexicon;
  learn_frames(graphs.first(taught), lexicon);
  learn_pages(graphs.first(taught), lexicon);
  Aligner aligner(lexicon);
  aligner.learn(graphs.first(taught));
  std::vector<CutGraph> cuts;
  for (const SentenceGraph& graph : graphs) cuts.emplace_back(graph, aligner.align(graph));
  for (unsigned round = 0; round < kMovingRounds; ++round) {
    const LabelTable counts = count_fragments(cuts, graphs.first(taught));
    for (CutGraph& cut : cuts) move_to_usual(cut, counts);
  }
  LabelTable fragments = count_fragments(cuts, graphs.first(taught))
                             .frequent(options.least_fragment, FragmentTable::kFirst);
  fragments.count(kAgainFragment, options.least_fragment);

  banks.tables.senses.count("01", 0);
  LabelTable roles;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    // The table of roles ends here; the roles of graphs that are not used for training are only
    // named.
    if (g == taught) banks.tables.roles = roles.frequent(options.least_role);
    SentenceLabeller labeller(graphs[g], cuts[g], lexicon, fragments, roles, banks.tables.senses);
    banks.sentences.push_back(labeller.label());
  }
  if (taught == graphs.size()) banks.tables.roles = roles.frequent(options.least_role);
  for (LabelledSentence& sentence : banks.sentences) {
    renumber_roles(sentence.labels, roles, banks.tables.roles);
  }
  // Fragments that were written can always be read.
  banks.tables.fragments = *FragmentTable::from(fragments);
  for (std::size_t g = 0; g < taught; ++g) {
    learn_words(banks.sentences[g], banks.tables, banks.lexicon);
  }
  return banks;
}

}  // namespace noether::amr
