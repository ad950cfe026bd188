// Semantic fingerprints: 128 bits that are equal for equal expressions and, up to collisions,
// different for others. The key for "find all formulas that mean this".
//
// A fingerprint is the digest of certified, coarsely rounded values of the expression at fixed
// points, in the real field, or in the complex field when the expression contains i. That it is
// undefined at a point is a value too, so strictly equal expressions agree. Variables are put into
// an order that the function itself tells, so a fingerprint survives renaming them. An unknown
// function is a pseudo-random function of the values of its operands: f(x + 1) is f(1 + x).
//
// What can go wrong:
// - Different expressions share a fingerprint when their values agree to about nine digits at all
//   points: by chance (a point tells some 32 bits, and 3 to 8 points are looked at, or up to 56
//   where the expression is seldom defined; one that is defined at a single one of these is told
//   from others by 32 bits), because they are that close (x/3 and 0.33333333333 x), or because
//   they differ only where no point lies (x/x and 1; no point has a whole coordinate).
// - A value that 512 bits cannot tell from a whole number counts as that number.
// - A part that certified numerics cannot evaluate (a power tower, an integral, a jump at a value
//   not found to be whole) counts as an unknown function of its operands: equal expressions that
//   write such a part differently get different fingerprints.
// - Variables are told apart at finitely many points. A function that is constant near these in
//   one of its variables may be taken for one without it. Beyond 12 variables ties are broken by
//   order of appearance, and beyond 64 that is the order: equal expressions written in another
//   order may then differ.
// - Expressions with i compare with one another, and with real ones only when both are constants.
// - Expressions that are undefined at all points are told apart by a complex value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "noether/algebra/expression/expression.h"
#include "noether/base/hash.h"

namespace noether::algebra {

// Keep: x + 1 and y + 1 differ. Rename: they do not, nor do x - y and b - a.
enum class Names : std::uint8_t { Rename, Keep };

// Keeps its working memory from one expression to the next. Not for two threads.
class Fingerprinter {
 public:
  // The pool's vocabulary may grow while fingerprints are made; its expressions do not change.
  explicit Fingerprinter(Expressions& pool);
  ~Fingerprinter();
  Fingerprinter(Fingerprinter&&) noexcept;
  Fingerprinter& operator=(Fingerprinter&&) noexcept;

  base::Digest fingerprint(ExprId root, Names names = Names::Rename);
  // Of the expression of the last call, with its names taken otherwise.
  base::Digest fingerprint_again(Names names);

  // The same for an expression and its multiples by a number, as the left side of an equation ... =
  // 0 is: 2x - 4 and 2 - x. The name of an only variable does not count. Nothing where doubles do
  // not tell, as when the expression is 0 everywhere, and for expressions with i.
  std::optional<base::Digest> fingerprint_up_to_factor(ExprId root);

  // How many single values were not told by doubles and needed balls.
  std::uint64_t refined_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

base::Digest fingerprint(Expressions& pool, ExprId root, Names names = Names::Rename);

}  // namespace noether::algebra
