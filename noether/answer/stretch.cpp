#include "noether/answer/stretch.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

// Sums of parts that differ by less are the same but for rounding.
constexpr double kSameSum = 1e-6;

}  // namespace

std::size_t length_of(const text::Document& document, const SourceSentence& sentence) {
  const std::string_view text = document.fields[sentence.field].text;
  const auto [begin, end] = sentence.span;
  std::size_t characters = 0;
  for ([[maybe_unused]] const base::CodePoint& one :
       base::code_points(text.substr(begin, end - begin))) {
    ++characters;
  }
  return characters + 1;
}

std::optional<Stretch> best_stretch(const text::Document& document,
                                    std::span<const SourceSentence> sentences, std::size_t limit) {
  std::vector<std::size_t> lengths;
  std::size_t all = 0;
  for (const SourceSentence& sentence : sentences) {
    lengths.push_back(length_of(document, sentence));
    all += lengths.back();
  }
  const auto share = static_cast<std::size_t>(kStretchShare * static_cast<double>(all));
  const std::size_t most = std::min(limit, std::max(share, kShortDocument));
  std::optional<Stretch> best;
  double best_sum = 0;
  std::size_t best_length = 0;
  std::vector<float> nearest;
  for (std::size_t first = 0; first < sentences.size(); ++first) {
    nearest.assign(sentences[first].nearness.size(), 0);
    double sum = 0;
    std::size_t length = 0;
    for (std::size_t i = first; i < sentences.size(); ++i) {
      if (sentences[i].field != sentences[first].field) break;
      length += lengths[i];
      // A first sentence may be longer than its share, but not than the limit.
      if (length > (i == first ? limit : most)) break;
      for (std::size_t part = 0; part < nearest.size(); ++part) {
        const float raised = std::max(nearest[part], sentences[i].nearness[part]);
        sum += static_cast<double>(raised - nearest[part]);
        nearest[part] = raised;
      }
      const bool is_better =
          !best || sum > best_sum + kSameSum || (sum > best_sum - kSameSum && length < best_length);
      if (!is_better) continue;
      best = {first, i + 1};
      best_sum = sum;
      best_length = length;
    }
  }
  return best;
}

}  // namespace noether::answer
