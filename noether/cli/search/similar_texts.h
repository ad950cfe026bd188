// noether similar --text: the passages of an index whose vectors are nearest to that of a text.
#pragma once

#include <cstdint>
#include <string>

namespace noether::cli {

struct SimilarTextOptions {
  std::string folder;
  std::string text;
  std::string model;  // empty: the one that ships
  std::uint32_t count = 10;
  bool exact = false;
  bool json = false;
};

void list_similar_texts(const SimilarTextOptions& options);

}  // namespace noether::cli
