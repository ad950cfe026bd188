// noether rewrite: expressions equal to one.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/simplify/varied_equivalents.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

struct RewriteOptions {
  ExpressionArguments arguments{"rewrite"};
  std::string expression;
  std::size_t count = 10;
  std::uint32_t max_tokens = 25;
  std::uint64_t seed = 1;
  std::size_t nodes = 10'000;
  double seconds = 5;
  bool sample = false;
  bool smallest = false;
  bool complex = false;
  bool shared_domain = false;
  bool json = false;
};

void run(RewriteOptions& options) {
  const auto input = options.arguments.read("EXPR", options.expression);
  algebra::Expressions& pool = options.arguments.pool();
  const auto root = algebra::eliminate_derivatives(pool, input.id);
  const auto field = algebra::resolve_field(
      pool, root, root, options.complex ? algebra::Field::Complex : algebra::Field::Automatic);
  const algebra::RuleBook& book = algebra::RuleBook::shipped(
      {.complex = field == algebra::Field::Complex, .widening = options.shared_domain});
  algebra::Equalities equalities(pool.vocabulary(), book);
  const auto whole = equalities.add(pool, root);
  const auto report =
      equalities.saturate({.limits = {.made_nodes = options.nodes, .seconds = options.seconds}});
  algebra::Equivalents equivalents(equalities.graph(), whole, options.max_tokens);
  std::vector<algebra::ExprId> expressions;
  if (options.sample || options.smallest) {
    const auto terms = options.sample ? equivalents.sample(options.count, options.seed)
                                      : equivalents.smallest(options.count);
    for (const auto& term : terms) expressions.push_back(algebra::to_expression(term, pool));
  } else {
    expressions = algebra::varied_equivalents(equivalents, pool, options.count, options.max_tokens);
  }
  std::vector<std::string> texts;
  for (const auto expression : expressions) {
    texts.push_back(options.arguments.text(expression, input.notation));
  }
  const std::string total = equivalents.total().get_str();
  if (options.json) {
    JsonObject object;
    object.add_string("total", total);  // more digits than a JSON number may be read with
    object.add_number("classes", static_cast<std::int64_t>(equalities.graph().class_count()));
    object.add_number("nodes", static_cast<std::int64_t>(equalities.graph().node_count()));
    object.add_string("stopped", egraph::to_string(report.stop));
    for (std::string& text : texts) text = json_string(text);
    object.add("expressions", json_array(texts));
    return print_result("rewrite", object.text() + "\n");
  }
  std::string lines;
  for (const std::string& text : texts) lines += text + "\n";
  print_result("rewrite", lines);
  fmt::print(stderr, "{} of {} equal expressions of at most {} tokens (e-graph: {})\n",
             texts.size(), total, options.max_tokens, egraph::to_string(report.stop));
}

}  // namespace

void register_rewrite(CLI::App& app) {
  CLI::App* rewrite =
      app.add_subcommand("rewrite", "Lists expressions that are equal to a given one");
  const auto options = std::make_shared<RewriteOptions>();
  options->arguments.add_from_option(*rewrite);
  options->arguments.add_to_option(*rewrite);
  options->arguments.add_matrix_option(*rewrite);
  rewrite->add_option("EXPR", options->expression, "The expression")->required();
  rewrite->add_option("-n", options->count, "How many")
      ->check(CLI::Range(1, 50'000))
      ->capture_default_str();
  rewrite
      ->add_option("--max-tokens", options->max_tokens,
                   "The maximum number of prefix tokens of each")
      ->check(CLI::Range(1, 200))
      ->capture_default_str();
  auto* sample = rewrite->add_flag("--sample", options->sample,
                                   "Draw at random, spread over sizes and root operators");
  rewrite->add_flag("--smallest", options->smallest, "The smallest expressions, in order")
      ->excludes(sample);
  rewrite->add_option("--seed", options->seed, "Seed of the random numbers")->capture_default_str();
  rewrite->add_option("--nodes", options->nodes, "The maximum size of the e-graph")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  rewrite->add_option("--time", options->seconds, "The time limit for the e-graph in seconds")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  rewrite->add_flag("--complex", options->complex, "Complex numbers, even if i does not occur");
  rewrite->add_flag("--shared-domain", options->shared_domain,
                    "Include expressions that are equal only where both have a value");
  rewrite->add_flag("--json", options->json, "One JSON object instead of lines");
  rewrite->footer(
      "Without --smallest and --sample, the expressions that are easiest to read are listed: sums, "
      "products,\n"
      "powers and functions in turn, and a shape repeats only if no other is left.\n"
      "\n"
      "Example:\n"
      "  noether rewrite '\\sin 2x' -n 3 --sample --seed 7");
  rewrite->callback([options] { run(*options); });
}

}  // namespace noether::cli
