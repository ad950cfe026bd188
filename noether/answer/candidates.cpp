#include "noether/answer/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/search/answers/answer_ranker.h"
#include "noether/search/fusion/fusion.h"

namespace noether::answer {
namespace {

std::uint32_t count_of(const search::NameTable& names, std::string_view name) {
  const auto number = names.find(name);
  return number ? names.count(*number) : 0;
}

bool ranks_by_signals(const search::Profile& profile) {
  return profile.topics.size() == 1 &&
         profile.topics.front().method == search::TopicMethod::Signals;
}

}  // namespace

ScoreSpread ScoreSpread::of(std::span<const search::ScoredUnit> all) {
  ScoreSpread spread;
  if (all.empty()) return spread;
  const auto count = static_cast<double>(all.size());
  for (const search::ScoredUnit& unit : all) spread.mean += unit.score / count;
  double square = 0;
  for (const search::ScoredUnit& unit : all) {
    square += (unit.score - spread.mean) * (unit.score - spread.mean) / count;
  }
  spread.deviation = std::sqrt(square);
  return spread;
}

double ScoreSpread::standing(double score) const {
  return deviation > 0 ? (score - mean) / deviation : 0;
}

base::Result<CandidateRanking> CandidateRanking::open(const index::IndexReader& index,
                                                      const search::DocumentTable& documents,
                                                      const search::Profile& profile) {
  CandidateRanking ranking;
  ranking.documents_ = &documents;
  const std::uint32_t answers = count_of(documents.kinds(), kAnswerKind);
  const std::uint32_t questions = count_of(documents.kinds(), kQuestionKind);
  const std::uint32_t all = index.documents() - index.deleted_documents();
  ranking.has_others_ = all > answers + questions;
  if (answers == 0 || answers > kMostRankedAnswers || !ranks_by_signals(profile)) {
    ranking.has_others_ = true;
    return ranking;
  }
  auto read = search::AnswerCollection::read(index, profile.signals, kAnswerKind);
  if (!read) return std::unexpected(std::move(read.error()));
  ranking.answers_ = std::make_unique<const search::AnswerCollection>(*std::move(read));
  return ranking;
}

bool CandidateRanking::is_question(std::uint32_t document) const {
  return documents_->kinds().name(documents_->kind(document)) == kQuestionKind;
}

base::Result<std::vector<search::ScoredUnit>> CandidateRanking::by_search(
    const Question& question, search::Searcher& searcher, std::uint32_t top,
    const search::IsOver& is_over) const {
  search::Query query = query_of(question);
  query.clauses.push_back({.kind = search::ClauseKind::Type,
                           .occurrence = search::Occurrence::Excluded,
                           .text = std::string(kQuestionKind),
                           .stems = {},
                           .span = {},
                           .inner = {}});
  auto results = searcher.search(query, {.top = 0, .ranked = top, .is_over = is_over});
  if (!results) return std::unexpected(std::move(results.error()));
  return std::move(results->ranked);
}

base::Result<std::vector<Candidate>> CandidateRanking::rank(const Question& question,
                                                            search::Searcher& searcher,
                                                            std::uint32_t top,
                                                            const search::IsOver& is_over) const {
  std::vector<search::ScoredUnit> ranked;
  std::unordered_map<std::uint32_t, double> standings;
  if (answers_ != nullptr) {
    search::AnswerRanker ranker(*answers_);
    collection::Topic topic;
    topic.title = question.title;
    topic.question = question.body;
    topic.tags = question.tags;
    auto by_signals = ranker.rank(topic, answers_->candidates().size());
    if (!by_signals) return std::unexpected(std::move(by_signals.error()));
    ranked = *std::move(by_signals);
    const ScoreSpread spread = ScoreSpread::of(ranked);
    ranked.resize(std::min<std::size_t>(ranked.size(), top));
    for (const search::ScoredUnit& unit : ranked) {
      standings.emplace(unit.unit, spread.standing(unit.score));
    }
  }
  if (auto on = search::go_on(is_over); !on) return std::unexpected(std::move(on.error()));
  if (has_others_) {
    auto found = by_search(question, searcher, top, is_over);
    if (!found) return std::unexpected(std::move(found.error()));
    if (answers_ == nullptr) {
      ranked = *std::move(found);
    } else {
      const std::array lists = {search::RankedList{ranked, 1}, search::RankedList{*found, 1}};
      ranked = search::fuse(lists, {.method = search::FusionMethod::ReciprocalRank}, top);
    }
  }
  std::vector<Candidate> candidates;
  for (const search::ScoredUnit& unit : ranked) {
    Candidate& candidate = candidates.emplace_back();
    candidate.document = unit.unit;
    candidate.score = unit.score;
    if (const auto known = standings.find(unit.unit); known != standings.end()) {
      candidate.standing = known->second;
    }
    const std::uint32_t first = documents_->thread(unit.unit);
    if (first != unit.unit && is_question(first)) candidate.question = first;
  }
  return candidates;
}

AnsweringIndex::AnsweringIndex(std::shared_ptr<const index::IndexReader> index,
                               search::ChosenProfile chosen)
    : index_(std::move(index)), chosen_(std::move(chosen)) {}

base::Result<std::unique_ptr<const AnsweringIndex>> AnsweringIndex::open(
    const std::string& folder, const std::string& profile) {
  auto opened = index::open_search_index(folder);
  if (!opened) return std::unexpected(std::move(opened.error()));
  auto index = std::make_shared<const index::IndexReader>(*std::move(opened));
  auto chosen = search::choose_profile(profile, *index);
  if (!chosen) return std::unexpected(std::move(chosen.error()));
  return open(std::move(index), *std::move(chosen));
}

base::Result<std::unique_ptr<const AnsweringIndex>> AnsweringIndex::open(
    std::shared_ptr<const index::IndexReader> index, search::ChosenProfile chosen) {
  std::unique_ptr<AnsweringIndex> made(new AnsweringIndex(std::move(index), std::move(chosen)));
  auto documents = search::DocumentTable::read(*made->index_);
  if (!documents) return std::unexpected(std::move(documents.error()));
  made->documents_.emplace(*std::move(documents));
  auto ranking = CandidateRanking::open(*made->index_, *made->documents_, made->chosen_.profile);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  made->ranking_.emplace(*std::move(ranking));
  return made;
}

base::Result<search::Searcher> AnsweringIndex::new_searcher() const {
  const search::Profile& profile = chosen_.profile;
  auto searcher = search::Searcher::open(index_, profile.search, profile.formula_weights);
  if (searcher && chosen_.encoder) searcher->set_text_encoder(chosen_.encoder);
  return searcher;
}

}  // namespace noether::answer
