#include "noether/search/semantic/formulas_in_sentences.h"

#include <algorithm>

#include "noether/search/query/prepared_query.h"

namespace noether::search {

bool has_sentence(const Query& query) { return has_words(query); }

base::Result<bool> ask_with_query(SentenceScorer& scorer, const Query& query,
                                  std::string_view latex) {
  EncoderText read = encoder_text(query);
  text::Document document;
  text::Field& field = document.fields.emplace_back();
  field.text = std::move(read.text);
  std::uint32_t begin = 0;
  bool is_found = false;
  for (const base::Span& span : read.formulas) {
    field.formulas.push_back({.begin = span.begin, .end = span.end, .id = {}, .visual_id = {}});
    const std::string_view written =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    if (is_found || written != latex) continue;
    begin = span.begin;
    is_found = true;
  }
  if (!is_found) return false;
  return scorer.ask(document, 0, begin);
}

base::Result<void> rank_by_sentences(const index::IndexReader& index, SentenceScorer& scorer,
                                     double weight, std::vector<FormulaHit>& hits) {
  double best = 0;
  for (const FormulaHit& hit : hits) best = std::max(best, hit.score);
  for (FormulaHit& hit : hits) {
    const auto places = index.places(hit.formula);
    if (!places) return std::unexpected(places.error());
    float nearest = 0;
    for (const index::Place& place : *places) {
      const auto cosine = scorer.cosine(place);
      if (!cosine) return std::unexpected(cosine.error());
      nearest = std::max(nearest, *cosine);
    }
    hit.score = (best > 0 ? hit.score / best : 0) + weight * static_cast<double>(nearest);
  }
  std::ranges::stable_sort(hits, is_more_alike);
  return {};
}

}  // namespace noether::search
