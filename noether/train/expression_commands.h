// The commands of models of expressions: `encoder` trains one; export, info and embed are for
// checkpoints and models. Here are the arguments of commands that train on expressions, beside
// those of any training.
#pragma once

#include <string>
#include <vector>

#include "noether/train/commands.h"
#include "noether/train/expression/config.h"

namespace noether::train {

// Ends the program when there is no such configuration of this kind.
TrainingConfig training_config(const TrainingArguments& arguments, ModelKind kind);

// --held-out, for the loss families.
void add_held_out(CLI::App& command, std::vector<std::string>& folders);

// --from. TrainingArguments stand already.
void add_from(CLI::App& command, std::string& from);

}  // namespace noether::train
