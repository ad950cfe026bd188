#include "noether/amr/parser/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "noether/neural/tensor/safetensors.h"

namespace noether::amr {
namespace {

using neural::Linear;

// Reads linear layers of the heads, and throws an error for a layer that is wrong.
class HeadReading {
 public:
  HeadReading(neural::TensorSet& tensors, bool int8) : tensors_(tensors), int8_(int8) {}

  std::vector<float> floats(const std::string& name, const std::vector<std::uint64_t>& shape) {
    auto values = neural::floats_of(expect(name, shape));
    if (!values) throw std::invalid_argument(values.error().message);
    return *std::move(values);
  }

  // An int8 matrix if the file has int8, or if the layers of the encoder are int8.
  neural::Matrix matrix(const std::string& name, std::uint64_t rows, std::uint64_t columns) {
    const neural::Tensor& tensor = expect(name, {rows, columns});
    neural::Matrix matrix{rows, columns, {}, {}, {}};
    if (tensor.type == neural::TensorType::I8) {
      matrix.quantized.resize(rows * columns);
      std::memcpy(matrix.quantized.data(), tensor.bytes.data(), tensor.bytes.size());
      matrix.scales = floats(name + ".scale", {rows});
    } else {
      matrix.values = floats(name, {rows, columns});
      if (int8_) round_rows(matrix);
    }
    return matrix;
  }

  // Reads a table whose rows are added to vectors.
  std::vector<float> table(const std::string& name, std::uint64_t rows, std::uint64_t columns) {
    if (expect(name, {rows, columns}).type != neural::TensorType::I8) {
      return floats(name, {rows, columns});
    }
    const neural::Matrix rounded = matrix(name, rows, columns);
    std::vector<float> values(rounded.quantized.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(rounded.quantized[i]) * rounded.scales[i / columns];
    }
    return values;
  }

  // The first size of a tensor, which is the width of its layer.
  std::uint64_t rows_of(const std::string& name) {
    const neural::Tensor& tensor = expect(name);
    if (tensor.shape.empty() || tensor.shape[0] == 0 || tensor.shape[0] % 4 != 0) {
      throw std::invalid_argument(
          fmt::format("tensor '{}' must have a multiple of four rows", name));
    }
    return tensor.shape[0];
  }

  Linear linear(const std::string& name, std::uint64_t rows, std::uint64_t columns) {
    neural::LinearWeights weights{matrix(name + ".weight", rows, columns),
                                  floats(name + ".bias", {rows})};
    return Linear(std::move(weights), Linear::TokenBits::Sixteen);
  }

 private:
  const neural::Tensor& expect(const std::string& name) {
    const neural::Tensor* tensor = tensors_.use(name);
    if (tensor == nullptr) throw std::invalid_argument(fmt::format("tensor '{}' is missing", name));
    return *tensor;
  }
  const neural::Tensor& expect(const std::string& name, const std::vector<std::uint64_t>& shape) {
    const neural::Tensor& tensor = expect(name);
    if (tensor.shape != shape) {
      throw std::invalid_argument(fmt::format("tensor '{}' has the shape {}, not {}", name,
                                              neural::shape_text(tensor.shape),
                                              neural::shape_text(shape)));
    }
    return tensor;
  }

  neural::TensorSet& tensors_;
  bool int8_;
};

std::vector<float> apply(const Linear& linear, std::span<const float> rows, Linear::Finish finish,
                         Linear::Workspace& workspace) {
  const std::size_t tokens = rows.size() / linear.inputs();
  std::vector<float> out(tokens * linear.outputs());
  linear.apply(rows.data(), tokens, finish, out.data(), workspace);
  return out;
}

}  // namespace

void round_rows(neural::Matrix& matrix) {
  constexpr float kSteps = 127;
  matrix.quantized.resize(matrix.values.size());
  matrix.scales.resize(matrix.rows);
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const std::span<const float> values(matrix.values.data() + row * matrix.columns,
                                        matrix.columns);
    float most = 0;
    for (const float value : values) most = std::max(most, std::abs(value));
    matrix.scales[row] = most / kSteps;
    for (std::size_t i = 0; i < values.size() && most > 0; ++i) {
      matrix.quantized[row * matrix.columns + i] =
          static_cast<std::int8_t>(std::lround(values[i] / most * kSteps));
    }
  }
  matrix.values.clear();
}

