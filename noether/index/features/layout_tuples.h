// Tuples of symbols of layout trees, the features of Tangent-L and MathDowsers (Fraser, Kane,
// Tompa, Ng).
//
// From every symbol of the tree:
//   pair       the symbol, a neighbour, and the relation between them: (x, 2, above)
//   terminal   a symbol that nothing follows on its line: (2, end)
//   compound   a symbol with several relations, and which these are: (x, above, next)
//   duplicate  a symbol, and the way from one of its places to the next: (x, next next)
// Pairs, terminals and compounds are also made with letters and numbers replaced by their types,
// one symbol of a pair at a time: (V, 2, above), (x, N, above); duplicates also as (V, next next).
// Each of these is made once more with its location, the relations from the start of the formula to
// its symbol, if these are fewer than kMaxLocation.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/index/features/feature.h"

namespace noether::index {

inline constexpr int kMaxLocation = 8;
// In a formula with more symbols than this, only the first ones have features.
inline constexpr std::size_t kMaxTupleSymbols = 4096;

// The kinds of tuples to make; by default all of them.
struct TupleKinds {
  bool terminals = true;
  bool compounds = true;
  bool duplicates = true;
  bool wildcards = true;
  bool locations = true;
};

// Reuses its working memory from one formula to the next. Not thread-safe.
class LayoutTupleReader {
 public:
  explicit LayoutTupleReader(TupleKinds kinds = {}) : kinds_(kinds) {}

  // `out` is emptied first.
  void read(const formula::LayoutTree& tree, FeatureCounter& out);

 private:
  struct Visit {
    formula::NodeId node;
    std::uint32_t parent;  // index into symbols_
    std::uint8_t relation;
  };
  struct Symbol {
    std::uint64_t label = 0;     // kind and label
    std::uint64_t location = 0;  // relations from the start
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;      // relations from the start
    std::uint16_t relations = 0;  // to others, a bit each
    std::uint8_t relation = 0;    // from the parent
    std::uint8_t type = 0;        // 0 when it has no wildcard
  };

  void collect(const formula::LayoutTree& tree);
  void add(std::uint64_t key, const Symbol& at);
  void add_own_tuples();
  void add_duplicates();
  std::uint64_t way(std::uint32_t from, std::uint32_t to) const;

  TupleKinds kinds_;
  std::vector<Symbol> symbols_;
  std::vector<Visit> pending_;
  // All keys are made before the first one is counted: counting waits for memory and mispredicts
  // branches, and should not wait for the keys as well.
  std::vector<std::uint64_t> keys_;
  std::uint64_t* next_key_ = nullptr;
  std::vector<std::uint32_t> last_place_;  // table: the last symbol with a label
};

}  // namespace noether::index
