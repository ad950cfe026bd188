#include "noether/evaluation/embedding/cluster_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "noether/egen/training/egen_clusters_fixture.h"
#include "noether/evaluation/embedding/open_embedding.h"

namespace noether::evaluation {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

ClusterMap map_of(const MapOptions& options) {
  auto map = make_cluster_map(egen::table_of(egen::small_clusters()), bag_of_tokens(), options);
  if (!map) ADD_FAILURE() << map.error().message;
  return map ? *std::move(map) : ClusterMap();
}

MapOptions quick() {
  MapOptions options;
  options.placing.iterations = 20;
  return options;
}

TEST(ClusterMap, ShowsClustersWithTheirInitialExpression) {
  MapOptions options = quick();
  options.clusters = 3;
  options.members = 2;
  const ClusterMap map = map_of(options);
  EXPECT_EQ(map.clusters, (std::vector<std::string>{"sin * 2 x", "pow + x 1 2", "exp * 2 x"}));
  ASSERT_EQ(map.points.size(), 6U);
  EXPECT_EQ(map.points[2].expression, "pow + x 1 2");
  EXPECT_THAT(map.description, HasSubstr("6 expressions, embedded by bag-of-tokens"));
  const std::string svg = map_svg(map);
  EXPECT_THAT(svg, HasSubstr(">pow + x 1 2</text>"));
  // There is a dot for every expression, and one in the legend for every cluster.
  EXPECT_EQ(count_of(svg, "<circle"), 9U);
  EXPECT_EQ(svg, map_svg(map_of(options)));
}

TEST(ClusterMap, MarksAQueryAndWhatIsNearestToIt) {
  MapOptions options = quick();
  options.query = "sin * x 2";
  options.found = 2;
  const ClusterMap map = map_of(options);
  ASSERT_EQ(map.query_and_found.size(), 3U);
  EXPECT_EQ(map.points[map.query_and_found[0]].expression, "sin * x 2");
  EXPECT_EQ(map.points[map.query_and_found[1]].expression, "sin * 2 x");
  EXPECT_EQ(count_of(map_svg(map), "class=\"query\""), 1U);
  EXPECT_EQ(count_of(map_svg(map), "<line class=\"found\""), 2U);
}

TEST(ClusterMap, ThePageHoldsFormulasAndNothingThatEndsItsScript) {
  ClusterMap map;
  map.title = "a < b & \"c\"";
  map.clusters = {"sin x", "</script><b>"};
  map.points = {{{0, 0}, 0, "sin x"}, {{1, 1}, 1, "</script><b>"}};
  const std::string page = map_html(map);
  EXPECT_THAT(page, HasSubstr("<title>a &lt; b &amp; &quot;c&quot;</title>"));
  EXPECT_THAT(page, HasSubstr("<math"));
  EXPECT_EQ(count_of(page, "</script>"), 1U);
  EXPECT_THAT(page, HasSubstr(R"(["\u003c/script>\u003cb>",)"));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
}

TEST(ClusterMap, ColoursOfTheFirstClustersAreDifferent) {
  std::set<std::string> colours;
  for (std::size_t c = 0; c < 100; ++c) colours.insert(cluster_colour(c));
  EXPECT_EQ(colours.size(), 100U);
}

TEST(ClusterMap, RefusesMoreClustersThanThereIsRoomFor) {
  std::vector<egen::Cluster> many;
  for (std::uint64_t i = 0; i < kMostTsneVectors + 1; ++i) {
    many.push_back(egen::cluster_of(i, {"x"}));
  }
  MapOptions options = quick();
  options.clusters = many.size();
  const auto map = make_cluster_map(egen::table_of(std::move(many)), bag_of_tokens(), options);
  ASSERT_FALSE(map);
  EXPECT_THAT(map.error().hint, HasSubstr("--clusters"));
  EXPECT_FALSE(make_cluster_map(egen::MemberTable(), bag_of_tokens(), quick()));
}

}  // namespace
}  // namespace noether::evaluation
