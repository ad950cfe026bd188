// Finds a query as a part of a formula: exactly, with its variables renamed, or with wildcards.
// Unordered operands match in any order. If the whole query is a sum or product, the formula may
// have further operands: a + b is found in a + b + c. A wildcard among unordered operands may match
// several of them. A search that takes too many steps finds nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/formula_query.h"

namespace noether::search {

// Reuses its working memory from one formula to the next. Not thread-safe.
class PatternMatcher {
 public:
  enum class Names : std::uint8_t { Kept, Renamed };

  void assign(const FormulaQuery& query, Names names);
  const FlatTree& pattern() const { return pattern_; }

  // Searches from the root down.
  bool find(const FlatTree& formula);
  // The nodes that cover the match: one, or several if operands were left over.
  std::span<const std::uint16_t> found() const { return found_; }
  bool is_whole() const { return is_whole_; }

 private:
  static constexpr std::uint32_t kMaxSteps = 20'000;
  static constexpr std::size_t kMaxOperands = 64;

  // The value of a wildcard or a variable of the pattern.
  struct Binding {
    std::uint64_t name;
    std::uint64_t value;
  };
  // A node of the pattern that must match one of the formula; or, for unordered operands, those
  // that are still to be matched.
  struct Goal {
    std::uint16_t pattern;
    std::uint16_t formula;
    std::uint16_t operand = 0;  // of the pattern: the next one
    std::uint64_t used = 0;     // operands of the formula
    bool operands = false;
  };

  bool solve(std::size_t at);
  bool match_node(std::size_t next, std::uint16_t p, std::uint16_t f);
  bool match_operands(std::size_t next, const Goal& goal);
  bool match_rest(std::size_t next, const Goal& goal, std::span<const std::uint16_t> rest);
  bool same_head(const FlatNode& own, const FlatNode& other, std::uint16_t p);
  bool bind(std::uint64_t name, std::uint64_t value, bool one_to_one);
  void hash_parts(const FlatTree& formula);

  FlatTree pattern_;
  Names names_ = Names::Kept;
  std::vector<char32_t> wildcards_;                   // by node of the pattern
  std::vector<std::vector<std::uint16_t>> operands_;  // of the pattern's nodes, wildcards last
  const FlatTree* formula_ = nullptr;
  std::vector<std::uint64_t> hashes_;  // of the formula's parts, whatever the order of operands
  std::vector<Goal> goals_;
  std::vector<Binding> bindings_;
  std::uint32_t steps_ = 0;
  std::vector<std::uint16_t> found_;
  bool is_whole_ = false;
};

}  // namespace noether::search
