#include "noether/search/contexts/declared_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/contexts/contexts_fixture.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool meets(const std::string& condition, const amr::Declaration& declaration) {
  return KindCondition::read(condition).value().is_met_by(declaration);
}

TEST(KindConditions, AreMetByHeadsAndWholeKinds) {
  const amr::Declaration group{"G", "0", "finite abelian group", "group", "", false};
  for (const char* met : {"group", "G=group", "G=Groups", "G=finite group", "abelian group",
                          "G=finite abelian group"}) {
    EXPECT_TRUE(meets(met, group)) << met;
  }
  for (const char* other : {"H=group", "g=group", "finite", "G=infinite group", "G=group action"}) {
    EXPECT_FALSE(meets(other, group)) << other;
  }
  const amr::Declaration action{"G", "0", "group action", "action", "", false};
  EXPECT_FALSE(meets("G=group", action));
  EXPECT_TRUE(meets("G=group action", action));
  const amr::Declaration denied{"p", "0", "polynomial", "polynomial", "", true};
  EXPECT_FALSE(meets("p=polynomial", denied));
  EXPECT_TRUE(meets("\\alpha=angle", {"α", "0", "angle", "angle", "", false}));
}

TEST(StemmedKinds, AreListedByTheirHeadAndTheirLastWord) {
  const StemmedKind group = StemmedKind::of({"G", "0", "finite groups", "group", "", false});
  EXPECT_THAT(group.terms(), ElementsAre("group\tG\tgroup\tfinit\tgroup"));
  const StemmedKind element =
      StemmedKind::of({"x", "0", "element of the group", "element", "", false});
  EXPECT_EQ(element.terms().size(), 2);
  for (const StemmedKind& kind : {group, element}) {
    for (const std::string& term : kind.terms()) EXPECT_EQ(StemmedKind::of_term(term), kind);
  }
  EXPECT_TRUE(element.terms().front().starts_with(
      KindCondition::read("x=element of the group")->term_prefix()));
  EXPECT_TRUE(element.terms().back().starts_with(KindCondition::read("element")->term_prefix()));
  EXPECT_THAT(StemmedKind::of({"x", "0", "", "", "", false}).terms(), IsEmpty());
  EXPECT_FALSE(StemmedKind::of_term("group\tG"));
}

TEST(KindConditions, ThatSayNothingAreRefused) {
  for (const char* wrong : {"", "=", "G=", "=group", "?!"}) {
    EXPECT_FALSE(KindCondition::read(wrong)) << wrong;
  }
}

class WhereTest : public ContextTest {
 protected:
  void SetUp() override {
    index_with_graphs({test_document("group", "Let $G$ be a finite group of order $n$."),
                       test_document("graph", "Let $G$ be a graph with $n$ nodes.", {"graphs"}),
                       test_document("ring", "Every ring has a sum."),
                       test_document("lower", "Let $g$ be a group.", {"graphs"})},
                      "# ::id group.body.1\n(g / group :mod (f / finite) :domain \"eqx0eqx\")\n\n"
                      "# ::id graph.body.1\n(g / graph :domain \"eqx0eqx\")\n\n"
                      "# ::id lower.body.1\n(g / group :domain \"eqx0eqx\")\n");
  }
  base::Error error_of(const std::string& text) {
    const auto found = searcher_->search(query(text));
    EXPECT_FALSE(found) << text;
    return found ? base::Error() : found.error();
  }
};

TEST_F(WhereTest, LeavesDocumentsInWhichASymbolIsOfAKind) {
  EXPECT_EQ(found("where:G=group"), "group");
  EXPECT_EQ(found("where:G=\"finite group\""), "group");
  EXPECT_EQ(found("where:\"G=finite group\""), "group");
  EXPECT_EQ(found("where:group"), "group lower");
  EXPECT_EQ(found("where:group tag:graphs"), "lower");
  EXPECT_EQ(found("let where:G=graph"), "graph");
  EXPECT_EQ(found("$n$ -where:G=graph"), "group lower");
  EXPECT_EQ(found("let NOT where:group"), "graph");
  EXPECT_EQ(found("where:g=group where:G=group"), "");
  EXPECT_EQ(searcher_->count(query("where:group")).value().documents, 2);
}

TEST_F(WhereTest, MayBeOneOfSeveralAlternatives) {
  EXPECT_EQ(found("where:G=group OR tag:graphs"), "group graph lower");
  EXPECT_EQ(found("where:G=graph OR where:g=group"), "graph lower");
  EXPECT_EQ(found("where:G=graph OR ring"), "ring graph");
  EXPECT_EQ(found("where:G=graph OR where:G=group tag:graphs"), "graph");
  EXPECT_EQ(found("where:G=\"finite group\" OR \"has a sum\""), "ring group");
  EXPECT_EQ(found("where:G=\"finite group\" OR \"sum has a\""), "group");
  EXPECT_EQ(searcher_->count(query("where:G=graph OR ring")).value().documents, 2);
}

TEST_F(WhereTest, IsAsBeforeInMergedSegmentsWithoutDeletedDocuments) {
  auto writer = index::IndexWriter::open(folder_ / "idx").value();
  ASSERT_TRUE(writer.remove("group"));
  ASSERT_TRUE(writer.commit());
  open();
  EXPECT_EQ(found("where:group"), "lower");
  ASSERT_TRUE(writer.merge_all());
  open();
  EXPECT_EQ(found("where:group"), "lower");
  EXPECT_EQ(found("where:G=graph"), "graph");
}

TEST_F(WhereTest, SaysWhatIsWrong) {
  const base::Error nothing = error_of("let where:G=?");
  EXPECT_EQ(nothing.span, (base::Span{10, 13}));
  add_documents(folder_ / "bare", {test_document("a", "Let $x$ be.")});
  searcher_ = std::make_unique<Searcher>(Searcher::open(folder_ / "bare").value());
  const base::Error bare = error_of("where:group");
  EXPECT_THAT(bare.message, HasSubstr("no graphs of sentences"));
  EXPECT_THAT(bare.hint, HasSubstr("noether index --contexts"));
}

}  // namespace
}  // namespace noether::search
