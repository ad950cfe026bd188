#include "noether/algebra/solve/real_solutions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_map>

#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/solve/number_words.h"
#include "noether/algebra/solve/zeros.h"

namespace noether::algebra {
namespace {

constexpr std::size_t kMostCuts = 100;
constexpr double kPointSeconds = 0.3;

// Returns whether the relation holds between values with this order.
Truth holds_in(Relation::Kind kind, Order order) {
  const auto truth = [](bool holds) { return holds ? Truth::Yes : Truth::No; };
  if (order == Order::Unknown) return Truth::Unknown;
  switch (kind) {
    case Relation::Kind::Equal:
      return truth(order == Order::Equal);
    case Relation::Kind::NotEqual:
      return truth(order != Order::Equal);
    case Relation::Kind::Less:
      return truth(order == Order::Less);
    case Relation::Kind::LessEqual:
      return truth(order != Order::Greater);
    case Relation::Kind::Greater:
      return truth(order == Order::Greater);
    case Relation::Kind::GreaterEqual:
      return truth(order != Order::Less);
  }
  return Truth::Unknown;
}

SolutionPiece single(const RealNumber& number) {
  return {.low = number, .high = number, .has_low = true, .has_high = true, .is_single = true};
}

// Adds a cell to pieces of ascending cells; a cell adjacent to the last one extends it.
void add_cell(std::vector<SolutionPiece>& pieces, const SolutionPiece& cell, bool follows) {
  if (!follows || pieces.empty()) {
    pieces.push_back(cell);
    return;
  }
  SolutionPiece& last = pieces.back();
  last.high = cell.high;
  last.has_high = cell.has_high;
  last.is_single = false;
}

}  // namespace

// All numbers where a relation of the statement may change; nothing if they are not known.
std::optional<std::vector<RealNumber>> SolutionCells::cuts(const Statement& statement) {
  ZeroFinder finder(numbers_, normalizer_, unknown_);
  std::vector<RealNumber> all;
  const auto add = [&](const std::optional<std::vector<RealNumber>>& more) {
    if (!more) return false;
    for (const RealNumber& number : *more) {
      if (!is_no_number(number)) all.push_back(number);
    }
    return all.size() <= kMostCuts;
  };
  for (const Statement::All& conjunction : statement.any) {
    for (const Relation& relation : conjunction) {
      const ExprId difference = pool_.make(Op::Subtract, {relation.left, relation.right});
      if (!add(finder.boundaries(relation.left)) || !add(finder.boundaries(relation.right)) ||
          !add(finder.zeros(difference))) {
        return std::nullopt;
      }
    }
  }
  return all;
}

// Recognises the square root of -1: an expression with such a part has no value anywhere.
bool SolutionCells::is_no_number(const RealNumber& number) {
  if (number.expression == kNoExpr || pool_.is_number(number.expression)) return false;
  BallEvaluator evaluator(pool_, {number.expression});
  evaluator.evaluate({}, Field::Real, kRootPrecisions[0], numbers_.deadline());
  return evaluator.value().definedness == Definedness::Undefined;
}

// Returns false if the position is not certain.
bool SolutionCells::insert_sorted(std::vector<RealNumber>& sorted, const RealNumber& number) {
  std::size_t at = 0;
  while (at < sorted.size()) {
    const Order order = numbers_.compare(sorted[at], number);
    if (order == Order::Unknown) return false;
    if (order == Order::Equal) {
      // If a number is written in two ways, the way of the later line is kept.
      if (number.expression != kNoExpr) sorted[at] = number;
      return true;
    }
    if (order == Order::Greater) break;
    ++at;
  }
  sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(at), number);
  return true;
}

std::vector<SolutionCells::Cell> SolutionCells::cells(const std::vector<RealNumber>& sorted,
                                                      bool with_intervals) {
  std::vector<Cell> all;
  for (std::size_t i = 0; i <= sorted.size(); ++i) {
    const RealNumber* low = i == 0 ? nullptr : &sorted[i - 1];
    const RealNumber* high = i == sorted.size() ? nullptr : &sorted[i];
    if (with_intervals) {
      Cell cell;
      if (low != nullptr) cell.piece.low = *low;
      if (high != nullptr) cell.piece.high = *high;
      if (const auto middle = numbers_.between(low, high)) {
        cell.sample.expression = pool_.number(*middle);
      }
      all.push_back(std::move(cell));
    }
    if (high != nullptr) all.push_back({single(*high), *high});
  }
  return all;
}

