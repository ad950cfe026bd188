// What `noether agreement` prints.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "noether/evaluation/agreement/assessors.h"

namespace noether::cli {

struct AgreementReport {
  std::vector<std::string> assessors;
  std::int32_t threshold = 2;
  evaluation::Agreement all;
  std::vector<std::pair<std::string, evaluation::Agreement>> topics;
};

std::string agreement_text(const AgreementReport& report);
std::string agreement_json(const AgreementReport& report);

}  // namespace noether::cli
