// Small corpora of pieces for tests.
#pragma once

#include <utility>
#include <vector>

#include "noether/train/pretrain/piece_corpus.h"

namespace noether::train {

inline constexpr neural::TokenId kTinyMask = 4;

// As in BERT: [CLS] is 2, [SEP] is 3, [MASK] is 4.
inline neural::TokenizerFacts tiny_facts(std::uint32_t vocabulary = 50) {
  neural::TokenizerFacts facts;
  facts.vocabulary = vocabulary;
  facts.mask = kTinyMask;
  facts.padding = 0;
  facts.before = {2};
  facts.between = facts.after = {3};
  return facts;
}

using TinyText = std::vector<std::vector<neural::TokenId>>;

inline PieceCorpus tiny_corpus(const std::vector<TinyText>& texts, std::uint32_t vocabulary = 50) {
  neural::TokenizedPiecesBuilder builder(tiny_facts(vocabulary));
  for (const TinyText& text : texts) builder.add_text(text);
  PieceCorpus corpus;
  corpus.files.push_back(
      neural::TokenizedPieces::from_bytes(base::MappedBytes::of(builder.to_bytes())).value());
  return corpus;
}

// Texts of three pieces of five tokens, which are 10 or more and distinct within a text.
inline PieceCorpus counting_corpus(std::size_t texts) {
  std::vector<TinyText> all;
  for (std::size_t text = 0; text < texts; ++text) {
    TinyText& pieces = all.emplace_back(3);
    for (std::size_t i = 0; i < 15; ++i) {
      pieces[i / 5].push_back(static_cast<neural::TokenId>(10 + (text + i) % 40));
    }
  }
  return tiny_corpus(all);
}

}  // namespace noether::train
