// Measures how fast algebra saturates, counts and samples E-Gen's initial expressions on one core.
//
//   algebra_speed DATA/egen/initial-expressions.txt [--nodes 10000] [--max-tokens 25]
//
// E-Gen's figures for comparison are from a study of its public release in the issue tracker: 14.9
// ms on average for saturation with one crash, and no term found in 300 s of random search for
// counts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "noether/algebra/equivalents/equalities.h"
#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/notation/read_expression.h"

namespace {

using namespace noether;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Times {
  std::vector<double> seconds;

  void print(const char* what) {
    std::ranges::sort(seconds);
    double sum = 0;
    for (const double s : seconds) sum += s;
    const auto at = [&](double share) {
      return 1e3 *
             seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))];
    };
    fmt::print("{}: mean {:.3f} ms, median {:.3f}, 99% {:.3f}, max {:.3f}\n", what,
               1e3 * sum / static_cast<double>(seconds.size()), at(0.5), at(0.99), at(1));
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Saturation, counting and sampling of E-Gen's initial expressions");
  std::string file;
  std::string rules;
  std::size_t nodes = 10'000;
  std::uint32_t max_tokens = 25;
  std::size_t every = 1;
  std::size_t samples = 2000;
  egraph::SchedulerOptions scheduler;
  bool verbose = false;
  app.add_option("file", file)->required();
  app.add_option("--rules", rules, "A folder of rules instead of the shipped ones");
  app.add_option("--nodes", nodes);
  app.add_option("--max-tokens", max_tokens);
  app.add_option("--every", every, "Take one expression in this many");
  app.add_option("--samples", samples);
  app.add_option("--match-limit", scheduler.match_limit,
                 "New matches of a rule before it is banned");
  app.add_option("--ban-rounds", scheduler.ban_rounds);
  app.add_flag("--verbose", verbose, "One line per expression");
  CLI11_PARSE(app, argc, argv);

  std::ifstream in(file);
  if (!in) {
    fmt::print(stderr, "algebra_speed: no data at {}: skipped\n", file);
    return 77;
  }
  const auto own_rules = [&] {
    algebra::Vocabulary words;
    algebra::Expressions patterns(words);
    const auto texts = algebra::read_rule_folder(rules, patterns);
    return texts ? algebra::RuleBook::compile(*texts, patterns, {})
                 : std::unexpected(texts.error());
  };
  const auto compiled = rules.empty() ? std::nullopt : std::optional(own_rules());
  if (compiled && !*compiled) {
    fmt::print(stderr, "algebra_speed: {}\n", compiled->error().message);
    return 1;
  }
  const algebra::RuleBook& book = compiled ? **compiled : algebra::RuleBook::shipped({});
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  algebra::Equalities equalities(vocabulary, book);
  algebra::ExpressionReader reader;

  Times saturation;
  Times counting;
  double sampling_seconds = 0;
  std::size_t sampled = 0;
  std::size_t refusals = 0;
  std::size_t unread = 0;
  std::size_t live_nodes = 0;
  double search = 0;
  double apply = 0;
  double rebuild = 0;
  std::size_t matches = 0;
  std::size_t unions = 0;
  std::size_t rounds = 0;
  std::array<std::size_t, 6> stops{};
  std::string line;
  std::size_t number = 0;
  while (std::getline(in, line)) {
    if (line.empty() || number++ % every != 0) continue;
    pool.clear();
    const auto expression = reader.read(formula::Notation::SExpression, line, pool);
    if (!expression) {
      ++unread;
      fmt::print(stderr, "{}: {}\n", line, expression.error().message);
      continue;
    }
    double start = cpu_seconds();
    equalities.clear();
    const auto root = equalities.add(pool, *expression);
    const auto report = equalities.saturate(
        {.limits = {.rounds = 100, .made_nodes = nodes}, .scheduler = scheduler});
    saturation.seconds.push_back(cpu_seconds() - start);
    matches += report.matches;
    unions += report.unions;
    rounds += report.rounds;
    search += report.search_seconds;
    apply += report.apply_seconds;
    rebuild += report.rebuild_seconds;
    ++stops[static_cast<std::size_t>(report.stop)];
    refusals += equalities.graph().refusal_count();
    live_nodes += equalities.graph().node_count();

    start = cpu_seconds();
    algebra::Equivalents equivalents(equalities.graph(), root, max_tokens);
    const mpz_class total = equivalents.total();
    counting.seconds.push_back(cpu_seconds() - start);

    start = cpu_seconds();
    egraph::TermSampler sampler(equivalents.ranking(), number);
    egraph::Term term;
    for (std::size_t i = 0; i < samples && sampler.draw(term); ++i) ++sampled;
    sampling_seconds += cpu_seconds() - start;
    if (verbose) {
      fmt::print("{}: {} nodes, {} rounds, {}, {:.2f} ms, {} terms\n", line,
                 equalities.graph().node_count(), report.rounds, to_string(report.stop),
                 1e3 * saturation.seconds.back(), total.get_str());
    }
  }
  if (saturation.seconds.empty()) return 1;
  const auto count = static_cast<double>(saturation.seconds.size());
  fmt::print("expressions={} unread={} rules={} refused-unions={} mean-live-nodes={:.0f}\n", count,
             unread, book.rules().size(), refusals, static_cast<double>(live_nodes) / count);
  for (std::size_t i = 0; i < stops.size(); ++i) {
    if (stops[i] != 0) {
      fmt::print("stopped by {}: {}\n", to_string(static_cast<egraph::StopReason>(i)), stops[i]);
    }
  }
  saturation.print("saturation");
  fmt::print("  search {:.3f} apply {:.3f} rebuild {:.3f} ms mean; E-Gen 14.9 ms\n",
             1e3 * search / count, 1e3 * apply / count, 1e3 * rebuild / count);
  fmt::print("  {:.1f} rounds, {:.0f} matches applied, {:.0f} unions mean\n",
             static_cast<double>(rounds) / count, static_cast<double>(matches) / count,
             static_cast<double>(unions) / count);
  counting.print("exact counts");
  fmt::print("samples: {:.0f}/s of up to {} tokens, tables included\n",
             static_cast<double>(sampled) / sampling_seconds, max_tokens);
  return 0;
}
