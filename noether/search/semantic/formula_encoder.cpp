#include "noether/search/semantic/formula_encoder.h"

#include <utility>
#include <variant>

#include "noether/base/mapped_bytes.h"
#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/shipped_model.h"
#include "noether/search/semantic/formula_reading.h"
#include "noether/search/semantic/side_encoder.h"

namespace noether::search {
namespace {

using embedding::ExpressionEncoder;
using WholeEncoder = embedding::FormulaEncoder;

// Of all that vectors depend on: how formulas are read, the weights, what tokens are, and how the
// layers are put together.
base::Result<base::Digest> digest_of_model(const std::string& folder,
                                           const embedding::ExpressionModelConfig& config,
                                           bool is_whole) {
  base::Hasher hasher;
  hasher.add_text(is_whole ? kWholeFormulaReading : kFormulaReading);
  hasher.add_number(is_whole ? embedding::kFormulaEncoderVersion : kFormulaReadingVersion);
  hasher.add_text(config.to_json());
  std::vector<std::string> names = {config.tokenizer_file, config.weights_file};
  if (is_whole) names.emplace_back(embedding::kShapeFile);
  for (const std::string& name : names) {
    const auto bytes = base::MappedBytes::map(folder + "/" + name);
    if (!bytes) return std::unexpected(bytes.error());
    hasher.add_text(bytes->view());
  }
  return hasher.digest();
}

}  // namespace

struct FormulaEncoder::Encoder {
  std::variant<WholeEncoder, ExpressionEncoder> model;

  const WholeEncoder* whole() const { return std::get_if<WholeEncoder>(&model); }
  SideEncoder sides() const { return SideEncoder(std::get<ExpressionEncoder>(model)); }
};

base::Result<FormulaEncoder> FormulaEncoder::open(const std::string& folder) {
  const std::string at = folder.empty() ? embedding::shipped_model_folder() : folder;
  const std::string name = embedding::model_name(at);
  if (WholeEncoder::is_in(at)) {
    auto encoder = WholeEncoder::open(at);
    if (!encoder) return std::unexpected(std::move(encoder.error()));
    const auto digest = digest_of_model(at, encoder->expressions().config(), true);
    if (!digest) return std::unexpected(digest.error());
    const auto width = static_cast<std::uint32_t>(encoder->width());
    return FormulaEncoder(std::make_shared<const Encoder>(std::move(*encoder)),
                          {*digest, width, name, embedding::kFormulaEncoderVersion});
  }
  auto encoder = ExpressionEncoder::open(at);
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  const auto digest = digest_of_model(at, encoder->config(), false);
  if (!digest) return std::unexpected(digest.error());
  const auto width = static_cast<std::uint32_t>(encoder->width());
  return FormulaEncoder(std::make_shared<const Encoder>(std::move(*encoder)),
                        {*digest, width, name, kFormulaReadingVersion});
}

base::Result<std::vector<float>> FormulaEncoder::embed(
    std::string_view text, std::optional<formula::Notation> notation) const {
  if (const auto* whole = encoder_->whole()) return whole->embed(text, notation);
  return encoder_->sides().embed(text, notation);
}

base::Result<FormulaQuestion> FormulaEncoder::ask(std::string_view text,
                                                  std::optional<formula::Notation> notation,
                                                  embedding::VectorPart by) const {
  const auto* whole = encoder_->whole();
  if (whole == nullptr && by == embedding::VectorPart::Shape) {
    return base::fail("the encoder is one of expressions alone and has no vectors of shapes");
  }
  auto vector = embed(text, notation);
  if (!vector) return std::unexpected(std::move(vector.error()));
  FormulaQuestion question{.vector = *std::move(vector)};
  if (whole == nullptr) return question;
  const embedding::PartWeights weights = embedding::part_weights(by);
  whole->weigh_parts(question.vector, weights);
  question.cosine_factor = WholeEncoder::cosine_factor(weights);
  question.is_of_one_part = weights.meaning == 0 || weights.shape == 0;
  return question;
}

base::Result<std::vector<bool>> FormulaEncoder::embed_all(std::span<const std::string> latex,
                                                          std::span<float> vectors,
                                                          unsigned threads) const {
  if (const auto* whole = encoder_->whole()) return whole->embed_all(latex, vectors, threads);
  return encoder_->sides().embed_all(latex, vectors, threads);
}

index::FormulaEmbedding FormulaEncoder::embedding(unsigned threads) const {
  index::FormulaEmbedding embedding;
  embedding.model = model_;
  embedding.embed = [this, threads](std::span<const std::string> latex, std::span<float> vectors) {
    return embed_all(latex, vectors, threads);
  };
  return embedding;
}

}  // namespace noether::search
