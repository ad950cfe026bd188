// Checks whether Noether verifies known identities: Rubi's integrals and Fungrim's formulas.
//
//   identities_bench rubi FILE.tsv [--every N] [--seconds 5] [--list] [--times FILE]
//   identities_bench fungrim FILE.jsonl [--seconds 5] [--list]
//
// Rubi: is d/dx of the antiderivative the integrand, wherever both are defined? Rubi's parameters
// are generic and its antiderivatives hold up to the branches of roots and logarithms, which meet
// on the whole complex plane only piecewise. Therefore every letter stands for a positive real
// number, and values are complex: the root of a negative number has its principal value on both
// sides. An antiderivative of 0 in a file means that none is known; such lines are excluded.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/identities/fungrim_reader.h"
#include "bench/identities/mathematica_reader.h"
#include "noether/algebra/decide/decide.h"
#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/notation/write_expression.h"

namespace {

using namespace noether;
using algebra::Verdict;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Options {
  std::string file;
  double seconds = 5;
  std::size_t every = 1;
  bool list = false;
  std::string times;
  double at_least = 0;
};

// The exit code that CTest counts as skipped: the data is missing.
constexpr int kNoData = 77;

// Counts of verdicts, their time, and the reasons why other lines are out of scope.
class Tally {
 public:
  explicit Tally(const Options& options) : options_(options) {
    if (!options.times.empty()) times_.open(options.times);
  }

  void out_of_scope(const std::set<std::string>& reasons) {
    ++out_;
    for (const std::string& reason : reasons) ++reasons_[reason];
  }
  void unreadable(const std::string& what) {
    ++unreadable_;
    fmt::print(stderr, "cannot read {}\n", what);
  }
  void decided(const std::string& what, Verdict verdict, const std::string& reason,
               double seconds) {
    ++verdicts_[verdict];
    seconds_.push_back(seconds);
    if (times_.is_open()) {
      times_ << fmt::format("{}\t{:.6f}\t{}\n", algebra::verdict_name(verdict), seconds, what);
    }
    const bool shown = verdict == Verdict::Refuted || verdict == Verdict::Unknown;
    if (options_.list && shown) {
      fmt::print("{}: {}: {}\n", algebra::verdict_name(verdict), what, reason);
    }
  }

  int print(std::string_view name) {
    const std::size_t scope = seconds_.size();
    std::vector<std::pair<int, std::string>> why;
    for (const auto& [reason, count] : reasons_) why.emplace_back(count, reason);
    std::ranges::sort(why, std::greater());
    fmt::print("{}: {} lines, {} in scope, {} out of scope, {} unreadable\n", name,
               scope + out_ + unreadable_, scope, out_, unreadable_);
    fmt::print("out of scope because of:");
    for (std::size_t i = 0; i < why.size() && i < 30; ++i) {
      fmt::print(" {} ({})", why[i].second, why[i].first);
    }
    fmt::print("{}\n", why.size() > 30 ? fmt::format(" and {} more", why.size() - 30) : "");
    if (scope == 0) return 1;
    const auto percent = [&](int count) { return 100.0 * count / static_cast<double>(scope); };
    for (const Verdict v : {Verdict::Proven, Verdict::Agrees, Verdict::Refuted, Verdict::Unknown}) {
      fmt::print("{} {} ({:.2f} %)\n", algebra::verdict_name(v), verdicts_[v],
                 percent(verdicts_[v]));
    }
    std::ranges::sort(seconds_);
    double sum = 0;
    for (const double s : seconds_) sum += s;
    fmt::print("{} holding={:.2f} mean-ms={:.3f} median-ms={:.3f} max-ms={:.1f} cpu-s={:.2f}\n",
               name, percent(verdicts_[Verdict::Proven] + verdicts_[Verdict::Agrees]),
               1e3 * sum / static_cast<double>(scope), 1e3 * seconds_[scope / 2],
               1e3 * seconds_.back(), sum);
    const int holding = verdicts_[Verdict::Proven] + verdicts_[Verdict::Agrees];
    return percent(holding) >= options_.at_least ? 0 : 1;
  }

