#include "noether/algebra/solve/real_solutions.h"

#include <algorithm>
#include <chrono>

#include "noether/algebra/solve/solution_cells.h"

namespace noether::algebra {

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
  // A statement without solutions adds no cells of its own.
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
