#include "noether/neural/pieces/tokenize_pieces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/parallel.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/pieces/problem_text.h"
#include "noether/neural/pieces/tokenized_pieces.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {
namespace {

using tokens::Source;
using tokens::Tokenizer;

constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
constexpr std::size_t kTextsTogether = 4096;  // lines that are read before the cores tokenize them
constexpr std::size_t kBytesTogether = std::size_t{32} << 20;

std::optional<TokenId> find_one(const Tokenizer& tokenizer, std::string_view of_words,
                                std::string_view of_bytes) {
  const auto found = tokenizer.find(of_words);
  return found ? found : tokenizer.find(of_bytes);
}

base::Result<TokenizerFacts> facts_of(const Tokenizer& tokenizer, std::uint64_t identity) {
  TokenizerFacts facts;
  facts.identity = identity;
  facts.vocabulary = static_cast<std::uint32_t>(tokenizer.size());
  facts.padding = find_one(tokenizer, "[PAD]", "<pad>");
  facts.mask = find_one(tokenizer, "[MASK]", "<mask>");
  // Special tokens are the same around any texts.
  const auto sample = tokenizer.encode_pair("a", "a");
  if (!sample) return std::unexpected(sample.error());
  std::vector<TokenId>* to = &facts.before;
  for (std::size_t i = 0; i < sample->ids.size(); ++i) {
    if (sample->sources[i] == Source::First) {
      to = &facts.between;
    } else if (sample->sources[i] == Source::Second) {
      to = &facts.after;
    } else {
      to->push_back(sample->ids[i]);
    }
  }
  return facts;
}

// A pair becomes a problem and its solution.
base::Result<std::vector<std::string>> pieces_of_line(std::string_view line) {
  auto pieces = read_piece_line(line);
  if (pieces) return pieces;
  const auto pair = read_pair_line(line);
  if (!pair) return pieces;
  return std::vector{problem_prompt(pair->first), solution_text(pair->second)};
}

class PieceTokenizer {
 public:
  PieceTokenizer(const Tokenizer& tokenizer, TokenizerFacts facts,
                 const TokenizingProgress& progress)
      : tokenizer_(tokenizer), made_(std::move(facts)), progress_(progress) {}

  base::Result<void> add_file(const std::string& path) {
    auto reader = base::LineReader::open(path, kMaxTextBytes);
    if (!reader) return std::unexpected(reader.error());
    while (true) {
      const auto line = reader->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) break;
      const auto wrong = [&](std::string_view what) {
        return base::fail(fmt::format("{}: line {}: {}", path, (*line)->number, what), {},
                          "a file of texts is one that noether pieces or noether pairs wrote");
      };
      if ((*line)->too_long) return wrong("longer than 64 MiB");
      auto pieces = pieces_of_line((*line)->text);
      if (!pieces) return wrong(pieces.error().message);
      bytes_ += (*line)->text.size() + 1;
      waiting_bytes_ += (*line)->text.size();
      waiting_.push_back(std::move(*pieces));
      if (waiting_.size() == kTextsTogether || waiting_bytes_ > kBytesTogether) tokenize_waiting();
    }
    tokenize_waiting();
    return {};
  }

  TokenizedPiecesBuilder finish() { return std::move(made_); }

 private:
  void tokenize_waiting() {
    std::vector<std::vector<std::vector<TokenId>>> texts(waiting_.size());
    base::for_each_in_parallel(waiting_.size(), base::thread_count(0), [&](std::size_t i, auto) {
      for (const std::string& piece : waiting_[i]) {
        texts[i].push_back(tokenizer_.encode(piece, {.special_tokens = false}).ids);
      }
    });
    for (const auto& text : texts) made_.add_text(text);
    waiting_.clear();
    waiting_bytes_ = 0;
    if (progress_) progress_(made_.texts(), bytes_);
  }

  const Tokenizer& tokenizer_;
  TokenizedPiecesBuilder made_;
  const TokenizingProgress& progress_;
  std::vector<std::vector<std::string>> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t bytes_ = 0;  // of all lines so far
};

}  // namespace

base::Result<TokenizedPiecesBuilder> tokenize_pieces(const std::string& folder,
                                                     const std::string& tokenizer_file,
                                                     std::span<const std::string> files,
                                                     const TokenizingProgress& progress) {
  const auto identity = tokenizer_identity(folder, tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  const auto tokenizer = Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  auto facts = facts_of(*tokenizer, *identity);
  if (!facts) return std::unexpected(facts.error());
  PieceTokenizer pieces(*tokenizer, std::move(*facts), progress);
  for (const std::string& file : files) {
    if (auto added = pieces.add_file(file); !added) return std::unexpected(added.error());
  }
  auto made = pieces.finish();
  if (made.texts() == 0) {
    return base::fail(fmt::format("there are no tokens in {}", fmt::join(files, ", ")), {},
                      "noether pieces makes such files");
  }
  return made;
}

}  // namespace noether::neural