SolutionChange SolutionCells::compare(const Statement& first, const Statement& second) {
  SolutionChange change;
  const auto own = cuts(first);
  const auto other = cuts(second);
  bool is_complete = own && other;
  std::vector<RealNumber> sorted;
  for (const auto& numbers : {own, other}) {
    if (!numbers) continue;
    for (const RealNumber& number : *numbers) is_complete &= insert_sorted(sorted, number);
  }
  // Without all cuts, no single number represents an open cell.
  const std::vector<Cell> all = cells(sorted, is_complete);
  change.first_is_empty = true;
  change.first_is_everything = true;
  std::size_t last_lost = all.size();
  std::size_t last_added = all.size();
  std::size_t last_second = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool has_sample = (all[i].sample.expression != kNoExpr || all[i].sample.polynomial) &&
                            !numbers_.is_out_of_time();
    const Truth in_first = has_sample ? holds(first, all[i].sample) : Truth::Unknown;
    const Truth in_second = has_sample ? holds(second, all[i].sample) : Truth::Unknown;
    if (in_first == Truth::Unknown || in_second == Truth::Unknown) is_complete = false;
    if (in_first != Truth::No) change.first_is_empty = false;
    if (in_first != Truth::Yes) change.first_is_everything = false;
    if (in_second == Truth::Yes) {
      add_cell(change.second, all[i].piece, last_second + 1 == i);
      last_second = i;
    }
    if (in_first == Truth::Yes && in_second == Truth::No) {
      add_cell(change.lost, all[i].piece, last_lost + 1 == i);
      last_lost = i;
    }
    if (in_first == Truth::No && in_second == Truth::Yes) {
      add_cell(change.added, all[i].piece, last_added + 1 == i);
      last_added = i;
    }
  }
  change.is_complete = is_complete;
  return change;
}

Truth SolutionCells::holds(const Statement& statement, const RealNumber& number) {
  Truth any = Truth::No;
  for (const Statement::All& conjunction : statement.any) {
    Truth all = Truth::Yes;
    for (const Relation& relation : conjunction) {
      const Truth one = holds(relation, number);
      if (one == Truth::No) all = Truth::No;
      if (one == Truth::Unknown && all == Truth::Yes) all = Truth::Unknown;
      if (all == Truth::No) break;
    }
    if (all == Truth::Yes) return Truth::Yes;
    if (all == Truth::Unknown) any = Truth::Unknown;
  }
  return any;
}

// Writes each power with an odd denominator in its exponent as the root that negative numbers have,
// too.
ExprId SolutionCells::with_real_odd_roots(ExprId root) {
  std::unordered_map<ExprId, ExprId> image;
  std::vector<ExprId> operands;
  for (const ExprId id : subexpressions(pool_, root)) {
    operands.clear();
    for (const ExprId operand : pool_.operands(id)) operands.push_back(image[operand]);
    image[id] = pool_.make(pool_.head(id), operands);
    if (pool_.op(id) != Op::Power || !pool_.is_number(operands[1])) continue;
    const Rational exponent = pool_.value(operands[1]);
    if (exponent.is_integer() || !exponent.has_odd_denominator()) continue;
    const ExprId size = pool_.make(Op::Power, {pool_.make(Op::Abs, {operands[0]}), operands[1]});
    const bool is_even = fmpz_is_even(fmpq_numref(exponent.raw())) != 0;
    image[id] =
        is_even ? size : pool_.make(Op::Multiply, {pool_.make(Op::Sign, {operands[0]}), size});
  }
  return image[root];
}

Truth SolutionCells::holds(const Relation& relation, const RealNumber& number) {
  const Truth truth = holds_as_written(relation, number);
  const Relation other{relation.kind, with_real_odd_roots(relation.left),
                       with_real_odd_roots(relation.right)};
  if (other == relation || holds_as_written(other, number) == truth) return truth;
  return Truth::Unknown;
}

Truth SolutionCells::holds_as_written(const Relation& relation, const RealNumber& number) {
  if (number.expression == kNoExpr) return holds_at_root(relation, number);
  const ExprId left = substitute(pool_, relation.left, unknown_, number.expression);
  const ExprId right = substitute(pool_, relation.right, unknown_, number.expression);
  BallEvaluator sides(pool_, {left, right});
  for (const slong bits : kRootPrecisions) {
    sides.evaluate({}, Field::Real, bits, numbers_.deadline());
    if (sides.value(0).definedness == Definedness::Undefined ||
        sides.value(1).definedness == Definedness::Undefined) {
      return Truth::No;
    }
    if (!sides.value(0).defined() || !sides.value(1).defined()) continue;
    const Order order = algebra::compare(sides.value(0), sides.value(1));
    if (order != Order::Unknown) return holds_in(relation.kind, order);
    if (bits != kRootPrecisions[0]) continue;
    DecideOptions options;
    options.field = Field::Real;
    const std::chrono::duration<double> time =
        numbers_.deadline() - std::chrono::steady_clock::now();
    options.seconds = std::clamp(time.count(), 0.0, kPointSeconds);
    options.want_proof = false;
    if (numbers_.is_over() != nullptr) options.is_over = *numbers_.is_over();
    if (decide(pool_, left, right, options).verdict == Verdict::Proven) {
      return holds_in(relation.kind, Order::Equal);
    }
  }
  return Truth::Unknown;
}

