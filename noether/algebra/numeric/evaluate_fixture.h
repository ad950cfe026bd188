// For tests: values of expressions given as text at points given as text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/numeric/evaluate.h"
#include "noether/algebra/numeric/test_expressions.h"

namespace noether::algebra {

struct TestPool {
  using Assignment = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  Vocabulary vocabulary;
  Expressions pool{vocabulary};

  ExprId parse(std::string_view text) { return parse_for_test(pool, text); }
  Point point(Assignment assignment) {
    Point result;
    for (const auto& [name, value] : assignment) {
      result.coordinates.emplace_back(vocabulary.variable(name), parse(value));
    }
    return result;
  }
  Value evaluate(std::string_view text, Field field, Assignment at = {}, slong bits = 128) {
    BallEvaluator evaluator(pool, {parse(text)});
    evaluator.evaluate(point(at), field, bits);
    return evaluator.value();
  }
  // `undefined`, `unclear`, or the value, with a `!` after it when it is exact.
  std::string text(std::string_view expression, Field field, Assignment at = {}) {
    const Value value = evaluate(expression, field, at);
    return value_text(value) + (value.defined() && value.exact.known() ? "!" : "");
  }
  std::string real(std::string_view expression, Assignment at = {}) {
    return text(expression, Field::Real, at);
  }
  std::string complex(std::string_view expression, Assignment at = {}) {
    return text(expression, Field::Complex, at);
  }
};

}  // namespace noether::algebra
