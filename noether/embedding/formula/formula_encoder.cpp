#include "noether/embedding/formula/formula_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/formula/formula_meaning.h"
#include "noether/embedding/formula/formula_reading.h"
#include "noether/embedding/formula/shape_model.h"

namespace noether::embedding {
namespace {

using PartTokens = std::vector<TokenId>;

// The lengths of the parts of a stored vector, so that the whole has length 1.
const float kMeaningLength = std::sqrt(kMeaningShare);
const float kShapeLength = std::sqrt(1 - kMeaningShare);

// A leaf has three tokens as the tokenizer writes it: <bos>, one token, <eos>.
constexpr std::size_t kLeafTokens = 3;

// The vectors of different parts, each computed once.
struct PartVectors {
  std::map<PartTokens, std::size_t> numbers;
  std::vector<float> vectors;
};

}  // namespace

struct FormulaEncoder::Model {
  ExpressionEncoder expressions;
  ShapeModel shape;
  // The vectors of variables, small numbers and constants, which most formulas contain. There are
  // at most as many as tokens in the vocabulary.
  std::mutex lock{};
  std::map<PartTokens, std::vector<float>> leaves{};

  std::size_t width() const { return expressions.width(); }
  base::Result<PartVectors> encode_parts(std::span<const FormulaReading> readings,
                                         unsigned threads);
  void write_vector(const FormulaReading& reading, const PartVectors& parts,
                    std::span<float> out) const;
};

base::Result<PartVectors> FormulaEncoder::Model::encode_parts(
    std::span<const FormulaReading> readings, unsigned threads) {
  PartVectors parts;
  std::vector<PartTokens> unknown;
  std::vector<std::size_t> places;  // of the missing vectors
  for (const FormulaReading& reading : readings) {
    for (const ValuedPart& part : reading.parts) {
      const std::size_t number = parts.numbers.size();
      if (!parts.numbers.try_emplace(part.tokens, number).second) continue;
      parts.vectors.resize((number + 1) * width());
      if (part.tokens.size() <= kLeafTokens) {
        const std::lock_guard guard(lock);
        if (const auto known = leaves.find(part.tokens); known != leaves.end()) {
          std::ranges::copy(known->second,
                            parts.vectors.end() - static_cast<std::ptrdiff_t>(width()));
          continue;
        }
      }
      unknown.push_back(part.tokens);
      places.push_back(number);
    }
  }
  std::vector<float> made(unknown.size() * width());
  auto done = expressions.embed_tokens(unknown, made, static_cast<int>(threads));
  if (!done) return std::unexpected(done.error());
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const auto vector = std::span<const float>(made).subspan(i * width(), width());
    std::ranges::copy(vector,
                      parts.vectors.begin() + static_cast<std::ptrdiff_t>(places[i] * width()));
    if (unknown[i].size() > kLeafTokens) continue;
    const std::lock_guard guard(lock);
    leaves.try_emplace(unknown[i], vector.begin(), vector.end());
  }
  return parts;
}

void FormulaEncoder::Model::write_vector(const FormulaReading& reading, const PartVectors& parts,
                                         std::span<float> out) const {
  std::vector<std::span<const float>> part_vectors;
  for (const ValuedPart& part : reading.parts) {
    part_vectors.push_back(std::span<const float>(parts.vectors)
                               .subspan(parts.numbers.at(part.tokens) * width(), width()));
  }
  compose_meaning(reading.formula, reading.parts, part_vectors, out.first(width()));
  shape.embed(reading.features, out.subspan(width()).first<kShapeWidth>());
  for (float& number : out.first(width())) number *= kMeaningLength;
  for (float& number : out.subspan(width())) number *= kShapeLength;
}

std::optional<VectorPart> vector_part_by_name(std::string_view name) {
  if (name == "meaning") return VectorPart::Meaning;
  if (name == "shape") return VectorPart::Shape;
  if (name == "both") return VectorPart::Both;
  return std::nullopt;
}

std::vector<std::string> vector_part_names() { return {"meaning", "shape", "both"}; }