// At a root of an irreducible polynomial, a rational function is 0 exactly when the polynomial
// divides its numerator.
Truth SolutionCells::holds_at_root(const Relation& relation, const RealNumber& number) {
  const ExprId difference = pool_.make(Op::Subtract, {relation.left, relation.right});
  const auto form = rational_form(pool_, difference, unknown_);
  if (!form) return Truth::Unknown;
  const auto is_divided = [&](const RationalPolynomial& polynomial) {
    RationalPolynomial rest;
    fmpq_poly_rem(rest.raw(), polynomial.raw(), number.polynomial->raw());
    return rest.is_zero();
  };
  if (std::ranges::any_of(form->divisors, is_divided)) return Truth::No;
  if (is_divided(form->numerator)) return holds_in(relation.kind, Order::Equal);
  if (relation.kind == Relation::Kind::Equal) return Truth::No;
  if (relation.kind == Relation::Kind::NotEqual) return Truth::Yes;
  for (const slong bits : kRootPrecisions) {
    arb_t at;
    arb_t sum;
    arb_t term;
    arb_init(at);
    arb_init(sum);
    arb_init(term);
    int sign = numbers_.enclose(number, bits, at) ? 1 : 0;
    for (const RationalPolynomial* polynomial : {&form->numerator, &form->denominator}) {
      arb_zero(sum);
      for (slong k = polynomial->degree(); k >= 0; --k) {
        arb_mul(sum, sum, at, bits);
        arb_set_fmpq(term, polynomial->coefficient(k).raw(), bits);
        arb_add(sum, sum, term, bits);
      }
      sign *= arb_is_positive(sum) != 0 ? 1 : arb_is_negative(sum) != 0 ? -1 : 0;
    }
    arb_clear(at);
    arb_clear(sum);
    arb_clear(term);
    if (sign != 0) return holds_in(relation.kind, sign > 0 ? Order::Greater : Order::Less);
  }
  return Truth::Unknown;
}

std::string SolutionCells::text(const SolutionPiece& piece, formula::Notation notation) {
  const std::string name = expression_text(notation, pool_, pool_.leaf(unknown_));
  const auto number = [&](const RealNumber& end) { return numbers_.text(end, notation); };
  if (piece.is_single) {
    const std::string value = number(*piece.low);
    return name + (value.starts_with("about ") ? " is " : " = ") + value;
  }
  if (piece.is_everything()) return "all " + name;
  if (!piece.low) return name + (piece.has_high ? " <= " : " < ") + number(*piece.high);
  if (!piece.high) return name + (piece.has_low ? " >= " : " > ") + number(*piece.low);
  const std::string low = number(*piece.low);
  return low + (piece.has_low ? " <= " : " < ") + name + (piece.has_high ? " <= " : " < ") +
         number(*piece.high);
}

std::optional<RealSolutions> real_solutions(Expressions& pool, const Statement& statement,
                                            Head unknown, double seconds,
                                            const std::function<bool()>& is_over) {
  const auto variables = variables_of(pool, statement);
  if (std::ranges::any_of(variables, [&](Head name) { return name != unknown; })) {
    return std::nullopt;
  }
  const Deadline deadline =
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<Deadline::duration>(std::chrono::duration<double>(seconds));
  SolutionCells cells(pool, unknown, deadline, &is_over);
  // A statement without solutions adds no cells.
  const SolutionChange change = cells.compare(Statement{}, statement);
  if (!change.is_complete) return std::nullopt;
  RealSolutions solutions;
  for (const SolutionPiece& piece : change.second) {
    if (piece.is_everything()) return RealSolutions{.is_everything = true, .numbers = {}};
    if (!piece.is_single || piece.low->expression == kNoExpr) return std::nullopt;
    solutions.numbers.push_back(with_roots(pool, piece.low->expression));
  }
  return solutions;
}

}  // namespace noether::algebra
