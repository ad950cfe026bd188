// Byte-pair encoding: a piece begins as single characters or bytes. The pair with the lowest rank,
// the leftmost if there are several, is merged until no pair has a rank.
//
// Merging the characters of most words ends at one token. The model finds these words when it is
// read, so that such a word takes one walk through a trie, and no cache grows.
#include "noether/neural/tokenizer/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "noether/base/mix.h"
#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/byte_letters.h"

namespace noether::neural::tokens {
namespace {

constexpr std::uint32_t kNoRank = std::numeric_limits<std::uint32_t>::max();
// Up to this size, comparing all pairs again is faster than a queue.
constexpr std::size_t kShortPiece = 64;

// The ranks and results of pairs of tokens, with open addressing, at most half full.
class MergeTable {
 public:
  struct Entry {
    std::uint64_t pair = kFree;
    std::uint32_t rank = 0;
    TokenId result = 0;
  };

  explicit MergeTable(std::size_t merges) {
    std::size_t slots = 16;
    while (slots < 2 * merges + 2) slots *= 2;
    entries_.resize(slots);
  }

  void set(TokenId first, TokenId second, std::uint32_t rank, TokenId result) {
    Entry& entry = entries_[slot(pair_of(first, second))];
    entry = {pair_of(first, second), rank, result};
  }
  const Entry* find(TokenId first, TokenId second) const {
    const Entry& entry = entries_[slot(pair_of(first, second))];
    return entry.pair == kFree ? nullptr : &entry;
  }

 private:
  static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();

  static std::uint64_t pair_of(TokenId first, TokenId second) {
    return std::uint64_t{first} << 32 | second;
  }
  std::size_t slot(std::uint64_t pair) const {
    std::uint64_t mixed = pair * base::kGoldenRatio;
    mixed = (mixed ^ mixed >> 29) * base::kSplitMix1;
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = (mixed ^ mixed >> 32) & mask;
    while (entries_[at].pair != kFree && entries_[at].pair != pair) at = (at + 1) & mask;
    return at;
  }

  std::vector<Entry> entries_;
};

std::vector<std::pair<std::string, std::string>> read_merges(const Json& json) {
  std::vector<std::pair<std::string, std::string>> merges;
  for (const Json& merge : json) {
    if (merge.is_array() && merge.size() == 2) {
      merges.emplace_back(merge[0].get<std::string>(), merge[1].get<std::string>());
      continue;
    }
    const auto text = merge.get<std::string>();
    const std::size_t space = text.find(' ');
    if (space == std::string::npos || text.find(' ', space + 1) != std::string::npos) {
      refuse(fmt::format("merge {} is not two tokens: '{}'", merges.size() + 1, text));
    }
    merges.emplace_back(text.substr(0, space), text.substr(space + 1));
  }
  return merges;
}

class BytePairs : public Model {
 public:
  BytePairs(const Json& json, const Vocabulary& vocabulary, bool is_byte_level)
      : prefix_(setting<std::string>(json, "continuing_subword_prefix", "")),
        suffix_(setting<std::string>(json, "end_of_word_suffix", "")),
        is_byte_level_(is_byte_level),
        fuses_unknown_(setting(json, "fuse_unk", false)),
        merges_(json.at("merges").size()) {
    if (json.contains("dropout") && json["dropout"].is_number() && json["dropout"] != 0) {
      refuse("merges that are dropped by chance (dropout) are not known");
    }
    if (is_byte_level && (!prefix_.empty() || !suffix_.empty())) {
      refuse("prefixes or suffixes of byte-level tokens are not known");
    }
    const auto unknown = setting<std::string>(json, "unk_token", "");
    if (!unknown.empty()) {
      unknown_ = vocabulary.find(unknown);
      if (!unknown_) refuse("the unknown token '" + unknown + "' is not in the vocabulary");
    }
    if (setting(json, "byte_fallback", false)) read_bytes(vocabulary);
    read_texts(vocabulary);
    add_merges(json.at("merges"), vocabulary);
    find_whole_words(setting(json, "ignore_merges", false));
  }

