// Heads: the content of a node of an expression, as one 32-bit number.
//
// A head is an operator and, for numbers, variables and calls, an index into the tables of a
// vocabulary: the value of the number, the name of the variable or function. Expressions, patterns
// and e-graphs that share a vocabulary can compare heads as integers.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::algebra {

struct Head {
  std::uint32_t code = 0;

  constexpr Head() = default;
  constexpr explicit Head(std::uint32_t packed) : code(packed) {}
  constexpr explicit Head(Op op, std::uint32_t index = 0)
      : code((static_cast<std::uint32_t>(op) << 24) | index) {}

  constexpr Op op() const { return static_cast<Op>(code >> 24); }
  constexpr std::uint32_t index() const { return code & 0xFFFFFF; }

  friend constexpr bool operator==(Head, Head) = default;
  friend constexpr auto operator<=>(Head, Head) = default;
};

// Not thread-safe. Small integers and simple fractions have the same heads in every vocabulary, so
// that rules compiled once work with all of them; the heads of 0, 1, 2 and -1 are those below.
class Vocabulary {
 public:
  static constexpr Head kZero{Op::Number, 0};
  static constexpr Head kOne{Op::Number, 1};
  static constexpr Head kTwo{Op::Number, 2};
  static constexpr Head kMinusOne{Op::Number, 3};

  Head number(const Rational& value);
  // The head of this number in every vocabulary; absent if the number is not a common one.
  static std::optional<Head> common_number(const Rational& value);
  Head variable(std::string_view name) { return Head(Op::Variable, intern(variables_, name)); }
  Head function(std::string_view name) { return Head(Op::Call, intern(functions_, name)); }

  const Rational& value(Head number) const {
    const std::uint32_t index = number.index();
    return index < kCommonCount ? common_value(index) : numbers_[index - kCommonCount];
  }
  // The name of a variable or function; the text of a number; otherwise the operator's token.
  std::string name(Head head) const;
  std::string_view variable_name(Head head) const { return variables_.names[head.index()]; }
  std::string_view function_name(Head head) const { return functions_.names[head.index()]; }
  std::size_t variable_count() const { return variables_.names.size(); }

 private:
  // Integers up to kCommonInteger in size, and fractions p/q with |p| <= 48 and 2 <= q <= 24.
  static constexpr std::int64_t kCommonInteger = 1024;
  static constexpr std::uint32_t kCommonCount = 4096;
  struct CommonNumbers;
  static const CommonNumbers& common_numbers();
  static const Rational& common_value(std::uint32_t index);

  struct Names {
    std::deque<std::string> names;  // a deque, because the map refers to its strings
    std::unordered_map<std::string_view, std::uint32_t> index;
  };
  static std::uint32_t intern(Names& table, std::string_view name);

  std::deque<Rational> numbers_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> number_index_;
  Names variables_;
  Names functions_;
};

}  // namespace noether::algebra
