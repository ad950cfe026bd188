#include "noether/index/analysis/formula_analyzer.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/index/analysis/packed_tree.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/features/layout_tuples.h"

namespace noether::index {
namespace {

// The names and numbers of expressions accumulate in a vocabulary, which is recreated before it
// grows large.
constexpr std::uint32_t kExpressionsPerVocabulary = 4096;

// Up to n! orders are tried to find the canonical order of n variables. With more variables than
// this, or if doubles cannot distinguish the values, the names are kept. Equal formulas are then
// found only if they name their variables alike.
constexpr std::size_t kMostRenamed = 4;
constexpr std::uint64_t kMostRefined = 0;
// Larger expressions are whole derivations; searches for equal values do not need them.
constexpr std::size_t kMostParts = 256;
constexpr std::size_t kMostNodesOfEquation = 16;

// False for operators that algebra would refuse later or that have no value: a matrix, a list,
// cases.
bool may_be_expression(formula::Op op) {
  const formula::OpClass klass = formula::op_info(op).klass;
  return klass != formula::OpClass::Relation && klass != formula::OpClass::Logic &&
         klass != formula::OpClass::Structure;
}

struct Mentioned {
  std::size_t variables = 0;
  bool i = false;
};

Mentioned mentioned_in(const algebra::Expressions& pool) {
  Mentioned mentioned;
  for (algebra::ExprId id = 0; id < pool.size(); ++id) {
    if (pool.op(id) == algebra::Op::Variable) ++mentioned.variables;
    if (pool.op(id) == algebra::Op::I) mentioned.i = true;
  }
  return mentioned;
}

struct Algebra {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool{vocabulary};
  algebra::Fingerprinter fingerprinter{pool};
  std::uint32_t expressions = 0;

