// noether equiv: whether two expressions are equal, or two equations have the same solutions.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/algebra/decide/decide_equations.h"
#include "noether/cli/algebra/equiv_batch.h"
#include "noether/cli/algebra/evidence.h"
#include "noether/cli/algebra/expression_arguments.h"
#include "noether/cli/commands.h"

namespace noether::cli {
namespace {

struct EquivOptions {
  ExpressionArguments arguments{"equiv"};
  std::string left;
  std::string right;
  std::string batch;
  unsigned threads = 0;
  bool json = false;
  bool complex = false;
  bool real = false;
  bool shared_domain = false;
  algebra::DecideOptions decide;
};

void decide_one(EquivOptions& options) {
  options.arguments.note_matrices({options.left, options.right});
  const auto left = options.arguments.read_sides("A", options.left);
  const auto right = options.arguments.read_sides("B", options.right);
  algebra::Expressions& pool = options.arguments.pool();
  const auto decided = algebra::decide_sides(pool, left.sides, right.sides, options.decide);
  if (!decided) fail("equiv", decided.error(), ExitCode::BadInput);
  const algebra::Decision& decision = *decided;
  if (options.json) {
    JsonObject object;
    add_evidence(object, pool, decision, left.notation);
    print_result("equiv", object.text() + "\n");
    return;
  }
  print_result("equiv",
               fmt::format("{}  {}\n{}", algebra::verdict_name(decision.verdict), decision.reason,
                           evidence_text(pool, decision, left.notation, "  ")));
}

void run(EquivOptions& options) {
  if (options.complex) options.decide.field = algebra::Field::Complex;
  if (options.real) options.decide.field = algebra::Field::Real;
  if (options.shared_domain) options.decide.equality = algebra::Equality::WhereBothDefined;
  if (options.batch.empty() && options.right.empty()) {
    fail("equiv", {"two expressions are needed", {}, "write them as A and B, or give --batch FILE"},
         ExitCode::Failure);
  }
  if (options.batch.empty()) return decide_one(options);
  // Answers to a file contain proofs only on request.
  options.decide.want_proof = options.json;
  run_equiv_batch({options.batch, options.arguments.from(), options.arguments.matrices(),
                   options.decide, options.json, options.threads});
}

}  // namespace

void register_equiv(CLI::App& app) {
  CLI::App* equiv = app.add_subcommand(
      "equiv", "Decides whether two expressions are equal, or two equations equivalent");
  const auto options = std::make_shared<EquivOptions>();
  options->arguments.add_from_option(*equiv);
  options->arguments.add_matrix_option(*equiv);
  auto* left = equiv->add_option("A", options->left, "An expression or an equation");
  auto* right = equiv->add_option("B", options->right, "A second one of the same kind");
  equiv
      ->add_option("--batch", options->batch,
                   "File with one question per line; - is standard input")
      ->excludes(left)
      ->excludes(right);
  add_threads_option(*equiv, options->threads);
  equiv->add_flag("--json", options->json, "One JSON object instead of text");
  auto* complex =
      equiv->add_flag("--complex", options->complex, "Complex numbers, even if i does not occur");
  equiv->add_flag("--real", options->real, "Real numbers, even if i occurs")->excludes(complex);
  equiv->add_flag("--shared-domain", options->shared_domain,
                  "Compare values only where both sides have one");
  equiv->add_option("--time", options->decide.seconds, "The time limit in seconds")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  equiv->add_option("--points", options->decide.points, "Points that must agree")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  equiv->add_option("--digits", options->decide.digits, "Digits to which they must agree")
      ->check(CLI::Range(5, 1000))
      ->capture_default_str();
  equiv->footer(
      "The first word is the verdict: proven, refuted, agrees or unknown. The lines after it are\n"
      "the proof, or the point where the two differ.\n"
      "\n"
      "Two equations are equivalent if their sides are equal, in either order, or if the\n"
      "difference of the sides of one is a multiple of that of the other. A point where only one\n"
      "of them holds refutes this.\n"
      "\n"
      "--batch reads one question per line, A and B separated by a tab, or {\"a\": …, \"b\": …},\n"
      "and writes one result per line in the same order: the verdict and its reason, and for a\n"
      "refutation also the point and both values, separated by tabs; for a question in JSON, or\n"
      "with --json, an object. The result for a line that cannot be read is error, and the exit\n"
      "code is 1.\n"
      "\n"
      "Example:\n"
      "  noether equiv '\\sin^2 x + \\cos^2 x' 1\n"
      "  noether equiv --from prefix 'sqrt pow x 2' 'abs x'\n"
      "  noether equiv 'x=1' '2x=2'\n"
      "  printf 'x+x\\t2x\\nx\\t1\\n' | noether equiv --batch -");
  equiv->callback([options] { run(*options); });
}

}  // namespace noether::cli
