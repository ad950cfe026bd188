// The commands for expression models: `encoder` trains one; `export`, `info` and `embed` read
// checkpoints and models. This header declares the arguments of commands that train on expressions,
// in addition to those of all training commands.
#pragma once

#include <string>
#include <vector>

#include "noether/train/commands.h"
#include "noether/train/expression/config.h"

namespace noether::train {

// Ends the program if the configuration cannot be loaded or is of another kind.
TrainingConfig training_config(const TrainingArguments& arguments, ModelKind kind);

// Adds --held-out, for the loss `families`.
void add_held_out(CLI::App& command, std::vector<std::string>& folders);

// Adds --from. TrainingArguments must have been added before.
void add_from(CLI::App& command, std::string& from);

}  // namespace noether::train
