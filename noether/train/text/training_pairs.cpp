#include "noether/train/text/training_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "noether/base/mix.h"
#include "noether/train/core/random_stream.h"

#ifndef NOETHER_NO_TOKENIZERS
#include "noether/neural/pairs/tokenize_pairs.h"
#endif

namespace noether::train {

using neural::TokenizedFiles;

bool is_token_file(const std::string& path) { return path.ends_with(".safetensors"); }

#ifdef NOETHER_NO_TOKENIZERS

base::Result<TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                            const PairReading& /*source*/) {
  return base::fail(
      fmt::format("this program was built without tokenizers and cannot read {}",
                  fmt::join(files, ", ")),
      {}, "make a file of tokens with noether-train tokenize on a machine that has utf8proc");
}

#else

base::Result<TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                            const PairReading& source) {
  auto made =
      neural::tokenize_pairs(source.model, source.config.tokenizer_file, files, source.kinds);
  if (made && !source.quiet) {
    fmt::print(stderr, "{}: {} pairs, {} tokens; skipped {} of other kinds and {} without tokens\n",
               fmt::join(files, ", "), made->pairs.size(), made->pairs.tokens.size(),
               made->other_kinds, made->empty);
  }
  return made;
}

#endif

base::Result<TokenizedPairs> load_pairs(std::span<const std::string> files,
                                        const PairReading& source) {
  const auto identity = neural::tokenizer_identity(source.model, source.config.tokenizer_file);
  if (!identity) return std::unexpected(identity.error());
  TokenizedPairs pairs;
  std::vector<std::string> of_texts;
  for (const std::string& file : files) {
    if (!is_token_file(file)) {
      of_texts.push_back(file);
      continue;
    }
    const auto loaded = TokenizedPairs::load(file);
    if (!loaded) return std::unexpected(loaded.error());
    if (loaded->tokenizer != *identity) {
      return base::fail(
          fmt::format("'{}' was made with another tokenizer than that of '{}'", file, source.model),
          {}, "make it again with noether-train tokenize");
    }
    if (auto added = pairs.append(*loaded, source.kinds); !added) {
      return std::unexpected(added.error());
    }
    if (!source.quiet) fmt::print(stderr, "{}: {} pairs\n", file, loaded->size());
  }
  if (!of_texts.empty()) {
    const auto made = tokenize_texts(of_texts, source);
    if (!made) return std::unexpected(made.error());
    if (auto added = pairs.append(made->pairs, source.kinds); !added) {
      return std::unexpected(added.error());
    }
  }
  if (pairs.size() == 0) {
    return base::fail(fmt::format("there are no pairs of the kinds {} in {}",
                                  fmt::join(source.kinds, ", "), fmt::join(files, ", ")));
  }
  if (std::ranges::max(pairs.tokens) >= source.config.transformer.vocabulary) {
    return base::fail(
        fmt::format("the tokenizer of '{}' has more tokens than the model knows", source.model));
  }
  return pairs;
}

base::Result<PairSampler> PairSampler::create(const TokenizedPairs& pairs,
                                              const TextConfig& config) {
  if (pairs.size() < config.batch) {
    return base::fail(
        fmt::format("a batch has {} pairs, and there are only {}", config.batch, pairs.size()), {},
        "give more pairs, or a configuration with a smaller batch");
  }
  if (std::min(config.first_tokens, config.second_tokens) <= pairs.special()) {
    return base::fail(fmt::format(
        "first_tokens and second_tokens must be more than the {} special tokens", pairs.special()));
  }
  return PairSampler(pairs, config);
}

SampledPairs PairSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = pairs_->size() / config_.batch;  // in the epoch
  const base::IndexShuffle order(pairs_->size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  SampledPairs sampled;
  sampled.texts.resize(2 * std::size_t{config_.batch});
  for (std::uint64_t i = 0; i < config_.batch; ++i) {
    const std::uint64_t pair = order[batch % batches * config_.batch + i];
    sampled.groups.push_back(pairs_->groups[pair]);
    sampled.texts[i] = text_window(*pairs_, pairs_->first(pair), 0, config_.first_tokens);
    const auto second = pairs_->second(pair);
    const std::size_t room = config_.second_tokens - pairs_->special();
    // Draws both numbers for every text, so that the others of the batch do not depend on it.
    const bool is_at_beginning = random.chance(config_.at_beginning);
    const std::uint64_t place = random.below(second.size() > room ? second.size() - room + 1 : 1);
    sampled.texts[config_.batch + i] =
        text_window(*pairs_, second, is_at_beginning ? 0 : place, config_.second_tokens);
  }
  return sampled;
}

std::vector<neural::TokenId> text_window(const TokenizedPairs& pairs,
                                         std::span<const neural::TokenId> text, std::size_t begin,
                                         std::size_t most) {
  const auto part = text.subspan(begin, std::min(text.size() - begin, most - pairs.special()));
  std::vector<neural::TokenId> window = pairs.before;
  window.insert(window.end(), part.begin(), part.end());
  window.insert(window.end(), pairs.after.begin(), pairs.after.end());
  return window;
}

}  // namespace noether::train
