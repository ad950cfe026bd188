#include "noether/amr/smatch/match_problem.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace noether::amr {
namespace {

using NameId = std::uint32_t;

// Names of both graphs as numbers.
class NameTable {
 public:
  NameId id(std::string_view name) {
    return ids_.try_emplace(name, static_cast<NameId>(ids_.size())).first->second;
  }

 private:
  std::unordered_map<std::string_view, NameId> ids_;
};

// Equal triples are one entry with a count: of two and three equal triples, two match.
struct CountedTriple {
  NameId role;
  NodeId node;
  std::uint32_t other;  // a node, or the name of a value
  std::int32_t count = 1;

  auto key() const { return std::tie(role, node, other); }
};

void count_equal(std::vector<CountedTriple>& triples) {
  std::ranges::sort(triples, {}, &CountedTriple::key);
  std::size_t kept = 0;
  for (const CountedTriple& triple : triples) {
    if (kept > 0 && triples[kept - 1].key() == triple.key()) {
      triples[kept - 1].count += triple.count;
    } else {
      triples[kept++] = triple;
    }
  }
  triples.resize(kept);
}

std::vector<CountedTriple> attributes_of(const Triples& triples, NameTable& names) {
  std::vector<CountedTriple> out;
  out.reserve(triples.attributes.size());
  for (const Triples::Attribute& attribute : triples.attributes) {
    out.push_back({names.id(attribute.role), attribute.node, names.id(attribute.value)});
  }
  count_equal(out);
  return out;
}

std::vector<CountedTriple> relations_of(const Triples& triples, NameTable& names) {
  std::vector<CountedTriple> out;
  out.reserve(triples.relations.size());
  for (const Triples::Relation& relation : triples.relations) {
    out.push_back({names.id(relation.role), relation.source, relation.target});
  }
  count_equal(out);
  return out;
}

// Calls `use(a, b)` for all pairs of triples with the same role.
template <typename Use>
void for_each_of_one_role(const std::vector<CountedTriple>& first,
                          const std::vector<CountedTriple>& second, Use use) {
  for (const CountedTriple& a : first) {
    const auto same = std::ranges::equal_range(second, a.role, {}, &CountedTriple::role);
    for (const CountedTriple& b : same) use(a, b);
  }
}

}  // namespace

MatchProblem::MatchProblem(const Triples& first, const Triples& second)
    : second_nodes_(second.concepts.size()),
      candidates_(first.concepts.size()),
      ids_(first.concepts.size() * second.concepts.size(), kNoPair) {
  NameTable names;
  std::vector<NameId> concepts;
  for (const std::string& name : second.concepts) concepts.push_back(names.id(name));
  for (NodeId a = 0; a < first.concepts.size(); ++a) {
    const NameId concept_id = names.id(first.concepts[a]);
    for (NodeId b = 0; b < concepts.size(); ++b) {
      if (concepts[b] != concept_id) continue;
      CandidatePair& pair = pairs_[pair_of(a, b)];
      pair.alone += 1;
      pair.same_concept = true;
    }
  }
  add_attributes(first, second);
  add_relations(first, second);
  for (std::vector<PairId>& candidates : candidates_) std::ranges::sort(candidates);
}

PairId MatchProblem::pair_of(NodeId first, NodeId second) {
  PairId& id = ids_[std::size_t{first} * second_nodes_ + second];
  if (id == kNoPair) {
    id = static_cast<PairId>(pairs_.size());
    pairs_.push_back({first, second});
    candidates_[first].push_back(id);
  }
  return id;
}

void MatchProblem::add_attributes(const Triples& first, const Triples& second) {
  NameTable names;
  const std::vector<CountedTriple> a_triples = attributes_of(first, names);
  const std::vector<CountedTriple> b_triples = attributes_of(second, names);
  for_each_of_one_role(a_triples, b_triples, [&](const CountedTriple& a, const CountedTriple& b) {
    if (a.other == b.other) pairs_[pair_of(a.node, b.node)].alone += std::min(a.count, b.count);
  });
}

void MatchProblem::add_relations(const Triples& first, const Triples& second) {
  NameTable names;
  const std::vector<CountedTriple> a_triples = relations_of(first, names);
  const std::vector<CountedTriple> b_triples = relations_of(second, names);
  for_each_of_one_role(a_triples, b_triples, [&](const CountedTriple& a, const CountedTriple& b) {
    const std::int32_t weight = std::min(a.count, b.count);
    const bool a_is_loop = a.node == a.other;
    // No choice maps one node to two.
    if (a_is_loop != (b.node == b.other)) return;
    const PairId source = pair_of(a.node, b.node);
    if (a_is_loop) {
      pairs_[source].alone += weight;
      return;
    }
    const PairId target = pair_of(a.other, b.other);
    pairs_[source].neighbours.push_back({target, weight});
    pairs_[target].neighbours.push_back({source, weight});
  });
  for (CandidatePair& pair : pairs_) {
    std::ranges::sort(pair.neighbours, {}, [&](const NeighbourPair& neighbour) {
      return std::pair(pairs_[neighbour.pair].first, pairs_[neighbour.pair].second);
    });
    // Merges two relations between the same nodes.
    std::size_t kept = 0;
    for (const NeighbourPair& neighbour : pair.neighbours) {
      if (kept > 0 && pair.neighbours[kept - 1].pair == neighbour.pair) {
        pair.neighbours[kept - 1].weight += neighbour.weight;
      } else {
        pair.neighbours[kept++] = neighbour;
      }
    }
    pair.neighbours.resize(kept);
    for (const NeighbourPair& neighbour : pair.neighbours) {
      most_weight_ = std::max(most_weight_, neighbour.weight);
    }
  }
}

std::int32_t matched_by(const MatchProblem& problem, const std::vector<PairId>& chosen) {
  std::int32_t alone = 0;
  std::int32_t twice = 0;
  for (const PairId id : chosen) {
    if (id == kNoPair) continue;
    const CandidatePair& pair = problem.pairs()[id];
    alone += pair.alone;
    for (const NeighbourPair& neighbour : pair.neighbours) {
      const NodeId other = problem.pairs()[neighbour.pair].first;
      if (chosen[other] == neighbour.pair) twice += neighbour.weight;
    }
  }
  return alone + twice / 2;
}

}  // namespace noether::amr
