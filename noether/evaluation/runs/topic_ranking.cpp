#include "noether/evaluation/runs/topic_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "noether/base/cpu_clock.h"
#include "noether/collection/problem_list.h"
#include "noether/collection/tsv_reader.h"
#include "noether/evaluation/runs/tf_idf_scan.h"
#include "noether/formula/formula_io.h"
#include "noether/search/query/query.h"

namespace noether::evaluation {
namespace {

double votes_of(const text::Document& document) {
  for (const auto& [name, value] : document.properties) {
    if (name != "score") continue;
    double votes = 0;
    std::from_chars(value.data(), value.data() + value.size(), votes);
    return votes;
  }
  return 0;
}

}  // namespace

base::Result<LinkedPosts> LinkedPosts::read(const index::IndexReader& index) {
  LinkedPosts posts;
  for (std::uint32_t d = 0; d < index.documents(); ++d) {
    if (index.is_deleted(d)) continue;
    const auto head = index.document_head(d);
    if (!head) return std::unexpected(head.error());
    if (!head->parent.empty()) {
      posts.answers_[head->parent].push_back({d, votes_of(*head)});
      continue;
    }
    for (const auto& [name, value] : head->properties) {
      if (name != "duplicate-of" && name != "duplicated-by") continue;
      posts.duplicates_[value].push_back(head->id);
      posts.duplicates_[head->id].push_back(value);
    }
  }
  for (auto& [post, others] : posts.duplicates_) {
    std::ranges::sort(others);
    const auto rest = std::ranges::unique(others);
    others.erase(rest.begin(), rest.end());
  }
  return posts;
}

std::vector<search::ScoredUnit> LinkedPosts::answers(const std::string& post,
                                                     std::size_t top) const {
  std::vector<search::ScoredUnit> found;
  const auto duplicates = duplicates_.find(post);
  if (duplicates == duplicates_.end()) return found;
  for (const std::string& question : duplicates->second) {
    const auto answers = answers_.find(question);
    if (answers == answers_.end()) continue;
    found.insert(found.end(), answers->second.begin(), answers->second.end());
  }
  sort_by_score(found, top);
  return found;
}

base::Result<TopicPosts> read_topic_posts(const std::string& path) {
  collection::ProblemList problems;
  auto reader = collection::TsvReader::open(path, problems);
  if (!reader) return std::unexpected(std::move(reader.error()));
  TopicPosts read;
  collection::TsvRecord record;
  auto more = reader->next(record);
  if (!more) return std::unexpected(std::move(more.error()));
  const std::size_t topic = collection::find_column(record, "topic_id");
  const std::size_t post = collection::find_column(record, "thread_id");
  if (!*more || std::max(topic, post) >= record.values.size()) {
    return base::fail(fmt::format("{} has no columns topic_id and thread_id", path), {},
                      "the table of topic formulas of ARQMath has them");
  }
  while (true) {
    more = reader->next(record);
    if (!more) return std::unexpected(std::move(more.error()));
    if (!*more) break;
    if (std::max(topic, post) < record.values.size()) {
      read.posts.try_emplace(record.values[topic], record.values[post]);
    } else {
      ++read.broken_rows;
    }
  }
  read.broken_rows += problems.count(collection::Problem::Severity::Skipped);
  return read;
}

std::string chosen_formula(const collection::Topic& topic) {
  const text::Field& field = topic.title.formulas.empty() ? topic.question : topic.title;
  formula::FormulaReader reader;
  formula::Formula formula;
  std::string chosen;
  std::size_t most = 0;
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view latex =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    formula.clear();
    if (!reader.read(formula::Notation::Latex, latex, formula)) continue;
    if (formula.layout.node_count() <= most) continue;
    most = formula.layout.node_count();
    chosen = latex;
  }
  return chosen;
}

namespace {

// A formula occurs in several answers or in none, so more formulas are requested than answers.
constexpr std::uint32_t kFormulaDepth = 4000;
constexpr double kTopicTitleWeight = 3;

}  // namespace

bool TopicRanking::uses(search::TopicMethod method) const {
  return std::ranges::find(profile_->topics, method, &search::TopicList::method) !=
         profile_->topics.end();
}

