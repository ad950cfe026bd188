#include "noether/neural/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/neural/attention.h"
#include "noether/neural/expression_length.h"
#include "noether/neural/kernels/lanes.h"
#include "noether/neural/kernels/rows.h"
#include "noether/neural/linear.h"
#include "noether/neural/model_folder.h"
#include "noether/neural/values/part_values.h"

namespace noether::neural {
namespace {

// Tokens that go through the layers together: enough to use each weight often, few enough that what
// is between the layers stays in the cache.
constexpr std::size_t kTokensOfAPart = 256;
// Of expressions that are read as values, few tokens are left.
constexpr std::size_t kValuedTokensOfAPart = 8 * kTokensOfAPart;
constexpr unsigned kMostThreads = 64;  // of those that OpenBLAS has buffers for

using TokenLists = std::span<const std::vector<TokenId>>;

// Rounding to 8 bits moves some of a vector's neighbours, behind the ReLU the fewest, for a third
// of the work. Where tokens are many that is worth it; of an expression that is read as values a
// few are left. docs/model.md has the figures.
struct Layer {
  NormWeights norm1;
  Linear attention_in;
  Linear attention_out;
  NormWeights norm2;
  Linear feed_forward_in;
  Linear feed_forward_out;

  Layer(LayerWeights weights, Linear::TokenBits behind_relu)
      : norm1(std::move(weights.norm1)),
        attention_in(std::move(weights.attention_in), Linear::TokenBits::Sixteen),
        attention_out(std::move(weights.attention_out), Linear::TokenBits::Sixteen),
        norm2(std::move(weights.norm2)),
        feed_forward_in(std::move(weights.feed_forward_in), Linear::TokenBits::Sixteen),
        feed_forward_out(std::move(weights.feed_forward_out), behind_relu) {}
};

// What a model has beside its tokens, if it reads values.
struct ValueInput {
  PartValues parts;
  Linear linear;

  ValueInput(const ExpressionTokenizer& tokenizer, LinearWeights weights)
      : parts(tokenizer), linear(std::move(weights), Linear::TokenBits::Sixteen) {}
};

// What one thread needs; kept from part to part.
struct Workspace {
  std::vector<float> hidden;  // a row for each token, the expressions one after the other
  std::vector<float> normed;
  ValueReading reading;                    // of one expression
  std::vector<std::vector<TokenId>> read;  // of all, with special tokens
  std::vector<float> features;             // of all tokens read, by their values
  std::vector<float> inner;  // queries, keys and values; then what is between the feed-forwards
  Linear::Workspace linear;
  AttentionWorkspace attention;
};

void normalize_rows(const std::vector<float>& x, const NormWeights& norm, std::vector<float>& out) {
  const std::size_t width = norm.weight.size();
  for (std::size_t at = 0; at < x.size(); at += width) {
    normalize_row(x.data() + at, norm.weight.data(), norm.bias.data(), width, out.data() + at);
  }
}

// Of tokens without the first and the last.
void pool(const float* rows, std::size_t count, std::size_t width, Pooling pooling, float* out) {
  std::copy_n(rows, width, out);
  if (pooling == Pooling::First) return;
  for (std::size_t row = 1; row < count; ++row) {
    const float* from = rows + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      out[i] = pooling == Pooling::Mean ? out[i] + from[i] : std::max(out[i], from[i]);
    }
  }
  // The mean is the sum, when only the direction counts.
}

bool scale_to_length_one(float* x, std::size_t width) {
  Lanes squares = {};
  for (std::size_t i = 0; i < width; i += kLanes) squares += load(x + i) * load(x + i);
  const float length = std::sqrt(sum_of(squares));
  if (!std::isfinite(length) || length == 0) return false;
  for (std::size_t i = 0; i < width; ++i) x[i] /= length;
  return true;
}

}  // namespace

struct Encoder::Model {
  ModelConfig config;
  ExpressionTokenizer tokenizer;
  bool is_int8 = false;
  std::uint64_t weight_bytes = 0;
  std::vector<float> token_embedding;
  std::vector<float> position_embedding;
  std::optional<ValueInput> values;
  std::vector<Layer> layers;
  NormWeights final_norm;

  explicit Model(ModelFolder folder)
      : config(std::move(folder.config)),
        tokenizer(std::move(folder.tokenizer)),
        is_int8(folder.weights.is_int8()),
        weight_bytes(folder.weight_bytes),
        token_embedding(std::move(folder.weights.token_embedding)),
        position_embedding(std::move(folder.weights.position_embedding)),
        final_norm(std::move(folder.weights.final_norm)) {
    if (config.inputs == Inputs::Values) {
      values.emplace(tokenizer, std::move(folder.weights.values));
    }
    const auto behind_relu = values ? Linear::TokenBits::Sixteen : Linear::TokenBits::Eight;
    for (LayerWeights& layer : folder.weights.layers) {
      layers.emplace_back(std::move(layer), behind_relu);
    }
  }

  std::optional<std::string> problem_with(const std::vector<TokenId>& tokens) const;
  void start(TokenLists expressions, std::vector<float>& hidden) const;
  TokenLists read(TokenLists expressions, Workspace& space) const;
  void apply(const Layer& layer, TokenLists expressions, Workspace& space) const;
  bool embed(TokenLists given, float* out, Workspace& space) const;
};

