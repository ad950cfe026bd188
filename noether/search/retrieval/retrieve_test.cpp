#include "noether/search/retrieval/retrieve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <random>
#include <ranges>
#include <set>

#include "noether/base/sanitized.h"
#include "noether/search/retrieval/methods.h"
#include "noether/search/retrieval/retrieval_fixture.h"

namespace noether::search {
namespace {

using testing::HasSubstr;

std::vector<Hit> hits_of(const RandomCollection& collection, std::span<const SpaceQuery> query,
                         const Filter& filter, std::uint32_t k, Method method) {
  auto hits = top_units(collection.index(), query, filter, k, method);
  EXPECT_TRUE(hits) << hits.error().message;
  return hits ? *hits : std::vector<Hit>();
}

// BM25 of the words of a document, from the tables, term by term.
double bm25_of(const RandomCollection& collection, const SpaceQuery& query,
               std::uint32_t document) {
  double average = 0;
  const auto length_of = [&](std::uint32_t i) {
    double length = 0;
    for (const auto& [term, count] : collection.words(i)) length += count;
    return length;
  };
  const double documents = collection.documents();
  for (std::uint32_t i = 0; i < collection.documents(); ++i) average += length_of(i) / documents;
  double score = 0;
  for (const QueryTerm& wanted : query.terms) {
    double with = 0;
    double here = 0;
    for (std::uint32_t i = 0; i < collection.documents(); ++i) {
      for (const auto& [term, count] : collection.words(i)) {
        if (test_key(term) != wanted.key) continue;
        with += 1;
        if (i == document) here = count;
      }
    }
    if (here == 0) continue;
    const double norm =
        query.model.k1 * (1 - query.model.b + query.model.b * length_of(document) / average);
    score += wanted.weight * query.weight * std::log(1 + (documents - with + 0.5) / (with + 0.5)) *
             here * (query.model.k1 + 1) / (here + norm);
  }
  return score;
}

TEST(Retrieval, ScoresWithBm25) {
  RandomCollection collection(3, {.documents = 200, .documents_of_a_segment = 70});
  SpaceQuery query = collection.query(kWords, 6, Model::bm25(1.5, 0.6));
  query.weight = 0.3;
  const std::vector<Hit> hits = hits_of(collection, {&query, 1}, {}, 200, Method::Exhaustive);
  ASSERT_GT(hits.size(), 20);
  for (const Hit& hit : hits) {
    EXPECT_NEAR(hit.score, bm25_of(collection, query, hit.unit), 1e-3) << hit.unit;
  }
}

// Queries of all shapes, on collections of all shapes.
Filter random_filter(RandomCollection& collection) {
  Filter filter;
  const auto tag = [&] { return TermOfSpace{kTags, test_key(collection.below(6))}; };
  switch (collection.below(6)) {
    case 0:
      filter.must.push_back(tag());
      break;
    case 1:
      filter.must_not.push_back(tag());
      break;
    case 2:
      filter.any_of = {{.terms = {tag(), tag()}},
                       {.terms = {tag(), {kWords, test_key(collection.term())}}}};
      break;
    case 3:
      filter.accepts = [](std::uint32_t unit) { return unit % 3 != 0; };
      break;
    default:
      break;
  }
  return filter;
}

std::vector<SpaceQuery> random_query(RandomCollection& collection) {
  const std::array models = {Model::bm25(),
                             Model::bm25(0.9, 0),
                             Model::bm25(2, 1),
                             Model::tf_idf(),
                             Model{Model::Frequency::Logarithmic, Model::Rarity::Plain},
                             Model{Model::Frequency::Present, Model::Rarity::Smooth},
                             Model{Model::Frequency::Bm25, Model::Rarity::None}};
  const auto model = [&] { return models[collection.below(models.size())]; };
  std::vector<SpaceQuery> query = {
      collection.query(kWords, collection.below(collection.below(40) + 1) + 1, model())};
  if (collection.below(2) == 0) {
    query.push_back(collection.query(kContext, collection.below(10), model()));
    query.back().weight = 0.4;
  }
  return query;
}

TEST(Retrieval, AllMethodsFindTheSame) {
  const std::array<RandomCollection::Shape, 4> shapes = {
      {{.documents = 50, .vocabulary = 20, .documents_of_a_segment = 7, .deleted_of_100 = 30},
       {.documents = 3000, .vocabulary = 50, .longest = 6, .documents_of_a_segment = 3000},
       {.documents = 2500, .documents_of_a_segment = 900, .deleted_of_100 = 10},
       {.documents = 10000, .vocabulary = 1000, .longest = 20, .documents_of_a_segment = 9000}}};
  for (std::uint64_t seed = 1; seed <= shapes.size(); ++seed) {
    RandomCollection collection(seed, shapes[seed - 1]);
    for (int i = 0; i < (base::kSanitized ? 15 : 60); ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
      const std::vector<SpaceQuery> query = random_query(collection);
      const Filter filter = random_filter(collection);
      for (const std::uint32_t k : {1U, 2U, 10U, 100U, 1000U, 20000U}) {
        const auto expected = hits_of(collection, query, filter, k, Method::Exhaustive);
        for (const Method method : {Method::Windows, Method::DocumentAtATime, Method::Automatic}) {
          ASSERT_EQ(hits_of(collection, query, filter, k, method), expected)
              << "k " << k << ", method " << static_cast<int>(method);
        }
      }
    }
  }
}

TEST(Retrieval, WindowsOfAnySizeFindTheSame) {
  RandomCollection collection(11, {.documents = 3000, .documents_of_a_segment = 3000});
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(testing::Message() << "seed 11, query " << i);
    const std::vector<SpaceQuery> query = random_query(collection);
    const Filter filter = random_filter(collection);
    const auto plan = Plan::make(collection.index(), query, filter);
    ASSERT_TRUE(plan);
    const auto allowed = AllowedUnits::make(collection.index().segments()[0], plan->unit(), filter);
    ASSERT_TRUE(allowed);
    const std::uint32_t least = filter.asks_for_terms() ? 0 : 1;
    const auto run = [&](auto method) {
      auto lists = plan->open(0);
      EXPECT_TRUE(lists);
      BestUnits best(50, least);
      EXPECT_TRUE(method(
          SegmentTask{
              .lists = *lists, .allowed = *allowed, .units = 3000, .takes_scores_of_0 = least == 0},
          best));
      EXPECT_TRUE(plan->check(0, *lists));
      std::vector<std::pair<std::uint32_t, std::uint32_t>> units;
      for (const auto& unit : std::move(best).sorted()) units.emplace_back(unit.unit, unit.score);
      return units;
    };
    const auto expected = run(score_exhaustively);
    for (const std::uint32_t window : {64U, 128U, 320U, 1024U}) {
      EXPECT_EQ(run([&](const SegmentTask& task, BestUnits& best) {
                  return score_windows(task, best, window);
                }),
                expected)
          << "window " << window;
    }
  }
}

TEST(Retrieval, StopsInTheMiddleOfALongListWhenNobodyWaits) {
  RandomCollection collection(
      13, {.documents = 10000, .vocabulary = 40, .longest = 4, .documents_of_a_segment = 10000});
  const std::vector<SpaceQuery> query = {collection.query(kWords, 5, Model::bm25())};
  for (const Method method : {Method::Exhaustive, Method::Windows, Method::DocumentAtATime}) {
    SCOPED_TRACE(static_cast<int>(method));
    int asks = 0;
    int last = INT_MAX;
    Filter filter;
    filter.is_over = [&] { return ++asks == last; };
    EXPECT_EQ(hits_of(collection, query, filter, 10000, method),
              hits_of(collection, query, {}, 10000, method));
    const int all = asks;
    EXPECT_GE(all, 2);
    for (last = 1; last <= all; ++last) {
      asks = 0;
      EXPECT_FALSE(top_units(collection.index(), query, filter, 10000, method));
      EXPECT_EQ(asks, last) << "nothing is done behind it";
    }
  }
}

TEST(Retrieval, StopsBetweenTheTermsOfAFilterWhenNobodyWaits) {
  const RandomCollection collection(17, {.documents = 50, .documents_of_a_segment = 50});
  int asks = 0;
  Filter filter;
  filter.must = {{kTags, test_key(0)}, {kTags, test_key(1)}};
  filter.must_not = {{kTags, test_key(2)}};
  filter.is_over = [&] { return ++asks == 3; };
  const auto& segment = collection.index().segments()[0];
  EXPECT_FALSE(AllowedUnits::make(segment, index::Unit::Document, filter));
  EXPECT_EQ(asks, 3);
}

TEST(BestUnits, KnowsWhenItGuessedTooHigh) {
  std::mt19937 random(3);
  int good = 0;
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(testing::Message() << "seed 3, round " << round);
    std::vector<std::uint32_t> scores(4000);
    for (std::uint32_t& score : scores) score = static_cast<std::uint32_t>(random() % 1000 + 1);
    // The best come first: then there are fewer good ones behind than before.
    if (round % 2 == 0) std::ranges::sort(scores.begin(), scores.begin() + 1000, std::greater());
    if (round % 4 == 0) std::ranges::sort(scores, std::greater());
    BestUnits expected(100, 1);
    BestUnits guessing(100, 1);
    for (std::uint32_t unit = 0; unit < scores.size(); ++unit) {
      expected.add(unit, scores[unit]);
      if (scores[unit] >= guessing.needed()) guessing.add(unit, scores[unit]);
      if (unit % 128 == 127) guessing.have_seen(unit + 1, scores.size());
    }
    if (guessing.guessed_too_high()) continue;
    ++good;
    const auto wanted = std::move(expected).sorted();
    const auto found = std::move(guessing).sorted();
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].unit, wanted[i].unit);
      ASSERT_EQ(found[i].score, wanted[i].score);
    }
  }
  EXPECT_GE(good, 25);
  EXPECT_LE(good, 55);
}

