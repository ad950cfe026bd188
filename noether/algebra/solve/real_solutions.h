// The solutions of two statements about one real unknown, compared cell by cell.
//
// The line of real numbers is cut at every number where a relation of either statement may start
// or stop to hold. On the open cells between them each relation holds throughout or nowhere, so
// one rational number speaks for its cell. What holds at a number is proven or refuted there; a
// cell where it is neither is unclear.
//
// Odd roots of negative numbers have no value here (docs/semantics.md), but have one to many
// people. Where it matters, nothing is said.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/decide/decide.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/solve/real_number.h"
#include "noether/algebra/solve/statement.h"

namespace noether::algebra {

// A part of the line: one number, or an open interval; an end that is absent is infinite.
struct SolutionPiece {
  std::optional<RealNumber> low;
  std::optional<RealNumber> high;
  bool has_low = false;  // whether the ends belong to it; of a single number both do
  bool has_high = false;

  bool is_single = false;  // one number

  bool is_everything() const { return !low && !high; }
};

// Where one statement holds and the other does not, each certified.
struct SolutionChange {
  std::vector<SolutionPiece> lost;   // the first holds
  std::vector<SolutionPiece> added;  // the second holds
  bool is_complete = false;          // every cell of both is clear
  bool first_is_empty = false;       // when complete: the first has no solutions
  bool first_is_everything = false;
  std::vector<SolutionPiece> second;  // when complete: where the second holds
};

class SolutionCells {
 public:
  // The pool must outlive this, and so must `is_over`, which says whether to give up.
  SolutionCells(Expressions& pool, Head unknown, Deadline deadline,
                const std::function<bool()>* is_over = nullptr)
      : pool_(pool),
        normalizer_(pool, Field::Real),
        numbers_(pool, normalizer_, deadline, is_over),
        unknown_(unknown) {}

  // Of statements without other variables.
  SolutionChange compare(const Statement& first, const Statement& second);
  // Whether a statement holds at a number.
  Truth holds(const Statement& statement, const RealNumber& number);

  // `x = -2`, `x < 3`, `2 < x \leq 3`, `all x`.
  std::string text(const SolutionPiece& piece, formula::Notation notation);
  RealNumbers& numbers() { return numbers_; }

 private:
  struct Cell {
    SolutionPiece piece;
    RealNumber sample;
  };

  std::optional<std::vector<RealNumber>> cuts(const Statement& statement);
  bool is_no_number(const RealNumber& number);
  bool insert_sorted(std::vector<RealNumber>& sorted, const RealNumber& number);
  std::vector<Cell> cells(const std::vector<RealNumber>& sorted, bool with_intervals);
  Truth holds(const Relation& relation, const RealNumber& number);
  Truth holds_as_written(const Relation& relation, const RealNumber& number);
  ExprId with_real_odd_roots(ExprId root);
  Truth holds_at_root(const Relation& relation, const RealNumber& number);

  Expressions& pool_;
  normal::Normalizer normalizer_;
  RealNumbers numbers_;
  Head unknown_;
};

// The real numbers for which a statement about one unknown holds.
struct RealSolutions {
  bool is_everything = false;
  std::vector<ExprId> numbers;  // constants, ascending; empty when there is no solution
};

// None when the solutions are not known for certain, are intervals, or include a number that no
// formula of ours gives. `is_over` is asked now and then: whether to give up.
std::optional<RealSolutions> real_solutions(Expressions& pool, const Statement& statement,
                                            Head unknown, double seconds,
                                            const std::function<bool()>& is_over = {});

}  // namespace noether::algebra
