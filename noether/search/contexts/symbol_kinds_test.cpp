#include "noether/search/contexts/symbol_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/search/contexts/contexts_fixture.h"
#include "noether/search/contexts/declared_kinds.h"

namespace noether::search {
namespace {

using testing::ElementsAre;

class SymbolKindsTest : public ContextTest {
 protected:
  static std::vector<std::string> told(const SymbolKinds& found) {
    std::vector<std::string> all;
    for (const SymbolKind& kind : found.kinds) {
      all.push_back(kind.said.declaration.symbol + ": " + kind.said.declaration.kind + " " +
                    std::to_string(kind.places));
    }
    return all;
  }

  const std::vector<text::Document> documents_ = {
      test_document("a", "Let $G$ be a finite group. Then $|G|=n$ for some $n$."),
      test_document("b", "A finite group $G$ has $|G|=n$."),
      test_document("c", "A ring $G$ has $|G|=n$. It is $n$.")};
  static constexpr std::string_view kBank =
      "# ::id a.body.1\n(g / group :mod (f / finite) :domain eqx0eqx)\n\n"
      "# ::id a.body.2\n(a / and :op1 eqx0eqx :op2 eqx1eqx)\n\n"
      "# ::id b.body.1\n(g / group :mod (f / finite) :mod eqx0eqx :ARG0-of (h / have-03 :ARG1 "
      "eqx1eqx))\n\n"
      "# ::id c.body.1\n(g / ring :mod eqx0eqx :ARG0-of (h / have-03 :ARG1 eqx1eqx))\n\n"
      "# ::id c.body.2\n(i / it :domain eqx0eqx)\n";
  const std::vector<std::string> symbols_ = {"G", "n"};

  std::vector<index::Place> places() const {
    return {place("a", "|G|=n"), place("b", "|G|=n"), place("c", "|G|=n")};
  }
};

TEST_F(SymbolKindsTest, AreThoseThatTheIndexKeeps) {
  index_with_graphs(documents_, kBank);
  const auto found = kinds_of_symbols(*reader_, symbols_, places(), nullptr);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(told(*found), ElementsAre("G: finite group 2", "G: ring 1"));
  EXPECT_EQ(found->places, 3U);
  EXPECT_EQ(found->kinds[0].said.document, reader_->find_document("a").value().value());
}

TEST_F(SymbolKindsTest, AreParsedWhereTheIndexKeepsNone) {
  index(documents_);
  open();
  const SentenceGraphs parser = graphs(kBank);
  const auto found = kinds_of_symbols(*reader_, symbols_, places(), &parser);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(told(*found), ElementsAre("G: finite group 2", "G: ring 1"));
  EXPECT_FALSE(kinds_of_symbols(*reader_, symbols_, places(), &parser, [] { return true; }));
  EXPECT_TRUE(kinds_of_symbols(*reader_, symbols_, places(), nullptr)->kinds.empty());
  EXPECT_TRUE(kinds_of_symbols(*reader_, {}, places(), &parser)->kinds.empty());
}

TEST(WhereFilter, IsReadAsACondition) {
  amr::Declaration group;
  group.symbol = "G";
  group.kind = "group";
  EXPECT_EQ(where_filter(group), "where:G=group");
  EXPECT_TRUE(KindCondition::read("G=group")->is_met_by(group));
  group.kind = "finite group";
  EXPECT_EQ(where_filter(group), "where:\"G=finite group\"");
  group.symbol = "α";
  EXPECT_EQ(where_filter(group), "where:\"α=finite group\"");
}

}  // namespace
}  // namespace noether::search