TEST(Retrieval, ScoresDoNotDependOnSegments) {
  RandomCollection one(5, {.documents = 800, .documents_of_a_segment = 800});
  const RandomCollection many(5, {.documents = 800, .documents_of_a_segment = 61});
  ASSERT_GT(many.index().segments().size(), 10);
  for (int i = 0; i < 50; ++i) {
    const std::vector<SpaceQuery> query = random_query(one);
    ASSERT_EQ(hits_of(one, query, {}, 100, Method::Automatic),
              hits_of(many, query, {}, 100, Method::Automatic))
        << "seed 5, query " << i;
  }
}

TEST(Retrieval, OrdersEqualScoresByUnit) {
  const RandomCollection collection(8, {.documents = 2000, .vocabulary = 3, .longest = 2});
  const SpaceQuery query{.space = kWords,
                         .model = {Model::Frequency::Present, Model::Rarity::None},
                         .terms = {{test_key(0)}, {test_key(1)}}};
  const auto hits = hits_of(collection, {&query, 1}, {}, 2000, Method::Automatic);
  ASSERT_GT(hits.size(), 100);
  EXPECT_TRUE(std::ranges::is_sorted(hits, [](const Hit& a, const Hit& b) {
    return a.score > b.score || (a.score == b.score && a.unit < b.unit);
  }));
  std::set<double> scores;
  for (const Hit& hit : hits) scores.insert(hit.score);
  EXPECT_EQ(scores.size(), 2);
}

