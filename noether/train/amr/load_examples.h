// Banks of meaning graphs as examples to train on: files of PENMAN graphs with their sentences, or
// a file of examples, as `noether-train amr-examples` writes it, whose name ends with
// .safetensors.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/amr/amr_examples.h"

namespace noether::train {

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

}  // namespace noether::train
