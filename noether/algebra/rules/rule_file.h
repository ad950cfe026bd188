// Rules as text: one rule per line, grouped by family into files.
//
//     # Logarithms
//     ln-product: (ln (* ?a ?b)) => (+ (ln ?a) (ln ?b)) if positive(?a) and positive(?b)
//     add-commutes: (+ ?a ?b) <=> (+ ?b ?a)
//     exp-ln: (exp (ln ?x)) => ?x @widens
//
// An indented line continues the rule above it; `#` starts a comment. Both sides and the terms of
// the conditions are patterns: S-expressions over operators, exact rationals, pi, e, i and
// variables that start with `?`. `<=>` gives two rules, `name` and `name-back`. Tags stand last.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/base/error.h"

namespace noether::algebra {

// Side conditions of rules: a predicate over terms of the rule's variables, such as positive(?a).
//
// A condition is about values: positive(t) means that t is positive wherever it is defined, not
// that it is defined; only defined(t) means that. A condition holds only if it is known to hold.
enum class Predicate : std::uint8_t {
  Nonzero,
  Positive,
  Negative,
  Nonnegative,
  Nonpositive,
  Integer,
  Even,       // an even integer
  Odd,        // an odd integer
  Defined,    // has a value for all values of the variables
  Constant,   // a known rational number
  Variable,   // a single variable
  Free,       // (x, t): t does not contain the variable x
  In,         // (t, low, high): low <= t <= high, both constants
  Inside,     // (t, low, high): low < t < high
  Less,       // (t, u): t < u
  LessEqual,  // (t, u): t <= u
  Real,       // in the complex field: t is real
  Distinct,   // (t, u): never the same value where both are defined
};

struct Condition {
  Predicate predicate;
  std::vector<ExprId> terms;

  friend bool operator==(const Condition&, const Condition&) = default;
};

std::string_view predicate_name(Predicate predicate);
std::size_t predicate_arity(Predicate predicate);
std::optional<Predicate> predicate_by_name(std::string_view name);
// All names, separated by spaces: for messages.
std::string predicate_names();

// Patterns nested deeper than this are refused, so that reading them is bounded.
inline constexpr int kMaxPatternDepth = 100;

struct RuleText {
  std::string name;
  // Pattern variables are Op::Variable leaves whose names start with '?'.
  ExprId lhs = kNoExpr;
  ExprId rhs = kNoExpr;
  std::vector<Condition> conditions;
  bool real = false;     // only valid in the real field
  bool complex = false;  // only valid in the complex field
  bool widens = false;   // the right side may be defined where the left is not
  std::string file;
  std::uint32_t line = 0;
  std::string family;  // the name of the file without folder and extension
};

// Errors begin with file:line:column, and their span is in `text`.
base::Result<std::vector<RuleText>> read_rules(std::string_view text, std::string_view file,
                                               Expressions& pool);
base::Result<std::vector<RuleText>> read_rule_file(const std::filesystem::path& path,
                                                   Expressions& pool);
// Reads all files *.rules of the folder in the order of their names; names of rules must be unique.
base::Result<std::vector<RuleText>> read_rule_folder(const std::filesystem::path& folder,
                                                     Expressions& pool);
// The rules that are built into the program: the files of rules/ at build time.
base::Result<std::vector<RuleText>> shipped_rules(Expressions& pool);

// Writes the pattern as in a rule.
std::string pattern_text(const Expressions& pool, ExprId pattern);
std::string condition_text(const Expressions& pool, const Condition& condition);
// Writes the whole rule on one line, in the syntax of rule files.
std::string rule_text(const Expressions& pool, const RuleText& rule);

}  // namespace noether::algebra
