// noether diff: the derivative of an expression.
#include <memory>
#include <string>

#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

struct DiffOptions {
  ExpressionArguments arguments{"diff"};
  std::string expression;
  std::string variable;
  bool json = false;
};

void run(DiffOptions& options) {
  const auto input = options.arguments.read("EXPR", options.expression);
  const auto variable = options.arguments.read_variable("VAR", options.variable);
  algebra::Expressions& pool = options.arguments.pool();
  const auto body = algebra::eliminate_derivatives(pool, input.id);
  const auto derivative = algebra::differentiate(pool, body, variable);
  const auto text = algebra::write_expression(options.arguments.output_notation(input.notation),
                                              pool, derivative);
  if (!text) fail("diff", text.error(), ExitCode::Failure);
  if (!options.json) return print_result("diff", *text + "\n");
  JsonObject object;
  object.add_string("derivative", *text);
  object.add("complete",
             algebra::contains(pool, derivative, algebra::Op::Derivative) ? "false" : "true");
  print_result("diff", object.text() + "\n");
}

}  // namespace

void register_diff(CLI::App& app) {
  CLI::App* diff = app.add_subcommand("diff", "Differentiates an expression");
  const auto options = std::make_shared<DiffOptions>();
  options->arguments.add_from_option(*diff);
  options->arguments.add_to_option(*diff);
  diff->add_option("EXPR", options->expression, "The expression")->required();
  diff->add_option("VAR", options->variable, "The variable")->required();
  diff->add_flag("--json", options->json, "One JSON object instead of text");
  diff->footer(
      "A function without a rule, such as floor, stays as a derivative.\n"
      "\n"
      "Example:\n"
      "  noether diff 'x^3\\ln x' x");
  diff->callback([options] { run(*options); });
}

}  // namespace noether::cli
