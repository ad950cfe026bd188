// Pairs for tuning: files of texts, written by `noether pairs`, or files of their tokens, written
// by `noether-train tokenize`. The names of token files end with .safetensors.
//
// A sampler chooses the pairs of a batch, and the part of each text that is read. Batch b is a
// function of the pairs, the seed and b. An epoch uses every pair once, in a random order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/train/text/text_config.h"

namespace noether::train {

struct PairReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  std::vector<std::string> kinds;
  bool quiet = false;
};

// Returns an error if the files contain no pairs, or if their tokens are from another tokenizer.
base::Result<neural::TokenizedPairs> load_pairs(std::span<const std::string> files,
                                                const PairReading& source);

// Reads pairs of the kinds of `source` from files of texts; without kinds, reads all. This needs
// tokenizers, which a build without utf8proc lacks.
base::Result<neural::TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                                    const PairReading& source);

bool is_token_file(const std::string& path);

using neural::TokenizedPairs;

struct SampledPairs {
  std::vector<std::vector<neural::TokenId>> texts;  // all first texts, then all second texts
  std::vector<std::uint32_t> groups;                // the group of each pair
};

class PairSampler {
 public:
  // `pairs` must outlive the sampler. Returns an error if a batch has more pairs than `pairs`.
  static base::Result<PairSampler> create(const TokenizedPairs& pairs, const TextConfig& config);

  SampledPairs sample(std::uint64_t batch) const;

 private:
  PairSampler(const TokenizedPairs& pairs, const TextConfig& config)
      : pairs_(&pairs), config_(config) {}

  const TokenizedPairs* pairs_;
  TextConfig config_;
};

// Returns the tokens of `text` from `begin` on with special tokens around them, at most `most`
// tokens in all.
std::vector<neural::TokenId> text_window(const TokenizedPairs& pairs,
                                         std::span<const neural::TokenId> text, std::size_t begin,
                                         std::size_t most);

}  // namespace noether::train
