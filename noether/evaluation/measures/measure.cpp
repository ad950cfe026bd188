#include "noether/evaluation/measures/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

// The least value that a geometric mean sees: one failed topic is not the end of it.
constexpr double kLeastGeometric = 0.00001;

constexpr std::array kMeasures = {
    &kRunId,
    &kTopicCount,
    &kRetrieved,
    &kRelevant,
    &kRelevantRetrieved,
    &kAveragePrecision,
    &kGeometricPrecision,
    &kRPrecision,
    &kBpref,
    &kReciprocalRank,
    &kInterpolatedPrecision,
    &kPrecision,
    &kRecall,
    &kNdcg,
};

}  // namespace

std::span<const Measure* const> measures() { return kMeasures; }

const Measure* find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &Measure::name);
  return found == kMeasures.end() ? nullptr : *found;
}

std::string MeasureRequest::name() const {
  std::string text(measure->name);
  if (prime) text += '\'';
  if (measure->takes == Measure::Takes::Recall) {
    text += fmt::format("@{:.2f}", at.recall);
  } else if (at.cutoff != kNoCutoff) {
    text += fmt::format("@{}", at.cutoff);
  }
  return text;
}

std::string MeasureRequest::trec_name() const {
  if (measure->takes == Measure::Takes::Recall) {
    return fmt::format("{}_{:.2f}", measure->trec_name, at.recall);
  }
  if (at.cutoff == kNoCutoff) return std::string(measure->trec_name);
  if (measure->trec_cut_name.empty()) return {};
  return fmt::format("{}_{}", measure->trec_cut_name, at.cutoff);
}

bool operator==(const MeasureRequest& a, const MeasureRequest& b) {
  return a.measure == b.measure && a.prime == b.prime && a.at.cutoff == b.at.cutoff &&
         a.at.recall == b.at.recall;
}

double mean_of(const Measure& measure, std::span<const double> values) {
  double sum = 0;
  if (measure.mean == Measure::Mean::Geometric) {
    for (const double value : values) sum += std::log(std::max(value, kLeastGeometric));
  } else {
    for (const double value : values) sum += value;
  }
  if (measure.mean == Measure::Mean::Sum || values.empty()) return sum;
  const double mean = sum / static_cast<double>(values.size());
  return measure.mean == Measure::Mean::Geometric ? std::exp(mean) : mean;
}

}  // namespace noether::evaluation
