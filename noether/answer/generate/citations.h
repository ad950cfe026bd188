// Reads the citations in a sentence that a model wrote, such as [1], [2, 3] and [1][2], and
// measures whether a source supports a sentence that cites it.
// A cross-encoder, if one is given, reads both together. Otherwise late interaction measures how
// near the sentence is to the tokens of the source, or to its words if the index has no passages.
// Nearness is not a proof: a sentence may use the words of its source and say the opposite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/answer/sentences.h"
#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/semantic/passage_encoder.h"
#include "noether/text/document.h"

namespace noether::answer {

// A bracket with numbers.
struct CitationMark {
  std::vector<std::size_t> numbers;  // in the order in which they are written
  std::size_t end = 0;               // the byte after the bracket
};
// The mark that begins at a byte of a text, if there is one.
std::optional<CitationMark> citation_mark_at(std::string_view text, std::size_t at);
// Whether a mark begins there that is not complete yet.
bool is_open_mark_at(std::string_view text, std::size_t at);

struct CitedSentence {
  // The text without the marks at its end. Marks within it get the new numbers; unknown numbers
  // stay.
  text::Field text;
  std::vector<std::size_t> cited;  // passages from 0, each once, in the order of the sentence
  struct Missing {
    std::size_t number = 0;
    base::Span span;  // of `text`
  };
  std::vector<Missing> missing;
};
// Numbers from 1 to `passages` are valid; `number_of` gives the new number of a passage.
CitedSentence read_citations(const text::Field& sentence, std::size_t passages,
                             const std::function<std::size_t(std::size_t passage)>& number_of);

// The lowest probability at which a source supports a sentence.
inline constexpr double kSupported = 0.5;

// A logistic function of nearness, fitted by bench/citations.
struct SupportModel {
  double bias = 0;
  double weight = 0;
};
SupportModel support_by_tokens();
SupportModel support_by_words();
SupportModel support_by_score();  // for the scores of a cross-encoder
double support_of(double nearness, const SupportModel& model);

// Measures support for one answer and the passages that it may cite. An object must not be used by
// two threads at once.
class SupportMeter {
 public:
  // All arguments must outlive this object. `texts` is null if the index has no passages, and the
  // cross-encoder is null if none is given.
  SupportMeter(const index::IndexReader& index, const search::PassageEncoder* texts,
               const embedding::CrossEncoder* cross, std::span<const Passage> passages)
      : index_(&index),
        texts_(texts),
        cross_(cross),
        passages_(passages),
        documents_(passages.size()) {}

  // The probability that each of the passages with these numbers supports the sentence. The
  // sentence is encoded once for all of them.
  base::Result<std::vector<double>> support(const text::Field& sentence,
                                            std::span<const std::size_t> cited);
  // The bytes of the field that are nearest to the sentence: a few whole sentences of the passage,
  // found by late interaction or by words. A cross-encoder would have to read each of them.
  base::Result<base::Span> nearest_stretch(const text::Field& sentence, std::size_t passage);

  // The amount of work done so far.
  struct Work {
    std::size_t encoded_sentences = 0;
    std::size_t read_documents = 0;
  };
  const Work& work() const { return work_; }

 private:
  base::Result<std::vector<double>> support_by_cross_encoder(const text::Field& sentence,
                                                             std::span<const std::size_t> cited);
  base::Result<const QuestionParts*> parts_of(const text::Field& sentence);
  base::Result<const ComparedDocument*> document_of(std::size_t passage);

  const index::IndexReader* index_;
  const search::PassageEncoder* texts_;
  const embedding::CrossEncoder* cross_;
  std::span<const Passage> passages_;
  std::string sentence_;  // the last sentence, from which the parts come
  std::optional<QuestionParts> parts_;
  std::vector<std::optional<ComparedDocument>> documents_;  // of the passages that have been read
  Work work_;
};

enum class CitationVerdict : std::uint8_t {
  Supported,
  Unsupported,  // the source exists but does not support the sentence
  Missing,      // there is no source with this number
  Uncited,      // the sentence has no citation
};
std::string_view citation_verdict_name(CitationVerdict verdict);

// Kinds of notes.
inline constexpr std::string_view kCitationNote = "citation";

}  // namespace noether::answer