TEST(Retrieval, FilterSaysWhichUnitsMayBeFound) {
  RandomCollection collection(4, {.documents = 600, .deleted_of_100 = 20});
  const SpaceQuery query = collection.query(kWords, 20, {});
  Filter filter;
  filter.must = {{kTags, test_key(1)}};
  filter.must_not = {{kTags, test_key(2)}};
  filter.any_of = {{.terms = {{kTags, test_key(3)}, {kTags, test_key(4)}, {kTags, test_key(1)}}}};
  filter.accepts = [](std::uint32_t unit) { return unit % 2 == 0; };
  std::set<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < collection.documents(); ++i) {
    const auto& tags = collection.tags(i);
    if (tags.contains(1) && !tags.contains(2) && i % 2 == 0 && !collection.is_deleted(i)) {
      expected.insert(i);
    }
  }
  std::set<std::uint32_t> found;
  for (const Hit& hit : hits_of(collection, {&query, 1}, filter, 600, Method::Automatic)) {
    found.insert(hit.unit);
  }
  EXPECT_GT(expected.size(), 10);
  EXPECT_EQ(found, expected);
}

TEST(Retrieval, FilterAloneFindsAllItAllows) {
  RandomCollection collection(4, {.documents = 600, .documents_of_a_segment = 100});
  Filter filter;
  filter.must = {{kTags, test_key(1)}};
  const auto hits = hits_of(collection, {}, filter, 600, Method::Automatic);
  EXPECT_EQ(hits.size(), std::ranges::count_if(std::views::iota(0U, 600U), [&](std::uint32_t i) {
              return collection.tags(i).contains(1);
            }));
}

