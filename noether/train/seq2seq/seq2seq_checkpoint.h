// A trained seq2seq model, as the checkpoint of its run holds it.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/core/parameters.h"
#include "noether/train/seq2seq/decoder.h"

namespace noether::train {

struct OpenSeq2seq {
  Seq2seqShape shape;
  embedding::ExpressionTokenizer tokenizer;
  ParameterViews weights;  // float32 on the CPU, without a graph
};

// The folder of a run, or a checkpoint itself.
base::Result<OpenSeq2seq> open_seq2seq(const std::string& path);

}  // namespace noether::train
