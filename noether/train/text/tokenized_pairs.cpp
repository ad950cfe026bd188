#include "noether/train/text/tokenized_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "noether/base/line_reader.h"
#include "noether/base/parallel.h"
#include "noether/neural/pairs/pair_line.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {
namespace {

using neural::tokens::Source;
using neural::tokens::Tokenizer;

constexpr std::size_t kMaxPairBytes = std::size_t{64} << 20;
constexpr std::size_t kPairsTogether = 4096;  // read before the cores tokenize them

class PairTokenizer {
 public:
  PairTokenizer(const Tokenizer& tokenizer, std::span<const std::string> kinds)
      : tokenizer_(tokenizer), kinds_(kinds) {
    // Special tokens are the same around any text.
    const auto sample = tokenizer.encode("a");
    bool is_before = true;
    for (std::size_t i = 0; i < sample.ids.size(); ++i) {
      if (sample.sources[i] != Source::Special) {
        is_before = false;
      } else {
        (is_before ? pairs_.before : pairs_.after).push_back(sample.ids[i]);
      }
    }
  }

  base::Result<void> add_file(const std::string& path) {
    auto reader = base::LineReader::open(path, kMaxPairBytes);
    if (!reader) return std::unexpected(reader.error());
    while (true) {
      const auto line = reader->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) break;
      const auto wrong = [&](std::string_view what) {
        return base::fail(fmt::format("{}: line {}: {}", path, (*line)->number, what), {},
                          "a file of pairs is one that noether pairs wrote");
      };
      if ((*line)->too_long) return wrong("longer than 64 MiB");
      auto pair = neural::read_pair_line((*line)->text);
      if (!pair) return wrong(pair.error().message);
      kinds_seen_.insert(pair->kind);
      if (std::ranges::find(kinds_, pair->kind) == kinds_.end()) {
        ++pairs_.other_kinds;
        continue;
      }
      waiting_.push_back(std::move(*pair));
      if (waiting_.size() == kPairsTogether) tokenize_waiting();
    }
    tokenize_waiting();
    return {};
  }

  base::Result<TokenizedPairs> finish(std::span<const std::string> files) {
    if (pairs_.size() > 0) return std::move(pairs_);
    const std::string hint =
        kinds_seen_.empty()
            ? "noether pairs makes them"
            : fmt::format("its kinds are {}; the configuration's line pairs names those to use",
                          fmt::join(kinds_seen_, ", "));
    return base::fail(fmt::format("{} has no pairs of the kinds {}", fmt::join(files, ", "),
                                  fmt::join(kinds_, ", ")),
                      {}, hint);
  }

 private:
  void tokenize_waiting() {
    std::vector<std::array<std::vector<neural::TokenId>, 2>> tokens(waiting_.size());
    base::for_each_in_parallel(waiting_.size(), base::thread_count(0), [&](std::size_t i, auto) {
      tokens[i][0] = tokenizer_.encode(waiting_[i].first, {.special_tokens = false}).ids;
      tokens[i][1] = tokenizer_.encode(waiting_[i].second, {.special_tokens = false}).ids;
    });
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (tokens[i][0].empty() || tokens[i][1].empty()) {
        ++pairs_.empty;
        continue;
      }
      for (const auto& text : tokens[i]) {
        pairs_.tokens.insert(pairs_.tokens.end(), text.begin(), text.end());
        pairs_.ends.push_back(pairs_.tokens.size());
      }
      const auto number = static_cast<std::uint32_t>(groups_.size());
      pairs_.groups.push_back(groups_.try_emplace(waiting_[i].group, number).first->second);
    }
    waiting_.clear();
  }

  const Tokenizer& tokenizer_;
  std::span<const std::string> kinds_;
  TokenizedPairs pairs_;
  std::vector<neural::PairLine> waiting_;
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::set<std::string> kinds_seen_;
};

}  // namespace

std::uint64_t TokenizedPairs::identity() const {
  std::uint64_t identity = size();
  const auto add = [&](const auto& numbers) {
    for (const auto number : numbers) identity = RandomStream(identity ^ number).next();
  };
  add(before);
  add(after);
  add(tokens);
  add(ends);
  add(groups);
  return identity;
}

base::Result<TokenizedPairs> tokenize_pairs(const Tokenizer& tokenizer,
                                            std::span<const std::string> files,
                                            std::span<const std::string> kinds) {
  PairTokenizer pairs(tokenizer, kinds);
  for (const std::string& file : files) {
    if (auto added = pairs.add_file(file); !added) return std::unexpected(added.error());
  }
  return pairs.finish(files);
}

}  // namespace noether::train
