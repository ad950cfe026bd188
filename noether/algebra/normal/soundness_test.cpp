// Equal normal forms have equal values, and equal conditions the same domain: random expressions
// against certified numerics.
#include <gtest/gtest.h>

#include <map>

#include "noether/algebra/expression/random_expression.h"
#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/numeric/points.h"
#include "noether/base/sanitized.h"

namespace noether::algebra::normal {
namespace {

constexpr std::uint64_t kSeed = 20240817;
constexpr int kPoints = 60;

// Expressions of few operators coincide often, so many of them are equal.
std::vector<ExprId> small_expressions(Expressions& pool, std::uint64_t seed, int count) {
  RandomExpression random(pool, seed);
  std::vector<ExprId> found;
  for (int i = 0; i < count; ++i) found.push_back(random.make(1 + i % 4));
  return found;
}

class SoundnessTest : public ::testing::TestWithParam<Field> {
 protected:
  // Describes a point where the two differ, or where only one is defined; empty if there is none.
  std::string counterexample(ExprId a, ExprId b, bool domain_too) {
    BallEvaluator evaluator(pool_, {a, b});
    const auto variables = evaluator.variables();
    PointSource points(pool_, {variables.begin(), variables.end()}, GetParam(), {}, kSeed);
    for (int i = 0; i < kPoints; ++i) {
      const auto point = points.next();
      if (!point) break;
      const auto comparison = compare_at(evaluator, *point, GetParam(), 12, kNoDeadline, 256);
      const bool differs = comparison.outcome == Outcome::Different ||
                           (domain_too && (comparison.outcome == Outcome::LeftUndefined ||
                                           comparison.outcome == Outcome::RightUndefined));
      if (!differs) continue;
      std::string text = expression_text(formula::Notation::SExpression, pool_, a) + "  and  " +
                         expression_text(formula::Notation::SExpression, pool_, b) + " at";
      for (const auto& [variable, value] : point->coordinates) {
        text += " " + pool_.vocabulary().name(variable) + "=" +
                expression_text(formula::Notation::SExpression, pool_, value);
      }
      return text + ": " + comparison.left + " / " + comparison.right;
    }
    return "";
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_P(SoundnessTest, NormalFormsKeepValues) {
  RecordProperty("seed", static_cast<int>(kSeed));
  Normalizer normalizer(pool_, GetParam());
  RandomExpression random(pool_, kSeed);
  const int drawn = base::kSanitized ? 300 : 1500;
  int normalised = 0;
  for (int i = 0; i < drawn; ++i) {
    const ExprId id = random.make(1 + i % 9);
    const auto form = normalizer.normalize(id, {.seconds = 0.02});
    if (!form) continue;
    ++normalised;
    EXPECT_EQ(counterexample(id, form->expression, false), "");
    if (const auto tidy = normalizer.to_expression(id, {.seconds = 0.02})) {
      EXPECT_EQ(counterexample(id, *tidy, false), "");
    }
  }
  EXPECT_GT(normalised, drawn * 2 / 3);
}

TEST_P(SoundnessTest, EqualNormalFormsAreEqualValues) {
  Normalizer normalizer(pool_, GetParam());
  int equal = 0;
  int same = 0;
  std::map<ExprId, std::vector<ExprId>> classes;
  for (const ExprId id : small_expressions(pool_, kSeed + 1, 3000)) {
    if (const auto form = normalizer.normalize(id, {.seconds = 0.02})) {
      classes[form->expression].push_back(id);
    }
  }
  for (const auto& [form, members] : classes) {
    for (std::size_t i = 1; i < members.size() && i < 6; ++i) {
      if (members[i] == members[0]) continue;
      ++equal;
      const bool domain = same_domain(normalizer, members[0], members[i]);
      same += domain ? 1 : 0;
      EXPECT_EQ(counterexample(members[0], members[i], domain), "");
    }
  }
  EXPECT_GT(equal, 100);
  EXPECT_GT(same, 30);
}

TEST_P(SoundnessTest, EqualConditionsAreEqualDomains) {
  Normalizer normalizer(pool_, GetParam());
  std::map<Domain, std::vector<ExprId>> classes;
  for (const ExprId id : small_expressions(pool_, kSeed + 2, 2000)) {
    if (const auto domain = domain_of(normalizer, id, {.seconds = 0.02})) {
      classes[*domain].push_back(id);
    }
  }
  // Only domains matter here, so one side is multiplied by 0 and the other added to it.
  const auto silent = [&](ExprId id) { return pool_.make(Op::Multiply, {pool_.number(0), id}); };
  int compared = 0;
  for (const auto& [domain, members] : classes) {
    for (std::size_t i = 1; i < members.size() && i < 8; ++i) {
      ++compared;
      EXPECT_EQ(counterexample(silent(members[0]), silent(members[i]), true), "");
    }
  }
  EXPECT_GT(compared, 100);
}

INSTANTIATE_TEST_SUITE_P(Fields, SoundnessTest, ::testing::Values(Field::Real, Field::Complex),
                         [](const auto& instance) {
                           return instance.param == Field::Real ? "Real" : "Complex";
                         });

}  // namespace
}  // namespace noether::algebra::normal
