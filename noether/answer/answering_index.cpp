#include "noether/answer/answering_index.h"

#include <utility>

#include "noether/index/analysis/spaces.h"

namespace noether::answer {

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
