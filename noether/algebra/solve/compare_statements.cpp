#include "noether/algebra/solve/compare_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "noether/algebra/decide/decide_equations.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/solve/number_words.h"
#include "noether/algebra/solve/real_number.h"
#include "noether/algebra/solve/real_solutions.h"
#include "noether/algebra/solve/statement_steps.h"

namespace noether::algebra {
namespace {

using ChangeKind = StatementChange::Kind;
using normal::Obligation;

constexpr std::size_t kMostShown = 4;
constexpr int kMostTwelfths = 24;  // of pi, tried as solutions
constexpr int kMostWhole = 12;
constexpr std::size_t kMostUnknowns = 6;
constexpr double kSampleSeconds = 0.2;

ChangeKind kind_of(bool loses, bool adds) {
  if (loses) return adds ? ChangeKind::LosesAndAdds : ChangeKind::Loses;
  return adds ? ChangeKind::Adds : ChangeKind::Unknown;
}

class StatementPair {
 public:
  StatementPair(Expressions& pool, const Statement& before, const Statement& after,
                const StatementOptions& options)
      : pool_(pool),
        before_(before),
        after_(after),
        options_(options),
        begun_(std::chrono::steady_clock::now()),
        field_(field()),
        normalizer_(pool, field_) {}

  StatementChange compare() {
    StatementChange change = solutions();
    if (change.operation.empty()) {
      change.operation = operation_between(pool_, normalizer_, before_, after_, options_.notation);
    }
    return change;
  }

 private:
  Field field() const {
    for (const Statement* statement : {&before_, &after_}) {
      for (const auto& all : statement->any) {
        for (const Relation& relation : all) {
          const Field one =
              resolve_field(pool_, relation.left, relation.right, options_.decide.field);
          if (one == Field::Complex) return one;
        }
      }
    }
    return Field::Real;
  }

