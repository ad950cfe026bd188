#include "noether/evaluation/embedding/bag_of_tokens.h"

#include <algorithm>
#include <string_view>

#include "noether/base/hash.h"

namespace noether::evaluation {
namespace {

void count(std::string_view what, float weight, std::span<float> places) {
  places[base::digest_of(what).low % places.size()] += weight;
}

void embed(std::string_view text, std::span<float> places) {
  std::size_t previous = 0;  // where the token before begins
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    count(text.substr(begin, end - begin), 1, places);
    if (begin > 0) count(text.substr(previous, end - previous), 0.5F, places);
    previous = begin;
    begin = end + 1;
  }
  normalise(places);
}

}  // namespace

Embedding bag_of_tokens() {
  return {std::string(kBagOfTokens),
          [](std::span<const std::string> texts) -> base::Result<Vectors> {
            Vectors vectors(texts.size(), kBagWidth);
            for (std::size_t i = 0; i < texts.size(); ++i) embed(texts[i], vectors.row(i));
            return vectors;
          },
          "tokens"};
}

}  // namespace noether::evaluation
