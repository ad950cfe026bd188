// Made-up formulas of any number: real ones with other letters and other numbers in them.
//
// Letters are exchanged all through a formula, so what it says about which symbols are the same
// stays true. The same seed gives the same formulas.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace noether::bench {

class FormulaSampler {
 public:
  // `real` is not empty.
  FormulaSampler(std::vector<std::string> real, std::uint64_t seed)
      : real_(std::move(real)), random_(seed) {}

  std::string next();

 private:
  std::vector<std::string> real_;
  std::mt19937_64 random_;
};

}  // namespace noether::bench
