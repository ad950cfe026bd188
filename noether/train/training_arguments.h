// The arguments that training any model has: the configuration, the folder of the run, how long it
// takes, and on which device.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "noether/train/config.h"
#include "noether/train/training_loop.h"

namespace noether::train {

class TrainingArguments {
 public:
  void add_to(CLI::App& command);

  // Both end the program when there is no such configuration, of this kind, or no such device.
  TrainingConfig config(ModelKind kind) const;
  LoopOptions loop() const;

 private:
  std::string config_;
  std::string folder_;
  std::string from_;
  double seconds_ = 0;
  std::uint64_t steps_ = 0;
  std::string device_ = "cpu";
  unsigned threads_ = 0;
  bool resume_ = false;
  bool quiet_ = false;
};

}  // namespace noether::train