std::optional<std::string> Encoder::Model::problem_with(const std::vector<TokenId>& tokens) const {
  for (const TokenId token : tokens) {
    if (token >= tokenizer.size()) return fmt::format("token {} is not in the vocabulary", token);
  }
  return length_problem(tokens, config.positions, values ? &values->parts : nullptr);
}

void Encoder::Model::start(TokenLists expressions, std::vector<float>& hidden) const {
  const std::size_t width = config.width;
  float* to = hidden.data();
  for (const auto& tokens : expressions) {
    for (std::size_t position = 0; position < tokens.size(); ++position) {
      const float* token = token_embedding.data() + tokens[position] * width;
      const float* place = position_embedding.data() + position * width;
      for (std::size_t i = 0; i < width; ++i) to[i] = token[i] + place[i];
      to += width;
    }
  }
}

// The tokens to go on with, whose features are left in the workspace. Special tokens have none.
TokenLists Encoder::Model::read(TokenLists expressions, Workspace& space) const {
  space.read.resize(std::max(space.read.size(), expressions.size()));
  space.features.clear();
  for (std::size_t e = 0; e < expressions.size(); ++e) {
    const TokenSpan inner = TokenSpan(expressions[e]).subspan(1, expressions[e].size() - 2);
    values->parts.read(inner, space.reading);
    const std::vector<TokenId>& tokens = space.reading.tokens;
    space.read[e] = {ExpressionTokenizer::kBos};
    space.read[e].insert(space.read[e].end(), tokens.begin(), tokens.end());
    space.read[e].push_back(ExpressionTokenizer::kEos);
    const std::size_t begin = space.features.size();
    space.features.resize(begin + space.read[e].size() * kValueFeatures, 0.0F);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      value_features(std::span<const float, kPartNumbers>(&space.reading.numbers[i * kPartNumbers],
                                                          kPartNumbers),
                     std::span<float, kValueFeatures>(
                         &space.features[begin + (i + 1) * kValueFeatures], kValueFeatures));
    }
  }
  return std::span(space.read).first(expressions.size());
}

void Encoder::Model::apply(const Layer& layer, TokenLists expressions, Workspace& space) const {
  const std::size_t width = config.width;
  const std::size_t tokens = space.hidden.size() / width;
  space.inner.resize(tokens * std::max<std::size_t>(3 * width, config.feed_forward));
  float* hidden = space.hidden.data();
  float* normed = space.normed.data();
  float* inner = space.inner.data();

  normalize_rows(space.hidden, layer.norm1, space.normed);
  layer.attention_in.apply(normed, tokens, Linear::Finish::Store, inner, space.linear);
  std::size_t first = 0;
  for (const auto& expression : expressions) {
    attend(inner + first * 3 * width, expression.size(), width, config.heads,
           normed + first * width, space.attention);
    first += expression.size();
  }
  layer.attention_out.apply(normed, tokens, Linear::Finish::Add, hidden, space.linear);

  normalize_rows(space.hidden, layer.norm2, space.normed);
  layer.feed_forward_in.apply(normed, tokens, Linear::Finish::StoreRelu, inner, space.linear);
  layer.feed_forward_out.apply(inner, tokens, Linear::Finish::Add, hidden, space.linear);
}

bool Encoder::Model::embed(TokenLists given, float* out, Workspace& space) const {
  const std::size_t width = config.width;
  const TokenLists expressions = values ? read(given, space) : given;
  std::size_t tokens = 0;
  for (const auto& expression : expressions) tokens += expression.size();
  space.hidden.resize(tokens * width);
  space.normed.resize(tokens * width);
  start(expressions, space.hidden);
  if (values) {
    values->linear.apply(space.features.data(), tokens, Linear::Finish::Add, space.hidden.data(),
                         space.linear);
  }
  for (const Layer& layer : layers) apply(layer, expressions, space);
  normalize_rows(space.hidden, final_norm, space.normed);
  const float* row = space.normed.data();
  for (const auto& expression : expressions) {
    pool(row + width, expression.size() - 2, width, config.pooling, out);
    if (!scale_to_length_one(out, width)) return false;
    row += expression.size() * width;
    out += width;
  }
  return true;
}

Encoder::Encoder(std::unique_ptr<const Model> model) : model_(std::move(model)) {}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

base::Result<Encoder> Encoder::open(const std::string& folder) {
  auto read = ModelFolder::read(folder);
  if (!read) return std::unexpected(read.error());
  return Encoder(std::make_unique<const Model>(*std::move(read)));
}

std::size_t Encoder::width() const { return model_->config.width; }
const ModelConfig& Encoder::config() const { return model_->config; }
const ExpressionTokenizer& Encoder::tokenizer() const { return model_->tokenizer; }
bool Encoder::is_int8() const { return model_->is_int8; }
std::uint64_t Encoder::weight_bytes() const { return model_->weight_bytes; }
std::optional<std::string> Encoder::problem_with(const std::vector<TokenId>& tokens) const {
  return model_->problem_with(tokens);
}

base::Result<std::vector<float>> Encoder::embed(std::span<const std::string> prefix_texts,
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

base::Result<void> Encoder::embed_tokens(TokenLists expressions, std::span<float> out,
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

  const unsigned count =
      std::min(base::thread_count(static_cast<unsigned>(std::max(threads, 0))), kMostThreads);
  std::vector<Workspace> spaces(count);
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

}  // namespace noether::neural
