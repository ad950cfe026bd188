// A fragment is the part of a meaning graph that a word contributes: a small graph with slots for
// the word.
//
//   ({noun})                                   boys        (b / boy)
//   ({verb}-%)                                 wanted      (w / want-01)
//   (person :ARG0-of ({derived}-%))            teacher     (p / person :ARG0-of (t / teach-01))
//   (city :name (name :op {name}))             New York    (c / city :name (n / name :op1 ...
//   -                                          not         :polarity -
//
//   ({noun} :again +)                          my          the (i / i) of a word before it
//
// Relations to the fragments of other words usually join the first nodes. A fragment that is a
// constant becomes an attribute of the fragment above it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/parser/words.h"
#include "noether/base/error.h"

namespace noether::amr {

using LabelId = std::uint32_t;

// Numbered names that a network distinguishes, with their counts: fragments, roles and senses. A
// table is a readable file of the model folder with a line `count name` for each name.
class LabelTable {
 public:
  // Returns the number of a name, which is added if it is new.
  LabelId count(std::string_view name, std::uint32_t times = 1);
  std::optional<LabelId> find(std::string_view name) const;

  std::size_t size() const { return names_.size(); }
  const std::string& name(LabelId id) const { return names_[id]; }
  std::uint32_t count_of(LabelId id) const { return counts_[id]; }

  // The names seen at least `least` times, the most frequent first; the first `kept` keep their
  // places.
  LabelTable frequent(std::uint32_t least, std::size_t kept = 0) const;

  static base::Result<LabelTable> parse(std::string_view text);
  std::string text() const;
  static base::Result<LabelTable> read(const std::string& path);
  base::Result<void> write(const std::string& path) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> counts_;
  std::unordered_map<std::string, LabelId> ids_;
};

class Lexicon;

// A slot, written in braces in a fragment.
enum class Slot : std::uint8_t {
  Noun,       // the lemma as a noun; for most words, the word itself
  Verb,       // the lemma that has a frame: wanted, want; efficiently, efficient
  Adjective,  // the lemma as an adjective or adverb
  Derived,    // the verb from which the word is derived, if it has another frame
  Number,     // the value of a number or number word
  Month,      // the number of a month
  Joined,     // words of several parts, as one concept: growth factor, growth-factor
  Name,       // all words of a name, as :op1, :op2 and so on
  Wiki,       // the page of the name, or the name with underscores
  Text,       // the word as written
  Formula,
};
inline constexpr std::size_t kSlots = 11;
std::string_view slot_name(Slot slot);

// The attribute of fragments that repeat the node of an earlier word.
inline constexpr std::string_view kAgainRole = "again";

// The mark for the sense of a frame in a concept.
inline constexpr char kSenseMark = '%';

struct Fragment {
  Graph graph;              // concepts and constants may have slots; node 0 is the outward one
  std::string constant;     // for a fragment that is a constant
  std::uint32_t slots = 0;  // bit `s` for each slot `s` that the fragment has
  std::string frame;        // the concept whose sense is open: "{verb}-%"; empty if there is none
  bool says_again = false;  // repeats the node of an earlier word that has the same concept

  bool has_sense() const { return !frame.empty(); }
  bool is_constant() const { return graph.nodes.empty(); }
  bool has(Slot slot) const { return (slots >> static_cast<unsigned>(slot) & 1U) != 0; }
  // Whether later words may belong to the first.
  bool takes_several() const { return has(Slot::Name) || has(Slot::Joined); }
};

base::Result<Fragment> read_fragment(std::string_view text);
// Writes a canonical form: equal fragments have equal texts. The nodes after the first are written
// and numbered in the order in which they are reached; `order` receives their old numbers.
std::string write_fragment(const Graph& graph, std::vector<NodeId>* order = nullptr);

// The values of the slots for a word and the words that continue it.
struct SlotValues {
  std::vector<std::string> values = std::vector<std::string>(kSlots);  // empty: no value
  std::vector<std::string> names;                                      // for Slot::Name

  const std::string& operator[](Slot slot) const { return values[static_cast<std::size_t>(slot)]; }
  std::string& operator[](Slot slot) { return values[static_cast<std::size_t>(slot)]; }
};
// The values for the words from `first` up to, but excluding, `end`.
SlotValues slot_values(const Sentence& sentence, WordId first, WordId end, const Lexicon& lexicon);

// Whether the word has a value for each slot.
bool can_fill(const Fragment& fragment, const SlotValues& values);
// Fills the slots. A slot without a value receives the word's noun.
std::string fill_slots(std::string_view text, const SlotValues& values, std::string_view sense);
// The frame whose sense is open, without the sense: "want". Empty if there is no such frame.
std::string frame_of(const Fragment& fragment, const SlotValues& values);
// Adds the nodes of the fragment to `graph`, in order. Returns the first.
NodeId add_fragment(const Fragment& fragment, const SlotValues& values, std::string_view sense,
                    Graph& graph);

// The fragments that a network distinguishes.
class FragmentTable {
 public:
  static constexpr LabelId kNothing = 0;       // the word adds nothing
  static constexpr LabelId kContinuation = 1;  // the word belongs to the fragment before it
  static constexpr LabelId kFirst = 2;         // the label of the first real fragment

  // A table with only the first two labels.
  FragmentTable();
  // The names after the first two must be fragments.
  static base::Result<FragmentTable> from(LabelTable labels);
  static base::Result<FragmentTable> read(const std::string& path);

  const LabelTable& labels() const { return labels_; }
  std::size_t size() const { return labels_.size(); }
  // `id` is at least kFirst.
  const Fragment& operator[](LabelId id) const { return fragments_[id - kFirst]; }

 private:
  LabelTable labels_;
  std::vector<Fragment> fragments_;
};

}  // namespace noether::amr
