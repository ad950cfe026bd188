// The training loop of all models: it prepares batches ahead of time, runs the steps, and writes
// reports and checkpoints.
//
// The loop waits for the device only when a report is due. The folder of the run then contains
// metrics.jsonl, loss.svg, checkpoint.pt, possibly best.pt and, at the end, the model.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/metrics.h"
#include "noether/train/core/parameters.h"
#include "noether/train/core/run_config.h"

namespace noether::train {

// Computes the loss of one batch. The function holds the batch on the host and moves it to the
// device when called. The result is one number or, if the task names parts of its loss, a list: the
// loss, then its parts.
using BatchLoss = std::function<torch::Tensor(const ParameterViews&)>;

struct TrainingTask {
  std::vector<ParameterSpec> parameters;
  // Called from several threads.
  std::function<BatchLoss(std::uint64_t batch)> make_batch;
  std::uint64_t examples_per_batch = 0;
  std::string counted = "examples";     // the unit of examples, for reports
  std::vector<std::string> loss_parts;  // their names, for reports
  std::uint64_t data = 0;               // identifies what batches are made from
  std::string config;                   // the whole configuration, for checkpoints
  std::string tokenizer;                // tokenizer.json, for checkpoints
  // The initial values of the first parameters, concatenated. If undefined, all parameters start
  // with random numbers.
  torch::Tensor begin;
  // The weights are float32. Empty if the task has no validation data.
  std::function<Scores(const ParameterViews&)> validate;
  bool validates_first = false;  // whether to validate before the first step, too
  // The name of a validation score: the loop also keeps the weights of the step at which it is
  // highest.
  std::string best_by;
};

struct LoopOptions {
  std::string folder;
  torch::Device device = torch::kCPU;
  // If set, the schedule follows the clock, and the run ends after this time whatever the number of
  // steps.
  std::optional<double> seconds;
  bool resume = false;
  unsigned threads = 2;  // number of threads that make batches
  bool quiet = false;
};

// The number type of computations on this device: bf16 on CUDA, float32 elsewhere.
torch::ScalarType compute_type(torch::Device device);

base::Result<void> run_training(const RunConfig& config, const TrainingTask& task,
                                const LoopOptions& options);

// Paths in the folder of a run: the checkpoint, and the best weights if the task keeps them.
std::string checkpoint_path(const std::string& folder);
std::string best_path(const std::string& folder);

}  // namespace noether::train
