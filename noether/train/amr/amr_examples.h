// Sentences with the labels that a parser of meaning graphs is to predict, as numbers for training.
// All of them come from one call of `prepare_examples`, because the banks determine the numbers of
// labels; the tables that define the numbers go with them. They come from banks of meaning graphs:
// files of PENMAN graphs with their sentences, or a file of examples, as `noether-train
// amr-examples` writes it, whose name ends with .safetensors. Such a file is for machines that
// cannot read sentences (no utf8proc).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
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

struct BankFiles {
  std::vector<std::string> banks;       // all of each is trained on
  std::vector<std::string> split;       // a fifth of each is held out to validate with
  std::vector<std::string> silver;      // graphs that a parser made
  std::vector<std::string> validation;  // all of each is held out
  std::vector<std::string> treebanks;   // CoNLL-U, learnt beside the graphs
  std::vector<std::string> frames;      // PropBank's XML, for its examples
  std::string lexicon;                  // by `noether amr lexicon`
};

struct ExampleReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  bool quiet = false;
};

// The only file of a bank may be one of examples; then no others are given.
base::Result<AmrExamples> load_examples(const BankFiles& files, const ExampleReading& source);

// Reads files of graphs. Sentences without words or with more tokens than the model reads are left
// out and counted. Needs tokenizers and the parser's aligner, which the build for bare machines
// lacks.
base::Result<AmrExamples> prepare_examples(const BankFiles& files, const ExampleReading& source);

// Dependency trees of Universal Dependencies (CoNLL-U), which a parser of graphs learns beside its
// graphs: parts of speech and heads are easier to find in many sentences than in few.
struct TreebankWord {
  std::string text;
  std::string tag;         // part of speech (UPOS)
  std::uint32_t head = 0;  // counted from 1; 0 for the root
  std::string relation;    // without what stands behind a colon: "nsubj" of nsubj:pass
};

struct TreebankSentence {
  std::string text;
  std::vector<TreebankWord> words;
};

// Words that were contracted ("don't") are read as their parts, and those that the text leaves out
// are not read. An error says the line.
base::Result<std::vector<TreebankSentence>> read_treebank(std::string_view text);

}  // namespace noether::train
