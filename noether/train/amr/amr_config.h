// The configuration for training a parser of meaning graphs, in the format of the files in
// models/configs/:
//
//   model amr dropout=0.2 fragment_width=384 edge_width=256 role_width=64 head_dropout=0.33
//   model edges_read=fragments given=0.5
//   banks weights=1 silver=0.1 silver_until=1 frames=0.03 hidden=0.1
//   loss fragments=1 senses=0.5 edges=1 roles=1 reentrant=1 trees=0.5
//   batch sentences=96 trees=16
//   optimizer head_rate=10 learning_rate=1e-4 weight_decay=0.01 clip=1
//   schedule linear warmup=0.1 minimum=0
//   run steps=5000 seed=1 report=50 validate=500 checkpoint=5000
//
// These values are also the defaults. The encoder has the shape of the start model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

enum class AmrModelKind : std::uint8_t { Amr };

// The input for an edge between two words: only their vectors, or also their fragments.
enum class EdgesRead : std::uint8_t { Words, Fragments };

struct AmrConfig : RunConfig {
  AmrConfig();

  AmrModelKind kind = AmrModelKind::Amr;
  std::uint32_t fragment_width = 384;
  std::uint32_t edge_width = 256;
  std::uint32_t role_width = 64;  // also the width for re-entrancies
  double head_dropout = 0.33;     // for words and hidden layers; `dropout` is for the encoder
  EdgesRead edges_read = EdgesRead::Fragments;
  double given = 0.5;  // share of words whose edges read the right fragment, not the best one

  // The weights of the banks when sentences are drawn: one for all banks, or one for each in the
  // order of the files.
  std::vector<std::string> weights = {"1"};
  double silver = 0.1;      // weight of the sentences of silver banks
  double silver_until = 1;  // share of the steps after which silver banks are left out
  double frames = 0.03;     // weight of the examples of frames
  double hidden = 0.1;      // share of tokens that the mask replaces

  double fragment_loss = 1;
  double sense_loss = 0.5;
  double edge_loss = 1;
  double role_loss = 1;
  double reentrant_loss = 1;
  double tree_loss = 0.5;  // for treebanks

  std::uint32_t batch = 96;  // sentences
  std::uint32_t trees = 16;  // additional sentences of treebanks
  double head_rate = 10;     // factor for the learning rate of all weights except the encoder's

  friend bool operator==(const AmrConfig&, const AmrConfig&) = default;
};

// Error messages contain `name` and the line.
base::Result<AmrConfig> read_amr_config(std::string_view text, const std::string& name);
base::Result<AmrConfig> load_amr_config(const std::string& path);
// Writes all settings; reading the text gives the same configuration.
std::string amr_config_text(const AmrConfig& config);

// Returns the weights as numbers, one for each of `banks` files. Returns an error unless the
// configuration has one weight or `banks` weights, all of them numbers above 0.
base::Result<std::vector<double>> bank_weights(const AmrConfig& config, std::size_t banks);

}  // namespace noether::train