WordPieces read_pieces(const Sentence& sentence, const neural::tokens::Tokenizer& tokenizer,
                       std::size_t most_pieces) {
  using neural::tokens::Encoding;
  // The tokens that surround a text, found with an empty text.
  const Encoding around = tokenizer.encode("");
  const std::size_t before = (around.ids.size() + 1) / 2;
  const neural::TokenId unknown = tokenizer.find("[UNK]").value_or(0);
  WordPieces pieces;
  pieces.tokens.assign(around.ids.begin(),
                       around.ids.begin() + static_cast<std::ptrdiff_t>(before));
  for (const Word& word : sentence.words) {
    pieces.first_of_word.push_back(pieces.tokens.size());
    pieces.segments.resize(pieces.tokens.size());
    if (word.is_formula()) {
      pieces.tokens.push_back(tokenizer.find(kFormulaPiece).value_or(unknown));
    } else {
      const Encoding encoded = tokenizer.encode(word.text, neural::tokens::FormulaSpans(),
                                                {.special_tokens = false, .most = most_pieces});
      if (encoded.ids.empty()) pieces.tokens.push_back(unknown);
      pieces.tokens.insert(pieces.tokens.end(), encoded.ids.begin(), encoded.ids.end());
    }
    pieces.segments.resize(pieces.tokens.size(), static_cast<std::uint8_t>(word.shape));
  }
  pieces.tokens.insert(pieces.tokens.end(),
                       around.ids.begin() + static_cast<std::ptrdiff_t>(before), around.ids.end());
  pieces.segments.resize(pieces.tokens.size());
  return pieces;
}

base::Result<ParserNetwork::Heads> ParserNetwork::read_heads(neural::TensorSet& tensors,
                                                             std::size_t width,
                                                             const LabelCounts& labels, bool int8) {
  HeadReading reading(tensors, int8);
  const auto bilinear = [&](const std::string& name) {
    const std::uint64_t size = reading.rows_of(name + ".head.weight");
    return Bilinear{reading.linear(name + ".head", size, width),
                    reading.linear(name + ".dependent", size, width),
                    reading.linear(name + ".bilinear", size, size)};
  };
  try {
    const std::uint64_t hidden = reading.rows_of("parser.fragments.hidden.weight");
    const std::uint64_t inner = reading.rows_of("parser.roles.head.weight");
    const std::string embedding = "parser.fragments.embedding.weight";
    return Heads{reading.linear("parser.fragments.hidden", hidden, width),
                 reading.linear("parser.fragments.out", labels.fragments, hidden),
                 tensors.has(embedding) ? reading.table(embedding, labels.fragments, width)
                                        : std::vector<float>(),
                 reading.linear("parser.senses.out", labels.senses, hidden),
                 bilinear("parser.edges"),
                 bilinear("parser.reentrant"),
                 reading.floats("parser.reentrant.offset", {1})[0],
                 reading.linear("parser.roles.head", inner, width),
                 reading.linear("parser.roles.dependent", inner, width),
                 reading.linear("parser.roles.bilinear", labels.roles * inner, inner),
                 reading.floats("parser.roles.offset", {labels.roles})};
  } catch (const std::invalid_argument& error) {
    return base::fail(error.what(), {},
                      "the file is damaged, or belongs to other tables of labels");
  }
}

base::Result<ParserNetwork> ParserNetwork::open(const std::string& folder,
                                                const LabelCounts& labels) {
  auto config = neural::read_model_config(folder);
  if (!config) return std::unexpected(std::move(config.error()));
  const std::string path = folder + "/" + config->weights_file;
  const auto about = [&](base::Error error) {
    error.message = fmt::format("'{}': {}", path, error.message);
    return std::unexpected(std::move(error));
  };
  if (config->transformer.causal || config->transformer.features > 0) {
    return about({"the model is not an encoder of texts", {}, {}});
  }
  if (config->transformer.segments < kWordShapes) {
    return about(
        {fmt::format("a parser's encoder has {} segments, for the shapes of words", kWordShapes),
         {},
         {}});
  }
  auto tensors = neural::TensorSet::of_file(path);
  if (!tensors) return std::unexpected(std::move(tensors.error()));
  auto weights = neural::TransformerWeights::from(*tensors, config->transformer);
  if (!weights) return about(std::move(weights.error()));
  auto heads = read_heads(*tensors, config->transformer.width, labels, weights->is_int8());
  if (!heads) return about(std::move(heads.error()));
  return ParserNetwork(
      std::make_unique<const neural::Transformer>(config->transformer, *std::move(weights)),
      *std::move(heads), config->sequence_tokens);
}

