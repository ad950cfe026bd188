// Indexes and searches the sample collection with the program, as its user does: the expected
// result must be among the first.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/cli/shell_runner.h"

namespace noether::cli {
namespace {

class Sample : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new base::TemporaryFolder;
    indexed_ = shell("NOETHER index sample -o " + index() + " 2>&1");
  }
  static void TearDownTestSuite() { delete folder_; }

  static std::string index() { return folder_->path() + "/sample.idx"; }

  // The lines that `noether search` prints for at most `top` results; the query must not contain '.
  static std::vector<std::string> search(const std::string& query, int top = 3,
                                         const std::string& options = "") {
    const Outcome found = shell("NOETHER search " + index() + " '" + query + "' --json --top " +
                                std::to_string(top) + " " + options + " 2>/dev/null");
    std::istringstream in(found.output);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      if (line.find("\"summary\"") == std::string::npos) lines.push_back(line);
    }
    return lines;
  }

  static testing::AssertionResult is_found(const std::string& query, const std::string& id) {
    std::string all;
    for (const std::string& line : search(query)) {
      if (line.find("\"id\": \"" + id + "\"") != std::string::npos) {
        return testing::AssertionSuccess();
      }
      all += "\n  " + line.substr(0, 160);
    }
    return testing::AssertionFailure()
           << id << " is not among the first three for " << query << all;
  }

  static base::TemporaryFolder* folder_;
  static Outcome indexed_;
};

base::TemporaryFolder* Sample::folder_ = nullptr;
Outcome Sample::indexed_{};

TEST_F(Sample, IsIndexedWithoutAProblem) {
  EXPECT_EQ(indexed_.exit_code, 0) << indexed_.output;
  EXPECT_NE(indexed_.output.find("no problems"), std::string::npos) << indexed_.output;
}

TEST_F(Sample, IsFoundByWords) {
  EXPECT_TRUE(is_found("birthday", "probability/the-birthday-problem.md"));
  EXPECT_TRUE(is_found("why are there infinitely many primes",
                       "number-theory/congruences.tex#infinitely-many"));
  EXPECT_TRUE(is_found("intermediate value theorem for continuous functions",
                       "analysis/sequences-and-series.tex#intermediate-value"));
  EXPECT_TRUE(is_found("eigenvalues of a triangular matrix", "linear-algebra-q3"));
}

TEST_F(Sample, IsFoundByAFormulaInItsOwnLetters) {
  EXPECT_TRUE(
      is_found("$\\sin^2\\theta+\\cos^2\\theta=1$", "calculus/the-pythagorean-identity.md"));
  EXPECT_TRUE(is_found("$a^{p-1} \\equiv 1 \\pmod p$", "number-theory/congruences.tex#fermat"));
  EXPECT_TRUE(is_found("$\\det(AB) = \\det(A)\\det(B)$",
                       "linear-algebra/matrices.tex#determinant-product"));
  EXPECT_TRUE(is_found("$\\sum_{n=1}^\\infty \\frac1{n^2} = \\frac{\\pi^2}6$",
                       "analysis/sequences-and-series.tex#basel"));
}

TEST_F(Sample, IsFoundByAFormulaInOtherLetters) {
  EXPECT_TRUE(is_found("$y = \\frac{-k \\pm \\sqrt{k^2-4hm}}{2h}$",
                       "algebra/polynomials-and-groups.tex#quadratic-formula"));
  EXPECT_TRUE(is_found("$(s+t)^2 = s^2 + 2st + t^2$", "algebra/the-square-of-a-sum.md"));
}

TEST_F(Sample, IsFoundByWordsAndAFormulaTogether) {
  EXPECT_TRUE(is_found("area under the bell curve $\\int_{-\\infty}^\\infty e^{-x^2}dx$",
                       "calculus/derivatives-and-integrals.tex#gauss"));
  EXPECT_TRUE(is_found("variance of the number of successes $np(1-p)$", "probability-q5-a1"));
}

TEST_F(Sample, IsFoundByAWildcard) {
  EXPECT_TRUE(is_found("$\\cosh^2 ?a - \\sinh^2 ?a = 1$", "calculus/hyperbolic-functions.md"));
}

TEST_F(Sample, IsFilteredByPhraseTagAndType) {
  const std::vector<std::string> found =
      search("\"geometric series\" type:answer tag:analysis", 10);
  ASSERT_FALSE(found.empty());
  for (const std::string& line : found) {
    EXPECT_NE(line.find("\"kind\": \"answer\""), std::string::npos) << line;
    EXPECT_NE(line.find("\"analysis\""), std::string::npos) << line;
  }
  EXPECT_TRUE(search("\"series geometric\"").empty());
}

TEST_F(Sample, HasFormulasThatAreEqualInMeaning) {
  const Outcome found =
      shell("NOETHER search " + index() + " --equal '\\cos 2t' --json 2>/dev/null");
  EXPECT_EQ(found.exit_code, 0);
  for (const char* form : {"\\\\cos^2x-\\\\sin^2x", "2\\\\cos^2x-1", "1-2\\\\sin^2x"}) {
    const std::string latex = std::string("\"latex\": \"") + form + "\"";
    EXPECT_NE(found.output.find(latex), std::string::npos) << latex << "\n" << found.output;
  }
}

// Rankings and explanations stay the same, byte by byte. After an intended change of a ranking,
// copy the lines printed here to the file.
TEST_F(Sample, IsRankedAndExplainedAsTheFileSays) {
  std::ofstream(*folder_ / "paths.profile") << "lists text=0 formulas=0 paths=1\n";
  std::ofstream(*folder_ / "ranks.profile")
      << "lists text=1 formulas=0.5 paths=0.7 depth=20 formula-depth=30\n"
         "fusion weighted-rrf offset=10\n";
  std::ifstream file("noether/cli/search/golden/sample_search.txt");
  ASSERT_TRUE(file);
  std::string asked;
  std::vector<std::string> expected;
  int cases = 0;
  const auto compare = [&] {
    if (asked.empty()) return;
    ++cases;
    const std::size_t tab = asked.find('\t');
    const Outcome found =
        shell("cd " + folder_->path() + " && NOETHER search sample.idx '" + asked.substr(0, tab) +
              "' --json --explain --top 4 " + asked.substr(tab + 1) + " 2>/dev/null");
    std::istringstream in(found.output);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      if (line.find("\"summary\"") != std::string::npos) continue;
      // The rank, the score, the id and the parts of the score; what sentences have in common
      // depends on the weights of a parser.
      if (const std::size_t why = line.find(", \"why\": "); why != std::string::npos) {
        line = line.substr(0, why) + "}";
      }
      lines.push_back(line.substr(0, line.find(", \"kind\"")) + " … " +
                      line.substr(line.find("\"components\"")));
    }
    EXPECT_EQ(lines, expected) << asked;
  };
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    if (!line.starts_with("? ")) {
      expected.push_back(line);
      continue;
    }
    compare();
    asked = line.substr(2);
    expected.clear();
  }
  compare();
  EXPECT_EQ(cases, 14);
}

}  // namespace
}  // namespace noether::cli
