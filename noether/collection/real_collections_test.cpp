// Reads every real collection, and compares it with its known contents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_set>

#include "noether/base/sanitized.h"
#include "noether/collection/document_source.h"
#include "noether/collection/sample_collection.h"
#include "noether/collection/topics.h"
#include "noether/collection/tsv_reader.h"

namespace noether::collection {
namespace {

using testing::IsEmpty;

constexpr const char* kTextbooksSuffice = "too long with sanitizers, which see the textbooks";

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("NOETHER_DATA")) return folder;
  return std::filesystem::path(NOETHER_SOURCE_DIR) / "../shared/data";
}

struct Tally {
  std::map<std::string, std::uint64_t> kinds;
  std::map<std::string, std::uint64_t> fields;
  std::map<std::string, std::uint64_t> properties;
  std::unordered_set<std::string> ids;
  std::set<std::string> files;  // ids up to "#"
  std::unordered_set<std::string> formula_ids;
  std::unordered_set<std::string> visual_ids;
  std::uint64_t formulas = 0;
  std::uint64_t misplaced = 0;  // spans that are not between dollar signs or not in order
  std::uint64_t repeated_ids = 0;
  std::uint64_t lost_parents = 0;  // parents that did not come before
  ProblemList problems;
};

void count_spans(const text::Field& field, Tally& tally) {
  std::uint32_t end = 0;
  for (const text::FormulaSpan& span : field.formulas) {
    const bool is_right = span.begin > end && span.begin < span.end &&
                          span.end < field.text.size() && field.text[span.begin - 1] == '$' &&
                          field.text[span.end] == '$';
    tally.misplaced += is_right ? 0U : 1U;
    end = span.end;
    ++tally.formulas;
    if (!span.id.empty()) tally.formula_ids.insert(span.id);
    if (!span.visual_id.empty()) tally.visual_ids.insert(span.visual_id);
  }
}

class RealCollection : public testing::Test {
 protected:
  void read(const std::string& name, Tally& tally) {
    const std::filesystem::path path = data_folder() / name;
    if (!std::filesystem::exists(path)) {
      GTEST_SKIP() << "no " << name << "; set NOETHER_DATA to where the data is";
    }
    const auto source = open_collection({path.string()}, {}, tally.problems);
    ASSERT_TRUE(source) << source.error().message;
    text::Document document;
    while (true) {
      const auto more = (*source)->next(document);
      ASSERT_TRUE(more) << more.error().message;
      if (!*more) break;
      ++tally.kinds[document.kind];
      tally.repeated_ids += tally.ids.insert(document.id).second ? 0U : 1U;
      tally.files.insert(document.id.substr(0, document.id.find('#')));
      if (!document.parent.empty() && !tally.ids.contains(document.parent)) ++tally.lost_parents;
      for (const text::Field& field : document.fields) {
        ++tally.fields[field.name];
        count_spans(field, tally);
        EXPECT_FALSE(field.text.empty()) << document.id << " " << field.name;
      }
      for (const auto& [key, value] : document.properties) ++tally.properties[key];
    }
    EXPECT_EQ(tally.misplaced, 0U);
    EXPECT_EQ(tally.repeated_ids, 0U);
    EXPECT_EQ((*source)->bytes_read(), (*source)->total_bytes());
  }
};

TEST_F(RealCollection, ArqmathHasAllPostsCommentsLinksAndFormulas) {
  Tally tally;
  read("arqmath/collection", tally);
  if (IsSkipped()) return;
  EXPECT_EQ(tally.kinds["question"], 2769U);
  EXPECT_EQ(tally.kinds["answer"], 3395U);
  EXPECT_EQ(tally.fields["title"], 2769U);
  EXPECT_EQ(tally.fields["question-title"], 3395U);
  EXPECT_EQ(tally.fields["comment"], 16712U);
  EXPECT_EQ(tally.properties["duplicate-of"], 1616U);
  EXPECT_EQ(tally.properties["links-to"], 5411U);
  // 24 of the 75,871 formulas are blank; 102, including those, have no visual id.
  EXPECT_EQ(tally.formula_ids.size(), 75847U);
  EXPECT_GT(tally.visual_ids.size(), 37900U);
  EXPECT_THAT(tally.problems.kept(), IsEmpty());
}

TEST_F(RealCollection, PlanetMathIsReadEntryByEntry) {
  if (base::kSanitized) GTEST_SKIP() << kTextbooksSuffice;
  Tally tally;
  read("text/planetmath", tally);
  if (IsSkipped()) return;
  std::uint64_t without_text = 0;
  for (const Problem& problem : tally.problems.kept()) {
    without_text += problem.message == "there is no text in it" ? 1U : 0U;
  }
  EXPECT_EQ(tally.files.size() + without_text, 9047U);
  EXPECT_LT(without_text, 20U);
  EXPECT_GT(tally.formulas, 200000U);
  EXPECT_EQ(tally.problems.count(Problem::Severity::Skipped), 0U);
}