base::Result<ParserScores> ParserNetwork::score_words(const WordPieces& pieces,
                                                      Workspace& workspace) const {
  const std::size_t length = pieces.tokens.size();
  const neural::TokenBatch batch{pieces.tokens, {&length, 1}, pieces.segments};
  if (const auto problem = transformer_->problem_with(batch)) return base::fail(*problem);
  const std::span<const float> hidden = transformer_->run(batch, workspace.transformer);
  const std::size_t width = transformer_->config().width;
  workspace.words.clear();
  const auto take = [&](std::size_t token) {
    const auto row = hidden.subspan(token * width, width);
    workspace.words.insert(workspace.words.end(), row.begin(), row.end());
  };
  take(0);
  for (const std::size_t token : pieces.first_of_word) take(token);
  const std::vector<float> inner =
      apply(heads_.fragments_hidden, std::span<const float>(workspace.words).subspan(width),
            Linear::Finish::StoreGeluErf, workspace.linear);
  ParserScores scores{apply(heads_.fragments_out, inner, Linear::Finish::Store, workspace.linear),
                      apply(heads_.senses_out, inner, Linear::Finish::Store, workspace.linear)};
  if (!std::ranges::all_of(scores.fragments, [](float score) { return std::isfinite(score); })) {
    return base::fail("the parser gives a score that is not a number: its weights are broken");
  }
  return scores;
}

std::vector<float> ParserNetwork::score_pairs(const Bilinear& bilinear,
                                              std::span<const float> heads,
                                              std::span<const float> dependents, std::size_t width,
                                              Linear::Workspace& workspace) {
  const std::vector<float> upper =
      apply(bilinear.head, heads, Linear::Finish::StoreGeluErf, workspace);
  const std::vector<float> lower =
      apply(bilinear.bilinear,
            apply(bilinear.dependent, dependents, Linear::Finish::StoreGeluErf, workspace),
            Linear::Finish::Store, workspace);
  const std::size_t rows = heads.size() / width;
  const std::size_t columns = dependents.size() / width;
  const neural::Matrix matrix{columns, bilinear.bilinear.outputs(), lower, {}, {}};
  std::vector<float> scores(rows * columns);
  neural::multiply_float_rows(upper.data(), rows, matrix, std::vector<float>(columns),
                              scores.data());
  return scores;
}

EdgeScores ParserNetwork::score_edges(std::span<const LabelId> fragments,
                                      Workspace& workspace) const {
  const std::size_t width = transformer_->config().width;
  workspace.read = workspace.words;
  if (!heads_.fragments_embedding.empty()) {
    for (std::size_t word = 0; word < fragments.size(); ++word) {
      const float* const embedding = heads_.fragments_embedding.data() + fragments[word] * width;
      float* const to = workspace.read.data() + (word + 1) * width;
      for (std::size_t i = 0; i < width; ++i) to[i] += embedding[i];
    }
  }
  const std::span<const float> all = workspace.read;
  const std::span<const float> words = all.subspan(width);
  EdgeScores scores{score_pairs(heads_.edges, all, words, width, workspace.linear),
                    score_pairs(heads_.reentrant, words, words, width, workspace.linear)};
  for (float& score : scores.reentrant) score += heads_.reentrant_offset;
  return scores;
}

std::vector<float> ParserNetwork::score_roles(std::span<const WordEdge> edges,
                                              Workspace& workspace) const {
  const std::size_t width = transformer_->config().width;
  std::vector<float> head_rows;
  std::vector<float> dependent_rows;
  const auto add = [&](WordId word, std::vector<float>& to) {
    const float* const row = workspace.read.data() + (word + 1) * width;
    to.insert(to.end(), row, row + width);
  };
  for (const WordEdge& edge : edges) {
    add(edge.head, head_rows);
    add(edge.dependent, dependent_rows);
  }
  const std::vector<float> upper =
      apply(heads_.roles_head, head_rows, Linear::Finish::StoreGeluErf, workspace.linear);
  const std::vector<float> lower = apply(
      heads_.roles_bilinear,
      apply(heads_.roles_dependent, dependent_rows, Linear::Finish::StoreGeluErf, workspace.linear),
      Linear::Finish::Store, workspace.linear);
  const std::size_t roles = heads_.roles_offset.size();
  const std::size_t inner = heads_.roles_head.outputs();
  std::vector<float> scores(edges.size() * roles);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::size_t role = 0; role < roles; ++role) {
      const float* const row = lower.data() + (e * roles + role) * inner;
      float sum = heads_.roles_offset[role];
      for (std::size_t i = 0; i < inner; ++i) sum += row[i] * upper[e * inner + i];
      scores[e * roles + role] = sum;
    }
  }
  return scores;
}

}  // namespace noether::amr
