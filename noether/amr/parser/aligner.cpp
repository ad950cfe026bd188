#include "noether/amr/parser/aligner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "noether/amr/lower_case.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/base/ascii.h"

namespace noether::amr {
namespace {

// The least share of occurrences at which a concept belongs to a word.
constexpr double kLeastShare = 0.06;
// The number of letters that a word and a concept must share at their beginnings.
constexpr std::size_t kLeastPrefix = 4;

constexpr auto kNegations =
    std::to_array<std::string_view>({"not", "n't", "no", "never", "without", "none", "nothing",
                                     "nobody", "neither", "nor", "cannot", "non", "nowhere"});

struct Candidate {
  WordId word = 0;
  WordId end = 0;  // after the words that belong to it
  std::string pattern;
  std::string sense;
};

// A node or an attribute that has no word yet.
struct Unit {
  bool is_node = true;
  std::size_t index = 0;  // number of the node or the edge
  std::vector<Candidate> candidates;
};

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::string_view without_sense(std::string_view name) {
  const std::size_t at = name.rfind('-');
  if (at == std::string_view::npos || at + 1 == name.size()) return name;
  return std::ranges::all_of(name.substr(at + 1), base::is_digit) ? name.substr(0, at) : name;
}

class SentenceAligner {
 public:
  SentenceAligner(const SentenceGraph& input, const Lexicon& lexicon)
      : sentence_(input.sentence), lexicon_(lexicon) {
    out_.graph = graph_with_usual_roles(input.tree);
    const std::size_t words = sentence_.words.size();
    for (const Node& node : out_.graph.nodes)
      out_.nodes.push_back({kNoWord, node.concept_name, {}});
    for (const Edge& edge : out_.graph.edges) {
      out_.attributes.push_back({kNoWord, edge.constant, {}});
    }
    out_.is_continuation.assign(words, false);
    is_taken_.assign(words, false);
    near_.resize(out_.graph.nodes.size());
    for (const Edge& edge : out_.graph.edges) {
      if (edge.is_attribute()) continue;
      near_[edge.source].push_back(edge.target);
      near_[edge.target].push_back(edge.source);
    }
    for (WordId w = 0; w < words; ++w) {
      values_.push_back(slot_values(sentence_, w, w + 1, lexicon_));
    }
  }

  void align_by_spelling() {
    align_names();
    align_constants();
    align_same_forms();
    align_sentence_ends();
    align_negations();
    align_similar();
  }

  // The units that are not a form of any word.
  std::vector<std::pair<std::size_t, bool>> left() const {
    std::vector<std::pair<std::size_t, bool>> units;
    for (std::size_t n = 0; n < out_.nodes.size(); ++n) {
      if (out_.nodes[n].word == kNoWord) units.emplace_back(n, true);
    }
    for (std::size_t e = 0; e < out_.attributes.size(); ++e) {
      const Edge& edge = out_.graph.edges[e];
      if (edge.is_attribute() && edge.role == "polarity" && out_.attributes[e].word == kNoWord) {
        units.emplace_back(e, false);
      }
    }
    return units;
  }

  std::string name_of(std::pair<std::size_t, bool> unit) const {
    if (unit.second) return out_.graph.nodes[unit.first].concept_name;
    const Edge& edge = out_.graph.edges[unit.first];
    return ":" + edge.role + " " + edge.constant;
  }

  void align_by_company(const WordConcepts& concepts) {
    for (const auto& unit : left()) {
      const std::string name = name_of(unit);
      const NodeId node =
          unit.second ? static_cast<NodeId>(unit.first) : out_.graph.edges[unit.first].source;
      double best = 0;
      WordId best_word = kNoWord;
      for (WordId w = 0; w < sentence_.words.size(); ++w) {
        if (out_.is_continuation[w]) continue;
        double share = concepts.share(values_[w][Slot::Noun], name);
        if (share < kLeastShare) continue;
        // A word that already expresses something expresses this too only if they are neighbours.
        if (is_taken_[w] && (!unit.second || !is_beside(node, w))) continue;
        share /= 1 + 0.1 * distance(node, w);
        if (share > best) {
          best = share;
          best_word = w;
        }
      }
      if (best_word == kNoWord) continue;
      Said& said = unit.second ? out_.nodes[unit.first] : out_.attributes[unit.first];
      said.word = best_word;
      is_taken_[best_word] = true;
    }
  }

  Alignment take() { return std::move(out_); }
  const std::vector<SlotValues>& values() const { return values_; }

