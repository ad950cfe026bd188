// Splits a document into sentences, and measures how near each is to the question.
// The parts of a question are the tokens of late interaction if the index has passages, and its
// words otherwise. The nearness of a sentence to a part is that of its nearest token or word; the
// nearness of a stretch is that of its nearest sentence.
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
  std::uint32_t field = 0;  // a field of the document
  base::Span span;          // bytes of the text of the field
  bool begins_paragraph = false;
  std::vector<float> nearness = {};        // nearness to each part of the question, from 0 to 1
  std::vector<std::uint32_t> tokens = {};  // numbers from TokenNumbers; empty until they are needed
};

// The sentences of a document's own text, without titles and comments. `nearness` is empty.
std::vector<SourceSentence> sentences_of(const text::Document& document);

std::string_view text_of(const text::Document& document, const SourceSentence& sentence);
// The text of the sentence alone, with the name of its field.
text::Field field_of(const text::Document& document, const SourceSentence& sentence);

// A document in the form in which questions are compared with it. It is read once and can be
// compared with many questions.
struct ComparedDocument {
  // `texts` is null if the index has no passages, as for QuestionParts.
  static base::Result<ComparedDocument> read(const index::IndexReader& index, std::uint32_t number,
                                             const search::PassageEncoder* texts);

  // The tokens of its passages, if it has any.
  std::vector<std::string_view> codes;
  // The words, otherwise. Valid while the index lives.
  std::vector<std::string> stems;
};

// The parts of one question. Nothing else is kept.
class QuestionParts {
 public:
  // `texts` is null if the index has no passages.
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

  // Fills in the nearness by words alone, for an index without passages.
  void meet_words(const text::Document& document, std::vector<SourceSentence>& sentences) const;

 private:
  void meet_stems(std::span<const std::string> stems, std::span<float> nearness) const;
  void meet_passage(std::span<const std::uint32_t> sentence_of, std::string_view codes,
                    std::vector<SourceSentence>& sentences) const;

  const search::PassageEncoder* texts_ = nullptr;
  std::optional<embedding::TextEncoder::Query> query_;  // if there are passages
  std::vector<std::string> stems_;                      // otherwise
};

// Raises each nearness to that of another text, if the latter is greater.
void raise(std::span<float> nearness, std::span<const float> other);
// The mean over the parts of the question.
double mean_nearness(std::span<const float> nearness);
// The share of the question that a stretch covers: the mean over its parts.
double coverage(std::span<const SourceSentence> stretch);

}  // namespace noether::answer
