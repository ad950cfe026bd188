// noether rules: lists the rules, and checks them against certified numerics.
#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "noether/algebra/rules/rule_check.h"
#include "noether/algebra/rules/rule_file.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

struct RulesOptions {
  std::string file;
  std::string family;
  bool json = false;
  bool only_failures = false;
  algebra::CheckOptions check;
};

std::vector<algebra::RuleText> read_rules(const RulesOptions& options, algebra::Expressions& pool) {
  std::error_code ignored;
  auto rules = options.file.empty() ? algebra::shipped_rules(pool)
               : std::filesystem::is_directory(options.file, ignored)
                   ? algebra::read_rule_folder(options.file, pool)
                   : algebra::read_rule_file(options.file, pool);
  if (!rules) {
    const bool exists = options.file.empty() || std::filesystem::exists(options.file, ignored);
    fail("rules", rules.error(), exists ? ExitCode::BadInput : ExitCode::Failure);
  }
  if (!options.family.empty()) {
    std::erase_if(*rules, [&](const auto& rule) { return rule.family != options.family; });
    if (rules->empty()) {
      fail("rules", {fmt::format("there is no rule of the family '{}'", options.family), {}, ""},
           ExitCode::BadInput);
    }
  }
  return *std::move(rules);
}

void list(const RulesOptions& options) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  std::string text;
  std::string_view family;
  const auto rules = read_rules(options, pool);
  for (const auto& rule : rules) {
    const std::string line = algebra::rule_text(pool, rule);
    if (options.json) {
      JsonObject object;
      object.add_string("name", rule.name);
      object.add_string("family", rule.family);
      object.add_string("rule", line);
      object.add_string("file", rule.file);
      object.add_number("line", rule.line);
      text += object.text() + "\n";
      continue;
    }
    if (rule.family != family)
      text += fmt::format("{}# {}\n", text.empty() ? "" : "\n", rule.family);
    family = rule.family;
    text += line + "\n";
  }
  print_result("rules", text);
}

void check(const RulesOptions& options) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto rules = read_rules(options, pool);
  algebra::RuleSummary summary;
  base::ProgressBar progress("rules", std::nullopt);
  for (const auto& rule : rules) {
    const auto verdict = algebra::check_rule(rule, pool, options.check);
    summary.add(verdict);
    progress.update(summary.rules, summary.rules);
    if (options.only_failures && verdict.passes()) continue;
    progress.finish();
    if (options.json) {
      JsonObject object;
      object.add_string("name", rule.name);
      object.add_string("family", rule.family);
      object.add_string("verdict", algebra::rule_status_name(verdict.status));
      object.add("passes", verdict.passes() ? "true" : "false");
      object.add_string("text", algebra::verdict_text(pool, verdict));
      print_result("rules", object.text() + "\n");
    } else {
      print_result("rules",
                   fmt::format("{}: {}\n", rule.name, algebra::verdict_text(pool, verdict)));
    }
  }
  progress.finish();
  if (!options.json) print_result("rules", summary.to_text() + "\n");
  if (summary.rules == 0) {
    print_error("rules", base::Error{"there are no rules", {}, "a file has one rule per line"});
    finish(ExitCode::BadInput);
  }
  if (summary.failed > 0) finish(ExitCode::BadInput);
}

void add_common(CLI::App& command, const std::shared_ptr<RulesOptions>& options) {
  command.add_option("FILE", options->file,
                     "A file or a folder of rules; by default the built-in rules");
  command.add_option("--family", options->family, "Only rules of this family");
  command.add_flag("--json", options->json, "One JSON object per rule");
}

}  // namespace

void register_rules(CLI::App& app) {
  CLI::App* rules = app.add_subcommand("rules", "Lists the rules of algebra, or checks them");
  rules->require_subcommand(1);
  const auto options = std::make_shared<RulesOptions>();

  CLI::App* list_rules = rules->add_subcommand("list", "Prints every rule");
  add_common(*list_rules, options);
  list_rules->footer("Example:\n  noether rules list --family logarithms");
  list_rules->callback([options] { list(*options); });

  CLI::App* check_rules = rules->add_subcommand("check", "Checks every rule by certified numerics");
  add_common(*check_rules, options);
  check_rules->add_flag("--failures", options->only_failures, "Print only rules that fail");
  check_rules->add_option("--points", options->check.points, "Points to compare at, in each field")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  check_rules->add_option("--time", options->check.seconds, "The time limit per rule in seconds")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  check_rules->add_option("--seed", options->check.seed, "Seed of the random points")
      ->capture_default_str();
  check_rules->footer(
      "Each rule is ok, false, narrows, widens or untested. The exit code is 1 unless every rule "
      "is\n"
      "ok, or widens and is tagged so.\n"
      "\n"
      "Example:\n"
      "  echo 'root-of-square: (sqrt (pow ?x 2)) => ?x' > my.rules\n"
      "  noether rules check my.rules");
  check_rules->callback([options] { check(*options); });
}

}  // namespace noether::cli
