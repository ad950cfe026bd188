// The theory of the growth benchmark (shared data egraph/growth.rules): polynomials, derivatives
// and integrals over rational constants, with the folding and the four conditions its README
// describes. The theory serves to measure engines; it is not sound.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/egraph/egraph.h"
#include "noether/egraph/pattern.h"
#include "noether/egraph/terms/term.h"

namespace noether::bench {

// A fraction in lowest terms, with a positive denominator.
struct Fraction {
  std::int32_t numerator = 0;
  std::int32_t denominator = 1;

  friend bool operator==(const Fraction&, const Fraction&) = default;
};

// Symbols are numbered: operators first, then constants and variables in order of appearance.
class GrowthLanguage {
 public:
  GrowthLanguage();

  base::Result<egraph::Symbol> symbol(std::string_view name, std::size_t arity);
  std::string name(egraph::Symbol symbol) const { return names_[symbol]; }

  egraph::Symbol constant(const Fraction& value);
  const std::optional<Fraction>& value(egraph::Symbol symbol) const { return values_[symbol]; }

 private:
  egraph::Symbol intern_constant(const Fraction& value);
  egraph::Symbol intern(std::string name, std::optional<Fraction> value);

  std::vector<std::string> names_;
  std::vector<std::optional<Fraction>> values_;
  std::unordered_map<std::string, egraph::Symbol> symbols_;
  Fraction last_constant_{0, 0};  // no constant yet
  egraph::Symbol last_symbol_ = 0;
};

// One condition on the variables of a rule; a rule may have several.
struct GrowthTest {
  enum class Kind : std::uint8_t { IsNotZero, IsSymbol, IsConstant, IsConstantOrDistinctVariable };
  Kind kind;
  std::uint32_t first;
  std::uint32_t second;
};

// Computes the constant that a class equals, if any.
class GrowthAnalysis {
 public:
  using Data = std::optional<Fraction>;
  using Graph = egraph::EGraph<GrowthAnalysis>;

  GrowthAnalysis(GrowthLanguage& language, const std::vector<std::vector<GrowthTest>>& conditions)
      : language_(&language), conditions_(&conditions) {}

  Data make(const Graph& graph, const egraph::NodeView& node) const;
  static bool compatible(const Data&, const Data&) { return true; }
  static egraph::MergeChange merge(Data& into, Data& from);
  void modify(Graph& graph, egraph::ClassId id) const;
  bool holds(const Graph& graph, std::uint32_t condition,
             std::span<const egraph::ClassId> bindings) const;

 private:
  bool holds_variable(const Graph& graph, egraph::ClassId id) const;

  GrowthLanguage* language_;
  const std::vector<std::vector<GrowthTest>>* conditions_;
};

struct GrowthTheory {
  GrowthLanguage language;
  std::vector<std::vector<GrowthTest>> conditions;
  std::vector<egraph::Rule> rules;
  std::vector<egraph::Term> expressions;
};

base::Result<void> read_growth_theory(const std::string& folder, GrowthTheory& theory);

}  // namespace noether::bench
