// The sentences of a document, and how near each is to the question.
// The parts of a question are the tokens of late interaction if the index has passages, else its
// words. The nearness of a sentence to a part is that of its nearest token or word; the nearness of
// a stretch is that of its nearest sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/index/index_reader.h"
#include "noether/search/semantic/passage_encoder.h"
#include "noether/text/document.h"

namespace noether::answer {

struct SourceSentence {
  std::uint32_t field = 0;  // of the document
  base::Span span;          // bytes of the field's text
  bool begins_paragraph = false;
  std::vector<float> nearness = {};  // to each part of the question, from 0 to 1
  std::vector<std::uint32_t> tokens =
      {};  // as TokenNumbers has them; empty until they are asked for
};

// The sentences of a document's own text, without titles and comments. `nearness` is empty.
std::vector<SourceSentence> sentences_of(const text::Document& document);

std::string_view text_of(const text::Document& document, const SourceSentence& sentence);
// The sentence alone, with the name of its field.
text::Field field_of(const text::Document& document, const SourceSentence& sentence);

// A document as questions are compared with it. It is read once, however many questions meet it.
struct ComparedDocument {
  // `texts` is null where the index has no passages, as for QuestionParts.
  static base::Result<ComparedDocument> read(const index::IndexReader& index, std::uint32_t number,
                                             const search::PassageEncoder* texts);

  std::vector<std::string_view> codes;  // of the tokens of its passages, where there are any; ...
  std::vector<std::string> stems;       // ... else its words. Valid while the index lives.
};

// For one question, of which it keeps only the parts.
class QuestionParts {
 public:
  // `texts` is null where the index has no passages.
  static base::Result<QuestionParts> read(const Question& question,
                                          const search::PassageEncoder* texts);

  std::size_t count() const;
  // The nearness of a whole document, including its title, to each part.
  base::Result<std::vector<float>> nearness(const index::IndexReader& index,
                                            std::uint32_t number) const;
  std::vector<float> nearness(const ComparedDocument& document) const;
  // Fills in the nearness of all sentences of a document.
  base::Result<void> meet(const index::IndexReader& index, std::uint32_t number,
                          const text::Document& document,
                          std::vector<SourceSentence>& sentences) const;

  // The same by words alone, where the index has no passages.
  void meet_words(const text::Document& document, std::vector<SourceSentence>& sentences) const;

 private:
  void meet_stems(std::span<const std::string> stems, std::span<float> nearness) const;
  void meet_passage(std::span<const std::uint32_t> sentence_of, std::string_view codes,
                    std::vector<SourceSentence>& sentences) const;

  const search::PassageEncoder* texts_ = nullptr;
  std::optional<embedding::TextEncoder::Query> query_;  // where there are passages
  std::vector<std::string> stems_;                      // else
};

// Raises each nearness to that of another text.
void raise(std::span<float> nearness, std::span<const float> other);
// The mean over the parts of the question.
double mean_nearness(std::span<const float> nearness);
// The share of the question that a stretch covers: the mean over its parts.
double coverage(std::span<const SourceSentence> stretch);

}  // namespace noether::answer
