// noether simplify: the simplest expression equal to one.
#include <memory>
#include <string>

#include "noether/algebra/simplify.h"
#include "noether/algebra/usual_order.h"
#include "noether/cli/commands.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/json_text.h"

namespace noether::cli {
namespace {

struct SimplifyArguments {
  ExpressionArguments arguments{"simplify"};
  std::string expression;
  bool json = false;
  bool complex = false;
  bool shared_domain = false;
  algebra::SimplifyOptions simplify;
};

void run(SimplifyArguments& options) {
  const auto input = options.arguments.read("EXPR", options.expression);
  if (options.complex) options.simplify.field = algebra::Field::Complex;
  if (options.shared_domain) options.simplify.equality = algebra::Equality::WhereBothDefined;
  algebra::Expressions& pool = options.arguments.pool();
  const auto simplest =
      algebra::in_usual_order(pool, algebra::simplify(pool, input.id, options.simplify));
  const std::string text = options.arguments.text(simplest, input.notation);
  if (!options.json) return print_result("simplify", text + "\n");
  JsonObject object;
  object.add_string("expression", text);
  object.add("changed", simplest == input.id ? "false" : "true");
  print_result("simplify", object.text() + "\n");
}

}  // namespace

void register_simplify(CLI::App& app) {
  CLI::App* simplify = app.add_subcommand("simplify", "Finds a simpler expression that is equal");
  const auto options = std::make_shared<SimplifyArguments>();
  options->arguments.add_from_option(*simplify);
  options->arguments.add_to_option(*simplify);
  simplify->add_option("EXPR", options->expression, "The expression")->required();
  simplify->add_flag("--json", options->json, "One JSON object instead of text");
  simplify->add_flag("--complex", options->complex, "Complex numbers, even when i does not occur");
  simplify->add_flag("--shared-domain", options->shared_domain,
                     "The result may be defined where the expression is not");
  simplify->add_option("--nodes", options->simplify.nodes, "Size of the e-graph at most")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  simplify->add_option("--time", options->simplify.seconds, "Seconds to spend at most")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  simplify->footer(
      "Example:\n"
      "  noether simplify '(x+1)^2-(x-1)^2'\n"
      "  4x");
  simplify->callback([options] { run(*options); });
}

}  // namespace noether::cli