base::Result<TopicRanking> TopicRanking::prepare(
    std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
    std::span<const collection::Topic> topics,
    const std::unordered_map<std::string, std::string>& posts, std::size_t top) {
  TopicRanking ranking;
  ranking.index_ = std::move(index);
  ranking.profile_ = &profile;
  ranking.topics_ = topics;
  ranking.posts_ = &posts;
  ranking.top_ = top;
  const bool has_signals = ranking.uses(search::TopicMethod::Signals);
  auto answers = search::AnswerCollection::read(
      *ranking.index_, has_signals ? profile.signals : std::vector<search::Signal>(), kAnswerKind);
  if (!answers) return std::unexpected(std::move(answers.error()));
  ranking.answers_ = std::make_unique<search::AnswerCollection>(std::move(*answers));
  const auto candidates = ranking.answers_->candidates();
  ranking.has_answers_ = !candidates.empty();
  if (!ranking.has_answers_) return ranking;
  ranking.is_candidate_.resize(ranking.index_->documents());
  for (const std::uint32_t candidate : candidates) ranking.is_candidate_[candidate] = true;

  const auto scan = [&](search::TopicMethod method, LatexWords words,
                        std::vector<std::vector<search::ScoredUnit>>& lists) -> base::Result<void> {
    if (!ranking.uses(method)) return {};
    auto scanned = scan_tf_idf(*ranking.index_, candidates, topics, words, top);
    if (!scanned) return std::unexpected(std::move(scanned.error()));
    lists = std::move(*scanned);
    return {};
  };
  const double started = base::thread_cpu_seconds();
  auto done = scan(search::TopicMethod::TfIdfLatex, LatexWords::Raw, ranking.by_latex_);
  if (done)
    done = scan(search::TopicMethod::TfIdfSymbols, LatexWords::Symbols, ranking.by_symbols_);
  if (!done) return std::unexpected(std::move(done.error()));
  ranking.scan_seconds_ = base::thread_cpu_seconds() - started;
  if (ranking.uses(search::TopicMethod::LinkedPosts)) {
    auto linked = LinkedPosts::read(*ranking.index_);
    if (!linked) return std::unexpected(std::move(linked.error()));
    ranking.linked_ = std::move(*linked);
  }
  return ranking;
}

base::Result<TopicRanking::Worker> TopicRanking::Worker::make(const TopicRanking& ranking) {
  Worker worker;
  worker.ranking_ = &ranking;
  worker.answers_ = std::make_unique<search::AnswerRanker>(*ranking.answers_);
  worker.formulas_ =
      std::make_unique<search::FormulaSearcher>(*ranking.index_, ranking.profile_->formula_weights);
  if (ranking.uses(search::TopicMethod::Search)) {
    auto searcher = search::Searcher::open(ranking.index_, ranking.profile_->search,
                                           ranking.profile_->formula_weights);
    if (!searcher) return std::unexpected(std::move(searcher.error()));
    worker.searcher_ = std::move(*searcher);
  }
  return worker;
}

base::Result<std::vector<search::ScoredUnit>> TopicRanking::Worker::by_search(
    const collection::Topic& topic) {
  search::Query query;
  query.add(topic.title, kTopicTitleWeight);
  query.add(topic.question);
  search::Clause kind;
  kind.kind = search::ClauseKind::Type;
  kind.occurrence = search::Occurrence::Required;
  kind.text = kAnswerKind;
  query.clauses.push_back(std::move(kind));
  return searcher_->rank(query, static_cast<std::uint32_t>(ranking_->top_));
}

base::Result<std::vector<search::ScoredUnit>> TopicRanking::Worker::by_formula(
    const collection::Topic& topic) {
  std::vector<search::ScoredUnit> found;
  const std::string latex = chosen_formula(topic);
  if (latex.empty()) return found;
  const auto query = search::FormulaQuery::read(latex);
  if (!query) return found;
  const auto hits = formulas_->search(
      *query, {.mode = ranking_->profile_->search.formula_mode, .top = kFormulaDepth});
  if (!hits) return std::unexpected(hits.error());
  std::unordered_map<std::uint32_t, std::size_t> place;
  for (const search::FormulaHit& hit : *hits) {
    const auto places = ranking_->index_->places(hit.formula);
    if (!places) return std::unexpected(places.error());
    for (const index::Place& at : *places) {
      // The best formula of an answer comes first.
      if (!ranking_->is_candidate_[at.document]) continue;
      if (place.try_emplace(at.document, found.size()).second) {
        found.push_back({at.document, hit.score});
      }
    }
  }
  sort_by_score(found, ranking_->top_);
  return found;
}

base::Result<std::vector<search::ScoredUnit>> TopicRanking::Worker::rank(
    std::size_t topic, search::TopicMethod method) {
  const collection::Topic& asked = ranking_->topics_[topic];
  switch (method) {
    case search::TopicMethod::Signals:
      return answers_->rank(asked, ranking_->top_);
    case search::TopicMethod::Search:
      return by_search(asked);
    case search::TopicMethod::TfIdfLatex:
      return ranking_->by_latex_[topic];
    case search::TopicMethod::TfIdfSymbols:
      return ranking_->by_symbols_[topic];
    case search::TopicMethod::Formula:
      return by_formula(asked);
    case search::TopicMethod::LinkedPosts: {
      const auto post = ranking_->posts_->find(asked.number);
      if (post == ranking_->posts_->end()) return std::vector<search::ScoredUnit>();
      return ranking_->linked_.answers(post->second, ranking_->top_);
    }
  }
  return base::fail("a profile names an unknown way to rank answers");
}

base::Result<std::vector<search::ScoredUnit>> TopicRanking::Worker::rank(std::size_t topic) {
  const std::vector<search::TopicList>& methods = ranking_->profile_->topics;
  if (methods.size() == 1) return rank(topic, methods.front().method);
  std::vector<std::vector<search::ScoredUnit>> rankings;
  for (const search::TopicList& list : methods) {
    auto ranking = rank(topic, list.method);
    if (!ranking) return ranking;
    rankings.push_back(std::move(*ranking));
  }
  std::vector<search::RankedList> lists;
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    lists.push_back({rankings[i], methods[i].weight});
  }
  return fuse(lists, ranking_->profile_->topic_fusion, ranking_->top_);
}

}  // namespace noether::evaluation
