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
    Own,       // the answer alone
    Question,  // the first document of its thread
    Thread,    // all documents of it
  };
  enum class Matter : std::uint8_t {
    Words,       // of the spaces given
    Tuples,      // of layout trees, from the space document-tuples
    Paths,       // of operator trees: those of the formulas that stand in the unit
    Links,       // ln(1 + how many questions refer to this one or are referred to by it)
    Size,        // ln(1 + how many tuples the formulas of the answer have)
    Duplicates,  // the most that the signals of threads give to a duplicate of the question
    Late,        // late interaction (semantic/late_interaction.h); a thread is the answer and its
                 // question
    Vectors,     // the cosine of the nearest passage; of a thread: of either
    Cross,       // what a cross-encoder says of the answer, of the first answers by all other
                 // signals: how far it is above the least of them; 0 of all others
  };

  Scope scope = Scope::Thread;
  Matter matter = Matter::Words;
  double weight = 0;
  // Only for signals of terms:
  double k1 = 1.2;
  double b = 0.75;
  // A term counts q/(q + saturation), where q adds up its places in the title, the text and the
  // tags of the topic, each with its weight.
  double title = 1;
  double body = 1;
  double tags = 0;
  double saturation = 10;
  std::vector<std::uint32_t> spaces;  // of words

  bool is_of_terms() const { return matter <= Matter::Paths; }
  // Whether passages are read for it.
  bool is_of_language() const { return matter == Matter::Late || matter == Matter::Vectors; }
  // Whether there is a value for each answer; else there is one for each thread.
  bool is_of_answers() const {
    return matter == Matter::Size || matter == Matter::Cross || is_of_language() ||
           (is_of_terms() && scope == Scope::Own);
  }
  friend bool operator==(const Signal&, const Signal&) = default;
};

// Those that give a value to whole threads, in their order: all that ranking threads needs.
std::vector<Signal> signals_of_threads(std::vector<Signal> signals);

// own question thread
std::optional<Signal::Scope> scope_by_name(std::string_view name);
std::string_view scope_name(Signal::Scope scope);
// words tuples paths links size duplicates late vectors cross
std::optional<Signal::Matter> matter_by_name(std::string_view name);
std::string_view matter_name(Signal::Matter matter);

}  // namespace noether::search
