#include "noether/egen/tasks/semantic_choice.h"

#include <algorithm>

namespace noether::egen {
namespace {

// The number of queries of a cluster that are tried, and of members as their answers.
constexpr std::size_t kQueries = 4;
constexpr std::size_t kAnswers = 8;
// The number of points at which query and answer must have the same value.
constexpr std::uint16_t kSharedPoints = 4;

}  // namespace

// Among a few members that agree with the query, returns the least similar one.
std::optional<std::string_view> SemanticChoiceMaker::choose_answer(std::size_t cluster,
                                                                   std::string_view query,
                                                                   egraph::Random& random) {
  split_prefix(query, query_tokens_);
  std::optional<std::string_view> best;
  std::size_t best_distance = 0;
  for (std::size_t i = 0; i < kAnswers; ++i) {
    const std::uint64_t member =
        table_->first_member(cluster) + random.below(table_->size_of(cluster));
    const std::string_view answer = table_->expression(member);
    if (answer == query || twin_key(answer) == twin_key(query)) continue;
    split_prefix(answer, answer_tokens_);
    const std::size_t distance = token_distance(query_tokens_, answer_tokens_);
    if (distance <= best_distance || !check_.agrees(answer, kSharedPoints)) continue;
    best = answer;
    best_distance = distance;
  }
  return best;
}

std::optional<SemanticChoice> SemanticChoiceMaker::make(std::size_t cluster,
                                                        egraph::Random& random) {
  const std::uint64_t size = table_->size_of(cluster);
  for (std::size_t i = 0; i < kQueries && size >= 2; ++i) {
    const std::string_view query =
        table_->expression(table_->first_member(cluster) + random.below(size));
    if (!check_.set_reference(query) || !check_.reference_has_values()) continue;
    const auto answer = choose_answer(cluster, query, random);
    if (!answer) continue;
    SemanticChoice item{
        .cluster_id = table_->cluster_id(cluster), .query = std::string(query), .candidates = {}};
    item.candidates.push_back({std::string(*answer), SemanticChoice::Origin::Answer, std::nullopt});
    const auto add = [&](std::string_view expression, SemanticChoice::Origin origin) {
      for (Distractor& made : distractors_.make(expression, kDistractorsOfEach, random)) {
        const bool is_new =
            std::ranges::find(item.candidates, made.expression,
                              &SemanticChoice::Candidate::expression) == item.candidates.end();
        if (is_new) item.candidates.push_back({std::move(made.expression), origin, made.change});
      }
    };
    add(query, SemanticChoice::Origin::OfQuery);
    add(*answer, SemanticChoice::Origin::OfAnswer);
    if (item.candidates.size() != kChoices) continue;
    for (std::size_t last = kChoices; last > 1; --last) {
      std::swap(item.candidates[last - 1], item.candidates[random.below(last)]);
    }
    item.answer =
        static_cast<std::size_t>(std::ranges::find(item.candidates, SemanticChoice::Origin::Answer,
                                                   &SemanticChoice::Candidate::origin) -
                                 item.candidates.begin());
    return item;
  }
  return std::nullopt;
}

}  // namespace noether::egen
