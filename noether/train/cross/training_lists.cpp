#include "noether/train/cross/training_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "noether/base/mix.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/train/core/random_stream.h"
#include "noether/train/text/training_pairs.h"

#ifndef NOETHER_NO_TOKENIZERS
#include "noether/neural/lists/tokenize_lists.h"
#endif

namespace noether::train {

using neural::TokenizedLists;

#ifdef NOETHER_NO_TOKENIZERS

base::Result<TokenizedLists> tokenize_list_texts(std::span<const std::string> files,
                                                 const ListReading& /*source*/) {
  return base::fail(
      fmt::format("this program was built without tokenizers and cannot read {}",
                  fmt::join(files, ", ")),
      {}, "make a file of tokens with noether-train tokenize on a machine that has utf8proc");
}

#else

base::Result<TokenizedLists> tokenize_list_texts(std::span<const std::string> files,
                                                 const ListReading& source) {
  auto made = neural::tokenize_lists(source.model, source.config.tokenizer_file, files);
  if (!made) return std::unexpected(made.error());
  if (!source.quiet) {
    fmt::print(stderr, "{}: {} lists of {} texts, {} tokens; skipped {} without tokens\n",
               fmt::join(files, ", "), made->lists.size(), made->lists.entries.size(),
               made->lists.tokens.size(), made->empty);
  }
  return std::move(made->lists);
}

#endif

base::Result<TokenizedLists> load_lists(std::span<const std::string> files,
                                        const ListReading& source) {
  const auto identity = neural::tokenizer_identity(source.model, source.config.tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  TokenizedLists lists;
  for (const std::string& file : files) {
    const auto loaded = is_token_file(file) ? TokenizedLists::load(file)
                                            : tokenize_list_texts(std::span(&file, 1), source);
    if (!loaded) return std::unexpected(loaded.error());
    if (loaded->tokenizer != *identity) {
      return base::fail(
          fmt::format("'{}' was made with another tokenizer than that of '{}'", file, source.model),
          {}, "make it again with noether-train tokenize");
    }
    if (auto added = lists.append(*loaded); !added) {
      return base::fail(fmt::format("'{}': {}", file, added.error().message));
    }
    if (is_token_file(file) && !source.quiet) {
      fmt::print(stderr, "{}: {} lists of {} texts\n", file, loaded->size(),
                 loaded->entries.size());
    }
  }
  if (lists.size() == 0) {
    return base::fail(fmt::format("there are no lists in {}", fmt::join(files, ", ")));
  }
  const neural::PairTemplate& pair = lists.pair;
  neural::TokenId highest = std::ranges::max(lists.tokens);
  for (const auto* const part : {&pair.before, &pair.between, &pair.after}) {
    for (const neural::TokenId token : *part) highest = std::max(highest, token);
  }
  if (highest >= source.config.transformer.vocabulary) {
    return base::fail(
        fmt::format("the tokenizer of '{}' has more tokens than the model knows", source.model));
  }
  const std::uint32_t segments = source.config.transformer.segments;
  if (segments > 1 && std::ranges::max(pair.segments) >= segments) {
    return base::fail(
        fmt::format("the tokenizer of '{}' uses more segments than the model has", source.model));
  }
  return lists;
}

bool has_order(const TokenizedLists& lists, std::uint64_t list) {
  int lowest = neural::TokenizedLists::kNoGrade;
  for (std::uint64_t i = lists.list_begin(list); i < lists.list_ends[list]; ++i) {
    const int grade = lists.grades[i];
    if (grade == TokenizedLists::kNoGrade) continue;
    if (lowest == TokenizedLists::kNoGrade) lowest = grade;
    if (grade != lowest) return true;
  }
  return false;
}

base::Result<ListSampler> ListSampler::create(const TokenizedLists& lists,
                                              const CrossConfig& config) {
  ListSampler sampler(lists, config);
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    if (has_order(lists, list)) sampler.of_use_.push_back(list);
  }
  if (sampler.of_use_.size() < config.batch) {
    return base::fail(
        fmt::format("a batch has {} lists, and only {} of the {} have texts of different grades",
                    config.batch, sampler.of_use_.size(), lists.size()),
        {}, "give more lists, or a configuration with a smaller batch");
  }
  return sampler;
}

std::vector<SampledList> ListSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = of_use_.size() / config_.batch;  // in the epoch
  const base::IndexShuffle order(of_use_.size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  std::vector<SampledList> sampled;
  for (std::uint64_t i = 0; i < config_.batch; ++i) {
    SampledList of = {.list = of_use_[order[batch % batches * config_.batch + i]], .entries = {}};
    std::array<std::vector<std::uint64_t>, 2> left;  // right texts, wrong texts
    for (std::uint64_t e = lists_->list_begin(of.list); e < lists_->list_ends[of.list]; ++e) {
      const int grade = lists_->grades[e];
      if (grade == TokenizedLists::kNoGrade) continue;
      left[grade >= static_cast<int>(config_.right) ? 0 : 1].push_back(e);
    }
    for (std::size_t turn = 0; of.entries.size() < config_.texts; ++turn) {
      if (left[0].empty() && left[1].empty()) break;
      auto& from = left[left[turn % 2].empty() ? (turn + 1) % 2 : turn % 2];
      std::swap(from[random.below(from.size())], from.back());
      of.entries.push_back(from.back());
      from.pop_back();
    }
    sampled.push_back(std::move(of));
  }
  return sampled;
}

}  // namespace noether::train
