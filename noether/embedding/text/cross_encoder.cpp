#include "noether/embedding/text/cross_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/embedding/sequence_encoder.h"
#include "noether/embedding/shipped_model.h"
#include "noether/embedding/text/read_fields.h"

namespace noether::embedding {
namespace {

using neural::tokens::Encoding;
using neural::tokens::Tokenizer;

constexpr const char* kRerankerVariable = "NOETHER_RERANKER";

// Returns an error if the model does not score pairs of texts.
base::Result<void> expect_scores(const neural::ModelConfig& config) {
  const std::uint32_t classes = config.transformer.head.classes;
  if (classes == 0) {
    return base::fail("the model has no head that scores texts", {},
                      "a cross-encoder has \"classes\": 1 in its config.json");
  }
  if (classes > 2) {
    return base::fail(
        fmt::format("the model has {} classes, and a score needs one or two", classes));
  }
  if (config.transformer.causal || config.transformer.features > 0) {
    return base::fail("the model is not an encoder of texts");
  }
  return {};
}

// Returns an error if the model cannot read the pairs of a tokenizer.
base::Result<void> expect_pairs(const neural::ModelConfig& config, const Tokenizer& tokenizer) {
  if (tokenizer.size() > config.transformer.vocabulary) {
    return base::fail(fmt::format("the tokenizer has {} tokens and the model {}", tokenizer.size(),
                                  config.transformer.vocabulary));
  }
  const Encoding around = tokenizer.join({}, {});
  if (around.ids.empty()) {
    return base::fail("the tokenizer does not say how two texts become one sequence", {},
                      "its \"post_processor\" has to put special tokens around them");
  }
  if (std::ranges::any_of(
          around.ids, [&](neural::TokenId id) { return id >= config.transformer.vocabulary; })) {
    return base::fail("the tokenizer puts tokens around texts that the model does not know");
  }
  if (config.sequence_tokens < around.ids.size() + 2) {
    return base::fail(fmt::format("the model reads {} tokens, which leaves none for two texts",
                                  config.sequence_tokens));
  }
  return {};
}

}  // namespace

CrossEncoder::CrossEncoder(neural::ModelFolder model, Tokenizer tokenizer)
    : sequence_tokens_(model.config.sequence_tokens),
      has_segments_(model.config.transformer.segments > 1),
      is_int8_(model.weights.is_int8()),
      transformer_(std::make_unique<const neural::Transformer>(model.config.transformer,
                                                               std::move(model.weights))),
      tokenizer_(std::move(tokenizer)) {}

base::Result<CrossEncoder> CrossEncoder::open(const std::string& folder) {
  const auto about = [&](base::Error error) {
    error.message = fmt::format("'{}': {}", folder, error.message);
    return std::unexpected(std::move(error));
  };
  const auto config = neural::read_model_config(folder);
  if (!config) return std::unexpected(config.error());
  if (auto scores = expect_scores(*config); !scores) return about(std::move(scores.error()));
  if (config->tokenizer_file.empty()) {
    return base::fail(fmt::format("'{}' has no tokenizer", folder), {},
                      "noether model import copies the one beside the weights");
  }
  auto tokenizer = Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  if (auto reads = expect_pairs(*config, *tokenizer); !reads)
    return about(std::move(reads.error()));
  auto model = neural::ModelFolder::read(folder);
  if (!model) return std::unexpected(std::move(model.error()));
  CrossEncoder encoder(*std::move(model), *std::move(tokenizer));
  encoder.name_ = model_name(folder);
  return encoder;
}

base::Result<CrossEncoder> CrossEncoder::open_shipped() {
  const std::string folder = shipped_reranker_folder();
  if (!base::FileSystem::real().exists(folder + "/config.json")) {
    return base::fail(
        fmt::format("there is no cross-encoder to re-rank with: '{}' is not a model folder",
                    folder),
        {},
        fmt::format("set {} to the folder of one; noether model import converts a published one",
                    kRerankerVariable));
  }
  return open(folder);
}

base::Result<std::shared_ptr<const CrossEncoder>> CrossEncoder::open_if_any() {
  const bool is_named = std::getenv(kRerankerVariable) != nullptr;
  if (!is_named && !base::FileSystem::real().exists(shipped_reranker_folder())) return nullptr;
  auto opened = open_shipped();
  if (!opened) return std::unexpected(std::move(opened.error()));
  return std::make_shared<const CrossEncoder>(*std::move(opened));
}

PairWindow CrossEncoder::bounded(PairWindow window) const {
  const std::size_t special = tokenizer_.special_tokens_of_pair();
  window.pair = std::clamp(window.pair, special + 2, sequence_tokens_);
  window.question = std::min(window.question, (window.pair - special) / 2);
  return window;
}

CrossEncoder::Tokens CrossEncoder::read(std::string_view text, std::size_t most) const {
  if (most == 0) return {};
  return tokenizer_.encode(beginning_of(text, most), {.special_tokens = false, .most = most});
}

CrossEncoder::Tokens CrossEncoder::read(std::string_view text,
                                        neural::tokens::FormulaSpans formulas,
                                        std::size_t most) const {
  if (most == 0) return {};
  return tokenizer_.encode(beginning_of(text, most), formulas,
                           {.special_tokens = false, .most = most});
}

CrossEncoder::Tokens CrossEncoder::read(const text::Document& document, std::size_t most) const {
  Tokens all;
  const auto add = [&](const text::Field& field, std::size_t room) {
    const Tokens tokens = read(field.text, formulas_of(field), room);
    all.ids.insert(all.ids.end(), tokens.ids.begin(), tokens.ids.end());
    all.spans.insert(all.spans.end(), tokens.spans.begin(), tokens.spans.end());
  };
  const auto title = std::ranges::find(document.fields, kTitle, &text::Field::name);
  if (title != document.fields.end()) add(*title, std::min(kMostContext, most / 2));
  for (const text::Field& field : document.fields) {
    if (is_read(field)) add(field, most - all.ids.size());
  }
  return all;
}

CrossEncoder::Pair CrossEncoder::pair(const Tokens& question, const Tokens& text,
                                      const PairWindow& window) const {
  const auto first = [](const Tokens& tokens, std::size_t most) {
    const std::size_t count = std::min(most, tokens.ids.size());
    Tokens cut;
    cut.ids.assign(tokens.ids.begin(), tokens.ids.begin() + static_cast<std::ptrdiff_t>(count));
    cut.spans.assign(tokens.spans.begin(),
                     tokens.spans.begin() + static_cast<std::ptrdiff_t>(count));
    return cut;
  };
  const PairWindow within = bounded(window);
  const Tokens asked = first(question, within.question);
  const std::size_t taken = tokenizer_.special_tokens_of_pair() + asked.ids.size();
  Encoding joined = tokenizer_.join(asked, first(text, within.pair - taken));
  // Families without segments are published with tokenizers that write them.
  if (!has_segments_) joined.types.clear();
  return {std::move(joined.ids), std::move(joined.types)};
}

base::Result<std::vector<double>> CrossEncoder::score(std::span<const Pair> pairs,
                                                      unsigned threads) const {
  std::vector<TokenSequence> sequences;
  for (const Pair& pair : pairs) sequences.push_back({pair.tokens, pair.segments});
  const neural::TransformerHeads& heads = transformer_->heads();
  const std::size_t width = transformer_->config().width;
  std::vector<double> scores(pairs.size());
  const auto take = [&](std::size_t number, std::span<const float> rows) {
    const std::vector<float> classes = heads.classes(heads.pooled(rows.first(width)));
    const auto last = static_cast<double>(classes.back());
    scores[number] = classes.size() == 1 ? last : last - static_cast<double>(classes.front());
    return true;
  };
  // Products of float32 depend on the number of rows, so each pair is computed alone.
  const std::size_t at_once = is_int8_ ? kTokensAtOnce : 1;
  if (auto done = run_sequences(*transformer_, sequences, take, threads, at_once); !done) {
    return std::unexpected(std::move(done.error()));
  }
  if (!std::ranges::all_of(scores, [](double score) { return std::isfinite(score); })) {
    return base::fail(
        fmt::format("'{}' gives a score that is not a number: its weights are broken", name_));
  }
  return scores;
}

base::Result<std::vector<double>> CrossEncoder::score(std::string_view question,
                                                      std::span<const std::string_view> texts,
                                                      const PairWindow& window,
                                                      unsigned threads) const {
  const PairWindow within = bounded(window);
  const Tokens asked = read(question, within.question);
  std::vector<Pair> pairs;
  for (const std::string_view text : texts) {
    pairs.push_back(pair(asked, read(text, within.pair), within));
  }
  return score(pairs, threads);
}

std::string shipped_reranker_folder() {
  return shipped_model_folder(kRerankerVariable, "reranker");
}

}  // namespace noether::embedding
