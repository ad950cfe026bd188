// The arguments that training any model has: the configuration, the folder of the run, how long it
// takes, and on which device.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "noether/train/commands.h"
#include "noether/train/core/training_loop.h"

namespace noether::train {

// cpu or cuda. Ends the program when there is no such device.
torch::Device device_by_name(const std::string& name);

class TrainingArguments {
 public:
  void add_to(CLI::App& command);

  // The result of `load` for the file, with the requested number of steps. Ends the program if
  // there is no such configuration, or no such device.
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
