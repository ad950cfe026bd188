#include "noether/search/semantic/formula_encoder.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <utility>

#include "noether/base/mapped_bytes.h"
#include "noether/egen/worker_threads.h"
#include "noether/neural/prefix_of_formula.h"
#include "noether/neural/shipped_model.h"

namespace noether::search {
namespace {

// Of all that vectors depend on: the weights, what tokens are, and how the layers are put together.
base::Result<base::Digest> digest_of_model(const std::string& folder,
                                           const neural::ModelConfig& config) {
  base::Hasher hasher;
  hasher.add_text(config.to_json());
  for (const std::string& name : {config.tokenizer_file, config.weights_file}) {
    const auto bytes = base::MappedBytes::map(folder + "/" + name);
    if (!bytes) return std::unexpected(bytes.error());
    hasher.add_text(bytes->view());
  }
  return hasher.digest();
}

std::string name_of(const std::string& folder) {
  const std::filesystem::path path(folder);
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

// Calls the variables by the tokenizer's first names, in their alphabetical order: in a collection
// 1 + y is no other formula than 1 + x.
void rename_variables(const neural::ExpressionTokenizer& tokenizer,
                      std::vector<neural::TokenId>& ids) {
  const auto is_variable = [&](neural::TokenId id) {
    return tokenizer.kind(id) == neural::ExpressionTokenizer::Kind::Variable;
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

}  // namespace

base::Result<FormulaEncoder> FormulaEncoder::open(const std::string& folder) {
  const std::string at = folder.empty() ? neural::shipped_model_folder() : folder;
  auto encoder = neural::Encoder::open(at);
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  const auto digest = digest_of_model(at, encoder->config());
  if (!digest) return std::unexpected(digest.error());
  const auto width = static_cast<std::uint32_t>(encoder->width());
  return FormulaEncoder(std::move(*encoder), {*digest, width, name_of(at)});
}

base::Result<std::vector<neural::TokenId>> FormulaEncoder::tokens(
    std::string_view text, std::optional<formula::Notation> notation) const {
  const auto prefix = neural::prefix_of_formula(text, notation);
  if (!prefix) return std::unexpected(prefix.error());
  auto ids = encoder_.tokenizer().encode(*prefix);
  if (!ids) {
    // Its place is one in the prefix text, which nobody has seen.
    ids.error().span = {};
    return ids;
  }
  if (ids->size() > encoder_.config().positions) {
    return base::fail(fmt::format("the formula has {} tokens, and the encoder reads {}",
                                  ids->size(), encoder_.config().positions));
  }
  rename_variables(encoder_.tokenizer(), *ids);
  return ids;
}

base::Result<std::vector<float>> FormulaEncoder::embed(
    std::string_view text, std::optional<formula::Notation> notation) const {
  auto ids = tokens(text, notation);
  if (!ids) return std::unexpected(std::move(ids.error()));
  std::vector<float> vector(model_.width);
  const std::vector<std::vector<neural::TokenId>> one = {std::move(*ids)};
  if (auto done = encoder_.embed_tokens(one, vector); !done) return std::unexpected(done.error());
  return vector;
}

base::Result<std::vector<bool>> FormulaEncoder::embed_all(std::span<const std::string> latex,
                                                          std::span<float> vectors,
                                                          unsigned threads) const {
  std::vector<std::vector<neural::TokenId>> read(latex.size());
  std::atomic<std::size_t> next = 0;
  egen::run_threads(egen::thread_count(threads), [&](std::size_t) {
    for (std::size_t i = next++; i < latex.size(); i = next++) {
      if (auto ids = tokens(latex[i], formula::Notation::Latex)) read[i] = std::move(*ids);
    }
  });
  // Formulas that differ in names alone are one expression to the encoder.
  std::map<std::vector<neural::TokenId>, std::size_t> known;
  std::vector<std::vector<neural::TokenId>> different;
  std::vector<std::size_t> number(latex.size());
  std::vector<bool> readable(latex.size());
  for (std::size_t i = 0; i < latex.size(); ++i) {
    readable[i] = !read[i].empty();
    if (!readable[i]) continue;
    const auto [it, is_new] = known.try_emplace(read[i], different.size());
    if (is_new) different.push_back(std::move(read[i]));
    number[i] = it->second;
  }
  std::vector<float> made(different.size() * model_.width);
  auto done = encoder_.embed_tokens(different, made, static_cast<int>(threads));
  if (!done) return std::unexpected(done.error());
  for (std::size_t i = 0; i < latex.size(); ++i) {
    if (!readable[i]) continue;
    const auto vector =
        std::span<const float>(made).subspan(number[i] * model_.width, model_.width);
    std::ranges::copy(vector, vectors.begin() + static_cast<std::ptrdiff_t>(i * model_.width));
  }
  return readable;
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
