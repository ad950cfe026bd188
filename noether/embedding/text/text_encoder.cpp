#include "noether/embedding/text/text_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/mapped_bytes.h"
#include "noether/embedding/sequence_encoder.h"
#include "noether/embedding/shipped_model.h"
#include "noether/embedding/text/read_fields.h"
#include "noether/neural/tokenizer/formulas.h"

namespace noether::embedding {
namespace {

using neural::TokenId;
using neural::tokens::Encoding;
using neural::tokens::Source;

base::Result<void> add_file(base::Hasher& hasher, const std::string& path) {
  const auto bytes = base::MappedBytes::map(path);
  if (!bytes) return std::unexpected(bytes.error());
  hasher.add_text(bytes->view());
  return {};
}

// Scales each row to length 1. A row of zeros has no direction and is unchanged.
void make_units(std::span<const float> rows, std::size_t width, std::vector<float>& units) {
  units.assign(rows.begin(), rows.end());
  for (std::size_t begin = 0; begin < units.size(); begin += width) {
    const auto row = std::span(units).subspan(begin, width);
    double squares = 0;
    for (const float number : row) {
      squares += static_cast<double>(number) * static_cast<double>(number);
    }
    if (squares == 0) continue;
    const auto factor = static_cast<float>(1 / std::sqrt(squares));
    for (float& number : row) number *= factor;
  }
}

}  // namespace

TextEncoder::TextEncoder(SequenceEncoder sequences, neural::tokens::Tokenizer tokenizer)
    : sequences_(std::move(sequences)), tokenizer_(std::move(tokenizer)) {
  // Encodes any text to find the special tokens before and after a text.
  const Encoding around = tokenizer_.encode("a");
  const auto is_text = [](Source source) { return source != Source::Special; };
  const auto first = std::ranges::find_if(around.sources, is_text) - around.sources.begin();
  const auto text = std::ranges::count_if(around.sources, is_text);
  before_.assign(around.ids.begin(), around.ids.begin() + first);
  after_.assign(around.ids.begin() + first + text, around.ids.end());
}

base::Result<TextEncoder> TextEncoder::open(const std::string& folder) {
  auto sequences = SequenceEncoder::open(folder);
  if (!sequences) return std::unexpected(std::move(sequences.error()));
  const neural::ModelConfig& config = sequences->config();
  if (config.tokenizer_file.empty()) {
    return base::fail(fmt::format("'{}' has no tokenizer", folder), {},
                      "noether model import copies the one beside the weights");
  }
  auto tokenizer = neural::tokens::Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(std::move(tokenizer.error()));
  if (tokenizer->size() > config.transformer.vocabulary) {
    return base::fail(fmt::format("'{}': the tokenizer has {} tokens and the model {}", folder,
                                  tokenizer->size(), config.transformer.vocabulary));
  }
  TextEncoder encoder(*std::move(sequences), *std::move(tokenizer));
  if (encoder.most_tokens() <= encoder.special_tokens()) {
    return base::fail(fmt::format("'{}' reads sequences of {} tokens, which leaves none for a text",
                                  folder, encoder.most_tokens()));
  }
  encoder.name_ = model_name(folder);
  base::Hasher hasher;
  hasher.add_text(encoder.sequences_.config().to_json());
  for (const std::string& name :
       {encoder.sequences_.config().tokenizer_file, encoder.sequences_.config().weights_file}) {
    if (auto added = add_file(hasher, folder + "/" + name); !added) {
      return std::unexpected(added.error());
    }
  }
  const std::string codes = fmt::format("{}/{}", folder, TokenCodes::kFile);
  if (base::FileSystem::real().exists(codes)) {
    auto read = TokenCodes::read(codes, encoder.width());
    if (!read) return std::unexpected(std::move(read.error()));
    encoder.codes_ = *std::move(read);
    if (auto added = add_file(hasher, codes); !added) return std::unexpected(added.error());
  }
  // A newer program may read the same tokenizer file differently.
  if (encoder.tokenizer_.reads_formulas()) hasher.add_number(neural::tokens::kFormulaReading);
  encoder.digest_ = hasher.digest();
  return encoder;
}

base::Result<TextEncoder> TextEncoder::open_shipped() { return open(shipped_text_model_folder()); }

std::size_t TextEncoder::most_tokens() const {
  return std::min<std::size_t>(kTextTokens, sequences_.config().sequence_tokens);
}

std::vector<TokenId> TextEncoder::with_special_tokens(std::span<const TokenId> tokens) const {
  std::vector<TokenId> sequence = before_;
  sequence.insert(sequence.end(), tokens.begin(), tokens.end());
  sequence.insert(sequence.end(), after_.begin(), after_.end());
  return sequence;
}

base::Result<std::vector<TextEncoder::Encoded>> TextEncoder::encode(
    std::span<const std::vector<TokenId>> sequences, unsigned threads) const {
  std::vector<Encoded> encoded(sequences.size());
  const auto take = [&](std::size_t number, std::span<const float> rows) {
    Encoded& one = encoded[number];
    one.vector.resize(width());
    if (!pool_tokens(rows.data(), rows.size() / width(), width(), *sequences_.config().pooling,
                     one.vector.data())) {
      return false;
    }
    if (codes_) {
      std::vector<float> units;
      make_units(rows, width(), units);
      one.tokens = codes_->encode(units);
    }
    return true;
  };
  if (auto done = sequences_.run(sequences, take, threads); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return encoded;
}

base::Result<std::vector<float>> TextEncoder::token_vectors(
    std::span<const std::vector<TokenId>> sequences, unsigned threads) const {
  std::vector<std::vector<float>> of_sequence(sequences.size());
  const auto take = [&](std::size_t number, std::span<const float> rows) {
    make_units(rows, width(), of_sequence[number]);
    return true;
  };
  if (auto done = sequences_.run(sequences, take, threads); !done) {
    return std::unexpected(std::move(done.error()));
  }
  std::vector<float> all;
  for (const auto& rows : of_sequence) all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

std::vector<TokenId> TextEncoder::sequence_of(std::string_view text) const {
  return tokenizer_.encode(beginning_of(text, most_tokens()), {.most = most_tokens()}).ids;
}

base::Result<TextEncoder::Query> TextEncoder::encode_query(std::string_view text) const {
  return encode_query(
      tokenizer_.encode(beginning_of(text, most_tokens()), {.most = most_tokens()}));
}

base::Result<TextEncoder::Query> TextEncoder::encode_query(
    std::string_view text, neural::tokens::FormulaSpans formulas) const {
  return encode_query(
      tokenizer_.encode(beginning_of(text, most_tokens()), formulas, {.most = most_tokens()}));
}

base::Result<TextEncoder::Query> TextEncoder::encode_query(const Encoding& text) const {
  if (text.ids.empty()) return base::fail("there is nothing in the text to encode");
  Query query;
  query.spans = text.spans;
  query.vector.resize(width());
  const auto take = [&](std::size_t, std::span<const float> rows) {
    if (codes_) {
      std::vector<float> units;
      make_units(rows, width(), units);
      query.late.emplace(*codes_, units);
    }
    return pool_tokens(rows.data(), rows.size() / width(), width(), *sequences_.config().pooling,
                       query.vector.data());
  };
  if (auto done = sequences_.run({&text.ids, 1}, take); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return query;
}

std::string shipped_text_model_folder() {
  return shipped_model_folder("NOETHER_TEXT_MODEL", "text-encoder");
}

}  // namespace noether::embedding