  double seconds_left() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
    return std::max(options_.decide.seconds - passed.count(), 0.01);
  }
  Deadline deadline() const {
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds_left()));
  }

  std::vector<Head> unknowns() const {
    auto all = variables_of(pool_, before_);
    for (const Head variable : variables_of(pool_, after_)) {
      if (std::ranges::find(all, variable) == all.end()) all.push_back(variable);
    }
    return all;
  }

  StatementChange solutions() {
    const std::vector<Head> variables = unknowns();
    const bool is_real = field_ == Field::Real;
    if (is_real && variables.size() <= 1) {
      StatementChange change =
          on_the_line(variables.empty() ? pool_.vocabulary().variable("x") : variables.front());
      if (change.kind != ChangeKind::Unknown) return change;
    }
    if (auto same = same_equation()) return *same;
    const bool are_equations = before_.has_only_equations() && after_.has_only_equations() &&
                               !before_.any.empty() && !after_.any.empty();
    if (are_equations) {
      if (auto change = by_factors(variables)) return *change;
    }
    if (is_real && variables.size() > 1 && variables.size() <= kMostUnknowns) {
      if (auto change = by_samples(variables)) return *change;
    }
    if (variables.size() <= 1 || options_.is_consequence) {
      if (auto change = by_point()) return *change;
    }
    return unknown(variables);
  }

  StatementChange unknown(const std::vector<Head>& variables) {
    StatementChange change;
    if (variables.size() > 1 && before_.equation() && after_.equation()) {
      change.is_perhaps_system = true;
      change.reason = "another equation in several unknowns: systems are not checked yet";
    } else if (!before_.has_only_equations() || !after_.has_only_equations()) {
      change.reason = "the solutions of these relations are not known";
    } else {
      change.reason = "the solutions are not known";
    }
    return change;
  }

  // Compares statements about one real unknown.
  StatementChange on_the_line(Head unknown) {
    SolutionCells cells(pool_, unknown, deadline());
    const SolutionChange found = cells.compare(before_, after_);
    StatementChange change;
    const auto show = [&](const std::vector<SolutionPiece>& pieces, std::vector<std::string>& out) {
      for (const SolutionPiece& piece : pieces) {
        if (out.size() == kMostShown) {
          out.emplace_back("...");
          break;
        }
        out.push_back(cells.text(piece, options_.notation));
      }
    };
    show(found.lost, change.lost);
    show(found.added, change.added);
    change.kind = kind_of(!found.lost.empty(), !found.added.empty());
    if (change.kind == ChangeKind::Unknown && !found.is_complete) probe(cells, change);
    if (change.kind == ChangeKind::Unknown && found.is_complete) {
      change.kind = ChangeKind::Same;
      change.reason = same_reason(cells, found);
    }
    return change;
  }

  std::string same_reason(SolutionCells& cells, const SolutionChange& found) const {
    if (found.first_is_empty) return "the same solutions: none";
    if (found.first_is_everything) return "the same solutions: all numbers";
    std::string text;
    for (const SolutionPiece& piece : found.second) {
      if (!text.empty()) text += " or ";
      text += cells.text(piece, options_.notation);
    }
    if (found.second.size() > kMostShown) return "the same solutions";
    return "the same solutions: " + text;
  }

  // If not all solutions can be computed, some common values are tried.
  void probe(SolutionCells& cells, StatementChange& change) {
    const auto try_at = [&](ExprId value) {
      const RealNumber number(value);
      const Truth first = cells.holds(before_, number);
      if (first == Truth::Unknown) return;
      const Truth second = cells.holds(after_, number);
      if (second == Truth::Unknown || first == second) return;
      SolutionPiece piece{.low = number, .high = number};
      piece.is_single = true;
      auto& list = first == Truth::Yes ? change.lost : change.added;
      if (list.empty()) list.push_back(cells.text(piece, options_.notation));
    };
    for (int k = 0; k <= kMostWhole && !cells.numbers().is_out_of_time(); ++k) {
      try_at(pool_.number(k));
      if (k > 0) try_at(pool_.number(-k));
    }
    for (int k = 1; k <= kMostTwelfths && !cells.numbers().is_out_of_time(); ++k) {
      for (const int sign : {1, -1}) {
        const ExprId twelfths = pool_.number(Rational(sign * k, 12));
        try_at(cells.numbers().shortened(pool_.make(Op::Multiply, {twelfths, pool_.leaf(Op::Pi)})));
      }
    }
    change.kind = kind_of(!change.lost.empty(), !change.added.empty());
  }

  DecideOptions timed() const {
    DecideOptions options = options_.decide;
    options.seconds = seconds_left();
    options.want_proof = false;
    options.field = field_;
    return options;
  }

  std::optional<StatementChange> same_equation() {
    const Relation* a = before_.equation();
    const Relation* b = after_.equation();
    if (a == nullptr || b == nullptr) return std::nullopt;
    const Decision decision =
        decide_equations(pool_, {a->left, a->right}, {b->left, b->right}, timed());
    if (decision.verdict == Verdict::Refuted) point_ = decision;
    if (decision.verdict != Verdict::Proven) return std::nullopt;
    StatementChange change;
    change.kind = ChangeKind::Same;
    change.reason = "the same solutions";
    return change;
  }

  // If all unknowns but one are replaced by numbers, the solutions are compared on the line. A line
  // whose solutions are part of the other's in all samples is not another equation of a system.
  std::optional<StatementChange> by_samples(const std::vector<Head>& variables) {
    StatementChange change;
    bool meet = false;
    std::vector<Head> free = variables;
    if (const auto unknown = sought(variables)) {
      std::erase(free, *unknown);
      free.insert(free.begin(), *unknown);
    }
    for (const Head unknown : free) {
      for (const int begin : {1, 2, -1, -3}) {
        if (seconds_left() < kSampleSeconds) return std::nullopt;
        Statement before = before_;
        Statement after = after_;
        std::string where;
        int value = begin;
        for (const Head other : variables) {
          if (other == unknown) continue;
          const ExprId number = pool_.number(value);
          before = substitute(pool_, before, other, number);
          after = substitute(pool_, after, other, number);
          where += (where.empty() ? " for " : ", ") + name_of(other) + " = ";
          where += number_text(number);
          value += begin < 0 ? -1 : 1;
        }
        SolutionCells cells(pool_, unknown,
                            std::chrono::steady_clock::now() +
                                std::chrono::milliseconds(static_cast<int>(kSampleSeconds * 1000)));
        const SolutionChange found = cells.compare(before, after);
        if (!found.is_complete) return std::nullopt;
        meet |= !found.second.empty() && found.added.empty();
        if (!found.lost.empty() && change.lost.empty()) {
          change.lost.push_back(cells.text(found.lost.front(), options_.notation) + where);
        }
        if (!found.added.empty() && change.added.empty()) {
          change.added.push_back(cells.text(found.added.front(), options_.notation) + where);
        }
      }
    }
    change.kind = kind_of(!change.lost.empty(), !change.added.empty());
    if (change.kind == ChangeKind::Unknown) return std::nullopt;
    if (change.kind == ChangeKind::LosesAndAdds && !options_.is_consequence) return std::nullopt;
    if (change.kind != ChangeKind::LosesAndAdds && !meet) return std::nullopt;
    return change;
  }

  std::string name_of(Head variable) {
    return expression_text(options_.notation, pool_, pool_.leaf(variable));
  }

  // Finds a point that decides the two equations. A point must not decide whether an odd root of a
  // negative number has a value.
  std::optional<StatementChange> by_point() {
    if (!point_ || has_odd_root(pool_, before_) || has_odd_root(pool_, after_)) return std::nullopt;
    StatementChange change;
    const bool loses = point_->left_value == "true";
    (loses ? change.lost : change.added).push_back(point_text(*point_));
    change.kind = loses ? ChangeKind::Loses : ChangeKind::Adds;
    return change;
  }

  std::string point_text(const Decision& decision) {
    std::string text;
    for (const auto& [variable, value] : decision.point.coordinates) {
      if (!text.empty()) text += ", ";
      text += name_of(variable) + " = ";
      text += number_text(value);
    }
    return text;
  }

  std::string number_text(ExprId value) { return number_words(pool_, value, options_.notation); }

  // Returns false if a condition has no text.
  bool add_conditions(const normal::Domain& own, const normal::Domain& other,
                      StatementChange& change) {
    for (const Obligation& obligation : own) {
      if (other.contains(obligation)) continue;
      const auto text = condition_text(pool_, obligation, options_.notation);
      if (!text) return false;
      if (std::ranges::find(change.conditions, *text) == change.conditions.end()) {
        change.conditions.push_back(*text);
      }
    }
    return true;
  }

  // The variable that the solution seeks.
  std::optional<Head> sought(const std::vector<Head>& variables) {
    if (const auto solved = solved_variable(pool_, after_)) return solved;
    for (const Head variable : variables) {
      if (pool_.vocabulary().variable_name(variable) == "x") return variable;
    }
    return std::nullopt;
  }

  bool has(ExprId expression, Head variable) const {
    const auto variables = variables_of(pool_, expression);
    return std::ranges::find(variables, variable) != variables.end();
  }

  // If both are products that must be 0, they are equivalent if they have the same factors.
  std::optional<StatementChange> by_factors(const std::vector<Head>& variables) {
    const auto own = factors_of(pool_, normalizer_, before_);
    const auto other = factors_of(pool_, normalizer_, after_);
    if (!own || !other) return std::nullopt;
    const std::vector<ExprId> lost = beyond(*own, *other);
    const std::vector<ExprId> added = beyond(*other, *own);
    if (!lost.empty() && !added.empty()) return slip();
    // Without a common factor, neither is a part of the other.
    const bool has_common = std::ranges::any_of(own->vanishing, [&](ExprId factor) {
      return std::ranges::find(other->vanishing, factor) != other->vanishing.end();
    });
    if (!has_common && variables.size() > 1) return std::nullopt;
    StatementChange change;
    const bool is_mixed = own->has_mixed_domains || other->has_mixed_domains;
    const normal::Domain none;
    if (!add_conditions(other->domain, is_mixed ? none : own->domain, change) ||
        !add_conditions(own->domain, is_mixed ? none : other->domain, change)) {
      return std::nullopt;
    }
    const std::optional<Head> unknown = sought(variables);
    bool is_changed = false;
    for (const ExprId factor : lost.empty() ? added : lost) {
      if (unknown && !has(factor, *unknown)) {
        const std::string text = expression_text(options_.notation, pool_, factor) + " != 0";
        if (std::ranges::find(change.conditions, text) == change.conditions.end()) {
          change.conditions.push_back(text);
        }
        continue;
      }
      is_changed = true;
      const std::string text = expression_text(options_.notation, pool_, factor) + " = 0";
      (lost.empty() ? change.added : change.lost).push_back(text);
    }
    // With one unknown, no parameter remains that a condition could be about.
    if (variables.size() <= 1 && !change.conditions.empty()) return std::nullopt;
    if (!is_changed) {
      change.kind = ChangeKind::Same;
      change.reason = "the same solutions";
      return change;
    }
    // The factor is reported; a point certifies that it matters.
    if (!point_ || (point_->left_value == "true") != added.empty()) return std::nullopt;
    change.kind = added.empty() ? ChangeKind::Loses : ChangeKind::Adds;
    change.conditions.clear();
    (added.empty() ? change.lost : change.added).front() += ", as at " + point_text(*point_);
    return change;
  }

  // The same terms, one of which was moved to the other side with the wrong sign: this is not a
  // second equation of a system.
  std::optional<StatementChange> slip() {
    const Relation* a = before_.equation();
    const Relation* b = after_.equation();
    if (a == nullptr || b == nullptr || !point_) return std::nullopt;
    const auto own = sizes_of(normalizer_, difference(pool_, before_));
    const auto other = sizes_of(normalizer_, difference(pool_, after_));
    const auto left = sizes_of(normalizer_, a->left);
    const auto now_left = sizes_of(normalizer_, b->left);
    if (!own || !other || !left || !now_left || *own != *other || *left == *now_left) {
      return std::nullopt;
    }
    return by_point();
  }

  Expressions& pool_;
  const Statement& before_;
  const Statement& after_;
  const StatementOptions& options_;
  std::chrono::steady_clock::time_point begun_;
  const Field field_;
  normal::Normalizer normalizer_;
  std::optional<Decision> point_;
};

}  // namespace

StatementChange compare_statements(Expressions& pool, const Statement& before,
                                   const Statement& after, const StatementOptions& options) {
  return StatementPair(pool, before, after, options).compare();
}

}  // namespace noether::algebra
