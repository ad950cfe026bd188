// The formulas whose vectors are nearest to a formula, and their places on a small map around it.
#include <algorithm>
#include <cmath>

#include "noether/base/json_text.h"
#include "noether/search/semantic/similar_formulas.h"
#include "noether/server/api/formula_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;

std::string unavailable(std::string_view reason) {
  return JsonObject()
      .add_bool("available", false)
      .add_string("reason", reason)
      .add("formulas", "[]")
      .text();
}

// A symmetric matrix, row by row.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size) {}
  double& at(std::size_t i, std::size_t j) { return values_[i * size_ + j]; }
  std::size_t size() const { return size_; }

  // Returns the principal eigenvector scaled by the root of its eigenvalue, the coordinates along
  // one axis, and removes it from the matrix.
  std::vector<double> take_axis() {
    constexpr int kSteps = 60;
    std::vector<double> axis(size_);
    // A constant vector may be orthogonal to the eigenvector, so the start is not constant.
    for (std::size_t i = 0; i < size_; ++i) axis[i] = 1 + 0.01 * static_cast<double>(i % 7);
    double length = 0;
    for (int step = 0; step < kSteps; ++step) {
      std::vector<double> next(size_, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j < size_; ++j) next[i] += at(i, j) * axis[j];
      }
      length = 0;
      for (const double value : next) length += value * value;
      length = std::sqrt(length);
      if (length < 1e-12) return std::vector<double>(size_, 0);
      for (double& value : next) value /= length;
      axis = std::move(next);
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) at(i, j) -= length * axis[i] * axis[j];
    }
    for (double& value : axis) value *= std::sqrt(length);
    return axis;
  }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

// The scalar products of the neighbours' differences to the formula. With the formula at the
// origin, the principal axes of this matrix preserve the neighbours' distances as well as a plane
// can.
base::Result<Matrix> products(const index::IndexReader& index,
                              const std::vector<index::NearFormula>& near) {
  std::vector<index::VectorCode> codes;
  for (const index::NearFormula& one : near) {
    const auto segments = index.segments();
    const auto behind =
        std::ranges::upper_bound(segments, one.formula, {}, &index::OpenSegment::first_formula);
    const index::OpenSegment& segment = *(behind - 1);
    auto code = segment.vectors_of({})->vector(one.vector);
    if (!code) return std::unexpected(std::move(code.error()));
    codes.push_back(*code);
  }
  Matrix matrix(near.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::size_t j = i; j < near.size(); ++j) {
      const double between = static_cast<double>(index::cosine(codes[i], codes[j]));
      const double product =
          between - static_cast<double>(near[i].cosine) - static_cast<double>(near[j].cosine) + 1;
      matrix.at(i, j) = product;
      matrix.at(j, i) = product;
    }
  }
  return matrix;
}

struct MapPlace {
  double x = 0;
  double y = 0;
};

std::vector<MapPlace> places_on_map(Matrix matrix) {
  const std::vector<double> x = matrix.take_axis();
  const std::vector<double> y = matrix.take_axis();
  double most = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    most = std::max({most, std::abs(x[i]), std::abs(y[i])});
  }
  std::vector<MapPlace> places(matrix.size());
  for (std::size_t i = 0; i < matrix.size() && most > 0; ++i) {
    places[i] = {std::clamp(x[i] / most, -1.0, 1.0), std::clamp(y[i] / most, -1.0, 1.0)};
  }
  return places;
}

}  // namespace

base::Result<std::string> nearest_json(const Snapshot& snapshot, search::FormulaSearcher& formulas,
                                       std::string_view latex, std::string_view own_id,
                                       std::uint32_t count) {
  if (!snapshot.encoder) return unavailable("the index has no vectors of formulas");
  const auto question = snapshot.encoder->ask(latex, formula::Notation::Latex);
  if (!question)
    return unavailable("the encoder cannot read this formula: " + question.error().message);
  const auto query = search::FormulaQuery::read(latex);
  if (!query) return unavailable("the formula cannot be read: " + query.error().message);
  const index::IndexReader& index = *snapshot.index;
  // Some of them are the formula itself, or are drawn like another.
  const auto near =
      search::similar_formulas(index, formulas, *query, *question, {.count = 2 * count + 8});
  if (!near) return std::unexpected(near.error());
  std::vector<std::uint32_t> numbers;
  for (const index::NearFormula& one : *near) numbers.push_back(one.formula);
  auto distinct = distinct_formulas(index, numbers, count + 1);
  if (!distinct) return std::unexpected(std::move(distinct.error()));
  std::erase_if(*distinct, [&](const IndexedFormula& one) { return one.id == own_id; });
  distinct->resize(std::min<std::size_t>(distinct->size(), count));
  std::vector<index::NearFormula> kept;
  for (const IndexedFormula& one : *distinct) {
    // Of the formulas drawn the same, takes the nearest that was found, which comes first.
    const auto found = std::ranges::find_if(*near, [&](const index::NearFormula& candidate) {
      return std::ranges::find(one.numbers, candidate.formula) != one.numbers.end();
    });
    kept.push_back(*found);
  }
  auto matrix = products(index, kept);
  if (!matrix) return std::unexpected(std::move(matrix.error()));
  const std::vector<MapPlace> places = places_on_map(std::move(*matrix));
  std::vector<std::string> written;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const IndexedFormula& one = (*distinct)[i];
    written.push_back(
        JsonObject()
            .add_string("id", one.id)
            .add_string("latex", one.latex)
            .add_string("spoken", spoken_formula(one.latex))
            .add_real("similarity", std::clamp(static_cast<double>(kept[i].cosine), -1.0, 1.0))
            .add_real("x", places[i].x)
            .add_real("y", places[i].y)
            .add_number("occurrences", static_cast<std::int64_t>(one.places))
            .text());
  }
  return JsonObject()
      .add_bool("available", true)
      .add("reason", "null")
      .add("formulas", base::json_array(written))
      .text();
}

}  // namespace noether::server