  base::Digest of_expression(const formula::OperatorTree& tree);
  base::Digest of_equation(const formula::OperatorTree& tree);
};

base::Digest Algebra::of_expression(const formula::OperatorTree& tree) {
  const auto root = algebra::from_operators(tree, pool);
  if (!root || pool.size() > kMostParts) return {};
  const Mentioned mentioned = mentioned_in(pool);
  if (mentioned.variables <= 1) return fingerprinter.fingerprint(*root);
  const std::uint64_t refined = fingerprinter.refined_values();
  const base::Digest named = fingerprinter.fingerprint(*root, algebra::Names::Keep);
  const bool is_slow = mentioned.i || fingerprinter.refined_values() - refined > kMostRefined;
  if (is_slow || mentioned.variables > kMostRenamed) return named;
  return fingerprinter.fingerprint_again(algebra::Names::Rename);
}

// An equation means that the difference of its sides is zero, up to a factor. For an identity, the
// difference is zero itself; it has the digest of its sides, in either order.
base::Digest Algebra::of_equation(const formula::OperatorTree& tree) {
  const auto operands = tree.children(tree.root());
  if (operands.size() != 2 || tree.node_count() > kMostNodesOfEquation) return {};
  const auto left = algebra::from_operators(tree, operands[0], pool);
  if (!left) return {};
  const auto right = algebra::from_operators(tree, operands[1], pool);
  if (!right || pool.size() > kMostParts) return {};
  const Mentioned mentioned = mentioned_in(pool);
  // In such equations, i is mostly an index.
  if (mentioned.i && mentioned.variables > 0) return {};
  const auto difference = pool.make(algebra::Op::Add, {*left, pool.negate(*right)});
  if (const auto factor_free = fingerprinter.fingerprint_up_to_factor(difference)) {
    return *factor_free;
  }
  const auto names = mentioned.variables == 1 ? algebra::Names::Rename : algebra::Names::Keep;
  const base::Digest a = fingerprinter.fingerprint(*left, names);
  const base::Digest b = fingerprinter.fingerprint(*right, names);
  base::Hasher hasher;
  for (const base::Digest& side : {std::min(a, b), std::max(a, b)}) {
    hasher.add_number(side.high);
    hasher.add_number(side.low);
  }
  return hasher.digest();
}

void take_terms(std::span<const FeatureCount> counts, SpaceTerms& out) {
  out.terms.clear();
  out.terms.reserve(counts.size());
  for (const FeatureCount& one : counts) {
    out.terms.push_back({.key = one.key, .weight = one.count});
  }
}

}  // namespace

struct FormulaAnalyzer::State {
  formula::FormulaReader reader;
  formula::Formula formula;
  formula::IdReader ids;
  OperatorPathReader path_reader;
  OperatorPaths paths;
  struct PlaceOfPrefix {
    std::uint32_t place;  // of its key in path_counts
    std::uint32_t top;
  };
  struct CountInTop {
    std::uint32_t top = 0;
    std::uint32_t count = 0;
  };
  FeatureCounter path_counts;
  std::vector<PlaceOfPrefix> places_by_top;
  std::vector<std::uint32_t> top_ends;
  std::vector<CountInTop> counts_in_top;  // by place
  LayoutTupleReader tuple_reader;
  FeatureCounter tuples;
  std::optional<Algebra> algebra;
};

FormulaAnalyzer::FormulaAnalyzer() : state_(std::make_unique<State>()) {}
FormulaAnalyzer::FormulaAnalyzer(FormulaAnalyzer&&) noexcept = default;
FormulaAnalyzer& FormulaAnalyzer::operator=(FormulaAnalyzer&&) noexcept = default;
FormulaAnalyzer::~FormulaAnalyzer() = default;

const formula::Formula& FormulaAnalyzer::read(std::string_view latex) {
  // After an error nothing could be read, and the trees are empty.
  if (!state_->reader.read(formula::Notation::Latex, latex, state_->formula)) {
    state_->formula.clear();
  }
  return state_->formula;
}

const OperatorPaths& FormulaAnalyzer::paths(const formula::OperatorTree& tree) {
  state_->path_reader.read(tree, state_->paths);
  return state_->paths;
}

// The prefixes of each top are counted together, so that one number for each key is enough for the
// count in the current top.
std::span<const FeatureCount> FormulaAnalyzer::count_paths(const OperatorPaths& paths) {
  FeatureCounter& counts = state_->path_counts;
  counts.clear();
  auto& by_top = state_->places_by_top;
  by_top.resize(std::max(by_top.size(), paths.prefixes.size()));
  auto& ends = state_->top_ends;
  ends.assign(paths.tops.size() + 2, 0);
  for (const PathPrefix& prefix : paths.prefixes) ++ends[prefix.top + 1];
  for (std::size_t top = 1; top < ends.size(); ++top) ends[top] += ends[top - 1];
  for (const PathPrefix& prefix : paths.prefixes) {
    by_top[ends[prefix.top]++] = {counts.place(prefix.key), prefix.top};
  }
  auto& of_key = state_->counts_in_top;
  of_key.assign(counts.counts().size(), {});
  for (const auto& [place, top] : std::span(by_top).first(paths.prefixes.size())) {
    State::CountInTop& here = of_key[place];
    if (here.top != top || here.count == 0) here = {top, 0};
    std::uint32_t& most = counts.count_at(place);
    most = std::max(most, ++here.count);
  }
  return counts.counts();
}

std::span<const FeatureCount> FormulaAnalyzer::tuples(const formula::LayoutTree& tree) {
  state_->tuple_reader.read(tree, state_->tuples);
  return state_->tuples.counts();
}

base::Digest FormulaAnalyzer::meaning(const formula::OperatorTree& tree) {
  if (tree.empty()) return {};
  const bool is_equation = tree.op(tree.root()) == formula::Op::Equal;
  if (!is_equation && !may_be_expression(tree.op(tree.root()))) return {};
  auto& algebra = state_->algebra;
  if (!algebra || ++algebra->expressions > kExpressionsPerVocabulary) algebra.emplace();
  algebra->pool.clear();
  return is_equation ? algebra->of_equation(tree) : algebra->of_expression(tree);
}

void FormulaAnalyzer::analyze(std::string_view latex, FormulaEntry& entry) {
  const formula::Formula& formula = read(latex);
  entry.latex = latex;
  entry.payload.clear();
  entry.identities = {};
  entry.terms.resize(2);
  pack_tree(formula.operators, entry.payload);
  if (!formula.operators.empty()) {
    const auto at = [&](Identity identity) -> base::Digest& {
      return entry.identities[static_cast<std::size_t>(identity)];
    };
    const auto ids = state_->ids.of(formula.operators);
    at(Identity::Structure) = ids.structural;
    at(Identity::Renaming) = ids.alpha;
    at(Identity::Drawing) = state_->ids.visual(formula.layout);
    at(Identity::Meaning) = meaning(formula.operators);
  }
  SpaceTerms& of_paths = entry.terms[0];
  take_terms(count_paths(paths(formula.operators)), of_paths);
  of_paths.space = space::paths;
  of_paths.length = static_cast<std::uint32_t>(state_->paths.leaves.size());
  SpaceTerms& of_tuples = entry.terms[1];
  take_terms(tuples(formula.layout), of_tuples);
  of_tuples.space = space::tuples;
  of_tuples.length = 0;
  for (const Term& term : of_tuples.terms) of_tuples.length += term.weight;
}

}  // namespace noether::index
