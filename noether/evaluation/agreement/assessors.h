// Measures how well two or more assessors agree, each with their own file of judgements.
// Only items that both judged are compared; a negative grade means that an assessor did not decide.
// The grades are compared directly (ARQMath: four-way), and as relevant or not (two-way).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/agreement/kappa.h"
#include "noether/evaluation/judgements.h"

namespace noether::evaluation {

struct PairAgreement {
  std::size_t first = 0;  // numbers of assessors
  std::size_t second = 0;
  std::uint64_t items = 0;
  ConfusionTable table{0};  // by the grades of `Agreement::grades`
  std::optional<Kappa> graded;
  std::optional<Kappa> binary;
};

// Means over the pairs that have a kappa; empty if none has.
struct MeanKappa {
  std::optional<double> graded;
  std::optional<double> binary;
};

struct Agreement {
  std::vector<std::int32_t> grades;  // that someone gave to something two judged, ascending
  std::vector<PairAgreement> pairs;  // 0 and 1, 0 and 2, 1 and 2, ...
  std::vector<MeanKappa> assessors;  // of each with all others
  MeanKappa mean;                    // over all pairs
};

struct AgreementOptions {
  std::int32_t threshold = 2;  // the least grade that is relevant
  std::string topic;           // only this one, unless empty
};

// Each pair has a table of all grades by all grades, so more different ones are an error: they are
// no grades then, but scores or ids.
inline constexpr std::size_t kMaxGrades = 100;

base::Result<Agreement> assessor_agreement(std::span<const Judgements> assessors,
                                           const AgreementOptions& options = {});

}  // namespace noether::evaluation
