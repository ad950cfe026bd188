// Parses sentences to meaning graphs.
// A parser is a model folder: the encoder (config.json, model.safetensors, tokenizer), the tables
// of labels (fragments.txt, roles.txt, senses.txt), lexicon.txt, and decoding.json if settings were
// chosen. The parser reads each word once, chooses a fragment for it, and joins the fragments. Time
// is linear in the words of a sentence up to kMostSentenceWords; a longer sentence is parsed in
// parts, which `multi-sentence` joins.
// A parser is immutable after opening: several threads may parse at the same time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/parser/decode.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/network.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::amr {

// Makes the meaning graph that the labels of words describe.
// Always returns a connected graph with at least one node: empty labels give `amr-empty`. The graph
// contains every formula of the sentence; a formula that the labels leave out is attached to the
// root by `:mod`.
Graph assemble(const Sentence& sentence, const SentenceLabels& labels, const LabelTables& tables,
               const Lexicon& lexicon);

// A text with more words is parsed in parts.
inline constexpr std::size_t kMostSentenceWords = 120;
// A longer text is refused.
inline constexpr std::size_t kMostParsedBytes = std::size_t{256} << 10;

class Parser {
 public:
  static base::Result<Parser> open(const std::string& folder);
  // Opens the parser of $NOETHER_AMR_PARSER, or the parser that ships with Noether.
  static base::Result<Parser> open_shipped();

  // Adds the network of a parser with the same labels and tokenizer, such as one that was trained
  // with another seed. The means of all scores are then decoded, which is better and slower.
  base::Result<void> join(const std::string& folder);

  // Parses one sentence, or a few that make one graph. Formulas are `eqx12eqx` or between dollar
  // signs; each becomes a node of the graph. A text without words gives the node `amr-empty`.
  base::Result<Graph> parse(std::string_view text) const;
  base::Result<Graph> parse(const Sentence& sentence) const;

  // The labels of at most kMostSentenceWords words.
  base::Result<SentenceLabels> label(const Sentence& sentence) const;
  // The same parser with other settings than those in its folder.
  Parser with_options(const DecodeOptions& options) &&;
  const DecodeOptions& options() const { return options_; }

  const LabelTables& tables() const { return tables_; }
  const Lexicon& lexicon() const { return lexicon_; }

 private:
  Parser(LabelTables tables, Lexicon lexicon, ParserNetwork network,
         neural::tokens::Tokenizer tokenizer, const DecodeOptions& options)
      : tables_(std::move(tables)),
        lexicon_(std::move(lexicon)),
        tokenizer_(std::move(tokenizer)),
        options_(options) {
    networks_.push_back(std::move(network));
  }

  LabelTables tables_;
  Lexicon lexicon_;
  std::vector<ParserNetwork> networks_;
  neural::tokens::Tokenizer tokenizer_;
  DecodeOptions options_;
};

inline constexpr std::string_view kLexiconFile = "lexicon.txt";

std::string shipped_parser_folder();

// Increased whenever the same folder would give other graphs.
inline constexpr std::uint32_t kParserVersion = 1;
// The digest of kParserVersion and of all files of a folder on which graphs depend.
base::Result<base::Digest> parser_digest(const std::string& folder);

// Makes an int8 parser in the folder `output` from a float32 parser: it has a quarter of the bytes,
// and is faster. The rounding is fitted to sentences of the kind that will be parsed; without any,
// each weight becomes the nearest multiple. Returns an error if the parser is int8 already.
base::Result<void> quantize_parser(const std::string& folder, const std::string& output,
                                   std::span<const std::string> sentences);

}  // namespace noether::amr
