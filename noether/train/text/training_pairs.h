// Pairs to tune with: files of texts, as `noether pairs` writes them, or of their tokens, as
// `noether-train tokenize` writes them. The names of the latter end with .safetensors.
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

// Returns an error if there are none, or if tokens are from another tokenizer.
base::Result<neural::TokenizedPairs> load_pairs(std::span<const std::string> files,
                                                const PairReading& source);

// Reads files of texts, all kinds if none are named. Needs tokenizers, which the build for bare
// machines may lack.
base::Result<neural::TokenizedFiles> tokenize_texts(std::span<const std::string> files,
                                                    const PairReading& source);

bool is_token_file(const std::string& path);

using neural::TokenizedPairs;

struct SampledPairs {
  std::vector<std::vector<neural::TokenId>> texts;  // all firsts, then all seconds
  std::vector<std::uint32_t> groups;                // of each pair
};

class PairSampler {
 public:
  // `pairs` must outlive this. Refuses a batch that has more pairs than there are.
  static base::Result<PairSampler> create(const TokenizedPairs& pairs, const TextConfig& config);

  SampledPairs sample(std::uint64_t batch) const;

 private:
  PairSampler(const TokenizedPairs& pairs, const TextConfig& config)
      : pairs_(&pairs), config_(config) {}

  const TokenizedPairs* pairs_;
  TextConfig config_;
};

// At most `most` tokens from this place on, with special tokens around them.
std::vector<neural::TokenId> text_window(const TokenizedPairs& pairs,
                                         std::span<const neural::TokenId> text, std::size_t begin,
                                         std::size_t most);

}  // namespace noether::train
