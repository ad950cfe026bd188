#include "noether/cli/algebra/expression_arguments.h"

#include <fmt/format.h>

#include "noether/algebra/notation/write_expression.h"

namespace noether::cli {

void ExpressionArguments::add_from_option(CLI::App& app) {
  app.add_option("--from", from_, "Notation of the expressions")
      ->check(CLI::IsMember({"auto", "latex", "plain", "prefix", "sexpr"}))
      ->capture_default_str();
}

void ExpressionArguments::add_matrix_option(CLI::App& app) {
  app.add_option("--matrix", matrices_, "Names of matrices and vectors: A,B")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->each([this](const std::string& name) {
        const auto tree = reader_.read_tree(formula::Notation::Latex, name);
        if (!tree || (*tree)->op((*tree)->root()) != formula::Op::Variable) {
          throw CLI::ValidationError("--matrix", "'" + name + "' is not a name");
        }
        reader_.declare_matrices({std::string((*tree)->label((*tree)->root()))});
      });
}

void ExpressionArguments::note_matrices(std::initializer_list<std::string_view> texts) {
  algebra::declare_shown_matrices(reader_, from(), texts);
}

void ExpressionArguments::add_to_option(CLI::App& app) {
  app.add_option("--to", to_, "Notation of the result; by default that of the input")
      ->check(CLI::IsMember({"latex", "prefix", "sexpr"}));
}

algebra::InputExpression ExpressionArguments::read(std::string_view name, std::string_view text) {
  const auto input = algebra::read_input(reader_, from(), text, pool_);
  if (input) return *input;
  base::Error error = input.error();
  if (error.hint.starts_with("give its two sides") || error.hint.starts_with("give two of its")) {
    error.hint = fmt::format(
        "{} takes one expression; noether check checks the solution of an equation, noether equiv "
        "compares two",
        command_);
  }
  refuse(name, text, error);
}

algebra::InputSides ExpressionArguments::read_sides(std::string_view name, std::string_view text) {
  auto input = algebra::read_input_sides(reader_, from(), text, pool_);
  if (!input) refuse(name, text, input.error());
  return *std::move(input);
}

void ExpressionArguments::refuse(std::string_view name, std::string_view text,
                                 base::Error error) const {
  error.message = fmt::format("{}: {}", name, error.message);
  fail(command_, error, ExitCode::BadInput, text);
}

algebra::Head ExpressionArguments::read_variable(std::string_view name, std::string_view text) {
  const auto input = read(name, text);
  if (pool_.op(input.id) != algebra::Op::Variable) {
    fail(command_, {fmt::format("{}: '{}' is not a variable", name, text), {}, ""},
         ExitCode::BadInput);
  }
  return pool_.head(input.id);
}

std::string ExpressionArguments::text(algebra::ExprId id, formula::Notation input) {
  return algebra::expression_text(output_notation(input), pool_, id);
}

}  // namespace noether::cli
