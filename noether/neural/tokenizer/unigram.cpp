// Unigram: the tokens of a piece whose scores have the largest sum. Characters that no token has
// are unknown, or spelled in bytes where the vocabulary has those.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "noether/neural/tokenizer/aligned_text.h"
#include "noether/neural/tokenizer/model.h"
#include "noether/neural/tokenizer/trie.h"

namespace noether::neural::tokens {
namespace {

// How much worse than the worst token an unknown character is.
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
      // Of tokens with the same text, the last one counts.
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
    // Backwards along the best path; unknown characters side by side are one token.
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
      if (!id) return;  // then bytes stay unknown
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

  // In reverse, as the caller goes.
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
