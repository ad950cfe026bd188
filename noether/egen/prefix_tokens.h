// Expressions in prefix notation as tokens: the ends of subexpressions, and keys for finding equal
// or similar expressions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/operators.h"

namespace noether::egen {

struct PrefixToken {
  std::string_view text;
  std::optional<algebra::Op> op;  // absent for numbers, variables and unknown functions
  std::uint32_t arity = 0;        // the count in log#2 and min#3, the operator's own elsewhere
  std::uint32_t end = 0;          // the position after the subexpression that begins here

  // False for min#3 and the like, which stand for two operators of algebra.
  bool has_usual_arity() const { return op && arity == algebra::op_arity(*op); }
};

// Refers to the text, which must outlive it. Empty if the text is not exactly one whole expression
// of operators that algebra supports, numbers and variables.
using PrefixTokens = std::vector<PrefixToken>;
void split_prefix(std::string_view text, PrefixTokens& tokens);
// The prefix token of an operator: `sin`, but `log#2`, because `log` alone has one operand.
std::string prefix_token_of(algebra::Op op);

bool is_number_token(std::string_view token);
// The places where a derivative or an integral names its variable, and only a variable may be.
std::vector<bool> bound_variable_places(const PrefixTokens& tokens);

// A key that is equal for equal texts.
std::uint64_t text_key(std::string_view text);
// A key that is also equal for expressions that differ only in the order of the operands of sums,
// products, minima and maxima. For a text that is not a whole expression, it is the key of the
// text.
std::uint64_t twin_key(std::string_view text);

// The minimal number of tokens to insert, remove or replace to get from one to the other.
std::size_t token_distance(const PrefixTokens& a, const PrefixTokens& b);

// The shape of an expression in prefix notation, computed from its tokens alone.
//
// It is fast enough for hundreds of millions of tokens: every token is looked up once, and no tree
// is built.
enum class TokenKind : std::uint8_t { Operator, Number, Variable, Constant };

struct TokenInfo {
  std::string name;  // without the number of operands: `log` of log#2
  TokenKind kind = TokenKind::Variable;
  std::uint32_t arity = 0;
  bool commutes = false;
  std::uint64_t digest = 0;
};

class PrefixShapes {
 public:
  // Corpora from elsewhere may hold any number of different tokens; those beyond this limit count
  // as one.
  static constexpr std::size_t kMaxTokens = 1'000'000;

  struct Shape {
    std::span<const std::uint32_t> tokens;  // valid until the next call of read
    std::uint32_t depth = 0;                // 1 for a leaf
    bool complete = false;  // every operator has its operands, and no tokens are left over
    std::uint64_t text_digest = 0;
    // Equal for expressions that differ only in the order of operands of + * min max.
    std::uint64_t unordered_digest = 0;
  };

  PrefixShapes();
  // Tokens are separated by blanks.
  Shape read(std::string_view expression);

  const TokenInfo& info(std::uint32_t token) const { return infos_[token]; }
  std::size_t size() const { return infos_.size(); }

 private:
  struct Operand {
    std::uint32_t depth;
    std::uint64_t digest;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  std::uint32_t token(std::string_view text);

  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<TokenInfo> infos_;  // number 0 stands for the tokens beyond the limit
  std::vector<std::uint32_t> tokens_;
  std::vector<Operand> stack_;
};

}  // namespace noether::egen
