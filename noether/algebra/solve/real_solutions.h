// Compares the solutions of two statements about one real unknown, cell by cell.
//
// The real line is cut at every number where a relation of either statement may start or stop to
// hold. On the open cells between them, each relation holds throughout or nowhere, so one rational
// number decides its cell. Whether a statement holds at a number is proven or refuted; a cell where
// neither succeeds is unclear.
//
// Odd roots of negative numbers have no value here (docs/semantics.md), but do have one for many
// people. Where this matters, no result is given.
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

// A part of the line: one number, or an open interval; an absent end is infinite.
struct SolutionPiece {
  std::optional<RealNumber> low;
  std::optional<RealNumber> high;
  bool has_low = false;  // whether the ends belong to it; both do for a single number
  bool has_high = false;

  bool is_single = false;  // one number

  bool is_everything() const { return !low && !high; }
};

// Where one statement holds and the other does not, each piece certified.
struct SolutionChange {
  std::vector<SolutionPiece> lost;   // the first holds
  std::vector<SolutionPiece> added;  // the second holds
  bool is_complete = false;          // every cell of both is decided
  bool first_is_empty = false;       // if complete: the first has no solutions
  bool first_is_everything = false;
  std::vector<SolutionPiece> second;  // if complete: where the second holds
};

class SolutionCells {
 public:
  // The pool and `is_over` must outlive this; `is_over` returns whether to give up.
  SolutionCells(Expressions& pool, Head unknown, Deadline deadline,
                const std::function<bool()>* is_over = nullptr)
      : pool_(pool),
        normalizer_(pool, Field::Real),
        numbers_(pool, normalizer_, deadline, is_over),
        unknown_(unknown) {}

  // The statements must not have other variables.
  SolutionChange compare(const Statement& first, const Statement& second);
  // Returns whether a statement holds at a number.
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

// Returns nothing if the solutions are not certain, are intervals, or include a number without a
// supported formula. `is_over` is called from time to time; true gives up.
std::optional<RealSolutions> real_solutions(Expressions& pool, const Statement& statement,
                                            Head unknown, double seconds,
                                            const std::function<bool()>& is_over = {});

}  // namespace noether::algebra
