#include "noether/search/answers/language_scorer.h"

#include <algorithm>
#include <utility>

#include "noether/index/nearest_passages.h"
#include "noether/search/answers/answer_collection.h"

namespace noether::search {

base::Result<void> LanguageScorer::ask(const EncoderText& asked) {
  auto query = encoder_->text().encode_query(asked.text, asked.formulas);
  if (!query) return std::unexpected(std::move(query.error()));
  query_ = *std::move(query);
  if (!with_late_) query_->late.reset();
  code_ = index::EncodedVector::encode(query_->vector);
  if (!code_) return base::fail("the question has a vector without a direction");
  questions_.clear();
  return {};
}

base::Result<LanguageScorer::Met> LanguageScorer::meet(std::uint32_t document) const {
  const auto passages = index::passages_of(*index_, document);
  if (!passages) return std::unexpected(passages.error());
  Met met;
  if (query_->late) met.tokens.emplace(*query_->late);
  for (const index::Passage& passage : *passages) {
    const index::VectorCode query = code_->code();
    met.cosine = std::max(met.cosine, index::rough_cosine(query.scale, query.high,
                                                          passage.code.scale, passage.code.high));
    if (!met.tokens || passage.tokens.empty()) continue;
    query_->late->meet(passage.tokens, met.tokens->best);
    met.tokens->has_met = true;
  }
  return met;
}

base::Result<LanguageScores> LanguageScorer::score(std::uint32_t answer, std::uint32_t question) {
  const auto own = meet(answer);
  if (!own) return std::unexpected(own.error());
  const Met* of_question = nullptr;
  if (question != Threads::kNone) {
    auto known = questions_.find(question);
    if (known == questions_.end()) {
      auto met = meet(question);
      if (!met) return std::unexpected(std::move(met.error()));
      known = questions_.emplace(question, *std::move(met)).first;
    }
    of_question = &known->second;
  }
  LanguageScores scores;
  scores.vectors.own = scores.vectors.both = own->cosine;
  if (own->tokens)
    scores.late.own = scores.late.both = static_cast<float>(late_score(*own->tokens));
  if (of_question == nullptr) return scores;
  scores.vectors.question = of_question->cosine;
  scores.vectors.both = std::max(own->cosine, of_question->cosine);
  if (own->tokens) {
    scores.late.question = static_cast<float>(late_score(*of_question->tokens));
    scores.late.both = static_cast<float>(late_score(together(*own->tokens, *of_question->tokens)));
  }
  return scores;
}

}  // namespace noether::search
