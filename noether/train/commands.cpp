#include "noether/train/commands.h"

#include <ATen/Context.h>
#include <torch/cuda.h>

#include <algorithm>
#include <cstdio>

#include "noether/base/parallel.h"

namespace noether::train {

void end_with(const base::Error& error, int code) {
  std::fprintf(stderr, "noether-train: %s\n", error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  hint: %s\n", error.hint.c_str());
  throw CLI::RuntimeError(code);
}

torch::Device device_by_name(const std::string& name) {
  if (name != "cuda") return torch::kCPU;
  if (!torch::cuda::is_available()) {
    end_with({"this machine or its LibTorch has no CUDA device", {}, "use --device cpu"});
  }
  at::globalContext().setAllowTF32CuBLAS(true);
  return torch::kCUDA;
}

void TrainingArguments::add_to(CLI::App& command) {
  command.add_option("CONFIG", config_, "A configuration file, as in models/configs")->required();
  command.add_option("-o,--output", folder_, "Folder of the run")->required();
  CLI::Option* const seconds = command.add_option(
      "--seconds", seconds_, "The length of training in seconds; the schedule follows the clock");
  seconds->check(CLI::Range(0.001, 1e9));
  command.add_option("--steps", steps_, "The number of steps; overrides the configuration")
      ->check(CLI::Range(1, 1'000'000'000))
      ->excludes(seconds);
  command.add_flag("--resume", resume_, "Continue from the folder's checkpoint");
  command.add_option("--device", device_, "cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  command.add_option("--threads", threads_,
                     "The number of threads that prepare batches; 0 fits the machine");
  command.add_flag("--quiet", quiet_, "Print nothing while training");
}

LoopOptions TrainingArguments::loop() const {
  LoopOptions loop;
  loop.folder = folder_;
  if (seconds_ > 0) loop.seconds = seconds_;
  loop.resume = resume_;
  loop.quiet = quiet_;
  loop.device = device_by_name(device_);
  const unsigned cores = base::thread_count(threads_);
  if (threads_ > 0) {
    loop.threads = cores;
  } else {
    // On a CPU, training itself needs the cores.
    loop.threads = device_ == "cpu" ? 1 : std::clamp(cores > 2 ? cores - 2 : 1, 1U, 8U);
  }
  return loop;
}

}  // namespace noether::train
