// Trains a parser of meaning graphs, starting from a text encoder. Also chooses the sentences of a
// batch, and measures how well a network predicts the labels of held-out sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/amr/amr_config.h"
#include "noether/train/amr/amr_examples.h"
#include "noether/train/amr/parser_network.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/random_stream.h"
#include "noether/train/core/training_loop.h"

namespace noether::train {

// Writes the parser to LoopOptions::folder + "/model", in float32: a folder that amr::Parser::open
// reads. `start` is the folder of the encoder.
base::Result<void> train_parser(const AmrConfig& config, const std::string& start,
                                const BankFiles& files, const LoopOptions& options);

// Batch b is a function of the examples, the seed and b. Sentences are drawn one by one, each with
// the weight of its bank; the mask hides some of their tokens, so that the network also learns to
// predict words from their context.
class ExampleSampler {
 public:
  // `examples` must outlive this object. Returns an error if they have no sentences for training.
  static base::Result<ExampleSampler> create(const AmrExamples& examples, const AmrConfig& config);

  std::vector<AmrExample> sample(std::uint64_t batch) const;
  bool has_trees() const { return !trees_.empty() && config_.trees > 0; }
  // The additional sentences of treebanks; empty without treebanks.
  std::vector<AmrExample> sample_trees(std::uint64_t batch) const;

 private:
  ExampleSampler(const AmrExamples& examples, const AmrConfig& config)
      : examples_(&examples), config_(config) {}
  // Returns the example with some of its tokens hidden.
  AmrExample read(const AmrExample& example, RandomStream& random) const;

  const AmrExamples* examples_;
  AmrConfig config_;
  // Sentences to draw from, with the cumulative sums of their weights.
  struct Pool {
    std::vector<const AmrExample*> sentences;
    std::vector<double> weights_up_to;

    void add(const ExampleBank& bank, double weight);
  };

  Pool all_;
  Pool without_silver_;  // used after `silver_until`
  std::vector<const AmrExample*> trees_;
};

// Scores over all validation banks together:
//
//   fragments  share of words with the right fragment
//   senses     share of frames with the right sense
//   edges      F of edges, if each word with a fragment gets its best head or is the root
//   labelled   the same, roles included
//   reentrant  F of re-entrant edges, predicted above a probability of one half
class ParserValidation {
 public:
  explicit ParserValidation(const AmrExamples& examples);

  bool empty() const { return sentences_.empty(); }
  Scores score(const neural::TransformerConfig& encoder, const ParserHeads& heads,
               const ParameterViews& weights, const AmrConfig& config) const;

 private:
  std::vector<AmrExample> sentences_;  // the shortest first
};

}  // namespace noether::train
