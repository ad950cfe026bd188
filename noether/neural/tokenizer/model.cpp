#include "noether/neural/tokenizer/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

// Places the nodes breadth first. Only the newest blocks of 256 units are searched for room: older
// ones are nearly full, and searching them again and again would make building quadratic.
class TrieBuilder {
 public:
  explicit TrieBuilder(std::vector<std::pair<std::string_view, std::uint32_t>> entries)
      : entries_(std::move(entries)) {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    entries_.erase(std::unique(entries_.begin(), entries_.end(), same), entries_.end());
    if (!entries_.empty() && entries_.front().first.empty()) entries_.erase(entries_.begin());
  }

  Trie build() {
    if (entries_.empty()) return {};
    add_block();
    used_[0] = true;  // the root
    struct Task {
      std::uint32_t node;
      std::size_t first;
      std::size_t last;
      std::size_t depth;
    };
    std::vector<Task> tasks{{0, 0, entries_.size(), 0}};
    for (std::size_t next = 0; next < tasks.size(); ++next) {
      auto [node, first, last, depth] = tasks[next];
      if (entries_[first].first.size() == depth) {
        trie_.units_[node].value = entries_[first].second;
        ++first;
      }
      labels_.clear();
      for (std::size_t i = first; i < last; ++i) {
        const auto label = static_cast<unsigned char>(entries_[i].first[depth]);
        if (labels_.empty() || labels_.back() != label) labels_.push_back(label);
      }
      if (labels_.empty()) continue;
      const std::uint32_t base = find_room();
      trie_.units_[node].base = base;
      std::size_t at = first;
      for (const unsigned char label : labels_) {
        const std::uint32_t child = base ^ label;
        used_[child] = true;
        --free_in_block_[child >> 8];
        trie_.units_[child].check = node;
        std::size_t end = at;
        while (end < last && static_cast<unsigned char>(entries_[end].first[depth]) == label) ++end;
        tasks.push_back({child, at, end, depth + 1});
        at = end;
      }
    }
    return std::move(trie_);
  }

 private:
  static constexpr std::size_t kBlocksSearched = 16;

  void add_block() {
    trie_.units_.resize(trie_.units_.size() + 256);
    used_.resize(trie_.units_.size());
    free_in_block_.push_back(256);
  }

  std::uint32_t find_room() {
    const std::size_t blocks = free_in_block_.size();
    const std::size_t oldest = blocks > kBlocksSearched ? blocks - kBlocksSearched : 0;
    for (std::size_t block = oldest; block < blocks; ++block) {
      if (free_in_block_[block] < labels_.size()) continue;
      for (std::uint32_t low = 0; low < 256; ++low) {
        const auto base = static_cast<std::uint32_t>(block << 8 | low);
        if (std::none_of(labels_.begin(), labels_.end(),
                         [&](unsigned char label) { return used_[base ^ label]; })) {
          return base;
        }
      }
    }
    add_block();
    return static_cast<std::uint32_t>(blocks << 8);
  }

  std::vector<std::pair<std::string_view, std::uint32_t>> entries_;
  Trie trie_;
  std::vector<bool> used_;
  std::vector<std::size_t> free_in_block_;
  std::vector<unsigned char> labels_;  // of the current node, ascending
};

Trie Trie::of(std::vector<std::pair<std::string_view, std::uint32_t>> entries) {
  return TrieBuilder(std::move(entries)).build();
}

std::uint32_t Trie::find(std::string_view text) const {
  std::uint32_t node = 0;
  for (const char byte : text) {
    if (!step(node, byte)) return kNone;
  }
  return text.empty() ? kNone : value(node);
}

Trie::Match Trie::longest_prefix(std::string_view text) const {
  Match best;
  prefixes(text, [&](std::uint32_t value, std::size_t size) { best = {value, size}; });
  return best;
}

