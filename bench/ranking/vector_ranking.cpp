#include "bench/ranking/vector_ranking.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_set>

namespace noether::bench {
namespace {

constexpr std::uint32_t kNearest = 300;
constexpr double kRankOffset = 60;

// A formula with all its scores.
struct Candidate {
  std::uint32_t formula = 0;
  double structure = 0;
  bool is_found = false;  // by structure; otherwise only by its vector
  double meaning = 0;     // cosines
  double shape = 0;
  double both = 0;
  double rank_by_structure = 0;
  double rank_by_both = 0;
};

// Scores a candidate with a given weight of the vectors.
struct Way {
  std::string_view name;
  double (*score)(const Candidate& candidate, double weight);
  bool takes_near;  // whether formulas found only by vectors are candidates
};

constexpr std::array<Way, 6> kWays = {{
    {"structure", [](const Candidate& c, double) { return c.structure; }, false},
    {"the nearest as candidates", [](const Candidate& c, double) { return c.structure; }, true},
    {"and cosine of shapes",
     [](const Candidate& c, double weight) { return c.structure + weight * c.shape; }, false},
    {"and cosine of meanings",
     [](const Candidate& c, double weight) { return c.structure + weight * c.meaning; }, false},
    {"and cosine of both, the nearest too",
     [](const Candidate& c, double weight) { return c.structure + weight * c.both; }, true},
    {"reciprocal ranks",
     [](const Candidate& c, double weight) {
       return 1 / (kRankOffset + c.rank_by_structure) + weight / (kRankOffset + c.rank_by_both);
     },
     true},
}};
constexpr std::array kWeights = {0.0, 0.1, 0.2, 0.4, 0.8, 1.6};

// The vectors of the formulas of a pool and of its queries.
struct PoolVectors {
  std::vector<float> formulas;
  std::vector<float> queries;
};

base::Result<PoolVectors> embed_pool(const RankedPool& ranked,
                                     const embedding::FormulaEncoder& encoder) {
  std::vector<std::string> latex;
  for (std::uint32_t i = 0; i < ranked.index.reader().formulas(); ++i) {
    const auto stored = ranked.index.reader().formula(i);
    if (!stored) return std::unexpected(stored.error());
    latex.emplace_back(stored->latex);
  }
  std::vector<std::string> asked;
  for (const JudgedPool::Query& query : ranked.pool.queries) asked.push_back(query.latex);
  PoolVectors vectors{std::vector<float>(latex.size() * encoder.width()),
                      std::vector<float>(asked.size() * encoder.width())};
  for (const auto& [texts, numbers] :
       {std::pair(&latex, &vectors.formulas), std::pair(&asked, &vectors.queries)}) {
    if (const auto made = encoder.embed_all(*texts, *numbers, 1); !made) {
      return std::unexpected(made.error());
    }
  }
  return vectors;
}

class Gatherer {
 public:
  Gatherer(const RankedPool& ranked, const PoolVectors& vectors,
           const embedding::FormulaEncoder& encoder)
      : ranked_(ranked), vectors_(vectors), encoder_(encoder) {}

  base::Result<std::vector<Candidate>> gather(std::size_t topic,
                                              const search::FormulaWeights& weights,
                                              search::FormulaSearchOptions options) {
    std::vector<Candidate> candidates;
    const auto query = search::FormulaQuery::read(ranked_.pool.queries[topic].latex);
    if (!query) return candidates;
    search::FormulaSearcher searcher(ranked_.index.reader(), weights);
    options.top = ranked_.depth + ranked_.depth / 4;
    const auto hits = searcher.search(*query, options);
    if (!hits) return std::unexpected(hits.error());
    std::unordered_set<std::uint32_t> found;
    for (const search::FormulaHit& hit : *hits) {
      found.insert(hit.formula);
      candidates.push_back(candidate(topic, hit.formula));
      candidates.back().structure = hit.score;
      candidates.back().is_found = true;
    }
    for (const std::uint32_t formula : nearest(topic)) {
      if (found.contains(formula)) continue;
      const auto features = searcher.features(*query, formula);
      if (!features) return std::unexpected(features.error());
      candidates.push_back(candidate(topic, formula));
      candidates.back().structure =
          std::inner_product(features->begin(), features->end(), weights.begin(), 0.0);
    }
    rank(candidates, &Candidate::structure, &Candidate::rank_by_structure);
    rank(candidates, &Candidate::both, &Candidate::rank_by_both);
    return candidates;
  }

