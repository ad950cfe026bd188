#include "noether/algebra/rules/rule_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/rules/condition_check.h"
#include "noether/algebra/rules/rule_instance.h"
#include "noether/algebra/rules/rule_points.h"
#include "noether/base/hash.h"

namespace noether::algebra {
namespace {

constexpr std::string_view kStatusNames[kRuleStatusCount] = {"ok", "widens", "untested", "narrows",
                                                             "false"};
constexpr int kEnoughAgreements = 8;
constexpr int kInstancePoints = 10;
constexpr int kTriesPerPoint = 12;
constexpr slong kMaxRuleBits = 1024;

// Variables that have a value at every point where the rule is used.
std::set<Head> defined_variables(const Expressions& pool, const RuleText& rule) {
  std::set<Head> found;
  for (const Condition& condition : rule.conditions) {
    const ExprId term = condition.terms[0];
    // A known number or a variable has a value; a term has a value only if all its variables do.
    const bool plain =
        condition.predicate == Predicate::Constant || condition.predicate == Predicate::Variable;
    if (condition.predicate != Predicate::Defined && !(plain && pool.op(term) == Op::Variable)) {
      continue;
    }
    for (const Head head : variables_of(pool, term)) found.insert(head);
  }
  return found;
}

// The left side's variables that the right side drops and that may have no value.
std::vector<Head> dropped_variables(const Expressions& pool, const RuleText& rule) {
  const std::set<Head> defined = defined_variables(pool, rule);
  const std::vector<Head> kept = variables_of(pool, rule.rhs);
  std::vector<Head> dropped = variables_of(pool, rule.lhs);
  std::erase_if(dropped, [&](Head head) {
    return defined.contains(head) || std::ranges::find(kept, head) != kept.end();
  });
  return dropped;
}

class RuleChecker {
 public:
  RuleChecker(const RuleText& rule, Expressions& pool, const CheckOptions& options)
      : rule_(rule),
        pool_(pool),
        options_(options),
        scratch_(pool.vocabulary()),
        seed_(options.seed ^ base::digest_of(rule.name).low),
        deadline_(std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(options.seconds))) {}

  RuleVerdict check() {
    verdict_.status = RuleStatus::Ok;
    calculus_ = is_calculus(pool_, rule_);
    if (calculus_) verdict_.note = "values only, where both sides are defined";
    if (!calculus_) dropped_ = dropped_variables(pool_, rule_);
    const std::vector<RuleInstance> instances = rule_instances(pool_, rule_, scratch_, seed_);
    for (const Field field : {Field::Real, Field::Complex}) {
      if (field == Field::Real ? rule_.complex : rule_.real) continue;
      check_in(field, instances);
    }
    verdict_.declared = rule_.widens;
    return std::move(verdict_);
  }

 private:
  void check_in(Field field, const std::vector<RuleInstance>& instances) {
    const int agreed_before = verdict_.agreed;
    const auto count = static_cast<int>(std::max<std::size_t>(1, instances.size()));
    const int points =
        std::max(options_.points / count, std::min(options_.points, kInstancePoints));
    bool has_variables = false;
    for (const RuleInstance& instance : instances) {
      has_variables |= check_instance(instance, field, points);
    }
    const int agreed = verdict_.agreed - agreed_before;
    if (agreed < (has_variables ? kEnoughAgreements : 1) && is_worse(RuleStatus::Untested)) {
      verdict_.status = RuleStatus::Untested;
      verdict_.field = field;
      verdict_.point = {};
      verdict_.note = fmt::format("only {} points in the {} field", agreed, field_name(field));
    }
  }

  // Returns whether there are variables.
  bool check_instance(const RuleInstance& instance, Field field, int wanted) {
    std::vector<Head> variables = variables_of(scratch_, instance.left);
    std::vector<ExprId> others{instance.right};
    for (const Condition& condition : instance.conditions) {
      others.insert(others.end(), condition.terms.begin(), condition.terms.end());
    }
    for (const ExprId other : others) {
      for (const Head head : variables_of(scratch_, other)) {
        if (std::ranges::find(variables, head) == variables.end()) variables.push_back(head);
      }
    }
    BallEvaluator evaluator(scratch_, {instance.left, instance.right});
    ConditionChecker conditions(scratch_, instance.conditions);
    RulePoints points(scratch_, variables, instance.conditions, field, seed_,
                      calculus_ ? RulePoints::Sequence::Mixed : RulePoints::Sequence::SpecialFirst);
    const auto special = static_cast<int>(points.special_count());
    const int max_tries = special + kTriesPerPoint * wanted;
    int agreed = 0;
    // Tries all special points, and as many more as are needed to agree at `wanted` others.
    for (int tries = 0; tries < max_tries && agreed < wanted; ++tries) {
      if (std::chrono::steady_clock::now() >= deadline_) break;
      const std::optional<Point> point = points.next();
      if (!point) break;
      if (conditions.hold(*point, field, deadline_) != Truth::Yes) continue;
      const Comparison comparison =
          compare_at(evaluator, *point, field, options_.digits, deadline_, kMaxRuleBits);
      if (comparison.outcome == Outcome::SameValue && tries >= special) ++agreed;
      record(instance, field, *point, comparison);
      if (verdict_.status == RuleStatus::False) break;
    }
    return !variables.empty();
  }

