// Examples for tests: a few sentences of random tokens with random labels.
#pragma once

#include <cstdint>
#include <random>

#include "noether/train/amr/amr_examples.h"

namespace noether::train {

inline AmrExample tiny_example(std::mt19937& random) {
  AmrExample example;
  const std::size_t words = 2 + random() % 5;
  example.tokens = {2};  // [CLS]
  example.segments = {0};
  for (std::size_t i = 0; i < words; ++i) {
    example.firsts.push_back(static_cast<std::uint32_t>(example.tokens.size()));
    const auto pieces = 1 + random() % 2;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      example.tokens.push_back(10 + static_cast<neural::TokenId>(random() % 30));
      example.segments.push_back(static_cast<std::uint8_t>(i % 3));
    }
    const bool has_node = i == 0 || random() % 3 > 0;
    example.fragments.push_back(has_node ? 2 + static_cast<std::int32_t>(random() % 4) : 0);
    example.senses.push_back(has_node && random() % 2 > 0 ? static_cast<std::int32_t>(random() % 2)
                                                          : AmrExample::kNone);
    // The first word is the root and the head of all others.
    example.heads.push_back(has_node ? (i == 0 ? AmrExample::kRoot : 1) : AmrExample::kNone);
    example.roles.push_back(has_node && i > 0 ? static_cast<std::int32_t>(random() % 3)
                                              : AmrExample::kNone);
  }
  example.tokens.push_back(3);  // [SEP]
  example.segments.push_back(0);
  if (example.heads.back() > 0) {
    example.reentrant.push_back({static_cast<std::uint32_t>(words - 1), 0, 2});
  }
  return example;
}

// Ten sentences for training; the same sentences for validation and as a treebank.
inline AmrExamples tiny_examples(std::uint32_t vocabulary, std::uint64_t tokenizer) {
  std::mt19937 random(5);
  AmrExamples examples;
  examples.tokenizer = tokenizer;
  examples.mask = 4;
  examples.vocabulary = vocabulary;
  examples.segments = 8;
  examples.fragments = {"9 nothing\n9 continuation\n3 a\n3 b\n3 c\n3 d\n", 6};
  examples.senses = {"9 01\n9 02\n", 2};
  examples.roles = {"9 ARG0\n9 ARG1\n9 mod\n", 3};
  examples.tags = 6;
  examples.relations = 3;
  examples.lexicon = "noun children child\n";
  ExampleBank bank{"gold", BankKind::Gold, {}};
  for (int i = 0; i < 10; ++i) bank.examples.push_back(tiny_example(random));
  examples.banks.push_back(bank);
  bank.name = "held out";
  bank.kind = BankKind::Validation;
  examples.banks.push_back(bank);
  bank.name = "trees";
  bank.kind = BankKind::Treebank;
  for (AmrExample& example : bank.examples) {
    example.senses.assign(example.words(), AmrExample::kNone);
    example.reentrant.clear();
  }
  examples.banks.push_back(bank);
  return examples;
}

}  // namespace noether::train
