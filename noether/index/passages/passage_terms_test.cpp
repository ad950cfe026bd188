#include "noether/index/passages/passage_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/index/passages/index_passages_fixture.h"

namespace noether::index {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// By term, over all segments.
std::map<std::string, std::vector<std::uint32_t>> terms_of(const IndexReader& index,
                                                           std::string_view prefix = {}) {
  std::map<std::string, std::vector<std::uint32_t>> all;
  const auto terms = passage_terms(index, prefix);
  EXPECT_TRUE(terms) << terms.error().message;
  for (const TermDocuments& term : *terms) {
    auto& documents = all[term.term];
    documents.insert(documents.end(), term.documents.begin(), term.documents.end());
  }
  return all;
}

// The same by reading all documents.
std::map<std::string, std::vector<std::uint32_t>> expected_terms(const IndexReader& index) {
  std::map<std::string, std::vector<std::uint32_t>> all;
  for (const OpenSegment& segment : index.segments()) {
    for (std::uint32_t i = 0; i < segment.reader->documents(); ++i) {
      if (segment.deleted.has(i)) continue;
      const std::uint32_t document = segment.first_document + i;
      for (const EncodedPassage& passage :
           made_up_passages(index.document(document).value(), kPassageModel)) {
        for (const std::string& term : passage.terms) {
          auto& documents = all[term];
          if (documents.empty() || documents.back() != document) documents.push_back(document);
        }
      }
    }
  }
  return all;
}

TEST(PassageTerms, AreTheOtherWayRoundByDocument) {
  const TermsByDocument terms({{"a", {0, 2}}, {"b", {2}}});
  EXPECT_THAT(terms.of(0), ElementsAre("a"));
  EXPECT_THAT(terms.of(1), IsEmpty());
  EXPECT_THAT(terms.of(2), ElementsAre("a", "b"));
  EXPECT_THAT(terms.of(3), IsEmpty());
}

TEST_F(IndexPassages, AreFoundByTheirTermsAlsoWhenSegmentsAreMerged) {
  IndexWriter to = writer();
  add(to, 0, 60);
  add(to, 60, 100);
  ASSERT_TRUE(to.add_passages(kPassageModel));
  EXPECT_EQ(terms_of(reader()), expected_terms(reader()));
  EXPECT_THAT(terms_of(reader()), Not(IsEmpty()));
  // Passages that stay beside new ones keep their terms.
  add(to, 100, 130);
  ASSERT_TRUE(to.remove("d3"));
  ASSERT_TRUE(to.commit());
  ASSERT_TRUE(to.add_passages(kPassageModel));
  EXPECT_EQ(terms_of(reader()), expected_terms(reader()));
  ASSERT_TRUE(to.merge_all());
  EXPECT_EQ(terms_of(reader()), expected_terms(reader()));
  EXPECT_THAT(damages(), IsEmpty());
}

TEST_F(IndexPassages, AreFoundByTheBeginningsOfTheirTerms) {
  IndexWriter to = writer();
  add(to, 0, 60);
  ASSERT_TRUE(to.add_passages(kPassageModel));
  const auto all = expected_terms(reader());
  for (const auto& [prefix, documents] : all) {
    std::map<std::string, std::vector<std::uint32_t>> expected;
    for (const auto& [term, of_term] : all) {
      if (term.starts_with(prefix)) expected[term] = of_term;
    }
    ASSERT_EQ(terms_of(reader(), prefix), expected) << prefix;
  }
  EXPECT_THAT(terms_of(reader(), "no such term"), IsEmpty());
}

}  // namespace
}  // namespace noether::index
