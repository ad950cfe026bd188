#include "noether/answer/stretch.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

// Values that differ by less are equal except for rounding.
constexpr double kSameValue = 1e-9;
constexpr std::string_view kFullStops = ".?!";

// The sentences at whose end a stretch may end. Displayed formulas cut their sentences into pieces.
// A stretch begins and ends where a sentence is whole: at a full stop, which may stand inside a
// formula, or at the end of the field.
std::vector<bool> whole_ends(const text::Document& document,
                             std::span<const SourceSentence> sentences) {
  std::vector<bool> ends;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::string_view text = text_of(document, sentences[i]);
    // A full stop may stand inside a formula, or before a bracket or a quotation mark.
    const std::size_t last = text.find_last_not_of(" $})]\"'");
    const bool is_last = i + 1 == sentences.size() || sentences[i + 1].field != sentences[i].field;
    ends.push_back(is_last || (last != std::string_view::npos && kFullStops.contains(text[last])));
  }
  return ends;
}

class StretchChooser {
 public:
  StretchChooser(const text::Document& document, std::span<const SourceSentence> sentences,
                 Agreement& agreement, const StretchOptions& options)
      : sentences_(sentences),
        agreement_(agreement),
        options_(options),
        ends_(whole_ends(document, sentences)) {
    std::size_t all = 0;
    for (const SourceSentence& sentence : sentences) {
      lengths_.push_back(length_of(document, sentence));
      all += lengths_.back();
    }
    const auto share = static_cast<std::size_t>(options.share * static_cast<double>(all));
    most_ = std::min(options.limit, std::max(share, options.short_document));
  }

  std::optional<Stretch> choose(bool only_whole) {
    best_.reset();
    for (std::size_t first = 0; first < sentences_.size(); ++first) {
      const bool is_begun = first > 0 && !ends_[first - 1];
      if (!(only_whole && is_begun)) try_from(first, only_whole);
    }
    return best_;
  }

 private:
  void try_from(std::size_t first, bool only_whole) {
    std::vector<float> nearest(sentences_[first].nearness.size(), 0);
    agreement_.restart();
    std::size_t length = 0;
    std::size_t whole = 0;  // whole sentences of the stretch, with their pieces
    for (std::size_t i = first; i < sentences_.size(); ++i) {
      if (sentences_[i].field != sentences_[first].field) break;
      length += lengths_[i];
      // The first sentence may be longer than its share, but not longer than the limit.
      if (length > (whole == 0 ? options_.limit : most_)) break;
      raise(nearest, sentences_[i].nearness);
      agreement_.add(sentences_[i].tokens);
      if (only_whole && !ends_[i]) continue;
      ++whole;
      take({first, i + 1}, length,
           mean_nearness(nearest) + options_.agreement * agreement_.value());
    }
  }

  void take(const Stretch& stretch, std::size_t length, double value) {
    const bool is_better = !best_ || value > best_value_ + kSameValue ||
                           (value > best_value_ - kSameValue && length < best_length_);
    if (!is_better) return;
    best_ = stretch;
    best_value_ = value;
    best_length_ = length;
  }

  std::span<const SourceSentence> sentences_;
  Agreement& agreement_;
  const StretchOptions& options_;
  std::vector<bool> ends_;
  std::vector<std::size_t> lengths_;
  std::size_t most_ = 0;
  std::optional<Stretch> best_;
  double best_value_ = 0;
  std::size_t best_length_ = 0;
};

}  // namespace

std::size_t length_of(const text::Document& document, const SourceSentence& sentence) {
  return base::count_characters(text_of(document, sentence)) + 1;
}

std::optional<Stretch> best_stretch(const text::Document& document,
                                    std::span<const SourceSentence> sentences, Agreement& agreement,
                                    const StretchOptions& options) {
  StretchChooser chooser(document, sentences, agreement, options);
  const auto whole = chooser.choose(true);
  return whole ? whole : chooser.choose(false);
}

}  // namespace noether::answer
