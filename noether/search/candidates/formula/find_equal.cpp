#include "noether/search/candidates/formula/find_equal.h"

#include <algorithm>
#include <chrono>

#include "noether/index/analysis/packed_tree.h"
#include "noether/search/candidates/formula/equal_formulas.h"

namespace noether::search {
namespace {

using Clock = std::chrono::steady_clock;

// No formula is compared for longer, so that one that is hard does not take the time of all.
constexpr double kSecondsForOne = 0.5;

bool is_equation(const formula::OperatorTree& tree) {
  return !tree.empty() && tree.op(tree.root()) == formula::Op::Equal;
}

class EqualSearch {
 public:
  EqualSearch(const index::IndexReader& index, const FormulaQuery& query, double seconds)
      : index_(index),
        algebra_(query.formula().operators),
        is_equation_(is_equation(query.formula().operators)),
        seconds_(seconds) {}

  base::Result<void> look_at(const SameFormula& same) {
    const auto& [sameness, formula] = same;
    if (sameness >= Sameness::Structure) return take_as_it_is(same, "the same formula");
    const bool is_renamed = sameness == Sameness::Renaming;
    // A relation is nothing that algebra compares, but the same one under other names is equal.
    if (is_renamed && !algebra_.can_compare()) return take_renamed(same);
    if (seconds_left() <= 0 && !(is_renamed && is_equation_)) return leave_untried();
    const auto payload = index_.payload(formula);
    if (!payload) return std::unexpected(payload.error());
    if (!unpacker_.unpack(*payload, tree_)) return {};
    // So is an equation, and it need not wait for a proof. Of an expression algebra tells the
    // names.
    if (is_renamed && is_equation_ && algebra_.can_rename(tree_)) return take_renamed(same);
    if (seconds_left() <= 0) return leave_untried();
    compare(same);
    return {};
  }

  EqualFormulaList found() && { return std::move(found_); }

 private:
  double seconds_left() const {
    return seconds_ - std::chrono::duration<double>(Clock::now() - begun_).count();
  }

  base::Result<void> take_as_it_is(const SameFormula& same, std::string_view reason) {
    found_.formulas.push_back(
        {same.second, same.first, algebra::Verdict::Proven, std::string(reason), {}});
    return {};
  }
  base::Result<void> take_renamed(const SameFormula& same) {
    return take_as_it_is(same, "the same formula under other names");
  }
  base::Result<void> leave_untried() {
    ++found_.untried;
    return {};
  }

  // With the formula of `tree_`.
  void compare(const SameFormula& same) {
    auto equality = algebra_.compare(tree_, std::clamp(seconds_left(), 0.01, kSecondsForOne));
    if (!equality) return;
    if (equality->verdict == algebra::Verdict::Unknown) {
      ++found_.undecided;
      return;
    }
    found_.formulas.push_back({same.second, same.first, equality->verdict,
                               std::move(equality->reason), std::move(equality->renamed)});
  }

  const index::IndexReader& index_;
  EqualFormulas algebra_;
  bool is_equation_;
  double seconds_;
  Clock::time_point begun_ = Clock::now();
  index::TreeUnpacker unpacker_;
  formula::OperatorTree tree_;
  EqualFormulaList found_;
};

}  // namespace

base::Result<EqualFormulaList> find_equal_among(std::span<const SameFormula> same,
                                                const index::IndexReader& index,
                                                const FormulaQuery& query, double seconds,
                                                const IsOver& is_over) {
  EqualSearch search(index, query, seconds);
  for (const SameFormula& one : same) {
    if (auto on = go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    if (auto done = search.look_at(one); !done) return std::unexpected(std::move(done.error()));
  }
  return std::move(search).found();
}

}  // namespace noether::search
