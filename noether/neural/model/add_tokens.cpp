#include "noether/neural/model/add_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "noether/base/file_system.h"

namespace noether::neural {
namespace {

constexpr std::string_view kTokenizerJson = "tokenizer.json";

// A new token after the old ones, with its former pieces.
struct NewRow {
  TokenId id = 0;
  std::span<const TokenId> pieces;
};

// Extends a table with `columns` numbers for each token to the size of the vocabulary.
void grow_table(std::vector<float>& table, std::size_t columns, std::size_t vocabulary,
                std::span<const NewRow> rows) {
  if (table.empty()) return;
  const std::size_t before = table.size() / columns;
  table.resize(vocabulary * columns);
  for (const NewRow& row : rows) {
    float* const to = table.data() + row.id * columns;
    std::fill_n(to, columns, 0.0F);
    for (const TokenId piece : row.pieces) {
      if (piece >= before) continue;
      const float* const from = table.data() + piece * columns;
      for (std::size_t i = 0; i < columns; ++i) {
        to[i] += from[i] / static_cast<float>(row.pieces.size());
      }
    }
  }
}

void grow_matrix(Matrix& matrix, std::size_t vocabulary, std::span<const NewRow> rows) {
  if (matrix.values.empty()) return;
  grow_table(matrix.values, matrix.columns, vocabulary, rows);
  matrix.rows = vocabulary;
}

}  // namespace

base::Result<ModelWithTokens> add_tokens(ModelFolder model, const tokens::Tokenizer& tokenizer,
                                         std::span<const tokens::NewToken> added) {
  if (model.weights.is_int8() || model.weights.token_embedding.is_int8()) {
    return base::fail("the model is int8, and tokens are added before its numbers are rounded", {},
                      "add them to the float32 model, or to what noether model dequantize makes");
  }
  TransformerConfig& config = model.config.transformer;
  if (tokenizer.size() > config.vocabulary) {
    return base::fail(fmt::format("the tokenizer has {} tokens and the model {}", tokenizer.size(),
                                  config.vocabulary));
  }
  auto extended = tokenizer.with_tokens(added);
  if (!extended) return std::unexpected(std::move(extended.error()));
  std::vector<NewRow> rows;
  for (std::size_t i = 0; i < extended->ids.size(); ++i) {
    if (extended->ids[i] >= tokenizer.size())
      rows.push_back({extended->ids[i], extended->pieces[i]});
  }
  // A model may have more rows than its tokenizer has tokens.
  const std::size_t size = extended->tokenizer.size();
  const std::size_t vocabulary = std::max<std::size_t>(config.vocabulary, size);
  TransformerWeights& weights = model.weights;
  grow_matrix(weights.token_embedding, vocabulary, rows);
  grow_matrix(weights.head.words_decoder, vocabulary, rows);
  grow_table(weights.head.words_bias, 1, vocabulary, rows);
  grow_matrix(weights.head.next_decoder, vocabulary, rows);
  config.vocabulary = static_cast<std::uint32_t>(vocabulary);
  return ModelWithTokens{std::move(model), std::move(extended->tokenizer), size - tokenizer.size()};
}

base::Result<void> write_with_tokenizer(ModelWithTokens made, const std::string& from,
                                        const std::string& to) {
  if (const auto copied = copy_tokenizer(from, to); !copied) {
    return std::unexpected(copied.error());
  }
  if (auto done =
          base::write_atomically(base::FileSystem::real(), fmt::format("{}/{}", to, kTokenizerJson),
                                 made.tokenizer.to_json());
      !done) {
    return done;
  }
  made.model.config.tokenizer_file = kTokenizerJson;
  return made.model.write(to);
}

}  // namespace noether::neural
