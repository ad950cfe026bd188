#include "noether/embedding/expression_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/sequence_encoder.h"
#include "noether/embedding/values/part_values.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::embedding {
namespace {

// The number of tokens that go through the layers together: enough to use each weight often, few
// enough that intermediate results stay in the cache.
constexpr std::size_t kTokensOfAPart = 256;
// Expressions that are read as values have few tokens left.
constexpr std::size_t kValuedTokensOfAPart = 8 * kTokensOfAPart;

using TokenLists = std::span<const std::vector<TokenId>>;

// Rounding to 8 bits takes a third of the work, but changes some of a vector's neighbours; rounding
// after the ReLU changes the fewest. It is worthwhile for encoders with many tokens, but an
// expression that is read as values has only a few. docs/model.md has the figures.
neural::TokenRounding rounding_of(Inputs inputs) {
  using enum neural::Linear::TokenBits;
  return {Sixteen, inputs == Inputs::Values ? Sixteen : Eight, /*int8_attention=*/false};
}

// The buffers of one thread, which are reused for every part.
struct EncoderSpace {
  ValueReading reading;         // of one expression
  std::vector<TokenId> tokens;  // of all expressions, as the layers see them
  std::vector<std::size_t> lengths;
  std::vector<float> features;  // of all tokens read, from their values
  neural::Transformer::Workspace transformer;
};

}  // namespace

struct ExpressionEncoder::Model {
  ExpressionModelConfig config;
  ExpressionTokenizer tokenizer;
  bool is_int8 = false;
  std::uint64_t weight_bytes = 0;
  std::optional<PartValues> values;  // set if the model reads values
  neural::Transformer transformer;

  explicit Model(ExpressionModel model)
      : config(model.config),
        tokenizer(model.tokenizer),
        is_int8(model.weights.is_int8()),
        weight_bytes(model.weight_bytes),
        transformer(model.transformer(), std::move(model.weights), rounding_of(config.inputs)) {
    if (config.inputs == Inputs::Values) values.emplace(tokenizer);
  }

  std::optional<std::string> problem_with(const std::vector<TokenId>& tokens) const;
  void read_tokens(TokenLists expressions, EncoderSpace& space) const;
  void read_values(TokenLists expressions, EncoderSpace& space) const;
  bool embed(TokenLists expressions, float* out, EncoderSpace& space) const;
};

std::optional<std::string> ExpressionEncoder::Model::problem_with(
    const std::vector<TokenId>& tokens) const {
  for (const TokenId token : tokens) {
    if (token >= tokenizer.size()) return fmt::format("token {} is not in the vocabulary", token);
  }
  return length_problem(tokens, config.positions, values ? &*values : nullptr);
}

void ExpressionEncoder::Model::read_tokens(TokenLists expressions, EncoderSpace& space) const {
  const std::ptrdiff_t left_out = config.special_tokens ? 0 : 1;
  for (const auto& expression : expressions) {
    space.tokens.insert(space.tokens.end(), expression.begin() + left_out,
                        expression.end() - left_out);
    space.lengths.push_back(expression.size() - 2 * static_cast<std::size_t>(left_out));
  }
}

// Converts expressions to the tokens that the model reads, and their features. Special tokens have
// no features.
void ExpressionEncoder::Model::read_values(TokenLists expressions, EncoderSpace& space) const {
  space.features.clear();
  const std::size_t before = config.special_tokens ? 1 : 0;
  for (const auto& expression : expressions) {
    const TokenSpan inner = TokenSpan(expression).subspan(1, expression.size() - 2);
    values->read(inner, space.reading);
    const std::vector<TokenId>& tokens = space.reading.tokens;
    if (config.special_tokens) space.tokens.push_back(ExpressionTokenizer::kBos);
    space.tokens.insert(space.tokens.end(), tokens.begin(), tokens.end());
    if (config.special_tokens) space.tokens.push_back(ExpressionTokenizer::kEos);
    space.lengths.push_back(before + tokens.size() + before);
    const std::size_t begin = space.features.size();
    space.features.resize(space.tokens.size() * kValueFeatures, 0.0F);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      value_features(std::span<const float, kPartNumbers>(&space.reading.numbers[i * kPartNumbers],
                                                          kPartNumbers),
                     std::span<float, kValueFeatures>(
                         &space.features[begin + (before + i) * kValueFeatures], kValueFeatures));
    }
  }
}

