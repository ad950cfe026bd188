#include "noether/neural/pairs/tokenize_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/parallel.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {
namespace {

using tokens::Tokenizer;

constexpr std::size_t kMaxPairBytes = std::size_t{64} << 20;
constexpr std::size_t kPairsTogether = 4096;  // lines that are read before the cores tokenize them

class PairTokenizer {
 public:
  PairTokenizer(const Tokenizer& tokenizer, std::span<const std::string> kinds)
      : tokenizer_(tokenizer), kinds_(kinds) {
    // Special tokens are the same around any text.
    const auto sample = tokenizer.encode("a");
    bool is_before = true;
    for (std::size_t i = 0; i < sample.ids.size(); ++i) {
      if (sample.sources[i] != tokens::Source::Special) {
        is_before = false;
      } else {
        (is_before ? made_.pairs.before : made_.pairs.after).push_back(sample.ids[i]);
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
      auto pair = read_pair_line((*line)->text);
      if (!pair) return wrong(pair.error().message);
      if (pair->kind.empty() || pair->kind.find('\n') != std::string::npos) {
        return wrong("\"kind\" is not a word");
      }
      kinds_seen_.insert(pair->kind);
      if (kinds_seen_.size() > std::numeric_limits<std::uint8_t>::max()) {
        return wrong("more than 255 kinds of pairs");
      }
      if (!kinds_.empty() && std::ranges::find(kinds_, pair->kind) == kinds_.end()) {
        ++made_.other_kinds;
        continue;
      }
      waiting_.push_back(std::move(*pair));
      if (waiting_.size() == kPairsTogether) tokenize_waiting();
    }
    tokenize_waiting();
    return {};
  }

  base::Result<TokenizedFiles> finish(std::span<const std::string> files) {
    if (made_.pairs.size() > 0) return std::move(made_);
    if (kinds_seen_.empty() || kinds_.empty()) {
      return base::fail(fmt::format("there are no pairs in {}", fmt::join(files, ", ")), {},
                        "noether pairs makes them");
    }
    return base::fail(fmt::format("there are no pairs of the kinds {} in {}",
                                  fmt::join(kinds_, ", "), fmt::join(files, ", ")),
                      {}, fmt::format("there are {}", fmt::join(kinds_seen_, ", ")));
  }

 private:
  void tokenize_waiting() {
    std::vector<std::array<std::vector<TokenId>, 2>> texts(waiting_.size());
    base::for_each_in_parallel(waiting_.size(), base::thread_count(0), [&](std::size_t i, auto) {
      texts[i][0] = tokenizer_.encode(waiting_[i].first, {.special_tokens = false}).ids;
      texts[i][1] = tokenizer_.encode(waiting_[i].second, {.special_tokens = false}).ids;
    });
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (texts[i][0].empty() || texts[i][1].empty()) {
        ++made_.empty;
        continue;
      }
      const auto group = static_cast<std::uint32_t>(groups_.size());
      made_.pairs.add(texts[i][0], texts[i][1],
                      groups_.try_emplace(waiting_[i].group, group).first->second,
                      kind_number(waiting_[i].kind));
    }
    waiting_.clear();
  }

  std::uint8_t kind_number(const std::string& kind) {
    auto& names = made_.pairs.kind_names;
    const auto found = std::ranges::find(names, kind);
    const auto number = static_cast<std::uint8_t>(found - names.begin());
    if (found == names.end()) names.push_back(kind);
    return number;
  }

  const Tokenizer& tokenizer_;
  std::span<const std::string> kinds_;
  TokenizedFiles made_;
  std::vector<PairLine> waiting_;
  std::unordered_map<std::string, std::uint32_t> groups_;
  std::set<std::string> kinds_seen_;
};

}  // namespace

base::Result<TokenizedFiles> tokenize_pairs(const std::string& folder,
                                            const std::string& tokenizer_file,
                                            std::span<const std::string> files,
                                            std::span<const std::string> kinds) {
  const auto identity = tokenizer_identity(folder, tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  const auto tokenizer = Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  PairTokenizer pairs(*tokenizer, kinds);
  for (const std::string& file : files) {
    if (auto added = pairs.add_file(file); !added) return std::unexpected(added.error());
  }
  auto made = pairs.finish(files);
  if (made) made->pairs.tokenizer = *identity;
  return made;
}

}  // namespace noether::neural
