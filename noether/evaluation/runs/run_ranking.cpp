#include "noether/evaluation/runs/run_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace noether::evaluation {
namespace {

using RunItems = base::Result<std::vector<RunItem>>;

RunItems items_of(const index::IndexReader& index,
                  const base::Result<std::vector<search::ScoredUnit>>& ranked) {
  if (!ranked) return std::unexpected(ranked.error());
  std::vector<RunItem> items;
  items.reserve(ranked->size());
  for (const search::ScoredUnit& unit : *ranked) {
    const auto id = index.document_id(unit.unit);
    if (!id) return std::unexpected(id.error());
    items.push_back({.id = std::string(*id), .post = {}, .score = unit.score});
  }
  return items;
}

}  // namespace

bool needs_posts(const search::Profile& profile) {
  return std::ranges::find(profile.topics, search::TopicMethod::LinkedPosts,
                           &search::TopicList::method) != profile.topics.end();
}

base::Result<RunRanking> RunRanking::prepare(
    std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
    std::span<const collection::Topic> topics,
    const std::unordered_map<std::string, std::string>& posts, const RunRequest& request) {
  RunRanking made;
  made.index_ = std::move(index);
  made.topics_ = topics;
  made.request_ = request;
  if (request.task == 1) {
    auto answers = TopicRanking::prepare(made.index_, profile, topics, posts, request.top);
    if (!answers) return std::unexpected(std::move(answers.error()));
    made.answers_ = std::make_unique<TopicRanking>(std::move(*answers));
  } else {
    auto formulas = FormulaRanking::prepare(*made.index_, profile);
    if (!formulas) return std::unexpected(std::move(formulas.error()));
    made.formulas_ = std::make_unique<FormulaRanking>(std::move(*formulas));
  }
  return made;
}

base::Result<void> RunRanking::check() const {
  if (answers_) {
    if (answers_->has_answers()) return {};
    return base::fail("the index has no answers", {},
                      "Task 1 ranks documents of the kind answer, as those of Q&A collections");
  }
  const auto has_ids = formulas_->has_ids(request_.ids);
  if (!has_ids) return std::unexpected(has_ids.error());
  if (*has_ids) return {};
  return base::fail(
      fmt::format("the formulas of the index have no {}ids, which a run would name",
                  request_.ids == FormulaIds::Visual ? "visual " : ""),
      {}, "index a collection of ARQMath; noether search --formulas lists formulas of any index");
}

RunRanking::Worker RunRanking::make_worker() const {
  if (formulas_) {
    const auto worker = std::make_shared<FormulaRanking::Worker>(*formulas_);
    return [worker, topics = topics_, request = request_](std::size_t topic) {
      return worker->rank(topics[topic], request.top, request.ids);
    };
  }
  auto made = TopicRanking::Worker::make(*answers_);
  if (!made) {
    return [error = made.error()](std::size_t) -> RunItems { return std::unexpected(error); };
  }
  const auto worker = std::make_shared<TopicRanking::Worker>(std::move(*made));
  return
      [worker, index = index_](std::size_t topic) { return items_of(*index, worker->rank(topic)); };
}

}  // namespace noether::evaluation
