// The network of the AMR parser with LibTorch, for training. noether/amr/parser/network.h describes
// it and computes the same without LibTorch.
#pragma once

#include <torch/types.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/amr/amr_config.h"
#include "noether/train/amr/amr_examples.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

// The sentences of a batch, with the labels to predict. Tables have a row for each sentence, in the
// caller's order, and a column for each word of the longest sentence.
struct WordBatch {
  PackedBatch packed;
  // int64 (sentences, 1 + words): the rows in `packed` of the first token and of each word's first
  // piece.
  torch::Tensor rows;
  // int64 (sentences, words); kIgnored where the label is missing.
  torch::Tensor fragments;
  torch::Tensor senses;
  torch::Tensor heads;  // 0 for the root, 1 + word for others
  torch::Tensor roles;  // of the edges from the heads
  // int64 (4, edges): sentence, head, dependent and role of the edges of trees and of re-entrant
  // edges.
  torch::Tensor edges;
  torch::Tensor reentrant;  // float32 (sentences, words, words): head, dependent

  WordBatch to(torch::Device device) const;
};
inline constexpr std::int64_t kIgnored = -100;

WordBatch pack_words(std::span<const AmrExample> examples, bool pinned);

// Heads of an encoder: either those of the parser, or those that learn a treebank in addition, with
// parts of speech as fragments and relations as roles.
struct ParserHeads {
  std::string prefix;  // of the names of their parameters
  std::uint32_t fragments = 0;
  std::uint32_t senses = 0;  // 0: senses are not predicted
  std::uint32_t roles = 0;
  bool reentrant = true;
  EdgesRead edges_read = EdgesRead::Words;

  static ParserHeads of_graphs(const AmrExamples& labels, const AmrConfig& config);
  static ParserHeads of_treebanks(const AmrExamples& labels);

  std::vector<ParameterSpec> parameters(std::uint32_t width, const AmrConfig& config) const;
};

struct ParserScores {
  torch::Tensor fragments;  // (sentences, words, fragments)
  torch::Tensor senses;     // (sentences, words, senses)
  torch::Tensor edges;      // (sentences, 1 + words, words): head, the root first; dependent
  torch::Tensor reentrant;  // (sentences, words, words): head, dependent
  // The vectors of words that `role_scores` reads.
  torch::Tensor role_heads;
  torch::Tensor role_dependents;
};

// Computes scores in float32, or in float64 if the weights are float64. In training, `config` sets
// the dropout.
ParserScores parser_scores(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                           const ParameterViews& weights, const WordBatch& batch,
                           const AmrConfig& config, bool training);
// Returns scores (edges, roles) for `edges` in the format of `WordBatch::edges`.
torch::Tensor role_scores(const ParserHeads& heads, const ParameterViews& weights,
                          const ParserScores& scores, const torch::Tensor& edges);
// Returns the scores of edges, made very low where the head has no fragment or is the dependent
// itself. `has_node` tells for each word whether it has a fragment.
torch::Tensor possible_edges(const torch::Tensor& edges, const torch::Tensor& has_node);

// The whole loss, then its parts in the order of `kParserLosses`; the parts of missing heads are 0.
torch::Tensor parser_loss(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                          const ParameterViews& weights, const WordBatch& batch,
                          const AmrConfig& config, bool training = true);
inline constexpr std::array<const char*, 5> kParserLosses = {"fragments", "senses", "edges",
                                                             "roles", "reentrant"};

}  // namespace noether::train
