#include "noether/train/pretrain/piece_corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "noether/neural/pairs/tokenized_pairs.h"
#ifndef NOETHER_NO_TOKENIZERS
#include "noether/base/progress.h"
#include "noether/neural/pieces/tokenize_pieces.h"
#endif
#include "noether/train/core/random_stream.h"
#include "noether/train/text/training_pairs.h"

namespace noether::train {

using neural::TokenizedPieces;

std::uint64_t PieceCorpus::texts() const {
  std::uint64_t sum = 0;
  for (const TokenizedPieces& file : files) sum += file.texts();
  return sum;
}

std::uint64_t PieceCorpus::tokens() const {
  std::uint64_t sum = 0;
  for (const TokenizedPieces& file : files) sum += file.tokens();
  return sum;
}

std::uint64_t PieceCorpus::identity() const {
  std::uint64_t identity = 0;
  for (const TokenizedPieces& file : files) identity = seed_of(identity, file.identity());
  return identity;
}

#ifdef NOETHER_NO_TOKENIZERS

base::Result<std::string> tokenize_piece_files(std::span<const std::string> files,
                                               const PieceReading& /*source*/) {
  return base::fail(
      fmt::format("this program was built without tokenizers and cannot read {}",
                  fmt::join(files, ", ")),
      {}, "make a file of tokens with noether-train tokenize on a machine that has utf8proc");
}

#else

base::Result<std::string> tokenize_piece_files(std::span<const std::string> files,
                                               const PieceReading& source) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code missing;  // the reader of the file reports it
    const auto size = std::filesystem::file_size(file, missing);
    if (!missing) total += size;
  }
  std::optional<base::ProgressBar> bar;
  if (!source.quiet) bar.emplace("texts", total);
  const auto made = neural::tokenize_pieces(source.model, source.tokenizer_file, files,
                                            [&](std::uint64_t texts, std::uint64_t bytes) {
                                              if (bar) bar->update(texts, bytes);
                                            });
  if (bar) bar->finish();
  if (!made) return std::unexpected(made.error());
  if (!source.quiet) {
    fmt::print(stderr, "{}: {} texts, {} pieces, {} tokens\n", fmt::join(files, ", "),
               made->texts(), made->pieces(), made->tokens());
  }
  return made->to_bytes();
}

#endif

base::Result<PieceCorpus> load_pieces(std::span<const std::string> files,
                                      const PieceReading& source) {
  const auto identity = neural::tokenizer_identity(source.model, source.tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  PieceCorpus corpus;
  std::vector<std::string> of_texts;
  for (const std::string& file : files) {
    if (!is_token_file(file)) {
      of_texts.push_back(file);
      continue;
    }
    auto loaded = TokenizedPieces::load(file);
    if (!loaded) return std::unexpected(loaded.error());
    if (loaded->tokenizer().identity != *identity) {
      return base::fail(
          fmt::format("'{}' was made with another tokenizer than that of '{}'", file, source.model),
          {}, "make it again with noether-train tokenize");
    }
    if (!source.quiet) {
      fmt::print(stderr, "{}: {} texts, {} tokens\n", file, loaded->texts(), loaded->tokens());
    }
    corpus.files.push_back(std::move(*loaded));
  }
  if (!of_texts.empty()) {
    const auto bytes = tokenize_piece_files(of_texts, source);
    if (!bytes) return std::unexpected(bytes.error());
    auto read = TokenizedPieces::from_bytes(base::MappedBytes::of(*bytes));
    if (!read) return std::unexpected(read.error());
    corpus.files.push_back(std::move(*read));
  }
  if (corpus.texts() == 0) {
    return base::fail(fmt::format("there are no texts in {}", fmt::join(files, ", ")), {},
                      "noether pieces makes such files");
  }
  for (const TokenizedPieces& file : corpus.files) {
    if (file.tokenizer() != corpus.tokenizer()) {
      return base::fail("the files disagree about their tokenizer", {},
                        "make them again with noether-train tokenize");
    }
  }
  return corpus;
}

}  // namespace noether::train
