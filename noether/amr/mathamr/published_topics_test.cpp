// MathAMR of the paper's topics byte for byte, from ../shared/data or where NOETHER_DATA says;
// where they are not, these tests are skipped.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unordered_map>

#include "noether/amr/mathamr/compatible_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/shared_data.h"

namespace noether::amr {
namespace {

// The columns of a table in which a quoted field may hold anything, two quotes for one.
std::vector<std::vector<std::string>> rows_of(std::istream& file) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool is_quoted = false;
  for (char c = 0; file.get(c);) {
    std::string& field = rows.back().back();
    if (c == '"' && is_quoted && file.peek() == '"') {
      field += '"';
      file.get(c);
    } else if (c == '"' && (is_quoted || field.empty())) {
      is_quoted = !is_quoted;
    } else if (c == '\t' && !is_quoted) {
      rows.back().emplace_back();
    } else if (c == '\n' && !is_quoted) {
      rows.push_back({""});
    } else {
      field += c;
    }
  }
  return rows;
}

TEST(SharedMathAmr, IsThatOfThePaperByteForByte) {
  std::ifstream topics(shared_data() / "amr" / "mathamr_topics_arqmath1-2.jsonl");
  std::ifstream table(shared_data() / "arqmath" / "topics" / "formulas_opt.tsv");
  if (!topics || !table) {
    GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
  }
  std::unordered_map<std::string, FormulaTexts> formulas;  // by topic
  for (const auto& row : rows_of(table)) {
    if (row.size() < 6 || !row[1].starts_with("q_")) continue;
    formulas["B" + row[2].substr(1)][row[1].substr(2)] = row[5];
  }
  std::size_t count = 0;
  std::size_t spliced = 0;
  std::size_t linearized = 0;
  for (std::string line; std::getline(topics, line); ++count) {
    const auto record = nlohmann::json::parse(line);
    const std::string graph = record.at("amr_before_splice");
    const std::string expected = record.at("mathamr");
    const std::string made = splice_compatibly(graph, formulas[record.at("topic")]);
    EXPECT_EQ(made, expected) << record.at("topic");
    if (made == expected) ++spliced;
    const std::string words = linearize_compatibly(expected).value_or("");
    EXPECT_EQ(words, record.at("linearized").get<std::string>()) << record.at("topic");
    if (words == record.at("linearized").get<std::string>()) ++linearized;
  }
  EXPECT_EQ(count, 185U);
  EXPECT_EQ(spliced, count);
  EXPECT_EQ(linearized, count);
}

}  // namespace
}  // namespace noether::amr
