#include "noether/algebra/rules/condition.h"

#include <array>

namespace noether::algebra {
namespace {

struct PredicateInfo {
  Predicate predicate;
  std::string_view name;
  std::size_t arity;
};

constexpr std::array kPredicates = {
    PredicateInfo{Predicate::Nonzero, "nonzero", 1},
    PredicateInfo{Predicate::Positive, "positive", 1},
    PredicateInfo{Predicate::Negative, "negative", 1},
    PredicateInfo{Predicate::Nonnegative, "nonnegative", 1},
    PredicateInfo{Predicate::Nonpositive, "nonpositive", 1},
    PredicateInfo{Predicate::Integer, "integer", 1},
    PredicateInfo{Predicate::Even, "even", 1},
    PredicateInfo{Predicate::Odd, "odd", 1},
    PredicateInfo{Predicate::Defined, "defined", 1},
    PredicateInfo{Predicate::Constant, "constant", 1},
    PredicateInfo{Predicate::Variable, "variable", 1},
    PredicateInfo{Predicate::Free, "free", 2},
    PredicateInfo{Predicate::In, "in", 3},
    PredicateInfo{Predicate::Inside, "inside", 3},
    PredicateInfo{Predicate::Less, "less", 2},
    PredicateInfo{Predicate::LessEqual, "lesseq", 2},
    PredicateInfo{Predicate::Real, "real", 1},
    PredicateInfo{Predicate::Distinct, "distinct", 2},
};

// The table is indexed by the predicate.
static_assert([] {
  for (std::size_t i = 0; i < kPredicates.size(); ++i) {
    if (static_cast<std::size_t>(kPredicates[i].predicate) != i) return false;
  }
  return true;
}());

}  // namespace

std::string_view predicate_name(Predicate predicate) {
  return kPredicates[static_cast<std::size_t>(predicate)].name;
}

std::size_t predicate_arity(Predicate predicate) {
  return kPredicates[static_cast<std::size_t>(predicate)].arity;
}

std::optional<Predicate> predicate_by_name(std::string_view name) {
  for (const PredicateInfo& info : kPredicates) {
    if (info.name == name) return info.predicate;
  }
  return std::nullopt;
}

std::string predicate_names() {
  std::string names;
  for (const PredicateInfo& info : kPredicates) {
    if (!names.empty()) names += ' ';
    names += info.name;
  }
  return names;
}

}  // namespace noether::algebra
