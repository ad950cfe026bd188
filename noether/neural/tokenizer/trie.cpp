#include "noether/neural/tokenizer/trie.h"

#include <algorithm>
#include <array>

namespace noether::neural::tokens {

// Places the nodes breadth first. Only the newest blocks of 256 units are searched for room: older
// ones are nearly full, and looking there again and again would make building quadratic.
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
  std::vector<unsigned char> labels_;  // of the node that is being placed, ascending
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

}  // namespace noether::neural::tokens
