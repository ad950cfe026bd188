// The subcommands of noether-train, as those of noether in noether/cli/commands.h.
#pragma once

#include <CLI/CLI.hpp>

#include "noether/base/error.h"

namespace noether::train {

void register_encoder(CLI::App& app);
void register_seq2seq(CLI::App& app);
void register_pretrain(CLI::App& app);
void register_tune(CLI::App& app);
void register_amr(CLI::App& app);
void register_amr_examples(CLI::App& app);
void register_score(CLI::App& app);
void register_tokenize(CLI::App& app);
void register_generate(CLI::App& app);
void register_equivalents(CLI::App& app);
void register_export(CLI::App& app);
void register_info(CLI::App& app);
void register_embed(CLI::App& app);

// Ends the program: exit code 1 for bad input, 2 for failure.
[[noreturn]] void end_with(const base::Error& error, int code = 2);

}  // namespace noether::train
