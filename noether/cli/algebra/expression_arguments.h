// The options and inputs that all commands with expressions as arguments share.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/input_notation.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {

// --from and --to, and the expressions of one command.
class ExpressionArguments {
 public:
  explicit ExpressionArguments(std::string command) : command_(std::move(command)) {}

  void add_from_option(CLI::App& app);
  // --matrix A,B: names that do not commute.
  void add_matrix_option(CLI::App& app);
  // Results are written in the notation of the input unless --to names another.
  void add_to_option(CLI::App& app);

  // Reads an expression; reports an error in the expression called `name`, and ends the program.
  algebra::InputExpression read(std::string_view name, std::string_view text);
  // Reads the two sides of an equation, or a single expression.
  algebra::InputSides read_sides(std::string_view name, std::string_view text);
  // A name that one of these texts shows to be a matrix is a matrix in all that is read.
  void note_matrices(std::initializer_list<std::string_view> texts);
  const algebra::MatrixNames& matrices() const { return reader_.matrices(); }
  algebra::Head read_variable(std::string_view name, std::string_view text);

  std::optional<formula::Notation> from() const { return formula::notation_by_name(from_); }
  formula::Notation output_notation(formula::Notation input) const {
    return formula::notation_by_name(to_).value_or(input);
  }
  std::string text(algebra::ExprId id, formula::Notation input);

  algebra::Expressions& pool() { return pool_; }

 private:
  [[noreturn]] void refuse(std::string_view name, std::string_view text, base::Error error) const;

  std::string command_;
  std::string from_ = "auto";
  std::string to_;
  std::vector<std::string> matrices_;
  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
  algebra::ExpressionReader reader_;
};

}  // namespace noether::cli
