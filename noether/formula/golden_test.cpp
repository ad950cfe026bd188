// Golden cases: LaTeX and the expected operator tree or first problem; in layout.txt the expected
// layout tree.
//
// A file of golden/ holds pairs of lines: a formula, and below it, indented, the expected result.
// Lines that start with "%% " are notes. To change an expected result, edit the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

struct Case {
  std::string latex;
  std::string expected;
  int line;
};

std::vector<Case> read_cases(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  std::string line;
  std::string latex;
  bool have_latex = false;
  int number = 0;
  while (std::getline(file, line)) {
    ++number;
    if (line.starts_with("%% ")) continue;
    if (have_latex && line.starts_with("  ")) {
      cases.push_back({latex, line.substr(2), number});
      have_latex = false;
    } else if (!line.empty()) {
      EXPECT_FALSE(have_latex) << path << ":" << number << ": nothing expected of " << latex;
      latex = line;
      have_latex = true;
    }
  }
  EXPECT_FALSE(have_latex) << path << ": nothing expected of " << latex;
  return cases;
}

std::string read_as(const std::string& latex, bool as_layout) {
  LatexReader reader;
  OperatorGrammar grammar;
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> diagnostics;
  reader.read(latex, layout, diagnostics);
  grammar.build(layout, operators, diagnostics);
  EXPECT_EQ(diagnostics.empty(), !has_error(layout) && !has_error(operators))
      << latex << ": every error node has a diagnostic, and the other way round";
  if (!diagnostics.empty()) {
    const base::Error& first = diagnostics.front();
    return "! " + std::to_string(first.span.begin) + "-" + std::to_string(first.span.end) + " " +
           first.message;
  }
  std::string out;
  if (as_layout) {
    write_tangent_slt(layout, out);
  } else {
    write_sexpr(operators, out);
  }
  return out;
}

std::vector<std::filesystem::path> golden_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(NOETHER_SOURCE_DIR "/noether/formula/golden")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

class Golden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, ReadsEveryFormulaAsExpected) {
  const std::vector<Case> cases = read_cases(GetParam());
  ASSERT_GE(cases.size(), 5u);
  for (const Case& one : cases) {
    EXPECT_EQ(read_as(one.latex, GetParam().stem() == "layout"), one.expected)
        << GetParam().filename() << ":" << one.line << ": " << one.latex;
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Golden, testing::ValuesIn(golden_files()),
                         [](const auto& family) { return family.param.stem().string(); });

}  // namespace
}  // namespace noether::formula
