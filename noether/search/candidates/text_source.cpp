// The source `text`: documents by words, context, comments and the tuples of all their formulas, in
// one pass over postings.
#include <fmt/format.h>

#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/search/pipeline/source.h"
#include "noether/search/retrieval/retrieve.h"

namespace noether::search {
namespace {

class TextCandidates final : public Candidates {
 public:
  explicit TextCandidates(const PreparedQuery& query) : query_(&query) {}

  base::Result<List> best(std::uint32_t depth) override {
    const QueryTerms& terms = query_->terms();
    if (terms.spaces.empty() && query_->query().ranks()) return List{};
    Filter filter = terms.filter;
    if (query_->restricts_formulas()) {
      filter.accepts = [this](std::uint32_t document) -> base::Result<bool> {
        return query_->formulas_allow(document);
      };
    }
    const auto hits = top_units(query_->searched(), terms.spaces, filter, depth);
    if (!hits) return std::unexpected(hits.error());
    List list;
    for (const Hit& hit : *hits) {
      // Found by a filter alone, which is not enough if the query also wants something else.
      if (hit.score <= 0 && !filters_suffice(query_->query())) break;
      list.units.push_back({hit.unit, hit.score});
    }
    list.is_all = list.units.size() < depth;
    return list;
  }

  // There are too many tuples to explain them one by one.
  base::Result<std::vector<ScoreDetail>> explain(std::uint32_t document) const override {
    const auto parts = search::explain(query_->searched(), query_->terms().spaces, document);
    if (!parts) return std::unexpected(parts.error());
    std::vector<ScoreDetail> details;
    double tuples = 0;
    std::uint32_t tuple_count = 0;
    for (const ScorePart& part : *parts) {
      if (part.space == index::space::document_tuples) {
        tuples += part.score;
        ++tuple_count;
        continue;
      }
      const auto& words = query_->terms().words;
      const auto word = words.find(part.key);
      details.push_back({.name = query_->index().schema().spaces[part.space].name,
                         .detail = fmt::format(
                             "{} ({} here, {})", word == words.end() ? "?" : word->second,
                             part.frequency == 1 ? "once" : fmt::format("{} times", part.frequency),
                             part.units == 1 ? "in no other document"
                                             : fmt::format("in {} documents", part.units)),
                         .score = part.score});
    }
    if (tuple_count > 0) {
      details.push_back({.name = "document-tuples",
                         .detail = fmt::format("{} of the formulas' tuples", tuple_count),
                         .score = tuples});
    }
    return details;
  }

 private:
  const PreparedQuery* query_;
};

class TextSource final : public CandidateSource {
 public:
  // The tuples of formulas alone make a list only if no other source ranks the formulas.
  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& /*tools*/) override {
    if (!has_words(query.query()) && query.ranks_formulas() &&
        query.weights().document_tuples.weight <= 0) {
      return nullptr;
    }
    return std::make_unique<TextCandidates>(query);
  }
};

}  // namespace

const SourceKind& text_source() {
  static constexpr SourceKind kKind = {
      .name = "text",
      .help = "documents by their words and the symbol pairs of their formulas, BM25 over spaces",
      .explanation = "each word with its space, and the tuples of formulas together",
      .weight = 1,
      .options = {},
      .spaces = [](const SearchWeights& weights) -> std::vector<std::uint32_t> {
        std::vector<std::uint32_t> spaces;
        if (weights.words.weight > 0) spaces.push_back(index::space::words);
        if (weights.context.weight > 0) spaces.push_back(index::space::context);
        if (weights.comments.weight > 0) spaces.push_back(index::space::comments);
        if (weights.document_tuples.weight > 0) spaces.push_back(index::space::document_tuples);
        return spaces;
      },
      .formula_mode = nullptr,
      .make = [](const StageOptions& /*options*/) -> std::unique_ptr<CandidateSource> {
        return std::make_unique<TextSource>();
      }};
  return kKind;
}

}  // namespace noether::search
