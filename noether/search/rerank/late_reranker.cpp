// The re-ranker `late`: scores each token of the query by the nearest token of the document and of
// the question that it answers (semantic/late_interaction.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "noether/embedding/text/passages.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/semantic/late_interaction.h"
#include "noether/search/semantic/near_words.h"

namespace noether::search {
namespace {

constexpr std::array<StageOption, 1> kLateOptions = {{
    {.name = "vectors",
     .help = "the set of vectors, by the name that noether index gave it",
     .type = StageOption::Type::Name,
     .word = "passages"},
}};

// The number of pairs of tokens that an explanation lists.
constexpr std::size_t kShownPairs = 8;

class LateReranker final : public Reranker {
 public:
  explicit LateReranker(const StageOptions& options)
      : set_{index::VectorUnit::Passage, options.word("vectors")} {}

  base::Result<std::vector<double>> score(const RerankInput& input) override {
    std::vector<double> scores;
    if (!has_words(input.query.query())) return scores;
    const auto query = encode(input.query, input.tools);
    if (!query) return std::unexpected(query.error());
    questions_.clear();
    for (const ScoredUnit& candidate : input.candidates) {
      if (input.budget.is_spent()) break;
      if (auto on = input.query.go_on(); !on) return std::unexpected(std::move(on.error()));
      const auto scored = score_of(input, **query, candidate.unit);
      if (!scored) return std::unexpected(scored.error());
      scores.push_back(*scored);
    }
    return scores;
  }

  // The nearest pairs, each as the text of the query and the text of the document.
  base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                 std::size_t candidate) override {
    const auto query = encode(input.query, input.tools);
    if (!query) return std::unexpected(query.error());
    const std::uint32_t number = input.candidates[candidate].unit;
    const auto document = input.documents.read(number);
    if (!document) return std::unexpected(document.error());
    const auto passages = index::passages_of(input.query.index(), number, set_);
    if (!passages) return std::unexpected(passages.error());
    const embedding::LateQuery& late = *(*query)->late;
    std::vector<float> best(late.tokens(), embedding::kNotMet);
    std::vector<std::uint32_t> nearest(late.tokens(), 0);
    std::uint32_t first = 0;
    const std::size_t bytes = (*input.tools.texts.encoder())->text().token_codes().bytes();
    for (const index::Passage& passage : *passages) {
      late.meet(passage.tokens, best, nearest, first);
      first += static_cast<std::uint32_t>(passage.tokens.size() / bytes);
    }
    return pairs(input, **query, **document, best, nearest);
  }

  base::Result<NearText> near(const PreparedQuery& prepared, SearchTools& tools,
                              std::uint32_t number, const text::Document& document) override {
    if (!has_words(prepared.query())) return NearText();
    const auto query = encode(prepared, tools);
    if (!query) return std::unexpected(query.error());
    const auto encoder = tools.texts.encoder();
    if (!encoder) return std::unexpected(encoder.error());
    const auto passages = index::passages_of(prepared.index(), number, set_);
    if (!passages) return std::unexpected(passages.error());
    return NearWords(prepared.query(), (*encoder)->text(), **query).find(document, *passages);
  }

 private:
  using EncodedQuery = embedding::TextEncoder::Query;

  base::Result<const EncodedQuery*> encode(const PreparedQuery& prepared, SearchTools& tools) {
    auto query = tools.texts.encode(prepared.query(), prepared.index(), set_);
    if (query && !(*query)->late) {
      return base::fail("the encoder has no codes of tokens, which late interaction needs", {},
                        "noether model quantize --sample makes them");
    }
    return query;
  }

  base::Result<double> score_of(const RerankInput& input, const EncodedQuery& query,
                                std::uint32_t document) {
    const index::IndexReader& index = input.query.index();
    NearestTokens own(*query.late);
    if (auto met = meet_document(index, set_, document, *query.late, own); !met) {
      return std::unexpected(std::move(met.error()));
    }
    const auto question = question_of(input, document);
    if (!question) return std::unexpected(question.error());
    if (!*question) return late_score(own);
    const auto [of_question, is_new] = questions_.try_emplace(**question, *query.late);
    if (is_new) {
      auto met = meet_document(index, set_, **question, *query.late, of_question->second);
      if (!met) return std::unexpected(std::move(met.error()));
    }
    return (late_score(own) + late_score(together(own, of_question->second))) / 2;
  }

  static base::Result<std::optional<std::uint32_t>> question_of(const RerankInput& input,
                                                                std::uint32_t document) {
    const index::IndexReader& index = input.query.index();
    const auto head = index.document_head(document);
    if (!head) return std::unexpected(head.error());
    if (head->parent.empty()) return std::optional<std::uint32_t>();
    return index.find_document(head->parent, index.member_of(document));
  }

  // The tokens of the document are those from which its passages were made.
  static base::Result<std::vector<ScoreDetail>> pairs(const RerankInput& input,
                                                      const EncodedQuery& query,
                                                      const text::Document& document,
                                                      std::span<const float> best,
                                                      std::span<const std::uint32_t> nearest) {
    const auto encoder = input.tools.texts.encoder();
    if (!encoder) return std::unexpected(encoder.error());
    const embedding::TextEncoder& text = (*encoder)->text();
    std::vector<std::string> tokens;
    for (const embedding::Passage& passage : embedding::cut_passages(document, text)) {
      for (std::size_t i = passage.first_kept; i < passage.last_kept; ++i) {
        const neural::TokenId id = passage.sequence[i];
        tokens.push_back(text.tokenizer().is_special(id) ? "" : text.tokenizer().decode({&id, 1}));
      }
    }
    const std::string asked = encoder_text(input.query.query()).text;
    std::vector<std::size_t> order(best.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return best[a] > best[b]; });
    std::vector<ScoreDetail> details;
    for (const std::size_t i : order) {
      const base::Span span = query.spans[i];
      if (details.size() == kShownPairs || best[i] <= 0) break;
      if (span.end <= span.begin || span.end > asked.size()) continue;
      if (nearest[i] >= tokens.size() || tokens[nearest[i]].empty()) continue;
      details.push_back(
          {.name = "nearest",
           .detail = fmt::format("{} ↔ {}", asked.substr(span.begin, span.end - span.begin),
                                 tokens[nearest[i]]),
           .score = static_cast<double>(best[i]) / static_cast<double>(best.size())});
    }
    return details;
  }

  index::VectorSet set_;
  std::unordered_map<std::uint32_t, NearestTokens> questions_;  // of the current query
};

}  // namespace

const RerankerKind& late_reranker() {
  static constexpr RerankerKind kKind = {
      .name = "late",
      .help = "each token of the query counts by the nearest token of the document",
      .explanation = "the tokens of the query and of the document that are nearest to each other",
      .options = kLateOptions,
      .make = [](const StageOptions& options) -> std::unique_ptr<Reranker> {
        return std::make_unique<LateReranker>(options);
      }};
  return kKind;
}

}  // namespace noether::search