void Vocabulary::add(std::string_view token, std::uint64_t id) {
  // A small file must not require a large table.
  constexpr std::uint64_t kHolesAllowed = 1 << 16;
  if (id > texts_.size() * 4 + kHolesAllowed) {
    refuse(fmt::format("the token '{}' has the id {}, far above the number of tokens", token, id));
  }
  if (has(static_cast<TokenId>(id))) {
    refuse(fmt::format("the tokens '{}' and '{}' have the same id {}", tokens_[id], token, id));
  }
  if (id >= tokens_.size()) tokens_.resize(id + 1);
  texts_.emplace_back(token);
  tokens_[id] = texts_.back();
  ids_[texts_.back()] = static_cast<TokenId>(id);
}

// WordPiece: takes the longest token at the start of a word, then the longest that continues it, to
// its end. A word that cannot be read to its end, or is too long, is one unknown token.

namespace {

class WordPiece : public Model {
 public:
  WordPiece(const Json& json, const Vocabulary& vocabulary)
      : most_characters_(setting<std::size_t>(json, "max_input_chars_per_word", 100)) {
    const auto unknown = setting<std::string>(json, "unk_token", "[UNK]");
    const auto id = vocabulary.find(unknown);
    if (!id) refuse("the unknown token '" + unknown + "' is not in the vocabulary");
    unknown_ = *id;
    const auto prefix = setting<std::string>(json, "continuing_subword_prefix", "##");
    std::vector<std::pair<std::string_view, std::uint32_t>> first;
    std::vector<std::pair<std::string_view, std::uint32_t>> later;
    for (TokenId token = 0; token < vocabulary.size(); ++token) {
      const std::string_view text = vocabulary.token(token);
      first.emplace_back(text, token);
      if (text.starts_with(prefix)) later.emplace_back(text.substr(prefix.size()), token);
    }
    first_ = Trie::of(std::move(first));
    later_ = Trie::of(std::move(later));
  }

  void tokenize(std::string_view piece, ModelScratch& /*scratch*/,
                std::vector<ModelToken>& out) const override {
    const std::size_t before = out.size();
    const auto size = static_cast<std::uint32_t>(piece.size());
    if (is_too_long(piece)) {
      out.push_back({unknown_, 0, size});
      return;
    }
    for (std::uint32_t at = 0; at < size;) {
      const Trie::Match match = (at == 0 ? first_ : later_).longest_prefix(piece.substr(at));
      if (match.value == Trie::kNone) {
        out.resize(before);
        out.push_back({unknown_, 0, size});
        return;
      }
      const std::uint32_t end = at + static_cast<std::uint32_t>(match.size);
      out.push_back({match.value, at, end});
      at = end;
    }
  }

 private:
  bool is_too_long(std::string_view piece) const {
    if (piece.size() <= most_characters_) return false;
    const auto characters = std::count_if(piece.begin(), piece.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
    });
    return static_cast<std::size_t>(characters) > most_characters_;
  }

  std::size_t most_characters_;
  TokenId unknown_ = 0;
  Trie first_;
  Trie later_;
};

}  // namespace

std::unique_ptr<const Model> read_word_piece(const Json& json, const Vocabulary& vocabulary) {
  return std::make_unique<WordPiece>(json, vocabulary);
}

// Unigram: the tokens of a piece whose scores have the largest sum. Characters without a token are
// unknown, or spelled in bytes if the vocabulary has them.

