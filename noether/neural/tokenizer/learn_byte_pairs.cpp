#include "noether/neural/tokenizer/learn_byte_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/mix.h"
#include "noether/neural/tokenizer/byte_letters.h"
#include "noether/neural/tokenizer/pattern.h"
#include "noether/neural/tokenizer/pre_tokenizer.h"
#include "noether/neural/tokenizer/tokenizer_folder.h"

namespace noether::neural::tokens {
namespace {

// Longer pieces are runs of one character or damaged texts, from which nothing can be learnt.
constexpr std::size_t kLongestPiece = 64;
// When the table of pieces is full, it drops those that occurred once, so its memory is bounded.
constexpr std::size_t kMostPieces = 4'000'000;
constexpr std::size_t kBytes = 256;

// A backslash begins a piece, so that \frac is separated from the text before it. The second
// pattern is that of Qwen 2: words with the sign before them, single digits, runs of signs.
Json pre_tokenizer_document() {
  return {{"type", "Sequence"},
          {"pretokenizers",
           {{{"type", "Split"},
             {"pattern", {{"String", "\\"}}},
             {"behavior", "MergedWithNext"},
             {"invert", false}},
            {{"type", "Split"},
             {"pattern", {{"Regex", kQwen2Expression}}},
             {"behavior", "Isolated"},
             {"invert", false}},
            {{"type", "ByteLevel"},
             {"add_prefix_space", false},
             {"trim_offsets", true},
             {"use_regex", false}}}}};
}

using SymbolPair = std::pair<std::uint32_t, std::uint32_t>;

struct CountedPiece {
  std::vector<std::uint32_t> symbols;
  std::int64_t count = 0;
};

// Merges pairs in all pieces at once. An index lists the pieces that may contain a pair, so that a
// merge visits only these.
class PairMerger {
 public:
  explicit PairMerger(std::vector<CountedPiece> pieces) : pieces_(std::move(pieces)) {
    for (std::uint32_t number = 0; number < pieces_.size(); ++number) {
      count_pairs(number, 1);
    }
    for (const auto& [pair, known] : pairs_) queue_.push({known.count, pair});
  }

  // The most frequent pair. Of several, it is the one with the smallest symbols, so that the order
  // of a hash table does not matter. Empty if no pair occurs twice.
  std::optional<SymbolPair> most_frequent() {
    while (!queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      const std::int64_t count = pairs_[best.pair].count;
      if (count < 2) continue;
      if (count == best.count) return best.pair;
      queue_.push({count, best.pair});  // other merges have used some of its occurrences
    }
    return std::nullopt;
  }

  void merge(SymbolPair pair, std::uint32_t result) {
    std::vector<std::uint32_t> holders = std::move(pairs_[pair].pieces);
    pairs_.erase(pair);
    std::ranges::sort(holders);
    const auto repeated = std::ranges::unique(holders);
    holders.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t number : holders) {
      count_pairs(number, -1);
      join(pieces_[number].symbols, pair, result);
      changed_.clear();
      count_pairs(number, 1);
      for (const SymbolPair& changed : changed_) {
        if (changed.first == result || changed.second == result) grown_.push_back(changed);
      }
    }
    std::ranges::sort(grown_);
    const auto same = std::ranges::unique(grown_);
    grown_.erase(same.begin(), same.end());
    for (const SymbolPair& grown : grown_) queue_.push({pairs_[grown].count, grown});
    grown_.clear();
    pairs_.erase(pair);
  }

 private:
  struct Known {
    std::int64_t count = 0;
    std::vector<std::uint32_t> pieces;  // that may contain it, possibly with repetitions
  };
  struct Candidate {
    std::int64_t count = 0;
    SymbolPair pair;

    friend bool operator<(const Candidate& a, const Candidate& b) {
      return a.count != b.count ? a.count < b.count : a.pair > b.pair;
    }
  };
  struct PairHash {
    std::size_t operator()(const SymbolPair& pair) const {
      const std::uint64_t both = std::uint64_t{pair.first} << 32 | pair.second;
      return std::hash<std::uint64_t>()(both * base::kGoldenRatio);
    }
  };

  void count_pairs(std::uint32_t number, std::int64_t sign) {
    const CountedPiece& piece = pieces_[number];
    for (std::size_t i = 0; i + 1 < piece.symbols.size(); ++i) {
      const SymbolPair pair{piece.symbols[i], piece.symbols[i + 1]};
      Known& known = pairs_[pair];
      known.count += sign * piece.count;
      if (sign < 0) continue;
      if (known.pieces.empty() || known.pieces.back() != number) known.pieces.push_back(number);
      changed_.push_back(pair);
    }
  }

  static void join(std::vector<std::uint32_t>& symbols, SymbolPair pair, std::uint32_t result) {
    std::size_t to = 0;
    for (std::size_t from = 0; from < symbols.size(); ++to) {
      const bool joins = from + 1 < symbols.size() && symbols[from] == pair.first &&
                         symbols[from + 1] == pair.second;
      symbols[to] = joins ? result : symbols[from];
      from += joins ? 2 : 1;
    }
    symbols.resize(to);
  }