 private:
  bool is_beside(NodeId node, WordId word) const {
    return std::ranges::any_of(near_[node],
                               [&](NodeId other) { return out_.nodes[other].word == word; });
  }

  // The distance from the words of the neighbours; a unit without such words is far from every
  // word.
  double distance(NodeId node, WordId word) const {
    double sum = 0;
    std::size_t count = 0;
    for (const NodeId other : near_[node]) {
      const WordId at = out_.nodes[other].word;
      if (at == kNoWord) continue;
      sum += std::abs(static_cast<double>(at) - static_cast<double>(word));
      ++count;
    }
    return count == 0 ? 50 : sum / static_cast<double>(count);
  }

  NodeId node_of(const Unit& unit) const {
    return unit.is_node ? static_cast<NodeId>(unit.index) : out_.graph.edges[unit.index].source;
  }

  bool is_free(const Candidate& candidate) const {
    return std::none_of(is_taken_.begin() + candidate.word, is_taken_.begin() + candidate.end,
                        [](bool taken) { return taken; });
  }

  void assign(const Unit& unit, const Candidate& candidate) {
    Said& said = unit.is_node ? out_.nodes[unit.index] : out_.attributes[unit.index];
    said = {candidate.word, candidate.pattern, candidate.sense};
    for (WordId w = candidate.word; w < candidate.end; ++w) {
      is_taken_[w] = true;
      if (w > candidate.word) out_.is_continuation[w] = true;
    }
  }

  // Aligns certain pairs first, then those nearest to the words of their neighbours.
  void resolve(std::vector<Unit> units) {
    while (!units.empty()) {
      double least = std::numeric_limits<double>::max();
      std::size_t best_unit = units.size();
      const Candidate* best = nullptr;
      for (std::size_t u = 0; u < units.size(); ++u) {
        std::size_t free = 0;
        for (const Candidate& candidate : units[u].candidates) {
          if (is_free(candidate)) ++free;
        }
        for (std::size_t c = 0; c < units[u].candidates.size(); ++c) {
          const Candidate& candidate = units[u].candidates[c];
          if (!is_free(candidate)) continue;
          std::size_t rivals = 0;
          for (const Unit& other : units) {
            if (&other == &units[u]) continue;
            rivals += static_cast<std::size_t>(
                std::ranges::count(other.candidates, candidate.word, &Candidate::word));
          }
          double cost = distance(node_of(units[u]), candidate.word) +
                        0.01 * static_cast<double>(c) + 0.011 * static_cast<double>(u);
          if (free == 1 && rivals == 0) cost -= 1000;
          if (cost < least) {
            least = cost;
            best_unit = u;
            best = &candidate;
          }
        }
      }
      if (best == nullptr) return;
      assign(units[best_unit], *best);
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(best_unit));
    }
  }

  // The place of the words of a name; nothing if they do not follow one another.
  std::optional<std::pair<WordId, WordId>> find_name(const std::vector<std::string>& parts) const {
    const auto words = static_cast<WordId>(sentence_.words.size());
    std::string wanted;
    for (const std::string& part : parts) wanted += lower_case(part);
    for (WordId first = 0; first < words; ++first) {
      std::string found;
      WordId at = first;
      while (at < words && found.size() < wanted.size() && !is_taken_[at]) {
        found += sentence_.words[at++].lower;
      }
      if (found == wanted) return std::pair(first, at);
    }
    return std::nullopt;
  }

  // Aligns the thing that has a name, the name, and its words with the first of the words.
  void align_names() {
    for (const Edge& named : out_.graph.edges) {
      if (named.is_attribute() || named.role != "name") continue;
      std::vector<std::string> parts;
      for (const Edge& op : out_.graph.edges) {
        if (op.source == named.target && op.is_attribute() && op.role.starts_with("op")) {
          parts.push_back(without_quotes(op.constant));
        }
      }
      if (parts.empty() || out_.nodes[named.target].word != kNoWord) continue;
      if (const auto place = find_name(parts)) {
        const SlotValues values = slot_values(sentence_, place->first, place->second, lexicon_);
        take_name(named, place->first, place->second, values.names == parts, values);
      } else if (const auto word = find_similar(parts.front())) {
        take_name(named, *word, *word + 1, false, values_[*word]);
      }
    }
  }

