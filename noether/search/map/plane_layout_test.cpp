#include "noether/search/map/plane_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace noether::search {
namespace {

constexpr std::uint32_t kBunches = 3;

// Thing i belongs to the cluster i % kBunches; its neighbours are in the same cluster, all at the
// same distance if `distance` is 0.
NeighbourLists bunches(std::uint32_t count, float distance) {
  std::mt19937_64 random(5);
  NeighbourLists lists{.each = 6, .numbers = {}, .distances = {}};
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t j = 0; j < lists.each; ++j) {
      const auto other =
          static_cast<std::uint32_t>(random() % (count / kBunches)) * kBunches + i % kBunches;
      lists.numbers.push_back(other == i ? (i + kBunches) % count : other);
      lists.distances.push_back(distance * static_cast<float>(j));
    }
  }
  return lists;
}

std::vector<PlanePlace> random_places(std::uint32_t count) {
  std::mt19937_64 random(9);
  std::vector<PlanePlace> places(count);
  for (PlanePlace& place : places) {
    place = {static_cast<float>(random() % 1000) / 100, static_cast<float>(random() % 1000) / 100};
  }
  return places;
}

float mean_distance(const std::vector<PlanePlace>& places, bool within) {
  double sum = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((i % kBunches == j % kBunches) != within) continue;
      sum += std::hypot(static_cast<double>(places[i].x - places[j].x),
                        static_cast<double>(places[i].y - places[j].y));
      ++pairs;
    }
  }
  return static_cast<float>(sum / pairs);
}

TEST(PlaneLayout, NeighboursComeTogetherAndOthersGoApart) {
  for (const float distance : {0.0F, 0.1F}) {
    const auto places = lay_out_neighbours(bunches(150, distance), random_places(150), {});
    ASSERT_TRUE(places);
    EXPECT_LT(4 * mean_distance(*places, true), mean_distance(*places, false)) << distance;
  }
}

TEST(PlaneLayout, IsTheSameForTheSameSeed) {
  const NeighbourLists lists = bunches(60, 0.1F);
  const auto once = lay_out_neighbours(lists, random_places(60), {.epochs = 30, .seed = 4});
  const auto again = lay_out_neighbours(lists, random_places(60), {.epochs = 30, .seed = 4});
  const auto other = lay_out_neighbours(lists, random_places(60), {.epochs = 30, .seed = 5});
  ASSERT_TRUE(once && again && other);
  EXPECT_EQ(*once, *again);
  EXPECT_NE(*once, *other);
}

TEST(PlaneLayout, PlacesAreFiniteWhereAllBeginAtOnePoint) {
  const auto places = lay_out_neighbours(bunches(30, 0), std::vector<PlanePlace>(30), {});
  ASSERT_TRUE(places);
  for (const PlanePlace& place : *places) {
    EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
  }
}

TEST(PlaneLayout, LeavesOneOrNoneWhereItIs) {
  EXPECT_TRUE(lay_out_neighbours({}, {}, {})->empty());
  const auto one = lay_out_neighbours({}, {{1, 2}}, {});
  EXPECT_EQ(*one, (std::vector<PlanePlace>{{1, 2}}));
}

TEST(PlaneLayout, EndsWhenItIsOver) {
  std::uint32_t done = 0;
  const auto places =
      lay_out_neighbours(bunches(30, 0.1F), random_places(30),
                         {.epochs = 100,
                          .on_epoch = [&](std::uint32_t epoch, std::uint32_t) { done = epoch; },
                          .is_over = [&] { return done == 3; }});
  EXPECT_FALSE(places);
  EXPECT_EQ(done, 3U);
}

}  // namespace
}  // namespace noether::search
