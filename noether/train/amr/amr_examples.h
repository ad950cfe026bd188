// Sentences with the labels that a parser of meaning graphs is to predict, as numbers for training.
// All of them come from one call of `prepare_examples`, because the banks determine the numbers of
// labels; the tables that define the numbers go with them. A file of examples is in the format
// safetensors, for machines that cannot read sentences (no utf8proc).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/token.h"

namespace noether::train {

// From the fragment of one word to that of another.
struct ExampleEdge {
  std::uint32_t head = 0;
  std::uint32_t dependent = 0;
  std::uint32_t role = 0;

  friend bool operator==(const ExampleEdge&, const ExampleEdge&) = default;
};

// Lists by word have an entry for every word of the sentence.
struct AmrExample {
  // The value of a word without such a label.
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kRoot = 0;  // of `heads`; word i is i + 1

  std::vector<neural::TokenId> tokens;  // with the special ones
  std::vector<std::uint8_t> segments;   // of each token
  std::vector<std::uint32_t> firsts;    // place in `tokens` of each word's first piece
  std::vector<std::int32_t> fragments;  // kNone: the right one is not among the labels
  std::vector<std::int32_t> senses;
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> roles;  // of the edge from its head; kNone for the root
  std::vector<ExampleEdge> reentrant;

  std::size_t words() const { return firsts.size(); }

  friend bool operator==(const AmrExample&, const AmrExample&) = default;
};

// Treebank: sentences with parts of speech for fragments and dependency trees for edges, which are
// learnt beside the graphs. Frames: sentences with one frame, its sense and the roles of its
// arguments, which are among the re-entrant edges; everything else is open.
enum class BankKind : std::uint8_t { Gold, Silver, Validation, Treebank, Frames };
inline constexpr int kBankKinds = 5;

struct ExampleBank {
  std::string name;  // of its file
  BankKind kind = BankKind::Gold;
  std::vector<AmrExample> examples;

  friend bool operator==(const ExampleBank&, const ExampleBank&) = default;
};

// A file of the model folder, as the parser reads it, and how many labels it has.
struct LabelFile {
  std::string text;
  std::uint32_t labels = 0;

  friend bool operator==(const LabelFile&, const LabelFile&) = default;
};

struct AmrExamples {
  std::uint64_t tokenizer = 0;   // neural::tokenizer_identity of the one that made the tokens
  neural::TokenId mask = 0;      // the token that hides others
  std::uint32_t vocabulary = 0;  // one more than the largest token
  std::uint32_t segments = 0;
  LabelFile fragments;
  LabelFile senses;
  LabelFile roles;
  std::uint32_t tags = 0;       // parts of speech of treebanks
  std::uint32_t relations = 0;  // of their trees
  std::string lexicon;          // of the model folder too
  std::vector<ExampleBank> banks;

  std::uint64_t identity() const;  // tells what is trained on from other examples

  std::string to_bytes() const;
  // Returns an error unless all numbers are in range.
  static base::Result<AmrExamples> from_bytes(std::string_view bytes);
  base::Result<void> save(const std::string& path) const;
  static base::Result<AmrExamples> load(const std::string& path);

  friend bool operator==(const AmrExamples&, const AmrExamples&) = default;
};

}  // namespace noether::train