  void take_name(const Edge& named, WordId first, WordId end, bool is_same,
                 const SlotValues& values) {
    out_.nodes[named.source].word = first;
    out_.nodes[named.target].word = first;
    bool is_first = true;
    for (std::size_t e = 0; e < out_.graph.edges.size(); ++e) {
      const Edge& edge = out_.graph.edges[e];
      if (!edge.is_attribute()) continue;
      if (edge.source == named.target && edge.role.starts_with("op")) {
        out_.attributes[e].word = first;
        // All words of a name become one constant with a slot; the others are marked as expressed
        // by it.
        if (is_same) out_.attributes[e].pattern = is_first ? "{name}" : "";
        is_first = false;
      } else if (edge.source == named.source && edge.role == "wiki") {
        out_.attributes[e].word = first;
        if (without_quotes(edge.constant) == values[Slot::Wiki]) {
          out_.attributes[e].pattern = "\"{wiki}\"";
        }
      }
    }
    for (WordId w = first; w < end; ++w) {
      is_taken_[w] = true;
      if (w > first) out_.is_continuation[w] = true;
    }
  }

  std::optional<WordId> find_similar(std::string_view name) const {
    const std::string wanted = lower_case(name);
    for (WordId w = 0; w < sentence_.words.size(); ++w) {
      if (is_taken_[w] || sentence_.words[w].is_formula()) continue;
      const std::size_t same = common_prefix(sentence_.words[w].lower, wanted);
      if (same >= kLeastPrefix || (same == wanted.size() && same >= 2)) return w;
    }
    return std::nullopt;
  }

  void align_constants() {
    std::vector<Unit> units;
    for (std::size_t e = 0; e < out_.graph.edges.size(); ++e) {
      const Edge& edge = out_.graph.edges[e];
      if (!edge.is_attribute() || out_.attributes[e].word != kNoWord) continue;
      const std::string text = lower_case(without_quotes(edge.constant));
      Unit unit{false, e, {}};
      for (WordId w = 0; w < sentence_.words.size(); ++w) {
        const Word& word = sentence_.words[w];
        if (word.is_formula()) {
          if (word.lower == text || word.text == without_quotes(edge.constant)) {
            unit.candidates.push_back({w, w + 1, "\"{formula}\"", {}});
          }
        } else if (edge.role == "month" && values_[w][Slot::Month] == text) {
          unit.candidates.push_back({w, w + 1, "{month}", {}});
        } else if (values_[w][Slot::Number] == text) {
          unit.candidates.push_back({w, w + 1, "{number}", {}});
        } else if (edge.constant.starts_with('"') && word.lower == text) {
          unit.candidates.push_back({w, w + 1, "\"{text}\"", {}});
        } else if (!values_[w][Slot::Number].empty()) {
          // "5 million"
          WordId end = w + 1;
          while (end < sentence_.words.size() && end < w + 5 &&
                 !values_[end][Slot::Number].empty()) {
            ++end;
          }
          if (end > w + 1 && slot_values(sentence_, w, end, lexicon_)[Slot::Number] == text) {
            unit.candidates.push_back({w, end, "{number}", {}});
          }
        }
      }
      if (!unit.candidates.empty()) units.push_back(std::move(unit));
    }
    resolve(std::move(units));
    // A node that has a formula as its value is expressed by the formula.
    for (std::size_t e = 0; e < out_.graph.edges.size(); ++e) {
      if (out_.attributes[e].pattern != "\"{formula}\"") continue;
      Said& owner = out_.nodes[out_.graph.edges[e].source];
      if (owner.word == kNoWord) owner.word = out_.attributes[e].word;
    }
  }

  void align_same_forms() {
    std::vector<Unit> units;
    for (NodeId n = 0; n < out_.nodes.size(); ++n) {
      if (out_.nodes[n].word != kNoWord) continue;
      const std::string name = lower_case(out_.graph.nodes[n].concept_name);
      Unit unit{true, n, {}};
      for (WordId w = 0; w < sentence_.words.size(); ++w) {
        if (sentence_.words[w].is_formula()) {
          if (name == sentence_.words[w].lower) {
            unit.candidates.push_back({w, w + 1, "{formula}", {}});
          }
          continue;
        }
        if (auto pattern = concept_pattern(name, values_[w], sentence_)) {
          unit.candidates.push_back({w, w + 1, pattern->pattern, pattern->sense});
        }
      }
      if (unit.candidates.empty()) add_joined(name, unit);
      if (!unit.candidates.empty()) units.push_back(std::move(unit));
    }
    resolve(std::move(units));
  }

