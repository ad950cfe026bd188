// Trains a parser of meaning graphs, from an encoder of texts on.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/train/amr/amr_config.h"
#include "noether/train/amr/load_examples.h"
#include "noether/train/core/training_loop.h"

namespace noether::train {

// Ends with the parser in LoopOptions::folder + "/model", in float32: a folder that
// amr::Parser::open reads. `start` is the folder of the encoder.
base::Result<void> train_parser(const AmrConfig& config, const std::string& start,
                                const BankFiles& files, const LoopOptions& options);

}  // namespace noether::train