PartWeights part_weights(VectorPart by) {
  switch (by) {
    case VectorPart::Meaning:
      return {1, 0};
    case VectorPart::Shape:
      return {0, 1};
    case VectorPart::Both:
      break;
  }
  return {};
}

FormulaEncoder::FormulaEncoder(std::unique_ptr<Model> model) : model_(std::move(model)) {}
FormulaEncoder::FormulaEncoder(FormulaEncoder&&) noexcept = default;
FormulaEncoder& FormulaEncoder::operator=(FormulaEncoder&&) noexcept = default;
FormulaEncoder::~FormulaEncoder() = default;

bool FormulaEncoder::is_in(const std::string& folder) {
  std::error_code failed;
  return std::filesystem::exists(std::filesystem::path(folder) / kShapeFile, failed);
}

base::Result<FormulaEncoder> FormulaEncoder::open(const std::string& folder) {
  auto expressions = ExpressionEncoder::open(folder);
  if (!expressions) return std::unexpected(std::move(expressions.error()));
  if (expressions->config().inputs != Inputs::Values) {
    return base::fail(
        fmt::format("'{}': a formula encoder reads values, and this one tokens", folder));
  }
  auto shape = ShapeModel::read(folder + "/" + std::string(kShapeFile));
  if (!shape) return std::unexpected(std::move(shape.error()));
  return FormulaEncoder(std::make_unique<Model>(*std::move(expressions), *std::move(shape)));
}

const ExpressionEncoder& FormulaEncoder::expressions() const { return model_->expressions; }
std::size_t FormulaEncoder::meaning_width() const { return model_->width(); }
std::size_t FormulaEncoder::width() const { return model_->width() + kShapeWidth; }

base::Result<std::vector<float>> FormulaEncoder::embed(
    std::string_view text, std::optional<formula::Notation> notation) const {
  FormulaReadingReader reader(model_->expressions.tokenizer());
  FormulaReading reading;
  if (auto read = reader.read(text, notation, reading); !read) {
    return std::unexpected(std::move(read.error()));
  }
  const auto parts = model_->encode_parts({&reading, 1}, 1);
  if (!parts) return std::unexpected(parts.error());
  std::vector<float> vector(width());
  model_->write_vector(reading, *parts, vector);
  return vector;
}

base::Result<std::vector<bool>> FormulaEncoder::embed_all(std::span<const std::string> latex,
                                                          std::span<float> vectors,
                                                          unsigned threads) const {
  const unsigned count = base::thread_count(threads);
  std::vector<FormulaReadingReader> readers;
  for (unsigned i = 0; i < count; ++i) readers.emplace_back(model_->expressions.tokenizer());
  std::vector<FormulaReading> readings(latex.size());
  std::vector<char> is_read(latex.size());  // vector<bool> has no separate elements for threads
  base::for_each_in_parallel(latex.size(), count, [&](std::size_t i, std::size_t thread) {
    is_read[i] =
        readers[thread].read(latex[i], formula::Notation::Latex, readings[i]).has_value() ? 1 : 0;
    if (is_read[i] == 0) readings[i] = {};
  });
  const auto parts = model_->encode_parts(readings, count);
  if (!parts) return std::unexpected(parts.error());
  base::for_each_in_parallel(latex.size(), count, [&](std::size_t i, std::size_t) {
    if (is_read[i] == 0) return;
    model_->write_vector(readings[i], *parts, vectors.subspan(i * width(), width()));
  });
  return std::vector<bool>(is_read.begin(), is_read.end());
}

// The product of a query with a stored vector, divided by this factor, is the weighted sum of the
// parts' cosines.
float FormulaEncoder::cosine_factor(PartWeights weights) {
  return std::hypot(weights.meaning / kMeaningLength, weights.shape / kShapeLength);
}

void FormulaEncoder::weigh_parts(std::span<float> vector, PartWeights weights) const {
  const float length = cosine_factor(weights);
  const float meaning = weights.meaning / (kMeaningShare * length);
  const float shape = weights.shape / ((1 - kMeaningShare) * length);
  for (float& number : vector.first(meaning_width())) number *= meaning;
  for (float& number : vector.subspan(meaning_width())) number *= shape;
}

}  // namespace noether::embedding
