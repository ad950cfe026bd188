#include "noether/neural/lists/tokenize_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/base/parallel.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {
namespace {

using tokens::Source;
using tokens::Tokenizer;

constexpr std::size_t kMaxListBytes = std::size_t{256} << 20;
constexpr std::size_t kListsTogether = 1024;  // lines that are read before the cores tokenize them

// Empty if a template cannot express how the tokenizer joins texts.
std::optional<PairTemplate> pair_template(const Tokenizer& tokenizer) {
  const auto sample = tokenizer.encode_pair("a", "a");
  if (!sample) return std::nullopt;
  PairTemplate pair;
  std::vector<TokenId>* const special[] = {&pair.before, nullptr, &pair.between, nullptr,
                                           &pair.after};
  std::array<bool, 5> is_known{};
  std::size_t part = 0;
  for (std::size_t i = 0; i < sample->ids.size(); ++i) {
    const Source source = sample->sources[i];
    std::size_t found = part;
    if (source == Source::First) found = 1;
    if (source == Source::Second) found = 3;
    if (source == Source::Special && special[part] == nullptr) found = part + 1;
    if (found < part) return std::nullopt;
    part = found;
    if (is_known[part] && pair.segments[part] != sample->types[i]) return std::nullopt;
    is_known[part] = true;
    pair.segments[part] = sample->types[i];
    if (source == Source::Special) special[part]->push_back(sample->ids[i]);
  }
  if (!is_known[1] || !is_known[3]) return std::nullopt;
  return pair;
}

class ListTokenizer {
 public:
  ListTokenizer(const Tokenizer& tokenizer, PairTemplate pair) : tokenizer_(tokenizer) {
    made_.lists.pair = std::move(pair);
  }

  base::Result<void> add_file(const std::string& path) {
    auto reader = base::LineReader::open(path, kMaxListBytes);
    if (!reader) return std::unexpected(reader.error());
    while (true) {
      const auto line = reader->next();
      if (!line) return std::unexpected(line.error());
      if (!*line) break;
      const auto wrong = [&](std::string_view what) {
        return base::fail(fmt::format("{}: line {}: {}", path, (*line)->number, what), {},
                          "a file of lists is one that noether lists wrote");
      };
      if ((*line)->too_long) return wrong("longer than 256 MiB");
      auto list = read_list_line((*line)->text);
      if (!list) return wrong(list.error().message);
      waiting_.push_back(std::move(*list));
      if (waiting_.size() == kListsTogether) tokenize_waiting();
    }
    tokenize_waiting();
    return {};
  }

  base::Result<ListsOfFiles> finish(std::span<const std::string> files) {
    if (made_.lists.size() == 0) {
      return base::fail(fmt::format("there are no lists in {}", fmt::join(files, ", ")), {},
                        "noether lists makes them");
    }
    if (!all_scored_) made_.lists.scores.clear();
    return std::move(made_);
  }

 private:
  static constexpr std::uint32_t kNoTokens = UINT32_MAX;

  void tokenize_waiting() {
    std::vector<const std::string*> fresh;
    for (const ListLine& list : waiting_) {
      note(list.query, fresh);
      for (const ListedText& text : list.texts) note(text.text, fresh);
    }
    std::vector<std::vector<TokenId>> tokens(fresh.size());
    base::for_each_in_parallel(fresh.size(), base::thread_count(0), [&](std::size_t i, auto) {
      tokens[i] = tokenizer_.encode(*fresh[i], {.special_tokens = false}).ids;
    });
    TokenizedLists& lists = made_.lists;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      if (tokens[i].empty()) continue;
      numbers_[*fresh[i]] = static_cast<std::uint32_t>(lists.ends.size());
      lists.tokens.insert(lists.tokens.end(), tokens[i].begin(), tokens[i].end());
      lists.ends.push_back(lists.tokens.size());
    }
    for (const ListLine& list : waiting_) add(list);
    waiting_.clear();
  }

  void note(const std::string& text, std::vector<const std::string*>& fresh) {
    const auto [place, is_new] = numbers_.try_emplace(text, kNoTokens);
    if (is_new) fresh.push_back(&place->first);
  }

  void add(const ListLine& list) {
    TokenizedLists& lists = made_.lists;
    const std::uint32_t query = numbers_.at(list.query);
    const std::size_t begin = lists.entries.size();
    for (const ListedText& text : list.texts) {
      const std::uint32_t number = numbers_.at(text.text);
      if (query == kNoTokens || number == kNoTokens) {
        ++made_.empty;
        continue;
      }
      lists.entries.push_back(number);
      lists.entry_ids.push_back(text.id);
      lists.grades.push_back(text.grade ? static_cast<std::int8_t>(*text.grade)
                                        : TokenizedLists::kNoGrade);
      lists.scores.push_back(text.score.value_or(0));
      all_scored_ = all_scored_ && text.score;
    }
    if (lists.entries.size() == begin) return;
    lists.queries.push_back(query);
    lists.list_ids.push_back(list.id);
    lists.list_ends.push_back(lists.entries.size());
  }

  const Tokenizer& tokenizer_;
  ListsOfFiles made_;
  bool all_scored_ = true;
  std::vector<ListLine> waiting_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of texts
};

}  // namespace

base::Result<ListsOfFiles> tokenize_lists(const std::string& folder,
                                          const std::string& tokenizer_file,
                                          std::span<const std::string> files) {
  const auto identity = tokenizer_identity(folder, tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  const auto tokenizer = Tokenizer::open(folder);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  const auto pair = pair_template(*tokenizer);
  if (!pair) {
    return base::fail(fmt::format("the tokenizer in '{}' does not join two texts", folder), {},
                      "it needs a post-processor, as BERT's and RoBERTa's have");
  }
  ListTokenizer lists(*tokenizer, *pair);
  for (const std::string& file : files) {
    if (auto added = lists.add_file(file); !added) return std::unexpected(added.error());
  }
  auto made = lists.finish(files);
  if (made) made->lists.tokenizer = *identity;
  return made;
}

}  // namespace noether::neural
