#include "bench/ranking/hidden_threads.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "noether/answer/extract.h"
#include "noether/search/answers/answer_collection.h"

namespace noether::bench {
namespace {

using search::Signal;

struct Linked {
  std::set<std::uint32_t> duplicates;
  std::set<std::uint32_t> all;
};

base::Result<Linked> linked_to(const index::IndexReader& index, const text::Document& question) {
  Linked linked;
  for (const auto& [name, value] : question.properties) {
    const bool is_duplicate = name == "duplicate-of" || name == "duplicated-by";
    if (!is_duplicate && name != "links-to" && name != "linked-from") continue;
    const auto other = index.find_document(value);
    if (!other) return std::unexpected(other.error());
    if (!*other) continue;
    linked.all.insert(**other);
    if (is_duplicate) linked.duplicates.insert(**other);
  }
  return linked;
}

answer::Question asked_by(const text::Document& document, bool only_title) {
  answer::Question question;
  for (const text::Field& field : document.fields) {
    if (field.name == "title") (only_title ? question.body : question.title) = field;
    if (field.name == "body" && !only_title) question.body = field;
  }
  if (!only_title) question.tags = document.tags;
  return question;
}

class Hiding {
 public:
  static base::Result<Hiding> open(const ArchiveSearch& archive) {
    auto threads = search::Threads::read(archive.index);
    if (!threads) return std::unexpected(std::move(threads.error()));
    return Hiding(archive, *std::move(threads));
  }

  // Ranks as if the thread of `hidden` were not in the index.
  base::Result<std::vector<answer::Candidate>> rank(const answer::Question& question,
                                                    std::uint32_t hidden,
                                                    const Linked& linked) const {
    auto ranked = archive_.ranking.rank(question, archive_.searcher, archive_.index.documents());
    if (!ranked) return std::unexpected(std::move(ranked.error()));
    std::erase_if(*ranked, [&](const answer::Candidate& c) { return c.question == hidden; });
    std::vector<search::ScoredUnit> scores;
    for (answer::Candidate& candidate : *ranked) {
      if (candidate.question && linked.all.contains(*candidate.question)) {
        candidate.score -= link_weight_ * last_link(candidate.document);
      }
      scores.push_back({candidate.document, candidate.score});
    }
    std::ranges::stable_sort(*ranked, std::ranges::greater(), &answer::Candidate::score);
    const answer::ScoreSpread spread = answer::ScoreSpread::of(scores);
    ranked->resize(std::min<std::size_t>(ranked->size(), answer::kCandidates));
    for (answer::Candidate& candidate : *ranked) {
      candidate.standing = spread.standing(candidate.score);
    }
    return ranked;
  }

 private:
  Hiding(const ArchiveSearch& archive, search::Threads threads)
      : archive_(archive), threads_(std::move(threads)) {
    for (const Signal& signal : archive.profile.signals) {
      if (signal.matter == Signal::Matter::Links) link_weight_ = signal.weight;
    }
  }

  // The contribution of the link from the hidden question to the signal of links.
  double last_link(std::uint32_t document) const {
    const auto links = static_cast<double>(threads_.links(threads_.thread_of(document)));
    return links > 0 ? std::log1p(links) - std::log1p(links - 1) : 0;
  }

  const ArchiveSearch& archive_;
  search::Threads threads_;
  double link_weight_ = 0;
};

}  // namespace

base::Result<std::vector<HiddenThread>> ask_hidden_threads(const ArchiveSearch& archive,
                                                           std::size_t every) {
  const auto hiding = Hiding::open(archive);
  if (!hiding) return std::unexpected(hiding.error());
  std::vector<HiddenThread> asked;
  std::size_t others = 0;
  for (std::uint32_t number = 0; number < archive.index.documents(); ++number) {
    const auto kind = archive.documents.kind(number);
    if (archive.documents.kinds().name(kind) != answer::kQuestionKind) continue;
    const auto document = archive.index.document(number);
    if (!document) return std::unexpected(document.error());
    const auto linked = linked_to(archive.index, *document);
    if (!linked) return std::unexpected(linked.error());
    if (linked->duplicates.empty() && others++ % every != 0) continue;
    for (const bool is_title : {false, true}) {
      const answer::Question question = asked_by(*document, is_title);
      if (question.body.text.empty()) continue;
      const auto candidates = hiding->rank(question, number, *linked);
      if (!candidates) return std::unexpected(candidates.error());
      if (candidates->empty()) continue;
      const auto parts = answer::QuestionParts::read(question, archive.encoder);
      if (!parts) return std::unexpected(parts.error());
      const auto evidence = answer::gather_evidence(archive.index, *parts, *candidates);
      if (!evidence) return std::unexpected(evidence.error());
      const auto& of_first = candidates->front().question;
      asked.push_back({.evidence = *evidence,
                       .is_right = of_first && linked->all.contains(*of_first),
                       .is_title = is_title,
                       .is_linked = !linked->all.empty(),
                       .question = number});
    }
  }
  return asked;
}

}  // namespace noether::bench
