// The loop that all models are trained by: batches made ahead, steps, reports, checkpoints.
//
// The device is never waited for but where a report is due. In the folder are then metrics.jsonl,
// loss.svg, checkpoint.pt, perhaps best.pt and, at the end, the model.
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

// The loss of one batch, which it holds on the host; moves it to the device when it is called. A
// number, or where a task names parts of its loss a list: the loss, then these parts.
using BatchLoss = std::function<torch::Tensor(const ParameterViews&)>;

struct TrainingTask {
  std::vector<ParameterSpec> parameters;
  // Called from several threads.
  std::function<BatchLoss(std::uint64_t batch)> make_batch;
  std::uint64_t examples_per_batch = 0;
  std::string counted = "examples";     // what these are, for reports
  std::vector<std::string> loss_parts;  // names, for reports
  std::uint64_t data = 0;               // tells the corpora that batches are made of from others
  std::string config;                   // the whole configuration, for checkpoints
  std::string tokenizer;                // tokenizer.json, for checkpoints
  // The initial values of the first parameters, concatenated; undefined: random numbers.
  torch::Tensor begin;
  // Weights are float32; empty if there is nothing to validate with.
  std::function<Scores(const ParameterViews&)> validate;
  bool validates_first = false;  // also before the first step
  // A score of the validation: the weights of the step with the highest value are also kept.
  std::string best_by;
};

struct LoopOptions {
  std::string folder;
  torch::Device device = torch::kCPU;
  // The schedule then follows the clock, and the run ends with it whatever the number of steps.
  std::optional<double> seconds;
  bool resume = false;
  unsigned threads = 2;  // that make batches
  bool quiet = false;
};

// The number that computing is done with on this device: bf16 on CUDA.
torch::ScalarType compute_type(torch::Device device);

base::Result<void> run_training(const RunConfig& config, const TrainingTask& task,
                                const LoopOptions& options);

// Paths in the folder of a run: its checkpoint, and the best weights of a task that keeps them.
std::string checkpoint_path(const std::string& folder);
std::string best_path(const std::string& folder);

}  // namespace noether::train
