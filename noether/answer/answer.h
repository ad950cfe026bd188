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
  std::uint32_t document = 0;  // as the index numbers it
  std::string name;            // as the index finds it again
  std::string kind;            // answer, theorem, …
  text::Field title;           // its own, or that of its question; may be empty
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

// Something said beside a sentence, such as whether an equation in it holds.
struct Note {
  std::string kind;  // equation, computation, citation
  std::string text;  // a reason, in words
  base::Span span;   // bytes of the sentence; empty for the whole
  // For an equation and a computation: proven, agrees, refuted, undecided. For a citation:
  // supported, unsupported, missing, uncited.
  std::string verdict = {};
  std::string latex = {};  // the equation as it was checked, with the values that the text gives
  std::vector<ProofStep> proof = {};
  std::optional<Counterexample> counterexample = std::nullopt;
};

struct AnswerSentence {
  enum class Role : std::uint8_t {
    Says,     // what is asked
    Defines,  // a symbol that another sentence uses
    Shows,    // a step of a computation
  };

  text::Field text;  // of the sentence alone
  Role role = Role::Says;
  // The place of the sentence; empty for a sentence that occurs in no document.
  struct Place {
    std::size_t source = 0;   // in Answer::sources
    std::uint32_t field = 0;  // of the document
    base::Span span = {};     // bytes of the field's text

    friend bool operator==(const Place&, const Place&) = default;
  };
  std::optional<Place> place = std::nullopt;
  bool begins_paragraph = false;
  std::vector<Note> notes = {};
  // Sources that it names without quoting them, each with the stretch that is nearest to it.
  std::vector<Place> cites = {};
};
std::string_view role_name(AnswerSentence::Role role);  // says defines shows

// A number that speaks for an answer, in words.
struct Reason {
  std::string text;
  double value = 0;
};

// Something said about an answer as a whole, or about how it came about.
struct Remark {
  std::string text;         // for everybody
  std::string detail = {};  // the words of an error, for who runs the program; may be empty
  // Whether the same question may get another answer the next time, such as after a time-out.
  bool may_change = false;
};
std::string whole_text(const Remark& remark);  // with its detail

struct Answer {
  Way way = Way::Extracted;
  std::vector<Source> sources;  // in the order in which sentences name them
  std::vector<AnswerSentence> sentences;
  // The probability that a person would call it relevant.
  double confidence = 0;
  std::vector<Reason> why;
  std::optional<Remark> remark = std::nullopt;  // such as that its end is missing
  std::string model = {};                       // the name of the one that wrote it; may be empty
};

// The sources whose numbers follow the sentence: those that it cites, and the one that it quotes
// unless the next sentence quotes it too.
std::vector<std::size_t> sources_behind(const Answer& answer, std::size_t sentence);

// The sentences as one text, with formulas between dollar signs.
std::string answer_text(const Answer& answer);
// The same, with the numbers of sources after sentences and a list of them at the end.
std::string answer_markdown(const Answer& answer);

struct AnswerOptions {
  std::size_t limit = 1200;     // Unicode characters of answer_text
  search::IsOver is_over = {};  // nobody waits any more
  // A writer stops then. What it has written stays, with a remark.
  std::chrono::steady_clock::time_point writes_until = std::chrono::steady_clock::time_point::max();
};

// One way to answer questions. Not for two threads.
class Answerer {
 public:
  virtual ~Answerer() = default;
  // Nothing when this way has no answer. `on_sentences` gets the answer so far whenever it has more
  // sentences; these stay as they are, while the confidence of a written answer may change. It may
  // be empty.
  using OnSentences = std::function<void(const Answer& so_far)>;
  virtual base::Result<std::optional<Answer>> answer(const Question& question,
                                                     const AnswerOptions& options,
                                                     const OnSentences& on_sentences) = 0;
};

}  // namespace noether::answer