 private:
  const Options& options_;
  std::ofstream times_;
  std::size_t out_ = 0;
  std::size_t unreadable_ = 0;
  std::map<std::string, int> reasons_;
  std::map<Verdict, int> verdicts_;
  std::vector<double> seconds_;
};

std::string evidence(const algebra::Expressions& pool, const algebra::Decision& decision) {
  std::string text = decision.reason;
  if (decision.verdict != Verdict::Refuted) return text;
  for (const auto& [variable, value] : decision.point.coordinates) {
    text += fmt::format(" {}={}", pool.vocabulary().name(variable),
                        algebra::expression_text(formula::Notation::SExpression, pool, value));
  }
  return text + fmt::format(": {} and {}", decision.left_value, decision.right_value);
}

int rubi(const Options& options) {
  std::ifstream file(options.file);
  if (!file) {
    fmt::print(stderr, "cannot read {}\n", options.file);
    return kNoData;
  }
  Tally tally(options);
  int without_primitive = 0;
  std::string line;
  for (std::size_t number = 0; std::getline(file, line); ++number) {
    if (number % options.every != 0 || line.empty()) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string::npos) {
      tally.unreadable(line);
      continue;
    }
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    const auto integrand = bench::read_mathematica(line.substr(0, first), pool);
    const auto primitive = bench::read_mathematica(line.substr(second + 1), pool);
    if (!integrand || !primitive) {
      tally.unreadable(line + ": " + (integrand ? primitive : integrand).error().message);
      continue;
    }
    std::set<std::string> unknown = integrand->unknown;
    unknown.insert(primitive->unknown.begin(), primitive->unknown.end());
    if (!unknown.empty()) {
      tally.out_of_scope(unknown);
      continue;
    }
    const double start = cpu_seconds();
    const std::string variable = line.substr(first + 1, second - first - 1);
    const algebra::ExprId derivative =
        pool.make(algebra::Op::Derivative, {pool.variable(variable), primitive->expression});
    algebra::DecideOptions question;
    question.field = algebra::Field::Complex;
    question.equality = algebra::Equality::WhereBothDefined;
    question.seconds = options.seconds;
    question.want_proof = false;
    std::set<std::uint32_t> seen;
    for (const algebra::ExprId side : {derivative, integrand->expression}) {
      for (const algebra::Head letter : algebra::variables_of(pool, side)) {
        if (!seen.insert(letter.code).second) continue;
        question.assumptions.variables.push_back({.variable = letter,
                                                  .kind = algebra::VariableAssumption::Kind::Real,
                                                  .lower = pool.number(0)});
      }
    }
    const auto decision = algebra::decide(pool, derivative, integrand->expression, question);
    tally.decided(line, decision.verdict, evidence(pool, decision), cpu_seconds() - start);
    without_primitive += decision.verdict == Verdict::Refuted &&
                         pool.head(primitive->expression) == algebra::Vocabulary::kZero;
  }
  fmt::print("refuted because the antiderivative given is 0: {}\n", without_primitive);
  return tally.print("rubi");
}

// The worst verdict of several questions is the verdict of all together.
int rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proven:
      return 0;
    case Verdict::Agrees:
      return 1;
    case Verdict::Unknown:
      return 2;
    case Verdict::Refuted:
      return 3;
  }
  return 2;
}

int fungrim(const Options& options) {
  std::ifstream file(options.file);
  if (!file) {
    fmt::print(stderr, "cannot read {}\n", options.file);
    return kNoData;
  }
  Tally tally(options);
  std::string line;
  for (std::size_t number = 0; std::getline(file, line); ++number) {
    if (number % options.every != 0 || line.empty()) continue;
    const auto entry = bench::read_fungrim_entry(line);
    if (!entry) {
      tally.unreadable(line + ": " + entry.error().message);
      continue;
    }
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    const std::string what = entry->id + " " + entry->formula;
    const auto identity = bench::read_fungrim(entry->formula, entry->assumptions, pool);
    if (!identity) {
      tally.unreadable(what + ": " + identity.error().message);
      continue;
    }
    if (!identity->unknown.empty()) {
      tally.out_of_scope(identity->unknown);
      continue;
    }
    const double start = cpu_seconds();
    algebra::Decision worst;
    worst.verdict = Verdict::Proven;
    for (std::size_t i = 1; i < identity->sides.size(); ++i) {
      for (const algebra::Assumptions& assumed : identity->cases) {
        algebra::DecideOptions question;
        question.field = algebra::Field::Complex;
        question.equality = algebra::Equality::WhereBothDefined;
        question.seconds = options.seconds;
        question.want_proof = false;
        question.assumptions = assumed;
        auto decision = algebra::decide(pool, identity->sides[i - 1], identity->sides[i], question);
        if (rank(decision.verdict) > rank(worst.verdict)) worst = std::move(decision);
      }
    }
    tally.decided(what, worst.verdict, evidence(pool, worst), cpu_seconds() - start);
  }
  return tally.print("fungrim");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Verdicts on the identities of Rubi and Fungrim");
  app.require_subcommand(1);
  Options options;
  const auto common = [&](CLI::App* command) {
    command->add_option("file", options.file)->required();
    command->add_option("--seconds", options.seconds, "Limit for one identity");
    command->add_option("--every", options.every, "Take one line in this many");
    command->add_flag("--list", options.list, "Print what is refuted or unknown, and why");
    command->add_option("--at-least", options.at_least, "Fail if fewer percent hold");
    command->add_option("--times", options.times, "Write verdict, seconds and line to a file");
    return command;
  };
  auto* rubi_command = common(app.add_subcommand("rubi", "Is d/dx of the antiderivative right?"));
  common(app.add_subcommand("fungrim", "Are the sides of the formulas equal?"));
  CLI11_PARSE(app, argc, argv);
  if (options.every == 0) options.every = 1;
  return rubi_command->parsed() ? rubi(options) : fungrim(options);
}