  std::vector<CountedPiece> pieces_;
  std::unordered_map<SymbolPair, Known, PairHash> pairs_;
  std::priority_queue<Candidate> queue_;
  std::vector<SymbolPair> changed_;  // of the piece counted last
  std::vector<SymbolPair> grown_;
};

Json tokenizer_document(const std::vector<std::string>& tokens, const Json& merges) {
  Json vocabulary = Json::object();
  for (std::size_t id = 0; id < tokens.size(); ++id) vocabulary[tokens[id]] = id;
  const Json byte_level = {{"type", "ByteLevel"},
                           {"add_prefix_space", false},
                           {"trim_offsets", true},
                           {"use_regex", false}};
  const Json end = {{"SpecialToken", {{"id", kEndOfText}, {"type_id", 0}}}};
  const auto text = [](const char* id) { return Json{{"Sequence", {{"id", id}, {"type_id", 0}}}}; };
  return {{"version", "1.0"},
          {"truncation", nullptr},
          {"padding", nullptr},
          {"added_tokens",
           {{{"id", 0},
             {"content", kEndOfText},
             {"single_word", false},
             {"lstrip", false},
             {"rstrip", false},
             {"normalized", false},
             {"special", true}}}},
          {"normalizer", nullptr},
          {"pre_tokenizer", pre_tokenizer_document()},
          {"post_processor",
           {{"type", "TemplateProcessing"},
            {"single", {text("A"), end}},
            {"pair", {text("A"), end, text("B"), end}},
            {"special_tokens",
             {{kEndOfText, {{"id", kEndOfText}, {"ids", {0}}, {"tokens", {kEndOfText}}}}}}}},
          {"decoder", byte_level},
          {"model",
           {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", nullptr},
            {"continuing_subword_prefix", nullptr},
            {"end_of_word_suffix", nullptr},
            {"fuse_unk", false},
            {"byte_fallback", false},
            {"ignore_merges", false},
            {"vocab", vocabulary},
            {"merges", merges}}}};
}

}  // namespace

struct BytePairLearner::Counts {
  PreTokenizer pre_tokenizer = PreTokenizer::read(pre_tokenizer_document());
  std::unordered_map<std::string, std::int64_t> pieces;
  SplitText text;
  SplitText spare;
  std::string piece;
};

BytePairLearner::BytePairLearner() : counts_(std::make_unique<Counts>()) {}
BytePairLearner::BytePairLearner(BytePairLearner&&) noexcept = default;
BytePairLearner& BytePairLearner::operator=(BytePairLearner&&) noexcept = default;
BytePairLearner::~BytePairLearner() = default;

void BytePairLearner::add(std::string_view text) {
  SplitText& split = counts_->text;
  split.text.assign(text, 0);
  split.pieces.clear();
  split.add(0, split.text.text.size());
  counts_->pre_tokenizer.apply(split, counts_->spare);
  for (const Piece& piece : split.pieces) {
    const std::string_view view = split.view(piece);
    if (view.size() > kLongestPiece) continue;
    counts_->piece.assign(view);
    ++counts_->pieces[counts_->piece];
  }
  if (counts_->pieces.size() > kMostPieces) {
    std::erase_if(counts_->pieces, [](const auto& piece) { return piece.second == 1; });
  }
}

base::Result<Tokenizer> BytePairLearner::learn(std::size_t size) const {
  if (size < kFewestBytePairTokens) {
    return base::fail(fmt::format("a tokenizer of bytes has at least {} tokens, not {}",
                                  kFewestBytePairTokens, size));
  }
  // Bytes are symbols 0 to 255 while merging. As tokens, they follow the end of a text.
  std::vector<std::string> tokens = {std::string(kEndOfText)};
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    tokens.push_back(to_byte_letters(std::string(1, static_cast<char>(byte))));
  }
  std::vector<CountedPiece> pieces;
  const std::map<std::string_view, std::int64_t> sorted(counts_->pieces.begin(),
                                                        counts_->pieces.end());
  for (const auto& [text, count] : sorted) {
    CountedPiece& piece = pieces.emplace_back();
    piece.count = count;
    for (const char byte : text) piece.symbols.push_back(static_cast<unsigned char>(byte));
  }
  PairMerger merger(std::move(pieces));
  Json merges = Json::array();
  while (tokens.size() < size) {
    const auto pair = merger.most_frequent();
    if (!pair) break;
    const auto symbol = static_cast<std::uint32_t>(tokens.size() - 1);
    const std::string first = tokens[pair->first + 1];
    const std::string second = tokens[pair->second + 1];
    merges.push_back({first, second});
    tokens.push_back(first + second);
    merger.merge(*pair, symbol);
  }
  return Tokenizer::from_json(write_document(tokenizer_document(tokens, merges)));
}

}  // namespace noether::neural::tokens
