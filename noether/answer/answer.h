// An answer: sentences, each with the place it comes from, and how far to trust them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/search/is_over.h"
#include "noether/text/document.h"

namespace noether::answer {

// The method by which an answer was made.
enum class Way : std::uint8_t { Extracted, Computed, Generated };
std::string_view way_name(Way way);

// A document that an answer draws on.
struct Source {
  std::uint32_t document = 0;  // its number in the index
  std::string name;            // the name by which the index finds it again
  std::string kind;            // answer, theorem, …
  text::Field title;           // its own title, or that of its question; may be empty
};

// One line of a proof.
struct ProofStep {
  std::string latex;
  std::string why;  // empty for the first
};

// A point where the two sides of an equation differ.
struct Counterexample {
  std::vector<std::pair<std::string, std::string>> point;  // LaTeX: a variable and its value
  std::string left;                                        // decimals, or `undefined`
  std::string right;
};

// A note on a sentence, such as whether an equation in it holds.
struct Note {
  std::string kind;  // equation, computation, citation
  std::string text;  // a reason, in words
  base::Span span;   // bytes of the sentence; empty if the note is about the whole sentence
  // For an equation and a computation: proven, agrees, refuted, undecided. For a citation:
  // supported, unsupported, missing, uncited.
  std::string verdict = {};
  std::string latex = {};  // the equation as it was checked, with the values that the text gives
  std::vector<ProofStep> proof = {};
  std::optional<Counterexample> counterexample = std::nullopt;
};

struct AnswerSentence {
  enum class Role : std::uint8_t {
    Says,     // answers the question
    Defines,  // defines a symbol that another sentence uses
    Shows,    // shows a step of a computation
  };

  text::Field text;  // the text of this sentence alone
  Role role = Role::Says;
  // The place of the sentence; empty for a sentence that occurs in no document.
  struct Place {
    std::size_t source = 0;   // in Answer::sources
    std::uint32_t field = 0;  // of the document
    base::Span span = {};     // bytes of the text of the field

    friend bool operator==(const Place&, const Place&) = default;
  };
  std::optional<Place> place = std::nullopt;
  bool begins_paragraph = false;
  std::vector<Note> notes = {};
  // Sources that the sentence cites without quoting them, each with the stretch nearest to it.
  std::vector<Place> cites = {};
};
std::string_view role_name(AnswerSentence::Role role);  // says defines shows

// A number that explains the confidence in an answer, with its name in words.
struct Reason {
  std::string text;
  double value = 0;
};

// A remark about an answer as a whole, or about how it was made.
struct Remark {
  std::string text;         // for every reader
  std::string detail = {};  // an error, for the person who runs the program; may be empty
  // Whether asking the same question again may give another answer, such as after a time-out.
  bool may_change = false;
};
std::string whole_text(const Remark& remark);  // the text with its detail

struct Answer {
  Way way = Way::Extracted;
  std::vector<Source> sources;  // in the order in which sentences cite them
  std::vector<AnswerSentence> sentences;
  // The probability that a person would call the answer relevant.
  double confidence = 0;
  std::vector<Reason> why;
  std::optional<Remark> remark = std::nullopt;  // such as that its end is missing
  std::string model = {};                       // the name of the model that wrote it; may be empty
};

// The sources whose numbers follow the sentence: those that it cites, and the source that it quotes
// unless the next sentence quotes the same one.
std::vector<std::size_t> sources_behind(const Answer& answer, std::size_t sentence);

// The sentences as one text, with formulas between dollar signs.
std::string answer_text(const Answer& answer);
// The same, with the numbers of sources after sentences and a list of them at the end.
std::string answer_markdown(const Answer& answer);

struct AnswerOptions {
  std::size_t limit = 1200;     // Unicode characters of answer_text
  search::IsOver is_over = {};  // true when the answer is no longer wanted
  // The time at which a writer stops. The text written by then stays, with a remark.
  std::chrono::steady_clock::time_point writes_until = std::chrono::steady_clock::time_point::max();
};

// One way to answer questions. An object must not be used by two threads at once.
class Answerer {
 public:
  virtual ~Answerer() = default;
  // Returns nothing when this way finds no answer. `on_sentences` gets the answer so far whenever
  // the answer has more sentences; sentences do not change after that, while the confidence of a
  // written answer may. `on_sentences` may be empty.
  using OnSentences = std::function<void(const Answer& so_far)>;
  virtual base::Result<std::optional<Answer>> answer(const Question& question,
                                                     const AnswerOptions& options,
                                                     const OnSentences& on_sentences) = 0;
};

}  // namespace noether::answer
