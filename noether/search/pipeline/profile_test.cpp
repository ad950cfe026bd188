#include "noether/search/pipeline/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "noether/base/temporary_folder.h"
#include "noether/index/analysis/spaces.h"

namespace noether::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(std::string_view text) {
  const auto profile = read_profile(text, "mine");
  return profile ? "" : profile.error().message;
}

TEST(Profile, ReadsWeightsOfSpacesAndLists) {
  const auto profile = read_profile(
      "about  Words first.  # what follows a sign is left out\n"
      "space words weight=2 model=tf-idf k1=0.9\n"
      "lists text=0.5 formulas=3 most-formulas=4\n"
      "fusion linear\n",
      "mine");
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(profile->name, "mine");
  EXPECT_EQ(profile->about, "Words first.");
  EXPECT_EQ(profile->search.words.weight, 2);
  EXPECT_EQ(profile->search.words.model.k1, 0.9);
  EXPECT_EQ(profile->search.words.model.rarity, Model::Rarity::Terrier);
  EXPECT_EQ(profile->search.weight_of("formulas"), 3);
  EXPECT_EQ(profile->search.most_formulas, 4U);
  EXPECT_EQ(profile->search.fusion.method, FusionMethod::Linear);
}

TEST(Profile, ReadsSignalsInTheirOrder) {
  const auto profile = read_profile(
      "topics signals\n"
      "signal thread words spaces=words,comments title=3 weight=0.5\n"
      "signal own size weight=0.1\n",
      "mine");
  ASSERT_TRUE(profile) << profile.error().message;
  ASSERT_EQ(profile->signals.size(), 2U);
  EXPECT_EQ(profile->signals[0].scope, Signal::Scope::Thread);
  EXPECT_THAT(profile->signals[0].spaces, ElementsAre(index::space::words, index::space::comments));
  EXPECT_EQ(profile->signals[0].title, 3);
  EXPECT_EQ(profile->signals[1].matter, Signal::Matter::Size);
  EXPECT_THAT(profile->topics, ElementsAre(TopicList{TopicMethod::Signals, 1}));
}

TEST(Profile, ReadsHowFormulasAreLookedFor) {
  const auto profile = read_profile("formula-mode paths\nlists formulas=1 paths=0.5\n", "mine");
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(profile->search.formula_mode, FormulaMode::Paths);
  EXPECT_EQ(profile->search.weight_of("paths"), 0.5);
  EXPECT_THAT(error_of("formula-mode near"), HasSubstr("'near' is not a way to look for formulas"));
  EXPECT_THAT(error_of("formula-mode"), HasSubstr("formula-mode is written"));
}

TEST(Profile, NamesTheLineAndColumnThatAreWrong) {
  EXPECT_EQ(error_of("\nspaces words"),
            "profile mine, line 2, column 1: 'spaces' is not a setting of a profile");
  EXPECT_THAT(error_of("space word"),
              HasSubstr("line 1, column 1: 'word' is not a space of documents"));
  EXPECT_THAT(error_of("space words wieght=1"), HasSubstr("'wieght' is not a setting of space"));
  EXPECT_THAT(error_of("space words weight=much"), HasSubstr("column 20: 'much' is not a number"));
  EXPECT_THAT(error_of("space words weight=nan"), HasSubstr("'nan' is not a number"));
  EXPECT_THAT(error_of("fusion borda"), HasSubstr("'borda' is not a fusion"));
  EXPECT_THAT(error_of("fusion rrf offset=-1"), HasSubstr("an offset is not negative"));
  EXPECT_THAT(error_of("topics guess"), HasSubstr("'guess' is not a way to rank answers"));
  EXPECT_THAT(error_of("signal own words spaces=tags"),
              HasSubstr("'tags' is not a space of words"));
  EXPECT_THAT(error_of("signal words own"), HasSubstr("is not a signal"));
  EXPECT_THAT(error_of("signal own"), HasSubstr("is written"));
  EXPECT_THAT(error_of("lists depth=0.5"), HasSubstr("whole number"));
  EXPECT_THAT(error_of("formula-weights beauty=1"), HasSubstr("'beauty' is not a feature"));
}

TEST(Profile, PointsAtTheLine) {
  const auto profile = read_profile("fusion rrf\ntopics guess\n", "mine");
  ASSERT_FALSE(profile);
  EXPECT_EQ(profile.error().span, (base::Span{11, 23}));
}

TEST(Profile, AllThatAreShippedCanBeRead) {
  std::vector<std::string> names;
  for (const Profile& profile : shipped_profiles()) {
    EXPECT_NE(profile.about, "") << profile.name;
    names.push_back(profile.name);
  }
  EXPECT_EQ(names.size(), shipped_profile_files().size());
  EXPECT_THAT(names, testing::IsSupersetOf({"lexical", "tf-idf-latex", "tf-idf-symbols",
                                            "tangent-s", "tf-idf-tangent-s", "linked-posts"}));
}

TEST(Profile, TheOneOfWordsSearchesWithTheDefaultWeights) {
  const auto profile = find_profile("lexical");
  ASSERT_TRUE(profile);
  const SearchWeights weights;
  EXPECT_EQ(profile->search.words.weight, weights.words.weight);
  EXPECT_EQ(profile->search.document_tuples.weight, weights.document_tuples.weight);
  EXPECT_EQ(profile->search.fusion, weights.fusion);
  EXPECT_FALSE(profile->signals.empty());
}

TEST(Profile, IsFoundInAFile) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "mine.profile";
  std::ofstream(path) << "fusion linear\n";
  const auto profile = find_profile(path);
  ASSERT_TRUE(profile) << profile.error().message;
  EXPECT_EQ(profile->search.fusion.method, FusionMethod::Linear);
}

TEST(Profile, OneThatIsNotThereIsAnErrorWithThoseThatAre) {
  const auto profile = find_profile("no-such-profile");
  ASSERT_FALSE(profile);
  EXPECT_THAT(profile.error().hint, HasSubstr("default"));
}

}  // namespace
}  // namespace noether::search
