#include "noether/train/cross/load_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "noether/neural/pairs/tokenized_pairs.h"
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
      {}, "make a file of tokens by noether-train tokenize on a machine that has utf8proc");
}

#else

base::Result<TokenizedLists> tokenize_list_texts(std::span<const std::string> files,
                                                 const ListReading& source) {
  auto made = neural::tokenize_lists(source.model, source.config.tokenizer_file, files);
  if (!made) return std::unexpected(made.error());
  if (!source.quiet) {
    fmt::print(stderr, "{}: {} lists of {} texts, {} tokens; {} without tokens left out\n",
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
          {}, "make it again by noether-train tokenize");
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
        fmt::format("the tokenizer of '{}' tells texts apart by more segments than the model has",
                    source.model));
  }
  return lists;
}

}  // namespace noether::train
