#include "noether/evaluation/answers/answer_embeddings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "noether/evaluation/line_source.h"

namespace noether::evaluation {
namespace {

constexpr std::size_t kMaxLine = 4096;

// Reads a count from 1 to `most`; 0 if the text is not such a count.
std::size_t count_of(std::string_view text, std::size_t most) {
  const auto number = whole_number(text);
  if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > most) return 0;
  return static_cast<std::size_t>(*number);
}

}  // namespace

base::Result<EmbeddingFile> EmbeddingFile::open(const std::string& path) {
  auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  return read(std::move(*file), path);
}

base::Result<EmbeddingFile> EmbeddingFile::read(std::unique_ptr<base::ReadableFile> file,
                                                std::string name) {
  EmbeddingFile result(std::move(file), std::move(name));
  const std::uint64_t size = result.file_->size();
  std::array<char, kMaxLine> buffer;
  std::uint64_t offset = 0;
  while (offset < size) {
    const std::span<char> part(
        buffer.data(), static_cast<std::size_t>(std::min<std::uint64_t>(kMaxLine, size - offset)));
    if (auto got = result.file_->read_at(offset, part); !got) return std::unexpected(got.error());
    const std::string_view text(part.data(), part.size());
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      return base::fail(fmt::format("{}: byte {}: expected a line `topic id tokens dimensions`",
                                    result.name_, offset));
    }
    const auto next = result.take_record(text.substr(0, end), offset);
    if (!next) return std::unexpected(next.error());
    offset = *next;
  }
  return result;
}

base::Result<std::uint64_t> EmbeddingFile::take_record(std::string_view line,
                                                       std::uint64_t line_offset) {
  const auto bad = [&](std::string_view what) {
    return base::fail(fmt::format("{}: byte {}: {}", name_, line_offset, what), {},
                      "docs/answers.md describes the file");
  };
  std::array<Column, 5> columns;
  const std::size_t count = split_columns(line, columns);
  const bool is_weighted = count == 5 && columns[4].text == "weighted";
  if (count != 4 && !is_weighted) {
    return bad("expected `topic id tokens dimensions`, or the same and `weighted`");
  }
  Record record;
  record.tokens = count_of(columns[2].text, kMaxTokens);
  record.is_weighted = is_weighted;
  const std::size_t dimensions = count_of(columns[3].text, kMaxDimensions);
  if (record.tokens == 0) return bad(fmt::format("tokens are 1 to {}", kMaxTokens));
  if (dimensions == 0) return bad(fmt::format("dimensions are 1 to {}", kMaxDimensions));
  if (dimensions_ != 0 && dimensions != dimensions_) {
    return bad(fmt::format("{} dimensions, where others have {}", dimensions, dimensions_));
  }
  dimensions_ = dimensions;
  record.offset = line_offset + line.size() + 1;
  const std::uint64_t bytes =
      sizeof(float) *
      (static_cast<std::uint64_t>(record.tokens) * dimensions + (is_weighted ? record.tokens : 0));
  if (bytes > kMaxRecordBytes) return bad("the vectors of one answer are too many");
  if (record.offset + bytes > file_->size()) {
    return bad(fmt::format("the file ends before the {} bytes of its vectors", bytes));
  }
  const bool is_new =
      records_
          .emplace(std::pair(std::string(columns[0].text), std::string(columns[1].text)), record)
          .second;
  if (!is_new) {
    return bad(fmt::format("{} of topic {} occurs twice", columns[1].text, columns[0].text));
  }
  return record.offset + bytes;
}

base::Result<void> EmbeddingFile::read_floats(std::uint64_t offset,
                                              std::vector<float>& into) const {
  std::vector<char> bytes(into.size() * sizeof(float));
  if (auto got = file_->read_at(offset, bytes); !got) return got;
  for (std::size_t i = 0; i < into.size(); ++i) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i * 4 + k])) << (8 * k);
    }
    into[i] = std::bit_cast<float>(word);
    if (!std::isfinite(into[i])) {
      return base::fail(
          fmt::format("{}: byte {}: a number that is not finite", name_, offset + i * 4));
    }
  }
  return {};
}

base::Result<std::optional<TokenEmbeddings>> EmbeddingFile::find(const std::string& topic,
                                                                 const std::string& id) const {
  const auto found = records_.find({topic, id});
  if (found == records_.end()) return std::nullopt;
  const Record& record = found->second;
  std::uint64_t offset = record.offset;
  std::vector<float> weights(record.is_weighted ? record.tokens : 0);
  if (auto got = read_floats(offset, weights); !got) return std::unexpected(got.error());
  if (std::ranges::any_of(weights, [](float weight) { return weight < 0; })) {
    return base::fail(fmt::format("{}: byte {}: a weight below 0", name_, offset));
  }
  offset += weights.size() * sizeof(float);
  std::vector<float> values(record.tokens * dimensions_);
  if (auto got = read_floats(offset, values); !got) return std::unexpected(got.error());
  return unit_embeddings(record.tokens, dimensions_, std::move(values), std::move(weights));
}

namespace {

using neural::TokenId;

// A run and its references have several hundred texts; each takes about a megabyte.
constexpr std::size_t kMostKnownTexts = 1000;

}  // namespace

base::Result<ContextEncoder> ContextEncoder::open() {
  auto encoder = embedding::TextEncoder::open_shipped();
  if (!encoder) return std::unexpected(std::move(encoder.error()));
  return ContextEncoder(*std::move(encoder));
}

base::Result<TokenEmbeddings> ContextEncoder::encode(std::string_view text) const {
  const std::vector<TokenId> tokens =
      encoder_.tokenizer().encode(text, {.special_tokens = false}).ids;
  const std::size_t room = encoder_.most_tokens() - encoder_.special_tokens();
  std::vector<std::vector<TokenId>> windows;
  for (std::span<const TokenId> left = tokens; !left.empty();) {
    const std::span<const TokenId> window = left.first(std::min(room, left.size()));
    windows.push_back(encoder_.with_special_tokens(window));
    left = left.subspan(window.size());
  }
  const auto rows = encoder_.token_vectors(windows);
  if (!rows) return std::unexpected(rows.error());
  // The special tokens are not part of the text.
  const std::size_t width = encoder_.width();
  std::vector<float> values;
  std::size_t at = 0;
  for (const std::vector<TokenId>& window : windows) {
    const std::size_t said = window.size() - encoder_.special_tokens();
    const auto first = rows->begin() +
                       static_cast<std::ptrdiff_t>((at + encoder_.special_tokens_before()) * width);
    values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(said * width));
    at += window.size();
  }
  return unit_embeddings(tokens.size(), width, std::move(values));
}

base::Result<std::optional<TokenEmbeddings>> ContextEncoder::embed(const std::string&,
                                                                   const std::string&,
                                                                   std::string_view text) const {
  const std::string key(text);
  {
    const std::scoped_lock lock(known_->mutex);
    const auto found = known_->of_text.find(key);
    if (found != known_->of_text.end()) return found->second;
  }
  auto made = encode(text);
  if (!made) return std::unexpected(std::move(made.error()));
  if (made->tokens == 0) return std::nullopt;
  const std::scoped_lock lock(known_->mutex);
  if (known_->of_text.size() >= kMostKnownTexts) known_->of_text.clear();
  return known_->of_text.insert_or_assign(key, *std::move(made)).first->second;
}

}  // namespace noether::evaluation
