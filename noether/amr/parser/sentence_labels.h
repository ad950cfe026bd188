// A meaning graph as labels of words: the fragment of each word, and the relations between the
// fragments. The network learns them, the decoder returns them, and `assemble` makes the graph from
// them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/parser/fragment.h"
#include "noether/amr/parser/words.h"

namespace noether::amr {

inline constexpr WordId kNoWord = std::numeric_limits<WordId>::max();

// A role and the nodes of the fragments that it joins. It is written "ARG1" between first nodes,
// "1/ARG1" from node 1 of the upper fragment, and "ARG1/2" to node 2 of the lower one. The numbers
// of :op1, :op2 and :snt1 are left out, because they follow the order of the words.
struct RoleLabel {
  std::uint32_t from_node = 0;
  std::string role;
  std::uint32_t to_node = 0;

  std::string text() const;
  static RoleLabel from(std::string_view text);

  friend bool operator==(const RoleLabel&, const RoleLabel&) = default;
};

struct WordEdge {
  WordId head = 0;
  WordId dependent = 0;
  LabelId role = 0;  // a number in a table whose names are RoleLabels

  friend bool operator==(const WordEdge&, const WordEdge&) = default;
};

// Lists by word have an entry for every word of the sentence.
struct SentenceLabels {
  std::vector<LabelId> fragments;  // labels of a FragmentTable
  std::vector<LabelId> senses;     // from a table of senses ("01"); 0 if the fragment has none
  // The words with fragments are a tree: each has a head but the root. A role may be inverted.
  std::vector<WordId> heads;  // kNoWord for the root and for words without fragment
  std::vector<LabelId> roles;
  WordId root = kNoWord;            // kNoWord if the sentence has no fragment
  std::vector<WordEdge> reentrant;  // edges outside the tree, none of them inverted

  explicit SentenceLabels(std::size_t words = 0)
      : fragments(words, FragmentTable::kNothing),
        senses(words),
        heads(words, kNoWord),
        roles(words) {}

  bool has_fragment(WordId word) const { return fragments[word] >= FragmentTable::kFirst; }

  friend bool operator==(const SentenceLabels&, const SentenceLabels&) = default;
};

// The tables that number the labels.
struct LabelTables {
  FragmentTable fragments;
  LabelTable roles;
  LabelTable senses;

  // Reads fragments.txt, roles.txt and senses.txt of a model folder.
  static base::Result<LabelTables> read(const std::string& folder);
  base::Result<void> write(const std::string& folder) const;
};

}  // namespace noether::amr
