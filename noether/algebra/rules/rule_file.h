// Rules as text: one rule a line, grouped by family into files.
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
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/rules/condition.h"
#include "noether/base/error.h"

namespace noether::algebra {

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
  std::string family;  // the name of the file without folder and ending
};

// Errors begin with file:line:column, and their span is the place in `text`.
base::Result<std::vector<RuleText>> read_rules(std::string_view text, std::string_view file,
                                               Expressions& pool);
base::Result<std::vector<RuleText>> read_rule_file(const std::filesystem::path& path,
                                                   Expressions& pool);
// All files *.rules of the folder, in the order of their names; a name may be used once.
base::Result<std::vector<RuleText>> read_rule_folder(const std::filesystem::path& folder,
                                                     Expressions& pool);
// The rules that are part of the program: the files of rules/ when it was built.
base::Result<std::vector<RuleText>> shipped_rules(Expressions& pool);

// The pattern as it is written in a rule.
std::string pattern_text(const Expressions& pool, ExprId pattern);
std::string condition_text(const Expressions& pool, const Condition& condition);
// The whole rule on one line, in the syntax it is read from.
std::string rule_text(const Expressions& pool, const RuleText& rule);

}  // namespace noether::algebra
