// What two answers have in common: the F1 of the tokens they share, and BERTScore.
//
// Lexical overlap takes each answer as a bag of tokens (Rajpurkar et al., SQuAD, 2016). BERTScore
// (Zhang et al., 2020) is over given embeddings of tokens: each token is matched with the most
// similar one of the other answer, by the cosine; precision is the mean over the answer's tokens,
// recall that over the reference's, weighted where there are weights. What makes the embeddings is
// not known here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace noether::evaluation {

// 1 when both are empty, 0 when one is.
double token_f1(std::span<const std::string> answer, std::span<const std::string> reference);

// Rows of `values` have length 1, or 0 where a vector was 0.
struct TokenEmbeddings {
  std::size_t tokens = 0;
  std::size_t dimensions = 0;
  std::vector<float> values;   // tokens * dimensions
  std::vector<float> weights;  // of the tokens, none below 0; empty when all count the same

  std::span<const float> row(std::size_t token) const {
    return std::span(values).subspan(token * dimensions, dimensions);
  }
};

// Scales every vector to length 1. The sizes fit.
TokenEmbeddings unit_embeddings(std::size_t tokens, std::size_t dimensions,
                                std::vector<float> values, std::vector<float> weights = {});

struct BertScore {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// Both have the same dimensions. All is 0 where one has no token that counts.
BertScore bert_score(const TokenEmbeddings& answer, const TokenEmbeddings& reference);

// log((M + 1) / (m + 1)) for a token that is in m of the M references: rare ones count more.
std::unordered_map<std::string, double> inverse_document_frequencies(
    std::span<const std::vector<std::string>> references);

}  // namespace noether::evaluation
