// How alike two trees are as wholes: the largest common subtree under unification, and the number
// of edits between them.
#pragma once

#include "bench/ranking/plain_tree.h"

namespace noether::bench {

struct SubtreeSimilarity {
  double recall = 0;     // harmonic mean of the query's nodes and edges matched after unification
  double precision = 0;  // the candidate's nodes matched
  double exact_recall = 0;  // the query's nodes matched by the very same symbol
};

// The match starts at the pair of nodes below which most nodes agree.
SubtreeSimilarity subtree_similarity(const PlainTree& query, const PlainTree& candidate);

// 1 − edits / (sizes of both), by Zhang and Shasha's algorithm; renaming a symbol into another of
// the same type costs half an edit. Trees beyond kMaxEditNodes count by their beginnings.
inline constexpr std::size_t kMaxEditNodes = 150;
struct EditSimilarity {
  double whole = 0;
  double part = 0;     // the query and the part of the candidate that is most like it
  double of_part = 0;  // the candidate and the part of the query that is most like it
};
EditSimilarity edit_similarity(const PlainTree& query, const PlainTree& candidate);

// The candidate with its symbols named as in the query where the largest common subtree says so.
PlainTree renamed_as(const PlainTree& query, const PlainTree& candidate);

}  // namespace noether::bench
