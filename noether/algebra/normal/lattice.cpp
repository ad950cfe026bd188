#include "noether/algebra/normal/lattice.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpz_lll.h>
#include <flint/fmpz_mat.h>

#include <set>

namespace noether::algebra::normal {
namespace {

constexpr std::size_t kMaxDimension = 40;
constexpr flint_bitcnt_t kMaxBits = 20;  // of a coordinate

class IntegerMatrix {
 public:
  IntegerMatrix(std::size_t rows, std::size_t columns) {
    fmpz_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix& operator=(const IntegerMatrix&) = delete;
  fmpz_mat_struct* raw() { return value_; }
  fmpz* at(std::size_t i, std::size_t j) {
    return fmpz_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
  }

 private:
  fmpz_mat_t value_;
};

std::vector<ExprId> directions(const std::vector<Combination>& vectors) {
  std::set<ExprId> all;
  for (const Combination& v : vectors) {
    for (const auto& [direction, amount] : v) all.insert(direction);
  }
  return {all.begin(), all.end()};
}

// Returns v or -v, so that a basis does not depend on the order of the vectors.
Combination pointing_up(Combination v) {
  if (v.begin()->second.sign() < 0) {
    for (auto& [direction, amount] : v) amount = -amount;
  }
  return v;
}

Rational common_denominator(const std::vector<Combination>& vectors) {
  Rational common(1);
  for (const Combination& v : vectors) {
    for (const auto& [direction, amount] : v) {
      fmpz_lcm(fmpq_numref(common.raw()), fmpq_numref(common.raw()), fmpq_denref(amount.raw()));
    }
  }
  return common;
}

// Solves for whole coordinates of each vector in the basis.
bool find_coordinates(Lattice& lattice, const std::vector<Combination>& vectors,
                      const std::vector<ExprId>& columns) {
  const auto rows = static_cast<slong>(columns.size());
  const auto unknowns = static_cast<slong>(lattice.basis.size());
  const auto count = static_cast<slong>(vectors.size());
  fmpq_mat_t a;
  fmpq_mat_t x;
  fmpq_mat_t b;
  fmpq_mat_init(a, rows, unknowns);
  fmpq_mat_init(x, unknowns, count);
  fmpq_mat_init(b, rows, count);
  for (slong i = 0; i < rows; ++i) {
    const ExprId direction = columns[static_cast<std::size_t>(i)];
    const auto set = [&](fmpq* entry, const Combination& v) {
      if (const auto at = v.find(direction); at != v.end()) fmpq_set(entry, at->second.raw());
    };
    for (slong j = 0; j < unknowns; ++j) {
      set(fmpq_mat_entry(a, i, j), lattice.basis[static_cast<std::size_t>(j)]);
    }
    for (slong j = 0; j < count; ++j) {
      set(fmpq_mat_entry(b, i, j), vectors[static_cast<std::size_t>(j)]);
    }
  }
  bool ok = fmpq_mat_can_solve(x, a, b) != 0;
  for (slong j = 0; ok && j < count; ++j) {
    auto& coordinates = lattice.coordinates.emplace_back();
    for (slong i = 0; ok && i < unknowns; ++i) {
      const fmpq* entry = fmpq_mat_entry(x, i, j);
      ok = fmpz_is_one(fmpq_denref(entry)) != 0 && fmpz_bits(fmpq_numref(entry)) <= kMaxBits;
      if (ok) coordinates.push_back(fmpz_get_si(fmpq_numref(entry)));
    }
  }
  fmpq_mat_clear(a);
  fmpq_mat_clear(x);
  fmpq_mat_clear(b);
  return ok;
}

// If every vector is a multiple of one of a few independent ones, these give the best basis.
std::optional<Lattice> along_given_directions(const std::vector<Combination>& vectors,
                                              const std::vector<ExprId>& columns) {
  Lattice lattice;
  for (const Combination& v : vectors) {
    bool placed = false;
    for (Combination& b : lattice.basis) {
      if (b.size() != v.size() || b.begin()->first != v.begin()->first) continue;
      const Rational ratio = v.begin()->second / b.begin()->second;
      bool parallel = true;
      auto other = v.begin();
      for (const auto& [direction, amount] : b) {
        parallel = parallel && direction == other->first && amount * ratio == other->second;
        ++other;
      }
      if (!parallel) continue;
      // The largest vector of which both are whole multiples: gcd(1, p/q) = 1/q.
      Rational part(1);
      fmpz_set(fmpq_denref(part.raw()), fmpq_denref(ratio.raw()));
      for (auto& [direction, amount] : b) amount = amount * part;
      placed = true;
      break;
    }
    if (!placed) lattice.basis.push_back(pointing_up(v));
  }
  if (lattice.basis.size() > columns.size()) return std::nullopt;
  fmpq_mat_t rows;
  fmpq_mat_init(rows, static_cast<slong>(lattice.basis.size()), static_cast<slong>(columns.size()));
  for (std::size_t i = 0; i < lattice.basis.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto at = lattice.basis[i].find(columns[j]);
      if (at == lattice.basis[i].end()) continue;
      fmpq_set(fmpq_mat_entry(rows, static_cast<slong>(i), static_cast<slong>(j)),
               at->second.raw());
    }
  }
  const bool independent = fmpq_mat_rref(rows, rows) == static_cast<slong>(lattice.basis.size());
  fmpq_mat_clear(rows);
  if (!independent || !find_coordinates(lattice, vectors, columns)) return std::nullopt;
  return lattice;
}

// The rows of the Hermite form of the vectors. The last columns are cleared last, so a vector along
// the last column alone comes last. The rows are reduced to short vectors if requested.
std::vector<Combination> hermite_rows(const std::vector<Combination>& vectors,
                                      const std::vector<ExprId>& columns, bool reduced) {
  const Rational common = common_denominator(vectors);
  IntegerMatrix m(vectors.size(), columns.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto at = vectors[i].find(columns[j]);
      if (at == vectors[i].end()) continue;
      fmpz_set(m.at(i, j), fmpq_numref((at->second * common).raw()));
    }
  }
  fmpz_mat_hnf(m.raw(), m.raw());
  std::size_t rank = 0;
  while (rank < vectors.size() && !fmpz_mat_is_zero_row(m.raw(), static_cast<slong>(rank))) ++rank;
  IntegerMatrix rows(rank, columns.size());
  for (std::size_t i = 0; i < rank; ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) fmpz_set(rows.at(i, j), m.at(i, j));
  }
  if (reduced && rank > 0) {
    fmpz_lll_t parameters;
    fmpz_lll_context_init_default(parameters);
    fmpz_lll(rows.raw(), nullptr, parameters);
  }
  std::vector<Combination> basis;
  for (std::size_t i = 0; i < rank; ++i) {
    Combination& b = basis.emplace_back();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (fmpz_is_zero(rows.at(i, j))) continue;
      Rational entry;
      fmpq_set_fmpz_frac(entry.raw(), rows.at(i, j), fmpq_numref(common.raw()));
      b[columns[j]] = entry;
    }
    if (reduced) b = pointing_up(std::move(b));
  }
  return basis;
}

}  // namespace

std::optional<Lattice> find_lattice(const std::vector<Combination>& vectors) {
  const auto columns = directions(vectors);
  if (columns.size() > kMaxDimension || vectors.size() > 4 * kMaxDimension) return std::nullopt;
  if (auto simple = along_given_directions(vectors, columns)) return simple;
  Lattice lattice;
  lattice.basis = hermite_rows(vectors, columns, true);
  if (!find_coordinates(lattice, vectors, columns)) return std::nullopt;
  return lattice;
}

std::optional<Lattice> find_lattice_with_unit(const std::vector<Combination>& vectors,
                                              ExprId unit) {
  std::vector<Combination> all = vectors;
  all.push_back({{unit, Rational(1)}});
  auto columns = directions(all);
  std::erase(columns, unit);
  columns.push_back(unit);
  if (columns.size() > kMaxDimension || all.size() > 4 * kMaxDimension) return std::nullopt;
  Lattice lattice;
  lattice.basis = hermite_rows(all, columns, false);
  std::swap(lattice.basis.front(), lattice.basis.back());
  if (!find_coordinates(lattice, vectors, columns)) return std::nullopt;
  return lattice;
}

}  // namespace noether::algebra::normal
