// Measures the similarity of two answers: the F1 of the tokens they share, and BERTScore.
//
// Lexical overlap takes each answer as a bag of tokens (Rajpurkar et al., SQuAD, 2016). BERTScore
// (Zhang et al., 2020) uses given embeddings of tokens: each token is matched with the most similar
// token of the other answer, by the cosine. Precision is the mean over the tokens of the answer,
// and recall the mean over those of the reference, weighted if there are weights. The measures do
// not depend on the source of the embeddings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace noether::evaluation {

// The value is 1 if both are empty, and 0 if only one is.
double token_f1(std::span<const std::string> answer, std::span<const std::string> reference);

// Rows of `values` have length 1, or 0 for a zero vector.
struct TokenEmbeddings {
  std::size_t tokens = 0;
  std::size_t dimensions = 0;
  std::vector<float> values;   // tokens * dimensions
  std::vector<float> weights;  // of the tokens, none below 0; empty if all weigh the same

  std::span<const float> row(std::size_t token) const {
    return std::span(values).subspan(token * dimensions, dimensions);
  }
};

// Scales every vector to length 1. The size of the values must fit the counts.
TokenEmbeddings unit_embeddings(std::size_t tokens, std::size_t dimensions,
                                std::vector<float> values, std::vector<float> weights = {});

struct BertScore {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// Both must have the same dimensions. All scores are 0 if one has no token that counts.
BertScore bert_score(const TokenEmbeddings& answer, const TokenEmbeddings& reference);

// The weight of a token that is in m of the M references, log((M + 1) / (m + 1)): rare tokens count
// more.
std::unordered_map<std::string, double> inverse_document_frequencies(
    std::span<const std::vector<std::string>> references);

}  // namespace noether::evaluation
