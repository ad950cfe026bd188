// Semantic fingerprints: 128 bits that are equal for equal expressions and, up to collisions,
// different for others. They are the key for finding all formulas with the same meaning.
//
// A fingerprint is the digest of certified, coarsely rounded values of the expression at fixed
// points, in the real field, or in the complex field if the expression contains i. "Undefined" is a
// value too, so strictly equal expressions agree. Variables are put into an order that depends only
// on the function, so renaming them does not change the fingerprint. An unknown function is a
// pseudo-random function of the values of its operands: f(x + 1) equals f(1 + x).
//
// Limitations:
// - Different expressions share a fingerprint if their values agree to about nine digits at all
//   points: by chance (a point contributes about 32 bits; 3 to 8 points are used, or up to 56 if
//   the expression is seldom defined; an expression defined at only one of these is distinguished
//   by 32 bits), because they are so close (x/3 and 0.33333333333 x), or because they differ only
//   where there is no point (x/x and 1; no point has a whole coordinate).
// - A value that 512 bits cannot distinguish from a whole number counts as that number.
// - A part that certified numerics cannot evaluate (a power tower, an integral, a jump at a value
//   not known to be whole) counts as an unknown function of its operands: equal expressions that
//   write such a part differently get different fingerprints.
// - Variables are distinguished at finitely many points. A function that is constant near these
//   points in one of its variables may be treated as independent of it. With more than 12
//   variables, ties are broken by order of appearance, and with more than 64, that is the order:
//   equal expressions written in another order may then differ.
// - Expressions with i are comparable with one another, and with real ones only if both are
//   constants.
// - Expressions that are undefined at all points are distinguished by a complex value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "noether/algebra/expression/expression.h"
#include "noether/base/hash.h"

namespace noether::algebra {

// Keep: x + 1 and y + 1 differ. Rename: they are equal, and so are x - y and b - a.
enum class Names : std::uint8_t { Rename, Keep };

// Keeps its working memory from one expression to the next. Not thread-safe.
class Fingerprinter {
 public:
  // The pool's vocabulary may grow while fingerprints are made; its expressions do not change.
  explicit Fingerprinter(Expressions& pool);
  ~Fingerprinter();
  Fingerprinter(Fingerprinter&&) noexcept;
  Fingerprinter& operator=(Fingerprinter&&) noexcept;

  base::Digest fingerprint(ExprId root, Names names = Names::Rename);
  // The fingerprint of the expression of the last call, with the other treatment of names.
  base::Digest fingerprint_again(Names names);

  // A fingerprint shared by an expression and its multiples by a number, for the left side of an
  // equation ... = 0: 2x - 4 and 2 - x. The name of a single variable does not count. Empty if
  // doubles do not suffice, for example if the expression is 0 everywhere, and for expressions with
  // i.
  std::optional<base::Digest> fingerprint_up_to_factor(ExprId root);

  // The number of values that doubles did not determine and that needed balls.
  std::uint64_t refined_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

base::Digest fingerprint(Expressions& pool, ExprId root, Names names = Names::Rename);

}  // namespace noether::algebra
