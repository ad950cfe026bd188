// Random solutions whose steps are known: a step that keeps the solutions is never called wrong,
// and one that changes them is never called right.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "noether/algebra/derivation/derivation.h"

namespace noether::algebra {
namespace {

constexpr std::uint32_t kSeed = 20260;

class RandomSolutions : public testing::Test {
 protected:
  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  int nonzero(int most) {
    const int value = between(1, most);
    return between(0, 1) == 0 ? value : -value;
  }
  static std::string term(int coefficient) {
    return (coefficient < 0 ? "-" : "+") + std::to_string(std::abs(coefficient));
  }
  // c (x - a)(x - b)..., not expanded.
  std::string product(const std::vector<int>& roots, int scale) {
    std::string text = std::to_string(scale);
    for (const int root : roots) text += "(x" + term(-root) + ")";
    return text;
  }
  static std::string solved(const std::set<int>& roots) {
    std::string text;
    for (const int root : roots) {
      if (!text.empty()) text += " or ";
      text += "x=" + std::to_string(root);
    }
    return text.empty() ? "no solution" : text;
  }
  std::string common() {  // to add to both sides
    switch (between(0, 3)) {
      case 0:
        return term(nonzero(9));
      case 1:
        return term(nonzero(9)) + "x";
      case 2:
        return term(nonzero(5)) + "x^2";
      default:
        return "+\\sin(x)";
    }
  }
  StepVerdict verdict(const std::string& before, const std::string& after) {
    DerivationOptions options;
    options.decide.want_proof = false;
    options.decide.seconds = 120;  // each of these is decided, whatever the load of the machine
    DerivationChecker checker(options);
    checker.check_line(before);
    const auto steps = checker.check_line(after);
    return steps.size() == 1 ? steps[0].verdict : StepVerdict::Unreadable;
  }

  std::mt19937 random_{kSeed};
};

TEST_F(RandomSolutions, KeepWhatAnEquivalenceKeeps) {
  for (int i = 0; i < 150; ++i) {
    std::vector<int> roots;
    for (int k = between(1, 3); k > 0; --k) roots.push_back(between(-6, 6));
    const std::string left = product(roots, nonzero(4));
    const std::string added = common();
    const std::string before = left + "=0";
    const std::string scaled = std::to_string(nonzero(5)) + "(" + left + ")=0";
    for (const std::string& after : {left + added + "=0" + added, scaled, "0=" + left,
                                     solved(std::set<int>(roots.begin(), roots.end()))}) {
      EXPECT_EQ(verdict(before, after), StepVerdict::Right)
          << kSeed << ": " << before << "  " << after;
    }
  }
}

TEST_F(RandomSolutions, TellWhatIsMissingAndWhatIsTooMuch) {
  for (int i = 0; i < 150; ++i) {
    std::set<int> first;
    std::set<int> second;
    for (int k = between(1, 3); k > 0; --k) first.insert(between(-3, 3));
    for (int k = between(0, 3); k > 0; --k) second.insert(between(-3, 3));
    const std::string before = product({first.begin(), first.end()}, nonzero(4)) + "=0";
    bool loses = false;
    bool adds = false;
    for (const int root : first) loses |= !second.contains(root);
    for (const int root : second) adds |= !first.contains(root);
    const StepVerdict expected = loses ? (adds ? StepVerdict::Wrong : StepVerdict::Loses)
                                       : (adds ? StepVerdict::Adds : StepVerdict::Right);
    EXPECT_EQ(verdict(before, solved(second)), expected)
        << kSeed << ": " << before << "  " << solved(second);
  }
}

// u = v, then u^2 = v^2: right or adds, never anything else; in reverse, right or loses.
TEST_F(RandomSolutions, SquareWithoutLosing) {
  for (int i = 0; i < 100; ++i) {
    const std::string scaled = std::to_string(between(1, 4)) + "x";
    const std::string u = "\\sqrt{" + scaled + term(nonzero(6)) + "}";
    const std::string v =
        between(0, 1) == 0 ? std::to_string(between(0, 5)) : "x" + term(between(-4, 4));
    const std::string equation = u + "=" + v;
    const std::string squared = "(" + u + ")^2=(" + v + ")^2";
    const std::string polynomial = u.substr(6, u.size() - 7) + "=(" + v + ")^2";
    for (const std::string& after : {squared, polynomial}) {
      const StepVerdict there = verdict(equation, after);
      EXPECT_TRUE(there == StepVerdict::Right || there == StepVerdict::Adds)
          << kSeed << ": " << equation << "  " << after << " " << step_verdict_name(there);
      const StepVerdict back = verdict(after, equation);
      EXPECT_EQ(back, there == StepVerdict::Right ? StepVerdict::Right : StepVerdict::Loses)
          << kSeed << ": " << after << "  " << equation;
    }
  }
}

// Inequalities agree with the values at many points.
TEST_F(RandomSolutions, CompareInequalitiesAsTheirValuesDo) {
  const std::vector<std::string> signs = {"<", ">", "\\leq ", "\\geq "};
  const auto holds = [](int sign, double value) {
    return sign == 0 ? value < 0 : sign == 1 ? value > 0 : sign == 2 ? value <= 0 : value >= 0;
  };
  for (int i = 0; i < 150; ++i) {
    const int a = between(-4, 4);
    const int b = between(-4, 4);
    const int c = between(-4, 4);
    const int s = between(0, 3);
    const int t = between(0, 3);
    const std::string before =
        "(x" + term(-a) + ")(x" + term(-b) + ")" + signs[static_cast<std::size_t>(s)] + "0";
    const std::string after = "x" + signs[static_cast<std::size_t>(t)] + std::to_string(c);
    bool loses = false;
    bool adds = false;
    for (int k = -60; k <= 60; ++k) {  // multiples of one half: every cell contains one
      const double x = k / 8.0;
      const bool first = holds(s, (x - a) * (x - b));
      const bool second = holds(t, x - c);
      loses |= first && !second;
      adds |= second && !first;
    }
    const StepVerdict expected = loses ? (adds ? StepVerdict::Wrong : StepVerdict::Loses)
                                       : (adds ? StepVerdict::Adds : StepVerdict::Right);
    EXPECT_EQ(verdict(before, after), expected) << kSeed << ": " << before << "  " << after;
  }
}

}  // namespace
}  // namespace noether::algebra
