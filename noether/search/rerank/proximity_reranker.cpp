// The re-ranker `proximity`: words of the query count more if they are near each other in a text.
//
// If a word of the query follows another one d places later, each of the two gains the rarity of
// the other, divided by d². A word with a gain of g in all fields adds its rarity times g/(g + 1)
// to the score: the proximity of Büttcher, Clarke and Lushman (SIGIR 2006) without lengths, which
// the ranking already considers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/search/pipeline/reranker.h"

namespace noether::search {
namespace {

class ProximityReranker final : public Reranker {
 public:
  base::Result<std::vector<double>> score(const RerankInput& input) override {
    if (auto read = read_rarities(input.query); !read) return std::unexpected(read.error());
    std::vector<double> scores;
    for (std::size_t i = 0; i < input.candidates.size(); ++i) {
      if (input.budget.is_spent()) break;
      if (auto on = input.query.go_on(); !on) return std::unexpected(std::move(on.error()));
      auto gathered = gather(input, i);
      if (!gathered) return std::unexpected(std::move(gathered.error()));
      double sum = 0;
      for (std::size_t clause = 0; clause < gathered->size(); ++clause) {
        sum += part(clause, (*gathered)[clause].sum);
      }
      scores.push_back(sum);
    }
    return scores;
  }

  base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                 std::size_t candidate) override {
    if (auto read = read_rarities(input.query); !read) return std::unexpected(read.error());
    const auto gathered = gather(input, candidate);
    if (!gathered) return std::unexpected(gathered.error());
    std::vector<ScoreDetail> details;
    const std::vector<Clause>& clauses = input.query.query().clauses;
    for (std::size_t clause = 0; clause < gathered->size(); ++clause) {
      const Gathered& one = (*gathered)[clause];
      if (one.sum <= 0) continue;
      details.push_back({.name = "near",
                         .detail = fmt::format(
                             "{} and {}{}", clauses[clause].text, clauses[one.nearest].text,
                             one.distance == 1 ? ", side by side"
                                               : fmt::format(", {} places apart", one.distance)),
                         .score = part(clause, one.sum)});
    }
    return details;
  }

 private:
  struct Gathered {
    double sum = 0;
    std::uint32_t nearest = 0;  // clause
    std::uint32_t distance = UINT32_MAX;
  };

  double part(std::size_t clause, double sum) const { return rarities_[clause] * sum / (sum + 1); }

  base::Result<void> read_rarities(const PreparedQuery& query) {
    rarities_.clear();
    const index::CollectionStatistics& statistics = *query.searched().statistics;
    for (const Clause& clause : query.query().clauses) {
      double rarest = 0;
      for (const std::string& stem : clause.stems) {
        std::uint64_t with = 0;
        std::uint32_t units = 0;
        for (const TermOfSpace& term : places_of_word(stem)) {
          const auto here = statistics.frequency(term.space, term.key);
          if (!here) return std::unexpected(here.error());
          with = std::max(with, *here);
          units = std::max(units, statistics.units(term.space));
        }
        rarest = std::max(rarest,
                          std::log1p(static_cast<double>(units) / (1 + static_cast<double>(with))));
      }
      rarities_.push_back(rarest);
    }
    return {};
  }

  base::Result<std::vector<Gathered>> gather(const RerankInput& input, std::size_t candidate) {
    const auto document = input.documents.read(input.candidates[candidate].unit);
    if (!document) return std::unexpected(document.error());
    std::vector<Gathered> gathered(rarities_.size());
    const auto give = [&](std::uint32_t to, std::uint32_t from, std::uint32_t distance) {
      Gathered& one = gathered[to];
      one.sum += rarities_[from] / (static_cast<double>(distance) * distance);
      if (distance >= one.distance) return;
      one.distance = distance;
      one.nearest = from;
    };
    for (const text::Field& field : (*document)->fields) {
      const auto found = input.query.positions().find(field);
      for (std::size_t i = 1; i < found.size(); ++i) {
        const PositionFinder::Found& before = found[i - 1];
        const PositionFinder::Found& here = found[i];
        if (before.clause == here.clause || before.position >= here.position) continue;
        const std::uint32_t distance = here.position - before.position;
        give(here.clause, before.clause, distance);
        give(before.clause, here.clause, distance);
      }
    }
    return gathered;
  }

  std::vector<double> rarities_;  // by clause of the query
};

}  // namespace

const RerankerKind& proximity_reranker() {
  static constexpr RerankerKind kKind = {
      .name = "proximity",
      .help = "words of the query that are near each other count more",
      .explanation = "for each word of the query the nearest other one",
      .options = {},
      .make = [](const StageOptions& /*options*/) -> std::unique_ptr<Reranker> {
        return std::make_unique<ProximityReranker>();
      }};
  return kKind;
}

}  // namespace noether::search