namespace {

// The penalty of an unknown character, relative to the worst token.
constexpr double kUnknownPenalty = 10;

class Unigram : public Model {
 public:
  Unigram(const Json& json, const Vocabulary& vocabulary) {
    const Json& entries = json.at("vocab");
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::string_view, std::uint32_t>> texts;
    for (TokenId id = 0; id < entries.size(); ++id) {
      const auto score = entries[id].at(1).get<double>();
      if (!std::isfinite(score)) refuse(fmt::format("the score of token {} is not finite", id));
      scores_.push_back(score);
      least = std::min(least, score);
      // If several tokens have the same text, the last one counts.
      if (vocabulary.find(vocabulary.token(id)) == id) texts.emplace_back(vocabulary.token(id), id);
    }
    trie_ = Trie::of(std::move(texts));
    unknown_score_ = least - kUnknownPenalty;
    if (const auto unknown = json.find("unk_id"); unknown != json.end() && !unknown->is_null()) {
      const auto id = unknown->get<std::uint64_t>();
      if (id >= scores_.size()) refuse(fmt::format("there is no token {}, the unknown one", id));
      unknown_ = static_cast<TokenId>(id);
    }
    if (setting(json, "byte_fallback", false)) read_bytes(vocabulary);
  }

  void tokenize(std::string_view piece, ModelScratch& scratch,
                std::vector<ModelToken>& out) const override {
    find_paths(piece, scratch.paths);
    // Follows the best path backwards. Adjacent unknown characters are one token.
    const std::size_t first = out.size();
    auto end = static_cast<std::uint32_t>(piece.size());
    std::uint32_t unknown_end = end;
    while (end > 0) {
      const ModelScratch::Path& last = scratch.paths[end];
      if (last.id != unknown_) {
        if (unknown_end > end) add_unknown(piece, end, unknown_end, out);
        out.push_back({last.id, last.begin, end});
        unknown_end = last.begin;
      }
      end = last.begin;
    }
    if (unknown_end > 0) add_unknown(piece, 0, unknown_end, out);
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  }

 private:
  static constexpr TokenId kNoToken = Trie::kNone;

  void read_bytes(const Vocabulary& vocabulary) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const auto id = vocabulary.find(fmt::format("<0x{:02X}>", byte));
      if (!id) return;  // the bytes stay unknown
      bytes_[byte] = *id;
    }
    has_bytes_ = true;
  }

  void find_paths(std::string_view piece, std::vector<ModelScratch::Path>& paths) const {
    paths.resize(piece.size() + 1);
    for (std::uint32_t i = 0; i < paths.size(); ++i) paths[i] = {0, i, kNoToken};
    const auto offer = [&](std::size_t begin, std::size_t size, double score, TokenId id) {
      ModelScratch::Path& path = paths[begin + size];
      if (path.begin == begin + size || score > path.score) {
        path = {score, static_cast<std::uint32_t>(begin), id};
      }
    };
    for (std::size_t at = 0; at < piece.size();) {
      const std::size_t character = character_size(piece[at]);
      const double score = paths[at].score;
      bool has_character = false;
      trie_.prefixes(piece.substr(at), [&](TokenId id, std::size_t size) {
        offer(at, size, score + scores_[id], id);
        has_character = has_character || size == character;
      });
      if (!has_character) offer(at, character, score + unknown_score_, unknown_);
      at += character;
    }
  }

  // In reverse, in the order of the caller.
  void add_unknown(std::string_view piece, std::uint32_t begin, std::uint32_t end,
                   std::vector<ModelToken>& out) const {
    const std::string_view text = piece.substr(begin, end - begin);
    if (const TokenId id = trie_.find(text); id != Trie::kNone) {
      out.push_back({id, begin, end});
    } else if (has_bytes_) {
      for (std::size_t i = text.size(); i-- > 0;) {
        out.push_back({bytes_[static_cast<unsigned char>(text[i])], begin, end});
      }
    } else if (unknown_ != kNoToken) {
      out.push_back({unknown_, begin, end});
    }
  }

  std::vector<double> scores_;
  Trie trie_;
  double unknown_score_ = 0;
  TokenId unknown_ = kNoToken;
  bool has_bytes_ = false;
  std::array<TokenId, 256> bytes_{};
};

}  // namespace

std::unique_ptr<const Model> read_unigram(const Json& json, const Vocabulary& vocabulary) {
  return std::make_unique<Unigram>(json, vocabulary);
}

}  // namespace noether::neural::tokens
