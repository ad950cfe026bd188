// Expressions that a request gives as LaTeX or plain math, and the evidence about them in
// responses.
#pragma once

#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/json_text.h"
#include "noether/server/api/arguments.h"

namespace noether::server {

// The maximum length of an expression. Expressions written by people fit on a page.
inline constexpr std::size_t kLongestExpression = std::size_t{8} << 10;
inline constexpr std::size_t kMostExpressionNodes = 2000;

// Expressions of one request, in one arena.
class ExpressionArguments {
 public:
  explicit ExpressionArguments(const Arguments& arguments) : arguments_(arguments) {}

  algebra::Expressions& pool() { return pool_; }
  // If one of these texts shows that a name is a matrix, it is a matrix in all of them.
  void note_matrices(std::initializer_list<std::string_view> texts);
  // A problem points into the text of the argument `name`.
  std::expected<algebra::ExprId, Response> read(std::string_view name, std::string_view text);
  // Returns the two sides of an equation, or the single expression.
  std::expected<std::vector<algebra::ExprId>, Response> read_sides(std::string_view name,
                                                                   std::string_view text);

 private:
  Response refusal(std::string_view name, std::string_view text, base::Error error) const;

  const Arguments& arguments_;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
};

// A longer proof is shown without its middle.
inline constexpr std::size_t kMostProofSteps = 400;

// Adds verdict, reason, proof, counterexample, and the points and digits of an agreement.
void add_evidence(const algebra::Expressions& pool, const algebra::Decision& decision,
                  base::JsonObject& object);

std::string latex_of(const algebra::Expressions& pool, algebra::ExprId expression);

// Replaces options of the command line in the reader's hints, which a request does not have.
std::string hint_for_requests(std::string hint);

}  // namespace noether::server
