#include "noether/answer/generate/citations.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "noether/answer/agreement.h"
#include "noether/answer/stretch.h"
#include "noether/base/ascii.h"

namespace noether::answer {
namespace {

// Longer numbers are years, or nonsense.
constexpr std::size_t kMostDigits = 3;
constexpr std::size_t kMostNumbers = 20;

// Whether only marks and signs that end sentences follow.
bool ends_here(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (const auto mark = citation_mark_at(text, at)) {
      at = mark->end;
    } else if (std::string_view(" .!?;,)\"'").contains(text[at])) {
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

// Copies a sentence with its formulas, and omits the parts that are not copied.
class SentenceCopy {
 public:
  explicit SentenceCopy(const text::Field& from) : from_(from) { copy_.name = from.name; }

  std::size_t size() const { return copy_.text.size(); }
  // Whether a formula begins at this byte, which is its dollar sign. `end` is set to the byte after
  // the formula.
  bool is_formula(std::size_t at, std::size_t& end) const {
    const auto found =
        std::ranges::lower_bound(from_.formulas, at + 1, {}, &text::FormulaSpan::begin);
    if (found == from_.formulas.end() || found->begin != at + 1) return false;
    end = found->end + 1;
    return true;
  }
  void copy(std::size_t begin, std::size_t end) {
    for (text::FormulaSpan formula : from_.formulas) {
      if (formula.begin < begin || formula.end > end) continue;
      formula.begin = static_cast<std::uint32_t>(formula.begin - begin + size());
      formula.end = static_cast<std::uint32_t>(formula.end - begin + size());
      copy_.formulas.push_back(formula);
    }
    copy_.text += std::string_view(from_.text).substr(begin, end - begin);
  }
  base::Span write(std::string_view text) {
    const auto begin = static_cast<std::uint32_t>(size());
    copy_.text += text;
    return {begin, static_cast<std::uint32_t>(size())};
  }
  // Removes the blanks at the end, which an omitted mark leaves.
  void drop_blanks() {
    while (copy_.text.ends_with(' ')) copy_.text.pop_back();
  }
  text::Field take() { return std::move(copy_); }

 private:
  const text::Field& from_;
  text::Field copy_;
};

}  // namespace

std::optional<CitationMark> citation_mark_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return std::nullopt;
  CitationMark mark;
  std::size_t i = at + 1;
  while (i < text.size() && mark.numbers.size() < kMostNumbers) {
    while (i < text.size() && base::is_space_or_control(text[i])) ++i;
    const std::size_t begin = i;
    while (i < text.size() && base::is_digit(text[i])) ++i;
    if (i == begin || i - begin > kMostDigits) return std::nullopt;
    std::from_chars(text.data() + begin, text.data() + i, mark.numbers.emplace_back());
    // Passages are counted from 1, so this is an interval such as [0, 1].
    if (mark.numbers.back() == 0) return std::nullopt;
    while (i < text.size() && base::is_space_or_control(text[i])) ++i;
    if (i == text.size()) return std::nullopt;
    const char sign = text[i++];
    if (sign == ']') {
      mark.end = i;
      return mark;
    }
    if (sign != ',' && sign != ';') return std::nullopt;
  }
  return std::nullopt;
}

bool is_open_mark_at(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == '[' && text.size() - at < 4 * kMostNumbers &&
         std::ranges::all_of(
             text.substr(at + 1),
             [](char c) {
               return base::is_digit(c) || c == ',' || c == ';' || base::is_space_or_control(c);
             });
}

CitedSentence read_citations(const text::Field& sentence, std::size_t passages,
                             const std::function<std::size_t(std::size_t passage)>& number_of) {
  CitedSentence cited;
  if (passages == 0) {  // there is nothing to cite
    cited.text = sentence;
    return cited;
  }
  SentenceCopy copy(sentence);
  const std::string_view text = sentence.text;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const auto mark = copy.is_formula(at, end) ? std::nullopt : citation_mark_at(text, at);
    if (!mark) {
      copy.copy(at, end);
      at = end;
      continue;
    }
    const bool is_last = ends_here(text, mark->end);
    std::vector<std::size_t> shown;
    std::vector<std::size_t> missing;
    for (const std::size_t number : mark->numbers) {
      if (number > passages) {
        missing.push_back(number);
        continue;
      }
      if (std::ranges::find(cited.cited, number - 1) == cited.cited.end()) {
        cited.cited.push_back(number - 1);
      }
      if (!is_last) shown.push_back(number_of(number - 1));
    }
    if (shown.empty() && missing.empty()) copy.drop_blanks();
    for (const std::size_t number : shown) copy.write(fmt::format("[{}]", number));
    for (const std::size_t number : missing) {
      cited.missing.push_back({number, copy.write(fmt::format("[{}]", number))});
    }
    at = mark->end;
  }
  copy.drop_blanks();
  cited.text = copy.take();
  return cited;
}

// Fitted to the first half of the threads (docs/measurements.md).
SupportModel support_by_tokens() { return {.bias = -7.46, .weight = 15.12}; }
SupportModel support_by_words() { return {.bias = -3.51, .weight = 5.28}; }

// A cross-encoder is trained to give log odds. Noether ships no cross-encoder to which this could
// be fitted.
SupportModel support_by_score() { return {.bias = 0, .weight = 1}; }

double support_of(double nearness, const SupportModel& model) {
  return 1 / (1 + std::exp(-(model.bias + model.weight * nearness)));
}

base::Result<const QuestionParts*> SupportMeter::parts_of(const text::Field& sentence) {
  if (!parts_ || sentence_ != sentence.text) {
    auto read = QuestionParts::read({.title = {}, .body = sentence}, texts_);
    if (!read) return std::unexpected(std::move(read.error()));
    ++work_.encoded_sentences;
    sentence_ = sentence.text;
    parts_.emplace(*std::move(read));
  }
  return &*parts_;
}

base::Result<const ComparedDocument*> SupportMeter::document_of(std::size_t passage) {
  std::optional<ComparedDocument>& known = documents_[passage];
  if (!known) {
    auto read = ComparedDocument::read(*index_, passages_[passage].source.document, texts_);
    if (!read) return std::unexpected(std::move(read.error()));
    ++work_.read_documents;
    known = *std::move(read);
  }
  return &*known;
}

base::Result<std::vector<double>> SupportMeter::support(const text::Field& sentence,
                                                        std::span<const std::size_t> cited) {
  std::vector<double> supports;
  if (cited.empty()) return supports;
  if (cross_ != nullptr) return support_by_cross_encoder(sentence, cited);
  const auto parts = parts_of(sentence);
  if (!parts) return std::unexpected(parts.error());
  const bool has_tokens = texts_ != nullptr && texts_->text().has_token_codes();
  const SupportModel model = has_tokens ? support_by_tokens() : support_by_words();
  for (const std::size_t passage : cited) {
    const auto document = document_of(passage);
    if (!document) return std::unexpected(document.error());
    supports.push_back(support_of(mean_nearness((*parts)->nearness(**document)), model));
  }
  return supports;
}

// A cross-encoder reads the sentence and a passage together, so neither can be encoded in advance.
base::Result<std::vector<double>> SupportMeter::support_by_cross_encoder(
    const text::Field& sentence, std::span<const std::size_t> cited) {
  std::vector<std::string_view> texts;
  for (const std::size_t passage : cited) texts.emplace_back(passages_[passage].text.text);
  const auto scores = cross_->score(sentence.text, texts);
  if (!scores) return std::unexpected(scores.error());
  std::vector<double> supports;
  for (const double score : *scores) supports.push_back(support_of(score, support_by_score()));
  return supports;
}

std::string_view citation_verdict_name(CitationVerdict verdict) {
  switch (verdict) {
    case CitationVerdict::Supported:
      return "supported";
    case CitationVerdict::Unsupported:
      return "unsupported";
    case CitationVerdict::Missing:
      return "missing";
    case CitationVerdict::Uncited:
      return "uncited";
  }
  return "";
}

namespace {

// A single sentence is shown whatever its length. Several sentences are shown only within this
// number of characters.
constexpr std::size_t kFewSentences = 240;

}  // namespace

// Finds the sentences of a source to which a citation leads the reader.
base::Result<base::Span> SupportMeter::nearest_stretch(const text::Field& sentence,
                                                       std::size_t passage) {
  const Passage& cited = passages_[passage];
  const auto parts = parts_of(sentence);
  if (!parts) return std::unexpected(parts.error());
  const auto document = index_->document(cited.source.document);
  if (!document) return std::unexpected(document.error());
  std::vector<SourceSentence> sentences = sentences_of(*document);
  if (auto met = (*parts)->meet(*index_, cited.source.document, *document, sentences); !met) {
    return std::unexpected(met.error());
  }
  // The model has read only the passage.
  std::erase_if(sentences, [&](const SourceSentence& one) {
    return one.field != cited.field || one.span.begin < cited.span.begin ||
           one.span.end > cited.span.end;
  });
  Agreement with_nobody({});
  const auto best = best_stretch(*document, sentences, with_nobody,
                                 {.limit = cited.text.text.size() + 1,
                                  .share = 0,
                                  .short_document = kFewSentences,
                                  .agreement = 0});
  if (!best) return cited.span;
  const std::span<const SourceSentence> stretch =
      std::span(sentences).subspan(best->first, best->last - best->first);
  // The passage contains nothing of the sentence, so no part of it is better than the rest.
  if (coverage(stretch) <= 0) return cited.span;
  return base::Span{stretch.front().span.begin, stretch.back().span.end};
}

}  // namespace noether::answer
