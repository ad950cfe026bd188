// Fingerprints of E-Gen's clusters of "equivalent" expressions, where the data is at hand.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <unordered_map>

#include "noether/algebra/fingerprint/fingerprint.h"
#include "noether/algebra/notation/read_expression.h"

namespace noether::algebra {
namespace {

// E-Gen rewrites x to sin(asin(x)), which is defined on [-1, 1] only, so a tenth of the members are
// not equal to the rest of their cluster.
TEST(FingerprintOfEgenClusters, IsSharedByMostMembers) {
  const char* folder = std::getenv("NOETHER_DATA");
  std::ifstream file(std::string(folder != nullptr ? folder : "../shared/data") + "/egen/dev.txt");
  if (!file) GTEST_SKIP() << "no egen/dev.txt; set NOETHER_DATA to where the data is";
  Vocabulary words;
  Expressions pool(words);
  ExpressionReader reader;
  Fingerprinter fingerprints(pool);
  std::size_t members = 0;
  std::size_t agreeing = 0;
  std::unordered_map<base::Digest, std::size_t> cluster;
  const auto close = [&] {
    std::size_t most = 0;
    for (const auto& [digest, count] : cluster) most = std::max(most, count);
    agreeing += most;
    cluster.clear();
  };
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) {
      close();
      continue;
    }
    const auto root = reader.read(formula::Notation::Prefix, line, pool);
    if (!root) continue;  // `d / x 1 ...` differentiates by something that is no variable
    ++members;
    ++cluster[fingerprints.fingerprint(*root)];
  }
  close();
  std::cout << agreeing << " of " << members << " members have the fingerprint of most\n";
  EXPECT_GT(members, 7000u);
  EXPECT_GT(static_cast<double>(agreeing), 0.88 * static_cast<double>(members));
}

}  // namespace
}  // namespace noether::algebra