bool ExpressionEncoder::Model::embed(TokenLists expressions, float* out,
                                     EncoderSpace& space) const {
  space.tokens.clear();
  space.lengths.clear();
  if (values) {
    read_values(expressions, space);
  } else {
    read_tokens(expressions, space);
  }
  const std::size_t width = config.width;
  const neural::TokenBatch batch{space.tokens, space.lengths, {}, space.features};
  if (config.pooling == neural::Pooling::First) {
    const std::size_t place = config.special_tokens ? 1 : 0;
    const float* row = transformer.run_one(batch, place, space.transformer).data();
    for (std::size_t i = 0; i < expressions.size(); ++i, row += width, out += width) {
      if (!pool_tokens(row, 1, width, config.pooling, out)) return false;
    }
    return true;
  }
  const float* row = transformer.run(batch, space.transformer).data();
  for (const std::size_t length : space.lengths) {
    if (!pool_tokens(row + width, length - 2, width, config.pooling, out)) return false;
    row += length * width;
    out += width;
  }
  return true;
}

ExpressionEncoder::ExpressionEncoder(std::unique_ptr<const Model> model)
    : model_(std::move(model)) {}
ExpressionEncoder::ExpressionEncoder(ExpressionEncoder&&) noexcept = default;
ExpressionEncoder& ExpressionEncoder::operator=(ExpressionEncoder&&) noexcept = default;
ExpressionEncoder::~ExpressionEncoder() = default;

base::Result<ExpressionEncoder> ExpressionEncoder::open(const std::string& folder) {
  auto read = ExpressionModel::read(folder);
  if (!read) return std::unexpected(read.error());
  return ExpressionEncoder(std::make_unique<const Model>(*std::move(read)));
}

std::size_t ExpressionEncoder::width() const { return model_->config.width; }
const ExpressionModelConfig& ExpressionEncoder::config() const { return model_->config; }
const ExpressionTokenizer& ExpressionEncoder::tokenizer() const { return model_->tokenizer; }
bool ExpressionEncoder::is_int8() const { return model_->is_int8; }
std::uint64_t ExpressionEncoder::weight_bytes() const { return model_->weight_bytes; }
std::optional<std::string> ExpressionEncoder::problem_with(
    const std::vector<TokenId>& tokens) const {
  return model_->problem_with(tokens);
}

base::Result<std::vector<float>> ExpressionEncoder::embed(std::span<const std::string> prefix_texts,
                                                          int threads) const {
  std::vector<std::vector<TokenId>> expressions;
  expressions.reserve(prefix_texts.size());
  for (const std::string& text : prefix_texts) {
    auto tokens = tokenizer().encode(text);
    if (!tokens) {
      base::Error error = tokens.error();
      error.message = fmt::format("'{}': {}", text, error.message);
      return std::unexpected(error);
    }
    if (const auto problem = model_->problem_with(*tokens)) {
      return base::fail(fmt::format("'{}': {}", text, *problem));
    }
    expressions.push_back(*std::move(tokens));
  }
  std::vector<float> vectors(expressions.size() * width());
  if (auto done = embed_tokens(expressions, vectors, threads); !done) {
    return std::unexpected(done.error());
  }
  return vectors;
}

base::Result<void> ExpressionEncoder::embed_tokens(TokenLists expressions, std::span<float> out,
                                                   int threads) const {
  if (out.size() != expressions.size() * width()) {
    return base::fail(fmt::format("{} expressions of {} numbers do not fit in {}",
                                  expressions.size(), width(), out.size()));
  }
  const std::size_t most = model_->values ? kValuedTokensOfAPart : kTokensOfAPart;
  std::vector<std::size_t> ends;  // of parts
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (const auto problem = model_->problem_with(expressions[i])) {
      return base::fail(fmt::format("expression {}: {}", i + 1, *problem));
    }
    if (tokens > 0 && tokens + expressions[i].size() > most) {
      ends.push_back(i);
      tokens = 0;
    }
    tokens += expressions[i].size();
  }
  ends.push_back(expressions.size());

  const unsigned count = std::min(base::thread_count(static_cast<unsigned>(std::max(threads, 0))),
                                  neural::kMostTransformerThreads);
  std::vector<EncoderSpace> spaces(count);
  std::atomic<bool> all_good = true;
  base::for_each_in_parallel(ends.size(), count, [&](std::size_t part, std::size_t thread) {
    const std::size_t begin = part == 0 ? 0 : ends[part - 1];
    const auto of_part = expressions.subspan(begin, ends[part] - begin);
    if (!model_->embed(of_part, out.data() + begin * width(), spaces[thread])) all_good = false;
  });
  if (!all_good) {
    return base::fail("the model gives a vector without a direction: its weights are broken");
  }
  return {};
}

}  // namespace noether::embedding
