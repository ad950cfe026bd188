#include "noether/search/semantic/formula_encoder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <variant>

#include "noether/algebra/numeric/thread_memory.h"
#include "noether/base/mapped_bytes.h"
#include "noether/base/parallel.h"
#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/embedding/shipped_model.h"

namespace noether::search {
namespace {

// Renames the variables to the tokenizer's first names, in alphabetical order: 1 + y should not be
// a different formula from 1 + x in a collection.
void rename_variables(const embedding::ExpressionTokenizer& tokenizer,
                      std::vector<neural::TokenId>& ids) {
  const auto is_variable = [&](neural::TokenId id) {
    return tokenizer.kind(id) == embedding::ExpressionTokenizer::Kind::Variable;
  };
  std::map<std::string, neural::TokenId> names;
  for (const neural::TokenId id : ids) {
    if (is_variable(id)) names.emplace(tokenizer.token(id), id);
  }
  neural::TokenId next = 0;
  for (auto& [name, id] : names) {
    while (!is_variable(next)) ++next;
    id = next++;
  }
  for (neural::TokenId& id : ids) {
    if (is_variable(id)) id = names[tokenizer.token(id)];
  }
}

void add(std::span<const float> vector, std::span<float> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += vector[i];
}

// The sum of opposite unit vectors has no direction; then the direction of the first vector is
// used.
void make_unit(std::span<float> sum, std::span<const float> first) {
  double squares = 0;
  for (const float number : sum)
    squares += static_cast<double>(number) * static_cast<double>(number);
  if (squares < 1e-6) {
    std::ranges::copy(first.first(sum.size()), sum.begin());
    return;
  }
  const auto length = static_cast<float>(std::sqrt(squares));
  for (float& number : sum) number /= length;
}

// An encoder of expressions alone: it gives vectors of formulas by reading the sides of relations.
class SideEncoder {
 public:
  // The encoder must outlive this object.
  explicit SideEncoder(const embedding::ExpressionEncoder& encoder) : encoder_(&encoder) {}

  base::Result<std::vector<float>> embed(std::string_view text,
                                         std::optional<formula::Notation> notation) const;
  // Embeds LaTeX formulas; returns which of them have a vector.
  base::Result<std::vector<bool>> embed_all(std::span<const std::string> latex,
                                            std::span<float> vectors, unsigned threads) const;

 private:
  using SideTokens = std::vector<neural::TokenId>;
  std::size_t width() const { return encoder_->width(); }
  base::Result<SideTokens> tokens_of_side(const std::string& prefix) const;
  // The tokens of the sides that count, at least one.
  base::Result<std::vector<SideTokens>> tokens(std::string_view text,
                                               std::optional<formula::Notation> notation) const;

  const embedding::ExpressionEncoder* encoder_;
};

base::Result<SideEncoder::SideTokens> SideEncoder::tokens_of_side(const std::string& prefix) const {
  auto ids = encoder_->tokenizer().encode(prefix);
  if (!ids) {
    // The span refers to the prefix text, which the user has not seen.
    ids.error().span = {};
    return ids;
  }
  rename_variables(encoder_->tokenizer(), *ids);
  if (const auto problem = encoder_->problem_with(*ids)) return base::fail(*problem);
  return ids;
}

base::Result<std::vector<SideEncoder::SideTokens>> SideEncoder::tokens(
    std::string_view text, std::optional<formula::Notation> notation) const {
  const auto sides = embedding::sides_of_formula(text, notation);
  if (!sides) return std::unexpected(sides.error());
  std::vector<SideTokens> names;  // names and numbers
  std::vector<SideTokens> others;
  std::optional<base::Error> unreadable;
  for (const base::Result<std::string>& side : *sides) {
    auto ids = side ? tokens_of_side(*side) : std::unexpected(side.error());
    if (!ids) {
      if (!unreadable) unreadable = std::move(ids.error());
      continue;
    }
    const bool has_operator = std::ranges::any_of(
        *ids, [&](neural::TokenId id) { return encoder_->tokenizer().is_operator(id); });
    (has_operator ? others : names).push_back(std::move(*ids));
  }
  if (!others.empty()) return others;
  if (unreadable) return std::unexpected(std::move(*unreadable));
  return names;
}

base::Result<std::vector<float>> SideEncoder::embed(
    std::string_view text, std::optional<formula::Notation> notation) const {
  const auto sides = tokens(text, notation);
  if (!sides) return std::unexpected(sides.error());
  std::vector<float> vectors(sides->size() * width());
  if (auto done = encoder_->embed_tokens(*sides, vectors); !done) {
    return std::unexpected(done.error());
  }
  std::vector<float> mean(width(), 0);
  for (std::size_t side = 0; side < sides->size(); ++side) {
    add(std::span<const float>(vectors).subspan(side * width(), width()), mean);
  }
  make_unit(mean, vectors);
  return mean;
}

base::Result<std::vector<bool>> SideEncoder::embed_all(std::span<const std::string> latex,
                                                       std::span<float> vectors,
                                                       unsigned threads) const {
  std::vector<std::vector<SideTokens>> read(latex.size());
  base::for_each_in_parallel<algebra::ThreadMemory>(
      latex.size(), base::thread_count(threads), [&](std::size_t i, std::size_t) {
        if (auto sides = tokens(latex[i], formula::Notation::Latex)) read[i] = std::move(*sides);
      });
  // Formulas that differ only in names are the same expression to the encoder.
  std::map<SideTokens, std::size_t> known;
  std::vector<SideTokens> different;
  std::vector<std::vector<std::size_t>> numbers(latex.size());
  std::vector<bool> readable(latex.size());
  for (std::size_t i = 0; i < latex.size(); ++i) {
    readable[i] = !read[i].empty();
    for (SideTokens& side : read[i]) {
      const auto [it, is_new] = known.try_emplace(side, different.size());
      if (is_new) different.push_back(std::move(side));
      numbers[i].push_back(it->second);
    }
  }
  std::vector<float> made(different.size() * width());
  auto done = encoder_->embed_tokens(different, made, static_cast<int>(threads));
  if (!done) return std::unexpected(done.error());
  for (std::size_t i = 0; i < latex.size(); ++i) {
    if (!readable[i]) continue;
    const auto of_side = [&](std::size_t number) {
      return std::span<const float>(made).subspan(number * width(), width());
    };
    const auto mean = vectors.subspan(i * width(), width());
    std::ranges::fill(mean, 0.0F);
    for (const std::size_t number : numbers[i]) add(of_side(number), mean);
    make_unit(mean, of_side(numbers[i].front()));
  }
  return readable;
}

using embedding::ExpressionEncoder;
using WholeEncoder = embedding::FormulaEncoder;

// The digest of everything on which vectors depend: the reading of formulas, the weights, the
// tokens, and the structure of the layers.
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
    return base::fail("the encoder reads only expressions and has no vectors of shapes");
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
