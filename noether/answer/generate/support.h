// Whether a source supports a sentence that cites it.
//
// A cross-encoder reads both at once, where one is named. Else late interaction tells how near the
// sentence is to the tokens of the source, and words where the index has no passages. Nearness is
// not proof: a sentence may have the words of its source and say the opposite.
#pragma once

#include <cstdint>
#include <string>

#include "noether/answer/answer.h"
#include "noether/answer/generate/text_writer.h"
#include "noether/base/error.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::answer {

// From so much on, a source supports a sentence.
inline constexpr double kSupported = 0.5;

// A logistic function of nearness, fitted by bench/citations.
struct SupportModel {
  double bias = 0;
  double weight = 0;
};
SupportModel support_by_tokens();
SupportModel support_by_words();
double support_of(double nearness, const SupportModel& model);

class SupportMeter {
 public:
  // All must outlive this. Null without passages in the index, and without a cross-encoder.
  SupportMeter(const index::IndexReader& index, const search::PassageEncoder* texts,
               const embedding::CrossEncoder* cross)
      : index_(&index), texts_(texts), cross_(cross) {}

  // How probable it is that the source supports the sentence.
  base::Result<double> support(const text::Field& sentence, const Passage& cited) const;
  // The mean nearness of the parts of the sentence to a document.
  base::Result<double> nearness(const text::Field& sentence, std::uint32_t document) const;
  // The bytes of the field that are nearest to the sentence: a few whole sentences of the passage,
  // by late interaction or by words. A cross-encoder would have to read all of them one by one.
  base::Result<base::Span> nearest_stretch(const text::Field& sentence, const Passage& cited) const;

 private:
  const index::IndexReader* index_;
  const search::PassageEncoder* texts_;
  const embedding::CrossEncoder* cross_;
};

enum class CitationVerdict : std::uint8_t {
  Supported,
  Unsupported,  // the source exists, and says something else
  Missing,      // no source has this number
  Uncited,      // a sentence without any citation
};
std::string_view citation_verdict_name(CitationVerdict verdict);

// Kinds of notes.
inline constexpr std::string_view kCitationNote = "citation";

}  // namespace noether::answer
