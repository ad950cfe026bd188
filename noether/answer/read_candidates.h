// Reads candidates with their texts, which is the common input of extraction and writing. Also
// finds the sentences of a candidate that define the symbols of a stretch.
// A reader understands a stretch that uses a symbol without introducing it only if he knows the
// symbol. The defining sentence is searched before the stretch, the nearest first, then in the
// question that the document answers. Typed declarations are used if the index has them
// (search/contexts); otherwise a sentence introduces a name if it has a word that does so, such as
// `let` or `where`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/answer/agreement.h"
#include "noether/answer/answer.h"
#include "noether/answer/candidates.h"
#include "noether/answer/question.h"
#include "noether/answer/sentences.h"
#include "noether/answer/stretch.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/text/document.h"

namespace noether::answer {

// A document that has been read for an answer.
struct ReadDocument {
  std::uint32_t number = 0;
  text::Document document;
  std::vector<SourceSentence> sentences;
};
base::Result<ReadDocument> read_document(const index::IndexReader& index, std::uint32_t number);

// The symbols that a text uses, each once.
std::vector<std::string> symbols_in(const text::Field& field);
// The symbols that the text introduces itself, by its words and the form of its formulas.
std::vector<std::string> introduced_in(const text::Field& field);

struct Definitions {
  std::vector<std::size_t> in_document;  // sentences of the document, in its order
  std::vector<std::size_t> in_question;  // sentences of the question
};

// Finds the definitions of the symbols of a stretch that neither it nor the question introduces.
// `asked` is the question that the document answers; it is null if there is none.
base::Result<Definitions> definitions_for(const index::IndexReader& index, const Question& question,
                                          const ReadDocument& read, const Stretch& stretch,
                                          const ReadDocument* asked);

// The number of candidates that are read and compared with each other.
inline constexpr std::uint32_t kCandidates = 5;

// A candidate with its text.
struct ReadCandidate {
  Candidate candidate;
  ReadDocument read;
};
// Reads the sentences of all candidates, with their nearness to the question and their tokens.
base::Result<std::vector<ReadCandidate>> read_candidates(const index::IndexReader& index,
                                                         const QuestionParts& parts,
                                                         std::span<const Candidate> candidates,
                                                         const search::IsOver& is_over = {});
Agreement agreement_with_others(std::span<const ReadCandidate> all, const ReadCandidate& one);

// The document as a source of an answer.
base::Result<Source> source_of(const index::IndexReader& index, const ReadDocument& read);

}  // namespace noether::answer
