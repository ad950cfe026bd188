// The titles of real questions without their dollar signs: none is refused, and the formulas found
// in them are those that were between the signs. The topics are read from ../shared/data, or from
// the folder that NOETHER_DATA names; if they are missing, these tests are skipped.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "noether/collection/topics.h"
#include "noether/search/query/formula_finder.h"
#include "noether/search/query/query_parser.h"

namespace noether::search {
namespace {

struct Plain {
  std::string text;
  std::vector<bool> is_formula;  // by byte
};

// The text without the signs around its formulas.
Plain without_signs(const text::Field& field) {
  Plain plain;
  std::size_t next = 0;
  for (std::size_t at = 0; at < field.text.size(); ++at) {
    while (next < field.formulas.size() && field.formulas[next].end < at) ++next;
    const bool is_inside = next < field.formulas.size() && at >= field.formulas[next].begin &&
                           at < field.formulas[next].end;
    if (!is_inside && field.text[at] == '$') continue;
    plain.text += field.text[at];
    plain.is_formula.push_back(is_inside);
  }
  return plain;
}

class TopicTexts : public testing::Test {
 protected:
  void SetUp() override {
    const char* set = std::getenv("NOETHER_DATA");
    const std::filesystem::path data =
        std::filesystem::path(set != nullptr ? set : "../shared/data") / "arqmath" / "topics";
    if (!std::filesystem::is_directory(data)) {
      GTEST_SKIP() << "no data: ../shared/data is not there and NOETHER_DATA is not set";
    }
    std::set<std::string> seen;
    for (const std::string task : {"Task1", "Task2"}) {
      for (const std::string year : {"2020", "2021", "2022"}) {
        collection::ProblemList problems;
        const auto topics = collection::read_topic_file(
            (data / ("Topics_" + task + "_" + year + ".xml")).string(), problems);
        ASSERT_TRUE(topics) << topics.error().message;
        for (const collection::Topic& topic : *topics) {
          if (!seen.insert(topic.title.text).second) continue;
          titles_.push_back(topic.title);
          questions_.push_back(topic.question);
        }
      }
    }
  }

  std::vector<text::Field> titles_;
  std::vector<text::Field> questions_;
};

TEST_F(TopicTexts, AreReadWithoutTheirSigns) {
  EXPECT_GT(titles_.size(), 250U);
  for (const auto* fields : {&titles_, &questions_}) {
    for (const text::Field& field : *fields) {
      const std::string text = without_signs(field).text;
      const auto query = parse_query(text);
      EXPECT_TRUE(query) << text << ": " << query.error().message;
      const auto literal = parse_query(text, {.literal = true});
      EXPECT_TRUE(literal) << text << ": " << literal.error().message;
    }
  }
}

TEST_F(TopicTexts, HaveTheirFormulasFound) {
  std::size_t formula = 0;
  std::size_t found = 0;
  std::size_t both = 0;
  for (const text::Field& title : titles_) {
    const Plain plain = without_signs(title);
    std::vector<bool> is_found(plain.text.size(), false);
    for (const base::Span& span : find_formulas(plain.text)) {
      for (std::size_t i = span.begin; i < span.end; ++i) is_found[i] = true;
    }
    for (std::size_t i = 0; i < plain.text.size(); ++i) {
      if (plain.text[i] == ' ') continue;
      if (plain.is_formula[i]) ++formula;
      if (is_found[i]) ++found;
      if (plain.is_formula[i] && is_found[i]) ++both;
    }
  }
  const double precision = static_cast<double>(both) / static_cast<double>(found);
  const double recall = static_cast<double>(both) / static_cast<double>(formula);
  RecordProperty("precision", std::to_string(precision));
  RecordProperty("recall", std::to_string(recall));
  EXPECT_GT(precision, 0.96);
  EXPECT_GT(recall, 0.96);
}

}  // namespace
}  // namespace noether::search
