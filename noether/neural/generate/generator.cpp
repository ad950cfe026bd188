#include "noether/neural/generate/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/base/utf8.h"
#include "noether/neural/generate/decoding.h"
#include "noether/neural/generate/draft.h"
#include "noether/neural/model/model_folder.h"

namespace noether::neural {
namespace {

// The number of tokens whose scores are computed at once. Each token has a score for every token of
// the vocabulary.
constexpr std::size_t kScoredTogether = 32;

double log_probability_of(std::span<const float> scores, TokenId token) {
  const auto greatest = static_cast<double>(*std::ranges::max_element(scores));
  double sum = 0;
  for (const float score : scores) sum += std::exp(static_cast<double>(score) - greatest);
  return static_cast<double>(scores[token]) - greatest - std::log(sum);
}

}  // namespace

base::Result<Generator> Generator::open(const std::string& folder) {
  const auto format = format_of_model(folder);
  if (!format) return std::unexpected(format.error());
  if (*format != kModelFormat) {
    return base::fail(fmt::format("'{}' is not a model of texts in Noether's format", folder), {},
                      "noether model import converts a model in the layout of transformers");
  }
  auto model = ModelFolder::read(folder);
  if (!model) return std::unexpected(model.error());
  const TransformerConfig& transformer = model->config.transformer;
  if (!transformer.causal || !transformer.head.next) {
    return base::fail(fmt::format("the model in '{}' does not write texts", folder), {},
                      "noether-train generate trains one that does; GPT-2 and LLaMA do, too");
  }
  auto tokenizer = tokens::Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  if (tokenizer->size() > transformer.vocabulary) {
    return base::fail(fmt::format("the tokenizer in '{}' has {} tokens, and the model knows {}",
                                  folder, tokenizer->size(), transformer.vocabulary));
  }
  return Generator(model->config, Transformer(transformer, std::move(model->weights)),
                   *std::move(tokenizer));
}

Generator::Generator(ModelConfig config, Transformer transformer, tokens::Tokenizer tokenizer)
    : config_(std::move(config)),
      transformer_(std::move(transformer)),
      tokenizer_(std::move(tokenizer)) {}

base::Result<Written> Generator::write(std::string_view prompt, const Decoding& decoding,
                                       const Listener& listener) const {
  if (const auto problem = decoding.problem()) return base::fail(*problem);
  const std::vector<TokenId> all = tokenizer_.encode(prompt, {.special_tokens = false}).ids;
  if (all.empty()) return base::fail("the prompt is empty");
  WritingTask task;
  task.transformer = &transformer_;
  task.tokenizer = &tokenizer_;
  task.decoding = &decoding;
  task.end = config_.end_token;
  // The prompt gets half of the positions, or more if fewer tokens are to be written.
  const std::size_t positions = transformer_.config().max_positions;
  const std::size_t room = std::max(
      positions / 2, positions > decoding.most_tokens ? positions - decoding.most_tokens : 1);
  task.prompt = cut_prompt(all, std::clamp<std::size_t>(room, 1, positions));
  // The last written token is not read again.
  task.most_tokens = std::min(decoding.most_tokens, positions - task.prompt.size() + 1);
  return decoding.beams > 1 ? write_beams(task) : write_one(task, listener);
}

TextLikelihood Generator::likelihood(std::string_view prompt, std::string_view text) const {
  const std::size_t positions = transformer_.config().max_positions;
  std::vector<TokenId> tokens =
      cut_prompt(tokenizer_.encode(prompt, {.special_tokens = false}).ids, positions / 2);
  const std::size_t first = std::max<std::size_t>(tokens.size(), 1);
  const auto written = tokenizer_.encode(text, {.special_tokens = false}).ids;
  tokens.insert(tokens.end(), written.begin(), written.end());
  if (tokens.size() > positions) tokens.resize(positions);
  TextLikelihood likelihood;
  if (tokens.size() <= first) return likelihood;
  Transformer::Workspace workspace;
  const std::size_t length = tokens.size();
  const auto rows = transformer_.run({tokens, std::span(&length, 1)}, workspace);
  const std::size_t width = transformer_.config().width;
  const std::size_t vocabulary = transformer_.config().vocabulary;
  likelihood.tokens = length - first;
  likelihood.characters =
      base::count_characters(tokenizer_.decode(std::span(tokens).subspan(first)));
  for (std::size_t begin = first; begin < length; begin += kScoredTogether) {
    const std::size_t count = std::min(kScoredTogether, length - begin);
    const std::vector<float> scores =
        transformer_.heads().next(rows.subspan((begin - 1) * width, count * width));
    for (std::size_t i = 0; i < count; ++i) {
      likelihood.log_probability += log_probability_of(
          std::span(scores).subspan(i * vocabulary, vocabulary), tokens[begin + i]);
    }
  }
  return likelihood;
}

}  // namespace noether::neural