  void tokenize(std::string_view piece, ModelScratch& scratch,
                std::vector<ModelToken>& out) const override {
    if (const TokenId id = words_.find(piece); id != Trie::kNone) {
      out.push_back({id, 0, static_cast<std::uint32_t>(piece.size())});
      return;
    }
    merge(piece, scratch);
    const auto size = static_cast<std::uint32_t>(piece.size());
    std::uint32_t at = 0;
    for (const ModelScratch::Symbol& symbol : scratch.symbols) {
      if (symbol.size == 0) continue;
      // A suffix that is spelled in bytes does not occur in the piece.
      const std::uint32_t end = std::min(size, at + symbol.size);
      out.push_back({symbol.id, at, end});
      at = end;
    }
  }

 private:
  static constexpr TokenId kNoToken = Trie::kNone;

  void read_bytes(const Vocabulary& vocabulary) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const auto id = vocabulary.find(fmt::format("<0x{:02X}>", byte));
      fallback_[byte] = id ? *id : kNoToken;
    }
    has_fallback_ = true;
  }

  // The texts of tokens, as pieces spell them.
  void read_texts(const Vocabulary& vocabulary) {
    std::vector<std::pair<std::string_view, std::uint32_t>> entries;
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
      if (!vocabulary.has(id)) continue;
      if (is_byte_level_) {
        const auto bytes = from_byte_letters(vocabulary.token(id));
        if (!bytes) continue;
        texts_.emplace_back(*bytes, id);
      } else {
        texts_.emplace_back(vocabulary.token(id), id);
      }
      entries.emplace_back(texts_.back().first, id);
    }
    tokens_ = Trie::of(std::move(entries));
  }

  void add_merges(const Json& json, const Vocabulary& vocabulary) {
    const auto id_of = [&](const std::string& token) {
      const auto id = vocabulary.find(token);
      if (!id) refuse("a merge speaks of '" + token + "', which is not in the vocabulary");
      return *id;
    };
    std::uint32_t rank = 0;
    for (const auto& [first, second] : read_merges(json)) {
      if (second.size() < prefix_.size()) refuse("a merge of '" + second + "', without its prefix");
      merges_.set(id_of(first), id_of(second), rank++,
                  id_of(first + second.substr(prefix_.size())));
    }
  }

  void find_whole_words(bool ignores_merges) {
    std::vector<std::pair<std::string_view, std::uint32_t>> words;
    if (prefix_.empty() && suffix_.empty()) {
      ModelScratch scratch;
      for (const auto& [text, id] : texts_) {
        bool is_whole = ignores_merges;
        if (!is_whole && text.size() <= kShortPiece) {
          merge(text, scratch);
          is_whole = scratch.symbols.size() == 1 && scratch.symbols[0].id == id;
        }
        if (is_whole) words.emplace_back(text, id);
      }
    }
    words_ = Trie::of(std::move(words));
    texts_.clear();
  }

  void begin_symbols(std::string_view piece, std::vector<ModelScratch::Symbol>& symbols) const {
    symbols.clear();
    std::uint32_t unknown_size = 0;
    const auto end_unknown = [&] {
      if (unknown_size > 0) symbols.push_back({*unknown_, unknown_size, 0, 0});
      unknown_size = 0;
    };
    std::string spelled;
    for (std::size_t at = 0; at < piece.size();) {
      const std::size_t size = is_byte_level_ ? 1 : character_size(piece[at]);
      std::string_view text = piece.substr(at, size);
      if (!prefix_.empty() || !suffix_.empty()) {
        spelled = at > 0 ? prefix_ : std::string();
        spelled += text;
        if (at + size == piece.size()) spelled += suffix_;
        text = spelled;
      }
      at += size;
      if (const TokenId id = tokens_.find(text); id != Trie::kNone) {
        end_unknown();
        symbols.push_back({id, static_cast<std::uint32_t>(size), 0, 0});
      } else if (has_fallback_ && std::all_of(text.begin(), text.end(), [&](char byte) {
                   return fallback_[static_cast<unsigned char>(byte)] != kNoToken;
                 })) {
        for (const char byte : text) {
          symbols.push_back({fallback_[static_cast<unsigned char>(byte)], 1, 0, 0});
        }
      } else if (unknown_) {
        if (!fuses_unknown_) end_unknown();
        unknown_size += static_cast<std::uint32_t>(size);
      }
    }
    end_unknown();
  }

  void merge(std::string_view piece, ModelScratch& scratch) const {
    begin_symbols(piece, scratch.symbols);
    if (scratch.symbols.size() <= kShortPiece) {
      merge_short(scratch);
    } else {
      merge_long(scratch);
    }
  }

  void merge_short(ModelScratch& scratch) const {
    auto& symbols = scratch.symbols;
    auto& ranks = scratch.ranks;  // of the pair that each symbol begins
    ranks.assign(symbols.size() + 1, kNoRank);
    const auto look_up = [&](std::size_t i) {
      ranks[i] = kNoRank;
      if (i + 1 >= symbols.size()) return;
      if (const auto* found = merges_.find(symbols[i].id, symbols[i + 1].id)) {
        ranks[i] = found->rank;
        symbols[i].after = found->result;
      }
    };
    for (std::size_t i = 0; i + 1 < symbols.size(); ++i) look_up(i);
    while (symbols.size() > 1) {
      const auto least = std::min_element(
          ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(symbols.size() - 1));
      if (*least == kNoRank) break;
      const auto at = static_cast<std::size_t>(least - ranks.begin());
      symbols[at].id = symbols[at].after;
      symbols[at].size += symbols[at + 1].size;
      symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      ranks.erase(ranks.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      look_up(at);
      if (at > 0) look_up(at - 1);
    }
  }

  // The queue may contain outdated pairs: a pair is merged only if it still gives the expected
  // result.
  void merge_long(ModelScratch& scratch) const {
    auto& symbols = scratch.symbols;
    auto& queue = scratch.merges;
    queue.clear();
    const auto last = static_cast<std::uint32_t>(symbols.size());
    for (std::uint32_t i = 0; i < last; ++i) {
      symbols[i].before = i == 0 ? last : i - 1;
      symbols[i].after = i + 1;
    }
    const auto is_later = [](const ModelScratch::Merge& a, const ModelScratch::Merge& b) {
      return a.rank != b.rank ? a.rank > b.rank : a.place > b.place;
    };
    const auto offer = [&](std::uint32_t place, bool is_heap) {
      if (place == last || symbols[place].after == last) return;
      if (const auto* found = merges_.find(symbols[place].id, symbols[symbols[place].after].id)) {
        queue.push_back({found->rank, place, found->result});
        if (is_heap) std::push_heap(queue.begin(), queue.end(), is_later);
      }
    };
    for (std::uint32_t i = 0; i + 1 < last; ++i) offer(i, false);
    std::make_heap(queue.begin(), queue.end(), is_later);
    while (!queue.empty()) {
      std::pop_heap(queue.begin(), queue.end(), is_later);
      const ModelScratch::Merge best = queue.back();
      queue.pop_back();
      ModelScratch::Symbol& symbol = symbols[best.place];
      if (symbol.size == 0 || symbol.after == last) continue;
      ModelScratch::Symbol& next = symbols[symbol.after];
      const auto* found = merges_.find(symbol.id, next.id);
      if (found == nullptr || found->result != best.result) continue;
      symbol.id = best.result;
      symbol.size += next.size;
      next.size = 0;
      symbol.after = next.after;
      if (next.after != last) symbols[next.after].before = best.place;
      offer(best.place, true);
      offer(symbol.before, true);
    }
  }

  std::string prefix_;
  std::string suffix_;
  bool is_byte_level_;
  bool fuses_unknown_;
  bool has_fallback_ = false;
  std::optional<TokenId> unknown_;
  std::array<TokenId, 256> fallback_{};
  std::deque<std::pair<std::string, TokenId>> texts_;  // used only while the model is read
  Trie tokens_;
  Trie words_;  // words that are a single token
  MergeTable merges_;
};

}  // namespace

std::unique_ptr<const Model> read_byte_pairs(const Json& json, const Vocabulary& vocabulary,
                                             bool is_byte_level) {
  return std::make_unique<BytePairs>(json, vocabulary, is_byte_level);
}

}  // namespace noether::neural::tokens
