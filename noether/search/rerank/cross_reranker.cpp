// The re-ranker `cross`: a language model reads the query and a document together, and scores how
// well the document answers the query (embedding/text/cross_encoder.h).
//
// Documents are scored in the order of the ranking, a few at a time, and the time is checked in
// between. So if the budget is too short, the last documents are not scored.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "noether/search/pipeline/reranker.h"

namespace noether::search {
namespace {

// With these defaults a model of MiniLM's shape reads 50 documents in 300 ms (bench/rerank_speed).
constexpr std::array<StageOption, 2> kCrossOptions = {{
    {.name = "query-tokens",
     .help = "the number of tokens of the query",
     .type = StageOption::Type::Whole,
     .value = 24,
     .least = 1,
     .most = 512},
    {.name = "tokens",
     .help = "the number of tokens of the query and a document together",
     .type = StageOption::Type::Whole,
     .value = 64,
     .least = 8,
     .most = 512},
}};

// The number of pairs that are scored between two checks of the time.
constexpr std::size_t kPairsAtOnce = 4;

class CrossReranker final : public Reranker {
 public:
  explicit CrossReranker(const StageOptions& options)
      : asked_{.question = options.whole("query-tokens"), .pair = options.whole("tokens")} {}

  base::Result<void> open(SearchTools& tools) override {
    auto opened = tools.cross_encoder();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder_ = *std::move(opened);
    window_ = encoder_->bounded(asked_);
    return {};
  }

  base::Result<std::vector<double>> score(const RerankInput& input) override {
    std::vector<double> scores;
    if (!has_words(input.query.query())) return scores;
    const auto query = read_query(input);
    scores_.clear();
    for (std::size_t first = 0; first < input.candidates.size(); first += kPairsAtOnce) {
      if (input.budget.is_spent()) break;
      if (auto on = input.query.go_on(); !on) return std::unexpected(std::move(on.error()));
      const auto some =
          input.candidates.subspan(first, std::min(kPairsAtOnce, input.candidates.size() - first));
      const auto scored = score_some(input, query, some);
      if (!scored) return std::unexpected(scored.error());
      scores.insert(scores.end(), scored->begin(), scored->end());
      for (std::size_t i = 0; i < some.size(); ++i) scores_[some[i].unit] = (*scored)[i];
    }
    return scores;
  }

  // The number of tokens read of the query and of the document.
  base::Result<std::vector<ScoreDetail>> explain(const RerankInput& input,
                                                 std::size_t candidate) override {
    const ScoredUnit& unit = input.candidates[candidate];
    const auto document = input.documents.read(unit.unit);
    if (!document) return std::unexpected(document.error());
    const Tokens query = read_query(input);
    if (!scores_.contains(unit.unit)) {
      const auto scored = score_some(input, query, {&unit, 1});
      if (!scored) return std::unexpected(scored.error());
      scores_[unit.unit] = scored->front();
    }
    const std::size_t of_document = encoder_->read(**document, room(query)).ids.size();
    return std::vector<ScoreDetail>{
        {.name = "pair",
         .detail = fmt::format("{} tokens of the query, {} of the document", query.ids.size(),
                               of_document),
         .score = scores_[unit.unit]}};
  }

 private:
  using Tokens = embedding::CrossEncoder::Tokens;

  Tokens read_query(const RerankInput& input) const {
    const EncoderText read = encoder_text(input.query.query());
    return encoder_->read(read.text, read.formulas, window_.question);
  }
  // The number of tokens that are left for a document.
  std::size_t room(const Tokens& query) const {
    return window_.pair - encoder_->tokenizer().special_tokens_of_pair() - query.ids.size();
  }

  base::Result<std::vector<double>> score_some(const RerankInput& input, const Tokens& query,
                                               std::span<const ScoredUnit> candidates) const {
    std::vector<embedding::CrossEncoder::Pair> pairs;
    for (const ScoredUnit& candidate : candidates) {
      const auto document = input.documents.read(candidate.unit);
      if (!document) return std::unexpected(document.error());
      const Tokens text = encoder_->read(**document, room(query));
      pairs.push_back(encoder_->pair(query, text, window_));
    }
    return encoder_->score(pairs);
  }

  embedding::PairWindow asked_;
  std::shared_ptr<const embedding::CrossEncoder> encoder_;
  embedding::PairWindow window_;                      // the limits of the encoder
  std::unordered_map<std::uint32_t, double> scores_;  // of the last query, by document
};

}  // namespace

const RerankerKind& cross_reranker() {
  static constexpr RerankerKind kKind = {
      .name = "cross",
      .help = "a cross-encoder reads the query and the document together",
      .explanation = "the number of tokens read of both",
      .options = kCrossOptions,
      .weighs_by_lead = true,
      .make = [](const StageOptions& options) -> std::unique_ptr<Reranker> {
        return std::make_unique<CrossReranker>(options);
      }};
  return kKind;
}

}  // namespace noether::search
