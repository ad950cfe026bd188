// noether simplify: the simplest form of an expression, and the condition under which it is one.
#include <memory>
#include <string>
#include <vector>

#include "noether/algebra/simplify/simplify.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

struct SimplifyArguments {
  ExpressionArguments arguments{"simplify"};
  std::string expression;
  bool json = false;
  bool complex = false;
  bool shared_domain = false;
  bool strict = false;
  algebra::SimplifyOptions simplify;
};

void run(SimplifyArguments& options) {
  const auto input = options.arguments.read("EXPR", options.expression);
  if (options.complex) options.simplify.field = algebra::Field::Complex;
  if (options.strict) options.simplify.equality = algebra::Equality::Strict;
  algebra::Expressions& pool = options.arguments.pool();
  const auto simplest = algebra::simplify_for_reading(pool, input.id, options.simplify);
  const std::string text = options.arguments.text(simplest.expression, input.notation);
  const bool silent = options.shared_domain;
  if (!options.json) {
    std::string lines = text + "\n";
    const std::string conditions = algebra::conditions_text(pool, simplest.conditions);
    if (!silent && !conditions.empty()) lines += conditions + "\n";
    return print_result("simplify", lines);
  }
  JsonObject object;
  object.add_string("expression", text);
  object.add("changed", simplest.expression == input.id ? "false" : "true");
  std::vector<std::string> conditions;
  for (const algebra::SideCondition& condition : simplest.conditions) {
    if (!silent) conditions.push_back(json_string(algebra::condition_latex(pool, condition)));
  }
  object.add("conditions", json_array(conditions));
  if (simplest.constant != algebra::kNoExpr) {
    object.add_string("constant", options.arguments.text(simplest.constant, input.notation));
  }
  print_result("simplify", object.text() + "\n");
}

}  // namespace

void register_simplify(CLI::App& app) {
  CLI::App* simplify = app.add_subcommand("simplify", "Simplifies an expression");
  const auto options = std::make_shared<SimplifyArguments>();
  options->arguments.add_from_option(*simplify);
  options->arguments.add_to_option(*simplify);
  options->arguments.add_matrix_option(*simplify);
  simplify->add_option("EXPR", options->expression, "The expression")->required();
  simplify->add_flag("--json", options->json, "One JSON object instead of text");
  simplify->add_flag("--complex", options->complex, "Complex numbers, even if i does not occur");
  auto* strict = simplify->add_flag("--strict", options->strict,
                                    "Keep the domain: only results that need no condition");
  simplify
      ->add_flag("--shared-domain", options->shared_domain,
                 "Leave out the condition: equal wherever both have a value")
      ->excludes(strict);
  simplify->add_option("--nodes", options->simplify.nodes, "The maximum size of the e-graph")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  simplify->add_option("--time", options->simplify.seconds, "The time limit in seconds")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  simplify->footer(
      "If the result has a value where the expression has none, a second line gives the values "
      "for\n"
      "which they are equal: for x ≠ 1. An antiderivative ends in + C.\n"
      "\n"
      "Example:\n"
      "  noether simplify '(x+1)^2-(x-1)^2'\n"
      "  4x");
  simplify->callback([options] { run(*options); });
}

}  // namespace noether::cli
