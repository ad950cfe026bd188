#include "noether/neural/pieces/tokenized_pieces.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {

base::Result<std::vector<std::string>> read_piece_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  const auto found = json.find("pieces");
  if (found == json.end() || !found->is_array()) {
    return base::fail("\"pieces\" is missing or no list");
  }
  std::vector<std::string> pieces;
  for (const auto& piece : *found) {
    if (!piece.is_string()) return base::fail("\"pieces\" has something that is not text");
    pieces.push_back(piece.get<std::string>());
  }
  return pieces;
}

namespace {

constexpr std::string_view kPiecesFormat = "noether-tokenized-pieces";
constexpr std::string_view kPiecesVersion = "1";
constexpr std::uint32_t kNarrowVocabulary = 1 << 16;

template <typename Number>
bool read_entry(const std::map<std::string, std::string>& metadata, const std::string& name,
                Number& to) {
  const auto found = metadata.find(name);
  if (found == metadata.end()) return false;
  const char* const end = found->second.data() + found->second.size();
  const auto [stopped, error] = std::from_chars(found->second.data(), end, to);
  return error == std::errc{} && stopped == end;
}

// Turns counts into end positions. Returns false if a count is zero, or if their sum is not `all`.
bool to_ends(const std::vector<std::uint32_t>& counts, std::uint64_t all,
             std::vector<std::uint64_t>& ends) {
  std::uint64_t end = 0;
  ends.reserve(counts.size());
  for (const std::uint32_t count : counts) {
    if (count == 0) return false;
    ends.push_back(end += count);
  }
  return end == all;
}

std::size_t bytes_of_tokens(std::uint32_t vocabulary) {
  return vocabulary <= kNarrowVocabulary ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

}  // namespace

base::Result<TokenizedPieces> TokenizedPieces::load(const std::string& path) {
  auto bytes = base::MappedBytes::map(path);
  if (!bytes) return std::unexpected(bytes.error());
  auto pieces = from_bytes(std::move(*bytes));
  if (!pieces) {
    return base::fail(fmt::format("'{}': {}", path, pieces.error().message), {},
                      "noether-train tokenize --texts makes such files");
  }
  return pieces;
}

base::Result<TokenizedPieces> TokenizedPieces::from_bytes(base::MappedBytes bytes) {
  TokenizedPieces pieces(std::move(bytes));
  if (auto read = pieces.read(); !read) return std::unexpected(read.error());
  return pieces;
}

base::Result<void> TokenizedPieces::read() {
  const auto file = Safetensors::parse(bytes_.view());
  if (!file) return std::unexpected(file.error());
  const auto& metadata = file->metadata();
  const auto format = metadata.find("format");
  const auto version = metadata.find("version");
  if (format == metadata.end() || format->second != kPiecesFormat || version == metadata.end() ||
      version->second != kPiecesVersion) {
    return base::fail("not a file of tokenized pieces, or of another version");
  }
  const auto damaged = [] { return base::fail("damaged: its numbers do not fit together"); };
  std::vector<std::uint32_t> text_pieces;
  std::vector<std::uint32_t> piece_tokens;
  const Tensor* const tokens = file->find("tokens");
  if (!read_entry(metadata, "tokenizer", tokenizer_.identity) ||
      !read_entry(metadata, "vocabulary", tokenizer_.vocabulary) ||
      !read_numbers(*file, "before", TensorType::U32, tokenizer_.before) ||
      !read_numbers(*file, "between", TensorType::U32, tokenizer_.between) ||
      !read_numbers(*file, "after", TensorType::U32, tokenizer_.after) ||
      !read_numbers(*file, "text_pieces", TensorType::U32, text_pieces) ||
      !read_numbers(*file, "piece_tokens", TensorType::U32, piece_tokens) || tokens == nullptr) {
    return damaged();
  }
  const auto read_token = [&](const std::string& name, std::optional<TokenId>& to) {
    return !metadata.contains(name) || read_entry(metadata, name, to.emplace());
  };
  if (!read_token("mask", tokenizer_.mask) || !read_token("padding", tokenizer_.padding)) {
    return damaged();
  }
  tokens_ = tokens->bytes;
  token_bytes_ = bytes_of_tokens(tokenizer_.vocabulary);
  const bool is_narrow = token_bytes_ == sizeof(std::uint16_t);
  if (tokens->type != (is_narrow ? TensorType::U16 : TensorType::U32) ||
      !to_ends(piece_tokens, tokens->count(), piece_ends_) ||
      !to_ends(text_pieces, piece_ends_.size(), text_ends_) || !has_only_known_tokens()) {
    return damaged();
  }
  identity_ = identity_of(bytes_.view());
  return {};
}

bool TokenizedPieces::has_only_known_tokens() const {
  const auto is_known = [&](TokenId token) { return token < tokenizer_.vocabulary; };
  for (const auto* special : {&tokenizer_.before, &tokenizer_.between, &tokenizer_.after}) {
    for (const TokenId token : *special) {
      if (!is_known(token)) return false;
    }
  }
  if (!is_known(tokenizer_.mask.value_or(0)) || !is_known(tokenizer_.padding.value_or(0))) {
    return false;
  }
  constexpr std::size_t kTogether = 1 << 16;
  std::vector<TokenId> some;
  for (std::uint64_t begin = 0; begin < tokens(); begin += kTogether) {
    some.clear();
    append_tokens(begin, std::min<std::uint64_t>(kTogether, tokens() - begin), some);
    for (const TokenId token : some) {
      if (!is_known(token)) return false;
    }
  }
  return true;
}

void TokenizedPieces::append_tokens(std::uint64_t begin, std::size_t count,
                                    std::vector<TokenId>& to) const {
  const char* const from = tokens_.data() + begin * token_bytes_;
  const std::size_t at = to.size();
  to.resize(at + count);
  if (token_bytes_ == sizeof(TokenId)) {
    std::memcpy(to.data() + at, from, count * sizeof(TokenId));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t token = 0;
    std::memcpy(&token, from + i * sizeof(token), sizeof(token));
    to[at + i] = token;
  }
}

TokenizedPiecesBuilder::TokenizedPiecesBuilder(TokenizerFacts tokenizer)
    : tokenizer_(std::move(tokenizer)), token_bytes_(bytes_of_tokens(tokenizer_.vocabulary)) {}

void TokenizedPiecesBuilder::add_text(std::span<const std::vector<TokenId>> pieces) {
  std::uint32_t count = 0;
  for (const std::vector<TokenId>& piece : pieces) {
    if (piece.empty()) continue;
    ++count;
    piece_tokens_.push_back(static_cast<std::uint32_t>(piece.size()));
    // Little endian: the low byte comes first.
    for (const TokenId token : piece) {
      tokens_.append(reinterpret_cast<const char*>(&token), token_bytes_);
    }
  }
  if (count > 0) text_pieces_.push_back(count);
}

std::string TokenizedPiecesBuilder::to_bytes() const {
  const bool is_narrow = token_bytes_ == sizeof(std::uint16_t);
  const std::vector<Tensor> tensors = {
      number_tensor("before", TensorType::U32, tokenizer_.before),
      number_tensor("between", TensorType::U32, tokenizer_.between),
      number_tensor("after", TensorType::U32, tokenizer_.after),
      number_tensor("text_pieces", TensorType::U32, text_pieces_),
      number_tensor("piece_tokens", TensorType::U32, piece_tokens_),
      {"tokens", is_narrow ? TensorType::U16 : TensorType::U32, {tokens()}, tokens_},
  };
  std::map<std::string, std::string> metadata = {
      {"format", std::string(kPiecesFormat)},
      {"version", std::string(kPiecesVersion)},
      {"tokenizer", fmt::to_string(tokenizer_.identity)},
      {"vocabulary", fmt::to_string(tokenizer_.vocabulary)},
  };
  if (tokenizer_.mask) metadata.emplace("mask", fmt::to_string(*tokenizer_.mask));
  if (tokenizer_.padding) metadata.emplace("padding", fmt::to_string(*tokenizer_.padding));
  return safetensors_bytes(tensors, metadata);
}

}  // namespace noether::neural
