// The independent quantities of lowered expressions, and the expressions as fractions in them.
//
// Atoms that depend on each other share generators. exp(a), exp(a/2 + b): exponentials of a basis
// of the exponents. sin, cos: those of a basis of the angles, with cos^2 = 1 - sin^2. Powers of one
// base u: u^(1/n) with (u^(1/n))^n = u, and powers u^b for a basis of the other exponents.
//
// Why powers of one base may be split, x^(m+1) = x x^m, wherever the expression is defined. x > 0:
// exp(v ln x) is a homomorphism. x < 0 (real): every exponent v that occurs is a whole number
// there, so the basis, whole combinations of them, is whole too, and powers multiply. x = 0: every
// occurring power is 0 with an exponent > 0, the limit of the same power for x -> 0+; an identity
// between polynomials in occurring powers, true for small x > 0, is true in the limit. Complex
// x != 0: z^v = exp(v ln z) is a homomorphism in v.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "noether/algebra/normal/fraction.h"
#include "noether/algebra/normal/lattice.h"
#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {

class Generators {
 public:
  Generators(Workspace& workspace, std::span<const ExprId> lowered_roots);

  FractionField& field() { return *field_; }
  Fraction evaluate(ExprId lowered);

  std::vector<Term> terms_of(const Fraction& value);
  ExprId write(const Fraction& value);
  ExprId write(const Polynomial& value);
  // Returns 1 or -1 if a polynomial has that sign for all real values of its generators, otherwise
  // 0.
  int definite_sign(const Polynomial& value);

 private:
  enum class Kind : std::uint8_t { Plain, Exp, Sin, Cos, Root, Power };
  struct Generator {
    Kind kind;
    ExprId atom;           // the atom itself, as an expression
    ExprId base;           // of a root or power
    Combination exponent;  // of an exponential, root or power
  };
  struct Group {  // of atoms that share generators: by base for powers, one for exp, one for angles
    std::vector<ExprId> keys;  // exponents or angles, canonical
    std::vector<Combination> vectors;
    Lattice lattice;
    std::vector<std::size_t> generators;  // of the basis; kNone if the base itself is the generator
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  void collect(ExprId lowered);
  void collect_atom(ExprId atom);
  void add_to(Group& group, ExprId exponent);
  void choose_generators();
  void relate_generators();
  Fraction atom_value(ExprId atom);
  Fraction monomial(const Group& group, ExprId key);
  Fraction power_value(ExprId base, ExprId exponent);
  Fraction gamma_value(ExprId atom);
  std::pair<Fraction, Fraction> angle_value(ExprId angle);  // sine and cosine
  Term write_term(const Polynomial& p, std::size_t index, const Fraction* over);

  Workspace* workspace_;
  Expressions* pool_;
  ExprId one_;
  std::set<ExprId> atoms_;
  std::vector<ExprId> plain_;
  Group exponentials_;
  Group angles_;
  std::map<ExprId, Group> powers_;  // by base, ascending: relations are found in this order
  std::vector<ExprId> gammas_;
  std::vector<Generator> generators_;
  std::unordered_map<ExprId, std::size_t> plain_index_;
  std::vector<std::size_t> cosines_;  // of the basis of angles; angles_.generators has the sines
  std::unique_ptr<FractionField> field_;
  std::unordered_map<ExprId, Fraction> values_;
};

}  // namespace noether::algebra::normal