 private:
  Candidate candidate(std::size_t topic, std::uint32_t formula) const {
    const std::size_t width = encoder_.width();
    const float* asked = vectors_.queries.data() + topic * width;
    const float* own = vectors_.formulas.data() + formula * width;
    const std::size_t border = encoder_.meaning_width();
    const double meaning = std::inner_product(asked, asked + border, own, 0.0);
    const double shape = std::inner_product(asked + border, asked + width, own + border, 0.0);
    constexpr auto kShare = static_cast<double>(embedding::kMeaningShare);
    return {.formula = formula,
            .meaning = meaning / kShare,
            .shape = shape / (1 - kShare),
            .both = meaning + shape};
  }

  std::vector<std::uint32_t> nearest(std::size_t topic) const {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < ranked_.index.reader().formulas(); ++i) {
      order.emplace_back(-candidate(topic, i).both, i);
    }
    const auto count = std::min<std::size_t>(kNearest, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::uint32_t> formulas;
    for (std::size_t i = 0; i < count; ++i) formulas.push_back(order[i].second);
    return formulas;
  }

  static void rank(std::vector<Candidate>& candidates, double Candidate::* by,
                   double Candidate::* place) {
    std::vector<Candidate*> order;
    for (Candidate& one : candidates) order.push_back(&one);
    std::ranges::stable_sort(order, std::greater(), [&](const Candidate* one) { return one->*by; });
    for (std::size_t i = 0; i < order.size(); ++i) order[i]->*place = static_cast<double>(i + 1);
  }

  const RankedPool& ranked_;
  const PoolVectors& vectors_;
  const embedding::FormulaEncoder& encoder_;
};

using Topics = std::vector<std::vector<Candidate>>;

JoinedRanking measure_way(const RankedPool& ranked, const Topics& topics, const Way& way,
                          double weight) {
  JoinedRanking joined{.name = std::string(way.name), .weight = weight, .mean = {}, .by_topic = {}};
  for (std::size_t i = 0; i < topics.size(); ++i) {
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const Candidate& one : topics[i]) {
      if (one.is_found || way.takes_near) order.emplace_back(way.score(one, weight), one.formula);
    }
    std::ranges::stable_sort(order, std::greater(), &std::pair<double, std::uint32_t>::first);
    std::vector<std::uint32_t> formulas;
    for (const auto& [score, formula] : order) formulas.push_back(formula);
    joined.by_topic.push_back(measure(items_of(ranked, formulas), ranked.pool.queries[i].grades));
    joined.mean += joined.by_topic.back();
  }
  joined.mean = joined.mean / static_cast<double>(topics.size());
  return joined;
}

// Both measures have the same weight.
double worth_of(const Measures& mean) { return mean.ndcg + mean.ndcg_unjudged; }

}  // namespace

base::Result<std::vector<PoolJoined>> study_vectors(
    std::span<const RankedPool> pools, const embedding::FormulaEncoder& encoder,
    const search::FormulaSearchOptions& options,
    const std::function<search::FormulaWeights(int year)>& weights_of) {
  // Rankings by pool, and by the year that the weights of structure exclude.
  std::map<std::pair<std::string, int>, Topics> gathered;
  for (const RankedPool& ranked : pools) {
    const auto vectors = embed_pool(ranked, encoder);
    if (!vectors) return std::unexpected(vectors.error());
    Gatherer gatherer(ranked, *vectors, encoder);
    for (const int year : {2020, 2021}) {
      Topics& topics = gathered[{ranked.name, year}];
      for (std::size_t i = 0; i < ranked.pool.queries.size(); ++i) {
        auto candidates = gatherer.gather(i, weights_of(year), options);
        if (!candidates) return std::unexpected(std::move(candidates.error()));
        topics.push_back(std::move(*candidates));
      }
    }
  }
  std::vector<PoolJoined> study;
  for (const RankedPool& ranked : pools) {
    const int year = ranked.name == "2021" ? 2021 : 2020;
    const std::string other = year == 2021 ? "2020" : "2021";
    const RankedPool& chooser = *std::ranges::find(pools, other, &RankedPool::name);
    PoolJoined joined{ranked.name, {}};
    for (const Way& way : kWays) {
      double best = -1;
      double chosen = 0;
      for (const double weight : kWeights) {
        const auto tried = measure_way(chooser, gathered[{other, year}], way, weight);
        if (worth_of(tried.mean) <= best) continue;
        best = worth_of(tried.mean);
        chosen = weight;
      }
      joined.ways.push_back(measure_way(ranked, gathered[{ranked.name, year}], way, chosen));
    }
    study.push_back(std::move(joined));
  }
  return study;
}

}  // namespace noether::bench