  bool is_worse(RuleStatus status) const { return status > verdict_.status; }

  void record(const RuleInstance& instance, Field field, const Point& point,
              const Comparison& comparison) {
    const auto fail = [&](RuleStatus status) {
      if (!is_worse(status)) return;
      verdict_.status = status;
      verdict_.field = field;
      verdict_.bindings = instance.bindings;
      verdict_.left = comparison.left;
      verdict_.right = comparison.right;
      verdict_.no_value.clear();
      verdict_.point = {};
      for (const auto& [head, value] : point.coordinates) {
        verdict_.point.coordinates.emplace_back(head, copy_expression(scratch_, value, pool_));
      }
    };
    switch (comparison.outcome) {
      case Outcome::SameValue:
        ++verdict_.agreed;
        if (!dropped_.empty() && is_worse(RuleStatus::Widens)) fail_for_dropped(fail);
        break;
      case Outcome::Different:
        fail(RuleStatus::False);
        break;
      case Outcome::LeftUndefined:
        if (!calculus_) fail(RuleStatus::Widens);
        break;
      case Outcome::RightUndefined:
        if (!calculus_) fail(RuleStatus::Narrows);
        break;
      case Outcome::BothUndefined:
        ++verdict_.both_undefined;
        break;
      case Outcome::Unclear:
        ++verdict_.unclear;
        break;
    }
  }

  // The right side has a value here whatever the dropped variables are, and the left has none if
  // the dropped variables have none.
  template <typename Fail>
  void fail_for_dropped(const Fail& fail) {
    fail(RuleStatus::Widens);
    verdict_.no_value = dropped_;
    verdict_.left = "undefined";
    verdict_.right = "defined";
    std::erase_if(verdict_.point.coordinates, [&](const auto& coordinate) {
      return std::ranges::find(dropped_, coordinate.first) != dropped_.end();
    });
  }

  static std::string_view field_name(Field field) {
    return field == Field::Complex ? "complex" : "real";
  }

  const RuleText& rule_;
  Expressions& pool_;
  const CheckOptions& options_;
  Expressions scratch_;  // keeps points out of the caller's pool
  std::uint64_t seed_;
  Deadline deadline_;
  bool calculus_ = false;
  std::vector<Head> dropped_;
  RuleVerdict verdict_;
};

}  // namespace

std::string_view rule_status_name(RuleStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

RuleVerdict check_rule(const RuleText& rule, Expressions& pool, const CheckOptions& options) {
  return RuleChecker(rule, pool, options).check();
}

std::string verdict_text(const Expressions& pool, const RuleVerdict& verdict) {
  std::string text(rule_status_name(verdict.status));
  if (verdict.status == RuleStatus::Ok) {
    text += fmt::format(" at {} points", verdict.agreed);
    if (!verdict.note.empty()) text += "; " + verdict.note;
    return text;
  }
  if (verdict.status == RuleStatus::Untested) return text + ": " + verdict.note;
  if (verdict.declared && verdict.status == RuleStatus::Widens) text += " as declared";
  std::string place;
  const auto add = [&](const std::string& part) { place += (place.empty() ? "" : ", ") + part; };
  for (const auto& [head, value] : verdict.point.coordinates) {
    add(fmt::format("{} = {}", pool.vocabulary().name(head), pattern_text(pool, value)));
  }
  for (const Head head : verdict.no_value) add(pool.vocabulary().name(head) + " undefined");
  if (!verdict.bindings.empty()) add(verdict.bindings);
  text += fmt::format(" at {} ({}): left {}, right {}", place.empty() ? "any point" : place,
                      verdict.field == Field::Complex ? "complex" : "real", verdict.left,
                      verdict.right);
  return text;
}

void RuleSummary::add(const RuleVerdict& verdict) {
  ++rules;
  ++by_status[static_cast<std::size_t>(verdict.status)];
  if (verdict.status == RuleStatus::Widens && verdict.declared) ++declared;
  if (!verdict.passes()) ++failed;
}

std::string RuleSummary::to_text() const {
  std::string text = fmt::format("{} rules:", rules);
  for (std::size_t i = 0; i < kRuleStatusCount; ++i) {
    const auto status = static_cast<RuleStatus>(i);
    text += fmt::format("{} {} {}", i == 0 ? "" : ",", by_status[i], rule_status_name(status));
    if (status == RuleStatus::Widens) text += fmt::format(" ({} declared)", declared);
  }
  return text;
}

}  // namespace noether::algebra
