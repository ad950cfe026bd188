// Tests the notations on the corpora that they were made for. The corpora are in ../shared/data, or
// in the folder NOETHER_DATA; without them, these tests are skipped.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/sanitized.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/latex/reader.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/notation/tangent.h"

namespace noether::formula {
namespace {

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("NOETHER_DATA")) return folder;
  const std::filesystem::path beside = NOETHER_SOURCE_DIR "/../shared/data";
  return std::filesystem::exists(beside / "arqmath") ? beside : "";
}

// Calls `use` for every line of a file, gzipped or not.
template <typename Use>
void for_each_line(const std::filesystem::path& path, Use use) {
  FILE* lines = popen(("gzip -cdf -- '" + path.string() + "'").c_str(), "r");
  ASSERT_NE(lines, nullptr) << path;
  std::string line;
  std::vector<char> buffer(1 << 16);
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), lines) != nullptr) {
    line += buffer.data();
    if (line.back() != '\n') continue;
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    use(line);
    line.clear();
  }
  if (!line.empty()) use(line);
  EXPECT_EQ(pclose(lines), 0) << path;
}

std::vector<std::string> columns(const std::string& line) {
  std::vector<std::string> out(1);
  for (const char c : line) {
    if (c == '\t') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

// Calls `use` for every non-empty value of a named column of the judged formulas.
template <typename Use>
void for_each_judged(const std::string& column, Use use) {
  const auto folder = data_folder() / "arqmath" / "judged-formulas-2020";
  for (const std::string file :
       {"visual-id-v1/judged.tsv", "visual-id-v1/distractors.tsv", "visual-id-v1/queries.tsv",
        "visual-id-v2/judged.tsv", "visual-id-v2/distractors.tsv", "visual-id-v2/queries.tsv",
        "formula_instances_slt.tsv"}) {
    std::size_t index = std::string::npos;
    bool header = true;
    for_each_line(folder / file, [&](const std::string& line) {
      const auto values = columns(line);
      if (header) {
        header = false;
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (values[i] == column) index = i;
        }
      } else if (index < values.size() && !values[index].empty()) {
        use(values[index]);
      }
    });
  }
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    if (data_folder().empty())
      GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  }
};

TEST_F(Corpus, TangentLayoutStringsReadAndWriteBackToTheSameBytes) {
  int read = 0;
  int same = 0;
  int quoted = 0;
  int all = 0;
  for_each_judged("slt", [&](const std::string& text) {
    ++all;
    LayoutTree tree;
    const auto result = read_tangent_slt(text, tree);
    EXPECT_TRUE(result) << text;
    if (!result) return;
    ++read;
    std::string out;
    write_tangent_slt(tree, out);
    same += out == text;
    if (text.starts_with("[")) {
      EXPECT_EQ(out, text);
    } else {
      ++quoted;
    }
  });
  std::cout << "layout strings: " << all << " read: " << read << " same bytes: " << same
            << " quoted by the file: " << quoted << "\n";
}

TEST_F(Corpus, TangentOperatorStringsReadAndTheirTreesReadBack) {
  int all = 0;
  int read = 0;
  int same = 0;
  int stable = 0;
  for_each_judged("opt", [&](const std::string& text) {
    ++all;
    OperatorTree tree;
    const auto result = read_tangent_opt(text, tree);
    EXPECT_TRUE(result) << text;
    if (!result) return;
    ++read;
    std::string out;
    write_tangent_opt(tree, out);
    same += out == text;
    OperatorTree again;
    EXPECT_TRUE(read_tangent_opt(out, again)) << out;
    EXPECT_TRUE(same_operators(tree, again)) << text << "\n" << out;
    stable += same_operators(tree, again);
  });
  std::cout << "operator strings: " << all << " read: " << read << " same bytes: " << same
            << " trees that read back: " << stable << "\n";
}

TEST_F(Corpus, ExpressionsOfEgenReadAndWriteBackToTheSameLine) {
  for (const std::string name : {"train", "dev"}) {
    auto path = data_folder() / "egen" / (name + ".txt");
    if (!std::filesystem::exists(path)) path += ".gz";
    int lines = 0;
    int same = 0;
    const int every = base::kSanitized ? 8 : 1;
    OperatorTree tree;
    std::string out;
    for_each_line(path, [&](const std::string& line) {
      if (line.empty() || ++lines % every != 0) return;
      const auto result = read_prefix(line, tree);
      out.clear();
      write_prefix(tree, out);
      if (result && out == line) {
        ++same;
      } else {
        ADD_FAILURE() << line << " became " << out;
      }
    });
    std::cout << "egen " << name << " lines: " << lines << " same: " << same << "\n";
  }
}

TEST_F(Corpus, InitialExpressionsOfEgenAreSexprs) {
  int read = 0;
  for_each_line(data_folder() / "egen" / "initial-expressions.txt", [&](const std::string& line) {
    OperatorTree tree;
    const auto result = read_sexpr(line, tree);
    EXPECT_TRUE(result) << line;
    read += result.has_value() && !tree.empty();
  });
  std::cout << "initial expressions read: " << read << "\n";
}

// The author's source, the layout tree and the operator tree give the same trees.
TEST_F(Corpus, LatexWrittenFromEitherTreeReadsBackToThatTree) {
  LatexReader reader;
  OperatorGrammar grammar;
  int formulas = 0;
  int layouts = 0;
  int operators = 0;
  int tangent = 0;
  bool header = true;
  const auto path = data_folder() / "arqmath" / "topics" / "formulas_latex.tsv";
  for_each_line(path, [&](const std::string& line) {
    if (std::exchange(header, false)) return;
    LayoutTree layout;
    OperatorTree tree;
    std::vector<base::Error> errors;
    reader.read(columns(line).back(), layout, errors);
    grammar.build(layout, tree, errors);
    if (!errors.empty() || layout.empty()) return;
    ++formulas;
    LayoutTree layout_again;
    OperatorTree tree_again;
    std::string text;
    write_latex(layout, text);
    reader.read(text, layout_again, errors);
    layouts += same_layout(layout, layout_again);
    text.clear();
    write_latex(tree, text);
    reader.read(text, layout_again, errors);
    grammar.build(layout_again, tree_again, errors);
    operators += same_operators(tree, tree_again);
    text.clear();
    write_tangent_slt(layout, text);
    const bool slt = read_tangent_slt(text, layout_again) && same_layout(layout, layout_again);
    text.clear();
    write_tangent_opt(tree, text);
    const bool opt = read_tangent_opt(text, tree_again) && same_operators(tree, tree_again);
    tangent += slt && opt;
  });
  EXPECT_GT(layouts, 0.999 * formulas);
  EXPECT_GT(operators, 0.995 * formulas);
  EXPECT_EQ(tangent, formulas);
  std::cout << "topic formulas: " << formulas << " same layout: " << layouts
            << " same operators: " << operators << " same through Tangent-S: " << tangent << "\n";
}

}  // namespace
}  // namespace noether::formula
