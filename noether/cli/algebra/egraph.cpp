// noether egraph: a picture of the expressions that the rules prove equal to an expression.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/egraph/drawings.h"

namespace noether::cli {
namespace {

struct EgraphOptions {
  ExpressionArguments arguments{"egraph"};
  std::string expression;
  bool dot = false;
  bool svg = false;
  std::size_t nodes = 60;
  std::size_t rounds = 2;
};

void run(EgraphOptions& options) {
  const auto input = options.arguments.read("EXPR", options.expression);
  algebra::Expressions& pool = options.arguments.pool();
  const auto root = algebra::eliminate_derivatives(pool, input.id);
  const bool complex = algebra::contains(pool, root, algebra::Op::I);
  algebra::Equalities equalities(pool.vocabulary(),
                                 algebra::RuleBook::shipped({.complex = complex}));
  const auto whole = equalities.add(pool, root);
  const auto report =
      equalities.saturate({.limits = {.rounds = options.rounds, .made_nodes = options.nodes}});
  const auto name = [&](egraph::Symbol symbol) {
    return pool.vocabulary().name(algebra::Head(symbol));
  };
  print_result("egraph", options.svg ? egraph::to_svg(equalities.graph(), whole, name)
                                     : egraph::to_dot(equalities.graph(), name));
  fmt::print(stderr, "{} classes, {} nodes after {} rounds ({})\n",
             equalities.graph().class_count(), equalities.graph().node_count(), report.rounds,
             egraph::to_string(report.stop));
}

}  // namespace

void register_egraph(CLI::App& app) {
  CLI::App* command = app.add_subcommand("egraph", "Draws the e-graph of an expression");
  const auto options = std::make_shared<EgraphOptions>();
  options->arguments.add_from_option(*command);
  command->add_option("EXPR", options->expression, "The expression")->required();
  auto* kind = command->add_option_group("format", "The format of the output");
  kind->add_flag("--dot", options->dot, "A graph for Graphviz");
  kind->add_flag("--svg", options->svg, "A picture");
  kind->require_option(1);
  command->add_option("--nodes", options->nodes, "Stop at about this number of nodes")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--rounds", options->rounds, "Rounds of rules to apply")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  noether egraph '\\sin 2x' --svg > sine.svg");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
