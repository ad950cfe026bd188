// Lexical overlap: the F1 of the tokens two answers share, each as a bag of tokens (Rajpurkar et
// al., SQuAD, 2016).
#pragma once

#include <span>
#include <string>

namespace noether::evaluation {

// 1 when both are empty, 0 when one is.
double token_f1(std::span<const std::string> answer, std::span<const std::string> reference);

}  // namespace noether::evaluation