  // Adds "growth factor" for growth-factor.
  void add_joined(const std::string& name, Unit& unit) const {
    if (!name.contains('-')) return;
    for (WordId first = 0; first < sentence_.words.size(); ++first) {
      if (!name.starts_with(sentence_.words[first].lower + "-")) continue;
      for (WordId end = first + 2; end <= sentence_.words.size() && end < first + 6; ++end) {
        if (slot_values(sentence_, first, end, lexicon_)[Slot::Joined] == name) {
          unit.candidates.push_back({first, end, "{joined}", {}});
          return;
        }
      }
    }
  }

  // Aligns the node that joins several sentences with the end of the first.
  void align_sentence_ends() {
    for (NodeId n = 0; n < out_.nodes.size(); ++n) {
      if (out_.nodes[n].word != kNoWord || out_.graph.nodes[n].concept_name != "multi-sentence") {
        continue;
      }
      for (WordId w = 0; w + 1 < sentence_.words.size(); ++w) {
        const std::string& sign = sentence_.words[w].text;
        if (is_taken_[w] || (sign != "." && sign != "?" && sign != "!")) continue;
        assign({true, n, {}}, {w, w + 1, "multi-sentence", {}});
        break;
      }
    }
  }

  void align_negations() {
    std::vector<Unit> units;
    for (std::size_t e = 0; e < out_.graph.edges.size(); ++e) {
      const Edge& edge = out_.graph.edges[e];
      if (!edge.is_attribute() || edge.constant != "-" || edge.role != "polarity") continue;
      Unit unit{false, e, {}};
      for (WordId w = 0; w < sentence_.words.size(); ++w) {
        if (std::ranges::find(kNegations, sentence_.words[w].lower) != kNegations.end()) {
          unit.candidates.push_back({w, w + 1, "-", {}});
        }
      }
      if (!unit.candidates.empty()) units.push_back(std::move(unit));
    }
    resolve(std::move(units));
  }

  // Aligns words that begin like the concept: "death" is not found in this way, while "dead" for
  // deadly is.
  void align_similar() {
    std::vector<Unit> units;
    for (NodeId n = 0; n < out_.nodes.size(); ++n) {
      if (out_.nodes[n].word != kNoWord) continue;
      const std::string name = lower_case(out_.graph.nodes[n].concept_name);
      if (name == "name") continue;
      const std::string_view base = without_sense(name);
      Unit unit{true, n, {}};
      for (WordId w = 0; w < sentence_.words.size(); ++w) {
        if (is_taken_[w] || sentence_.words[w].is_formula()) continue;
        const std::size_t same = common_prefix(base, sentence_.words[w].lower);
        const std::size_t shorter = std::min(base.size(), sentence_.words[w].lower.size());
        if (same >= kLeastPrefix && 10 * same >= 7 * shorter) {
          unit.candidates.push_back({w, w + 1, out_.graph.nodes[n].concept_name, {}});
        }
      }
      if (!unit.candidates.empty()) units.push_back(std::move(unit));
    }
    resolve(std::move(units));
  }

  const Sentence& sentence_;
  const Lexicon& lexicon_;
  Alignment out_;
  std::vector<bool> is_taken_;             // by word
  std::vector<std::vector<NodeId>> near_;  // by node
  std::vector<SlotValues> values_;         // by word
};

}  // namespace

Graph graph_with_usual_roles(const PenmanTree& tree) {
  Graph graph = graph_of(tree);
  for (Edge& edge : graph.edges) {
    if (edge.role.starts_with("arg") && edge.role.size() > 3 && base::is_digit(edge.role[3])) {
      edge.role.replace(0, 3, "ARG");
    }
  }
  return graph;
}

void Aligner::learn(std::span<const SentenceGraph> graphs) {
  std::vector<WordConcepts::Example> examples;
  for (const SentenceGraph& graph : graphs) {
    SentenceAligner aligner(graph, lexicon_);
    aligner.align_by_spelling();
    WordConcepts::Example example;
    for (const auto& unit : aligner.left()) example.concepts.push_back(aligner.name_of(unit));
    for (const SlotValues& values : aligner.values()) {
      example.words.push_back(values[Slot::Noun]);
    }
    examples.push_back(std::move(example));
  }
  concepts_.learn(examples);
}

Alignment Aligner::align(const SentenceGraph& graph) const {
  SentenceAligner aligner(graph, lexicon_);
  aligner.align_by_spelling();
  aligner.align_by_company(concepts_);
  return aligner.take();
}

}  // namespace noether::amr
