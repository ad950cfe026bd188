// The signals of an answer: how well it, its question or their whole thread agrees with the topic,
// and how many links refer to the question.
// A signal of terms is BM25 over units that are formed at query time: the weights of a term in all
// documents of a unit are added before they are saturated, as if the thread were one document. So
// an answer that consists of a formula is found by the text of its question, and a question by the
// text of its answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace noether::search {

struct Signal {
  enum class Scope : std::uint8_t {
    Own,       // the answer
    Question,  // the first document of its thread
    Thread,    // all documents of its thread
  };
  enum class Matter : std::uint8_t {
    Words,       // of the given spaces
    Tuples,      // of layout trees, from the space document-tuples
    Paths,       // of operator trees: those of the formulas in the unit
    Links,       // ln(1 + the number of questions that it links to or that link to it)
    Size,        // ln(1 + the number of tuples of the formulas of the answer)
    Duplicates,  // the highest sum of thread signals of a duplicate of the question
    Late,        // late interaction (semantic/late_interaction.h); a thread is the answer and its
                 // question
    Vectors,     // the cosine of the nearest passage; for a thread, of either document
    Cross,       // the score of a cross-encoder for the answer, minus the least of these scores;
                 // it reads the first answers by all other signals, and the others have 0
  };

  Scope scope = Scope::Thread;
  Matter matter = Matter::Words;
  double weight = 0;
  // Only for signals of terms:
  double k1 = 1.2;
  double b = 0.75;
  // A term counts q/(q + saturation), where q is the sum of the weights of its occurrences in the
  // title, the text and the tags of the topic.
  double title = 1;
  double body = 1;
  double tags = 0;
  double saturation = 10;
  std::vector<std::uint32_t> spaces;  // of words

  bool is_of_terms() const { return matter <= Matter::Paths; }
  // Whether it needs passages.
  bool is_of_language() const { return matter == Matter::Late || matter == Matter::Vectors; }
  // Whether it has a value for each answer; otherwise it has one for each thread.
  bool is_of_answers() const {
    return matter == Matter::Size || matter == Matter::Cross || is_of_language() ||
           (is_of_terms() && scope == Scope::Own);
  }
  friend bool operator==(const Signal&, const Signal&) = default;
};

// The signals that give a value to whole threads, in their order: ranking threads needs only these.
std::vector<Signal> signals_of_threads(std::vector<Signal> signals);

// own question thread
std::optional<Signal::Scope> scope_by_name(std::string_view name);
std::string_view scope_name(Signal::Scope scope);
// words tuples paths links size duplicates late vectors cross
std::optional<Signal::Matter> matter_by_name(std::string_view name);
std::string_view matter_name(Signal::Matter matter);

}  // namespace noether::search