TEST_F(RealCollection, StacksProjectIsLemmasWithProofs) {
  if (base::kSanitized) GTEST_SKIP() << kTextbooksSuffice;
  Tally tally;
  read("text/stacks-project", tally);
  if (IsSkipped()) return;
  EXPECT_GT(tally.kinds["lemma"], 12000U);
  EXPECT_GT(tally.kinds["definition"], 1500U);
  EXPECT_GT(tally.fields["proof"], 12000U);
  EXPECT_GT(tally.formulas, 400000U);
  EXPECT_EQ(tally.lost_parents, 0U);
  EXPECT_EQ(tally.problems.count(Problem::Severity::Skipped), 0U);
}

TEST_F(RealCollection, TextbooksOfEveryKindAreRead) {
  for (const char* book :
       {"hott-book", "open-logic", "diffyqs", "real-analysis", "napkin", "aata", "fcla"}) {
    Tally tally;
    read(std::string("text/textbooks/") + book, tally);
    if (IsSkipped()) return;
    EXPECT_GT(tally.formulas, 10000U) << book;
    EXPECT_EQ(tally.lost_parents, 0U) << book;
    EXPECT_EQ(tally.problems.count(Problem::Severity::Skipped), 0U) << book;
  }
}

TEST_F(RealCollection, ThreadsAndPairsAreQuestionsAndAnswers) {
  Tally tally;
  read("text/stackexchange-threads", tally);
  if (IsSkipped()) return;
  EXPECT_EQ(tally.kinds["question"], 200U + 987U);
  EXPECT_EQ(tally.kinds["answer"], 314U + 987U);
  EXPECT_EQ(tally.fields["comment"], 1127U);
  EXPECT_GT(tally.formulas, 25000U);
  EXPECT_EQ(tally.lost_parents, 0U);
  EXPECT_THAT(tally.problems.kept(), IsEmpty());
}

struct TopicFile {
  const char* year;
  const char* task;
  std::size_t topics;
};

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
  return text;
}

std::string unescaped(std::string text) {
  for (const auto& [entity, sign] :
       {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")}) {
    for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at)) {
      text.replace(at, std::string_view(entity).size(), sign);
    }
  }
  return text;
}

TEST_F(RealCollection, TopicsOfAllYearsHaveTheirFormulas) {
  const std::filesystem::path folder = data_folder() / "arqmath/topics";
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "no arqmath/topics; set NOETHER_DATA to where the data is";
  }
  ProblemList problems;
  std::map<std::string, std::string> known;  // "2020 q_1", without blanks
  auto table = TsvReader::open((folder / "formulas_latex.tsv").string(), problems);
  ASSERT_TRUE(table);
  TsvRecord record;
  while (*table->next(record)) {
    // The table of 2020 left its formulas escaped.
    known[record.values[0] + " " + record.values[1]] = unescaped(without_blanks(record.values[5]));
  }
  std::size_t found = 0;
  std::size_t different = 0;
  for (const auto& [year, task, count] : {TopicFile{"2020", "1", 98},
                                          {"2020", "2", 85},
                                          {"2021", "1", 100},
                                          {"2021", "2", 100},
                                          {"2022", "1", 100},
                                          {"2022", "2", 100}}) {
    const std::string name = std::string("Topics_Task") + task + "_" + year + ".xml";
    const auto topics = read_topic_file((folder / name).string(), problems);
    ASSERT_TRUE(topics) << name;
    EXPECT_EQ(topics->size(), count) << name;
    for (const Topic& topic : *topics) {
      EXPECT_FALSE(topic.tags.empty()) << topic.number;
      EXPECT_EQ(topic.has_formula(), *task == '2') << topic.number;
      bool has_its_formula = topic.formula_id.empty();
      for (const text::Field* field : {&topic.title, &topic.question}) {
        for (const text::FormulaSpan& span : field->formulas) {
          if (span.id.empty()) continue;
          has_its_formula |= span.id == topic.formula_id;
          const auto expected = known.find(std::string(year) + " " + span.id);
          if (expected == known.end()) continue;
          ++found;
          const std::string latex =
              without_blanks(field->text.substr(span.begin, span.end - span.begin));
          different += latex == expected->second ? 0U : 1U;
        }
      }
      EXPECT_TRUE(has_its_formula) << year << " " << topic.number << " " << topic.formula_id;
    }
  }
  EXPECT_THAT(problems.kept(), IsEmpty());
  EXPECT_EQ(found, 5682U);
  // A few have dollar signs inside, or were changed by hand in the table.
  EXPECT_LE(different, 12U);
}

}  // namespace
}  // namespace noether::collection
