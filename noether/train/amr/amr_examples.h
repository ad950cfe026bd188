// Sentences with the labels that a parser of meaning graphs must predict, as numbers for training.
// One call of `prepare_examples` makes all of them, because the banks together determine the
// numbers of labels; the tables that define these numbers are stored with the examples. The source
// is either files of PENMAN graphs with their sentences, or a file of examples that `noether-train
// amr-examples` wrote, whose name ends with .safetensors. Such a file serves machines without
// utf8proc, which cannot read sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/token.h"

namespace noether::train {

// An edge from the fragment of one word to that of another.
struct ExampleEdge {
  std::uint32_t head = 0;
  std::uint32_t dependent = 0;
  std::uint32_t role = 0;

  friend bool operator==(const ExampleEdge&, const ExampleEdge&) = default;
};

// Lists by word have an entry for each word of the sentence.
struct AmrExample {
  // Marks a word without such a label.
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kRoot = 0;  // in `heads`; word i is i + 1

  std::vector<neural::TokenId> tokens;  // with special tokens
  std::vector<std::uint8_t> segments;   // of each token
  std::vector<std::uint32_t> firsts;    // index in `tokens` of each word's first piece
  std::vector<std::int32_t> fragments;  // kNone: the right fragment is not among the labels
  std::vector<std::int32_t> senses;
  std::vector<std::int32_t> heads;
  std::vector<std::int32_t> roles;  // of the edge from the head; kNone for the root
  std::vector<ExampleEdge> reentrant;

  std::size_t words() const { return firsts.size(); }

  friend bool operator==(const AmrExample&, const AmrExample&) = default;
};

// A Treebank has sentences with parts of speech as fragments and dependency trees as edges, which
// are learnt in addition to the graphs. Frames has sentences with one frame, its sense and the
// roles of its arguments, which are stored as re-entrant edges; all other labels are unknown.
enum class BankKind : std::uint8_t { Gold, Silver, Validation, Treebank, Frames };
inline constexpr int kBankKinds = 5;

struct ExampleBank {
  std::string name;  // of the file
  BankKind kind = BankKind::Gold;
  std::vector<AmrExample> examples;

  friend bool operator==(const ExampleBank&, const ExampleBank&) = default;
};

// A file of the model folder, in the format that the parser reads, and its number of labels.
struct LabelFile {
  std::string text;
  std::uint32_t labels = 0;

  friend bool operator==(const LabelFile&, const LabelFile&) = default;
};

struct AmrExamples {
  std::uint64_t tokenizer = 0;   // neural::tokenizer_identity of the tokenizer used
  neural::TokenId mask = 0;      // the mask token
  std::uint32_t vocabulary = 0;  // one more than the largest token
  std::uint32_t segments = 0;
  LabelFile fragments;
  LabelFile senses;
  LabelFile roles;
  std::uint32_t tags = 0;       // number of parts of speech in treebanks
  std::uint32_t relations = 0;  // number of relations in their trees
  std::string lexicon;          // also a file of the model folder
  std::vector<ExampleBank> banks;

  std::uint64_t identity() const;  // identifies the training data

  std::string to_bytes() const;
  // Returns an error unless all numbers are in range.
  static base::Result<AmrExamples> from_bytes(std::string_view bytes);
  base::Result<void> save(const std::string& path) const;
  static base::Result<AmrExamples> load(const std::string& path);

  friend bool operator==(const AmrExamples&, const AmrExamples&) = default;
};

struct BankFiles {
  std::vector<std::string> banks;       // used whole for training
  std::vector<std::string> split;       // a fifth of each is held out for validation
  std::vector<std::string> silver;      // graphs made by a parser
  std::vector<std::string> validation;  // held out whole
  std::vector<std::string> treebanks;   // CoNLL-U, learnt in addition to the graphs
  std::vector<std::string> frames;      // PropBank's XML, for its example sentences
  std::string lexicon;                  // written by `noether amr lexicon`
};

struct ExampleReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  bool quiet = false;
};

// `files` names either files of graphs, or a single file of examples as its only bank.
base::Result<AmrExamples> load_examples(const BankFiles& files, const ExampleReading& source);

// Reads files of graphs. Skips and counts sentences without words or with more tokens than the
// model reads. This needs tokenizers and the parser's aligner, which a build without utf8proc
// lacks.
base::Result<AmrExamples> prepare_examples(const BankFiles& files, const ExampleReading& source);

// Dependency trees of Universal Dependencies (CoNLL-U), which a parser of graphs learns in addition
// to its graphs, because their many sentences help it to learn parts of speech and heads.
struct TreebankWord {
  std::string text;
  std::string tag;         // part of speech (UPOS)
  std::uint32_t head = 0;  // counted from 1; 0 for the root
  std::string relation;    // without a subtype: "nsubj" for nsubj:pass
};

struct TreebankSentence {
  std::string text;
  std::vector<TreebankWord> words;
};

// Reads contracted words ("don't") as their parts, and skips words that the text leaves out. Error
// messages contain the line.
base::Result<std::vector<TreebankSentence>> read_treebank(std::string_view text);

}  // namespace noether::train