TEST(Retrieval, AsksThePredicateInOrderOfScoreAndNoMoreThanNeeded) {
  RandomCollection collection(6, {.documents = 900});
  const SpaceQuery query = collection.query(kWords, 8, {});
  const auto ranking = hits_of(collection, {&query, 1}, {}, 900, Method::Exhaustive);
  std::vector<std::uint32_t> asked;
  Filter filter;
  filter.accepts = [&](std::uint32_t unit) {
    asked.push_back(unit);
    return asked.size() % 40 == 0;
  };
  const auto hits = hits_of(collection, {&query, 1}, filter, 5, Method::Automatic);
  ASSERT_EQ(hits.size(), 5);
  ASSERT_EQ(asked.size(), 200);
  for (std::size_t i = 0; i < asked.size(); ++i) ASSERT_EQ(asked[i], ranking[i].unit);
}

TEST(Retrieval, PassesOnAnErrorOfThePredicate) {
  RandomCollection collection(6, {.documents = 30});
  const SpaceQuery query = collection.query(kWords, 8, {});
  Filter filter;
  filter.accepts = [](std::uint32_t) -> base::Result<bool> { return base::fail("unreadable"); };
  const auto hits = top_units(collection.index(), {&query, 1}, filter, 5);
  ASSERT_FALSE(hits);
  EXPECT_EQ(hits.error().message, "unreadable");
}

TEST(Retrieval, FindsFormulas) {
  RandomCollection collection(9, {.documents = 300, .documents_of_a_segment = 100});
  SpaceQuery query = collection.query(kWords, 5, {});
  const auto documents = hits_of(collection, {&query, 1}, {}, 40, Method::Automatic);
  query.space = kPaths;
  EXPECT_EQ(hits_of(collection, {&query, 1}, {}, 40, Method::Automatic), documents)
      << "each document has one formula of the same terms";
}

TEST(Retrieval, ExplainsAScoreByItsParts) {
  RandomCollection collection(12, {.documents = 400, .documents_of_a_segment = 150});
  const std::vector<SpaceQuery> query = {collection.query(kWords, 12, {}),
                                         collection.query(kContext, 6, Model::tf_idf())};
  const auto hits = hits_of(collection, query, {}, 50, Method::Automatic);
  std::vector<std::uint32_t> units;
  for (const Hit& hit : hits) units.push_back(hit.unit);
  std::ranges::reverse(units);
  const auto scores = score_units(collection.index(), query, units);
  ASSERT_TRUE(scores);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    EXPECT_EQ((*scores)[hits.size() - 1 - i], hits[i].score);
    const auto parts = explain(collection.index(), query, hits[i].unit);
    ASSERT_TRUE(parts);
    double sum = 0;
    for (const ScorePart& part : *parts) {
      sum += part.score;
      EXPECT_GT(part.frequency, 0);
    }
    EXPECT_NEAR(sum, hits[i].score, 1e-9);
  }
}

TEST(Retrieval, RefusesSpacesThatDoNotFitTogether) {
  RandomCollection collection(1, {.documents = 10});
  const std::vector<SpaceQuery> mixed = {collection.query(kWords, 2, {}),
                                         collection.query(kPaths, 2, {})};
  const auto hits = top_units(collection.index(), mixed, {}, 5);
  ASSERT_FALSE(hits);
  EXPECT_THAT(hits.error().message, HasSubstr("'paths'"));
  const SpaceQuery unknown{.space = 17, .terms = {{1}}};
  EXPECT_FALSE(top_units(collection.index(), {&unknown, 1}, {}, 5));
}

TEST(Retrieval, RefusesWeightsThatAreNoWeights) {
  RandomCollection collection(1, {.documents = 10});
  for (const double weight : {-1.0, std::nan(""), HUGE_VAL, 1e308}) {
    SpaceQuery query = collection.query(kWords, 9, {});
    for (QueryTerm& term : query.terms) term.weight = weight;
    EXPECT_FALSE(top_units(collection.index(), {&query, 1}, {}, 5)) << weight;
  }
}

TEST(Retrieval, FindsNothingForNothing) {
  RandomCollection collection(1, {.documents = 10});
  EXPECT_TRUE(hits_of(collection, {}, {}, 5, Method::Automatic).empty());
  const SpaceQuery query{.space = kWords, .terms = {{test_key(123456)}}};
  EXPECT_TRUE(hits_of(collection, {&query, 1}, {}, 5, Method::Automatic).empty());
  const SpaceQuery good = collection.query(kWords, 9, {});
  EXPECT_TRUE(hits_of(collection, {&good, 1}, {}, 0, Method::Automatic).empty());
}

}  // namespace
}  // namespace noether::search
