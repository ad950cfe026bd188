// The subcommands of noether-train, registered like those of noether in noether/cli/commands.h, and
// the arguments that all training commands share: the configuration, the folder of the run, its
// length and its device.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"

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

// `name` is cpu or cuda. Ends the program if the machine has no such device.
torch::Device device_by_name(const std::string& name);

class TrainingArguments {
 public:
  void add_to(CLI::App& command);

  // Loads the configuration file with `load` and sets the requested number of steps. Ends the
  // program if the configuration cannot be loaded.
  template <typename Config>
  Config config(base::Result<Config> (*load)(const std::string& path)) const {
    auto config = load(config_);
    if (!config) end_with(config.error(), 1);
    if (steps_ > 0) config->steps = steps_;
    return *std::move(config);
  }
  LoopOptions loop() const;

  const std::string& config_path() const { return config_; }

 private:
  std::string config_;
  std::string folder_;
  double seconds_ = 0;
  std::uint64_t steps_ = 0;
  std::string device_ = "cpu";
  unsigned threads_ = 0;
  bool resume_ = false;
  bool quiet_ = false;
};

}  // namespace noether::train
