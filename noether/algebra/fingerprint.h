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
// - Different expressions share a fingerprint by chance: every point tells about 40 bits, and at
//   least three points tell when the expression is defined at that many of 54; an expression that
//   is defined at only one of them is told from others by 40 bits.
// - Different expressions that differ only where no point lies share it: x/x and 1, or
//   (x+|x-100|)/2 and its like; whole numbers and 0 are never points.
// - A value that 512 bits cannot tell from a whole number counts as that number.
// - A part that certified numerics cannot evaluate (a power tower, an integral, a jump exactly at a
//   value that is not found to be whole) counts as an unknown function of its operands: equal
//   expressions that write such a part differently get different fingerprints.
// - Beyond 12 variables ties between them are not searched through, and beyond 64 they are taken in
//   order of appearance: equal expressions written in another order may then differ.
// - Expressions with i compare with one another, and with real ones only when both are constants.
// - An expression that is undefined at all points gets the fingerprint of its complex continuation.
#pragma once

#include <cstdint>
#include <memory>

#include "noether/algebra/expression.h"
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

  // How many single values were not told by doubles and needed balls.
  std::uint64_t refined_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

base::Digest fingerprint(Expressions& pool, ExprId root, Names names = Names::Rename);

}  // namespace noether::algebra
