#include "noether/amr/parser/word_fragments.h"

#include <algorithm>
#include <unordered_map>

#include "noether/base/ascii.h"

namespace noether::amr {

std::string unnumbered(const std::string& role) {
  for (const std::string_view name : {"op", "snt"}) {
    if (role.size() > name.size() && role.starts_with(name) &&
        std::all_of(role.begin() + static_cast<std::ptrdiff_t>(name.size()), role.end(),
                    base::is_digit)) {
      return std::string(name);
    }
    // "op1-of"
    if (role.size() > name.size() + kInverse.size() && role.starts_with(name) &&
        role.ends_with(kInverse) && base::is_digit(role[name.size()])) {
      return std::string(name) + std::string(kInverse);
    }
  }
  return role;
}

CutGraph::CutGraph(const SentenceGraph& input, Alignment alignment)
    : alignment_(std::move(alignment)) {
  for (const Said& said : alignment_.nodes) hosts_.push_back(said.word);
  // If the nodes of a word are not connected, the word keeps only the first of them.
  for (WordId word = 0; word < input.sentence.words.size(); ++word) {
    while (!is_connected(word)) hosts_[nodes_of(word).back()] = kNoWord;
  }
  for (NodeId node = 0; node < hosts_.size(); ++node) {
    if (hosts_[node] == kNoWord) movable_.push_back(node);
  }
  if (!input.sentence.words.empty()) host_floating();
}

bool CutGraph::is_movable(NodeId node) const {
  return std::ranges::find(movable_, node) != movable_.end();
}

std::vector<WordId> CutGraph::words_beside(NodeId node) const {
  std::vector<WordId> words;
  const auto add = [&](WordId word) {
    if (word != kNoWord && std::ranges::find(words, word) == words.end()) words.push_back(word);
  };
  for (std::size_t e = 0; e < alignment_.graph.edges.size(); ++e) {
    const Edge& edge = alignment_.graph.edges[e];
    if (edge.is_attribute() && edge.source == node) add(alignment_.attributes[e].word);
  }
  for (const Edge& edge : alignment_.graph.edges) {
    if (edge.is_attribute()) continue;
    if (edge.source == node) {
      add(hosts_[edge.target]);
    } else if (edge.target == node) {
      add(hosts_[edge.source]);
    }
  }
  return words;
}

void CutGraph::host_floating() {
  std::vector<NodeId> left = movable_;
  while (!left.empty()) {
    const std::size_t before = left.size();
    std::erase_if(left, [&](NodeId node) {
      const auto words = words_beside(node);
      if (words.empty()) return false;
      // A number or a name hosts the node whose value it is.
      hosts_[node] = words.front();
      return true;
    });
    if (left.size() < before) continue;
    // No word expresses anything.
    hosts_[left.front()] = 0;
    left.erase(left.begin());
  }
}

std::vector<NodeId> CutGraph::nodes_of(WordId word) const {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < hosts_.size(); ++node) {
    if (hosts_[node] == word) nodes.push_back(node);
  }
  return nodes;
}

bool CutGraph::is_connected(WordId word) const {
  const std::vector<NodeId> nodes = nodes_of(word);
  if (nodes.size() < 2) return true;
  std::vector<NodeId> reached = {nodes.front()};
  for (std::size_t at = 0; at < reached.size(); ++at) {
    for (const Edge& edge : alignment_.graph.edges) {
      if (edge.is_attribute()) continue;
      NodeId other = kNoNode;
      if (edge.source == reached[at]) other = edge.target;
      if (edge.target == reached[at]) other = edge.source;
      if (other == kNoNode || hosts_[other] != word) continue;
      if (std::ranges::find(reached, other) == reached.end()) reached.push_back(other);
    }
  }
  return reached.size() == nodes.size();
}

// Whether the constant that another word expresses is the fragment of that word, which holds unless
// the word has a fragment.
bool CutGraph::is_constant_fragment(std::size_t e, WordId word) const {
  const Edge& edge = alignment_.graph.edges[e];
  if (!edge.is_attribute() || alignment_.attributes[e].word != word) return false;
  if (hosts_[edge.source] == word || std::ranges::find(hosts_, word) != hosts_.end()) return false;
  for (std::size_t other = 0; other < e; ++other) {
    if (alignment_.graph.edges[other].is_attribute() && alignment_.attributes[other].word == word &&
        hosts_[alignment_.graph.edges[other].source] != word) {
      return false;
    }
  }
  return true;
}

WordFragment CutGraph::fragment_of(WordId word) const {
  const std::vector<NodeId> nodes = nodes_of(word);
  if (!nodes.empty()) return fragment_of(word, nodes, false);
  for (std::size_t e = 0; e < alignment_.graph.edges.size(); ++e) {
    if (is_constant_fragment(e, word)) return {alignment_.attributes[e].pattern, {}, {}, e};
  }
  return {};
}

WordFragment CutGraph::fragment_of(WordId word, const std::vector<NodeId>& nodes, bool bare) const {
  Graph part;
  WordFragment fragment;
  std::unordered_map<NodeId, NodeId> place;
  for (const NodeId node : nodes) {
    const Said& said = alignment_.nodes[node];
    // Only one sense is left open; other frames keep theirs.
    const bool is_open = said.pattern.ends_with(kSenseMark);
    const bool is_slot = said.word == word && (!is_open || fragment.sense.empty());
    if (is_slot && is_open) fragment.sense = said.sense;
    place[node] = part.add_node(is_slot ? said.pattern : alignment_.graph.nodes[node].concept_name);
  }
  for (std::size_t e = 0; e < alignment_.graph.edges.size(); ++e) {
    const Edge& edge = alignment_.graph.edges[e];
    const auto source = place.find(edge.source);
    if (source == place.end()) continue;
    if (!edge.is_attribute()) {
      const auto target = place.find(edge.target);
      if (target != place.end()) {
        part.add_relation(source->second, unnumbered(edge.role), target->second);
      }
      continue;
    }
    const Said& said = alignment_.attributes[e];
    if (said.word == word) {
      const bool is_name = said.pattern == "{name}";
      if (!said.pattern.empty()) {
        part.add_attribute(source->second, is_name ? "op" : edge.role, said.pattern);
      }
    } else if ((said.word == kNoWord || !is_constant_fragment(e, said.word)) && !bare) {
      part.add_attribute(source->second, edge.role, edge.constant);
    }
  }
  std::vector<NodeId> order;
  fragment.text = write_fragment(part, &order);
  for (const NodeId node : order) fragment.nodes.push_back(nodes[node]);
  return fragment;
}

}  // namespace noether::amr
