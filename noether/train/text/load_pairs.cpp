#include "noether/train/text/load_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#ifndef NOETHER_NO_TOKENIZERS
#include "noether/neural/pairs/tokenize_pairs.h"
#endif

namespace noether::train {

using neural::TokenizedFiles;
using neural::TokenizedPairs;

bool is_token_file(const std::string& path) { return path.ends_with(".safetensors"); }

#ifdef NOETHER_NO_TOKENIZERS

base::Result<TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                            const PairReading& /*source*/) {
  return base::fail(
      fmt::format("this program was built without tokenizers and cannot read {}",
                  fmt::join(files, ", ")),
      {}, "make a file of tokens by noether-train tokenize on a machine that has utf8proc");
}

#else

base::Result<TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                            const PairReading& source) {
  auto made =
      neural::tokenize_pairs(source.model, source.config.tokenizer_file, files, source.kinds);
  if (made && !source.quiet) {
    fmt::print(stderr,
               "{}: {} pairs, {} tokens; {} of other kinds and {} without tokens left out\n",
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
          {}, "make it again by noether-train tokenize");
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

}  // namespace noether::train
