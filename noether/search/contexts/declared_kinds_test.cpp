#include "noether/search/contexts/declared_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/contexts/contexts_fixture.h"

namespace noether::search {
namespace {

using testing::HasSubstr;

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

TEST_F(WhereTest, SaysWhatIsWrong) {
  const base::Error either = error_of("where:G=group OR tag:graphs");
  EXPECT_THAT(either.message, HasSubstr("alternatives"));
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
