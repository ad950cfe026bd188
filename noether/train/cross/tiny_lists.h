// Small lists of tokens for tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/transformer/random_transformer.h"
#include "noether/train/cross/cross_encoder.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {

// Every question and every entry has its own random text. The grades of list l are `grades[l]`.
inline neural::TokenizedLists random_lists(const std::vector<std::vector<std::int8_t>>& grades,
                                           std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  neural::TokenizedLists lists;
  const auto add_text = [&] {
    for (std::size_t left = 1 + random() % 12; left > 0; --left) {
      lists.tokens.push_back(static_cast<neural::TokenId>(3 + random() % 47));
    }
    lists.ends.push_back(lists.tokens.size());
    return static_cast<std::uint32_t>(lists.ends.size() - 1);
  };
  for (const auto& of_list : grades) {
    lists.list_ids.push_back("A." + std::to_string(lists.queries.size()));
    lists.queries.push_back(add_text());
    for (const std::int8_t grade : of_list) {
      lists.entry_ids.push_back(std::to_string(lists.entries.size()));
      lists.entries.push_back(add_text());
      lists.grades.push_back(grade);
    }
    lists.list_ends.push_back(lists.entries.size());
  }
  lists.pair = {{0}, {1}, {1}, {0, 0, 0, 1, 1}};
  return lists;
}

// A model with one score after a pooler.
inline neural::ModelFolder tiny_cross_encoder(neural::TransformerConfig transformer,
                                              std::uint32_t seed = 3) {
  neural::ModelFolder model;
  model.config.transformer = std::move(transformer);
  model.config.transformer.head = {};
  model.config.transformer.head.pooler = neural::Activation::Tanh;
  model.config.transformer.head.classes = 1;
  model.config.sequence_tokens = model.config.transformer.max_positions;
  model.weights = neural::random_weights(model.config.transformer, seed);
  return model;
}

}  // namespace noether::train
