#include "noether/embedding/prefix_of_formula.h"

#include <fmt/format.h>

#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/egen/formats/expression_line.h"
#include "noether/embedding/adorned_names.h"
#include "noether/formula/latex/reader.h"

namespace noether::embedding {
namespace {

using algebra::ExprId;

// What algebra has no meaning for: f in f(x), sum: in a sum. The outermost one.
std::optional<std::string> unknown_operator(const algebra::Expressions& pool, ExprId root) {
  const auto ids = algebra::subexpressions(pool, root);
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    if (pool.op(*id) != algebra::Op::Call) continue;
    std::string name(pool.vocabulary().function_name(pool.head(*id)));
    if (name.size() > 1 && name.ends_with(':')) name.pop_back();
    return name;
  }
  return std::nullopt;
}

base::Error unknown_operator_error(std::string_view name, base::Span span) {
  return {fmt::format("unknown operator '{}'", name), span,
          "encoders know the operators of algebra: 'noether model info' lists them"};
}

}  // namespace

std::optional<base::Error> find_unknown_command(std::string_view text, formula::Notation notation) {
  if (notation != formula::Notation::Latex) return std::nullopt;
  formula::LatexReader reader;
  formula::LayoutTree drawn;
  std::vector<base::Error> problems;
  reader.read(text, drawn, problems);
  const auto& command = reader.first_unknown();
  if (!command) return std::nullopt;
  return unknown_operator_error(fmt::format("\\{}", command->name), command->source);
}

base::Result<std::string> prefix_of_formula(std::string_view text,
                                            std::optional<formula::Notation> notation) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return base::fail("the expression is empty");
  }
  if (!notation) notation = algebra::guess_notation(text);
  if (*notation == formula::Notation::Prefix) {
    std::string prefix;
    egen::append_with_single_blanks(text, prefix);
    return prefix;
  }
  if (auto unknown = find_unknown_command(text, *notation)) {
    return std::unexpected(*std::move(unknown));
  }
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::ExpressionReader reader;
  const auto input = algebra::read_input(reader, notation, text, pool);
  if (!input) return std::unexpected(input.error());
  return prefix_of_expression(pool, input->id);
}

base::Result<std::string> prefix_of_expression(algebra::Expressions& pool, ExprId root) {
  root = with_adorned_names(pool, root);
  if (const auto name = unknown_operator(pool, root)) {
    return std::unexpected(unknown_operator_error(*name, {}));
  }
  auto prefix = algebra::write_expression(formula::Notation::Prefix, pool, root);
  if (prefix) return prefix;
  // What cannot be written is too long, or so deep that it is.
  return base::fail(fmt::format("it has {} tokens, which is more than encoders read",
                                algebra::tree_size(pool, root)));
}

}  // namespace noether::embedding
