#include "noether/train/core/training_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/train/core/batch_queue.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/core/parameters.h"

namespace noether::train {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class TrainingRun {
 public:
  TrainingRun(const RunConfig& config, const TrainingTask& task, const LoopOptions& options)
      : config_(config),
        task_(task),
        options_(options),
        parameters_(task.parameters, config.seed, options.device),
        optimizer_(parameters_.flat(), {0.9, config.beta2, 1e-8, config.weight_decay, config.clip},
                   rates_of(task.parameters)) {}

  base::Result<void> prepare() {
    const std::string path = checkpoint_path(options_.folder);
    if (!options_.resume) {
      if (base::FileSystem::real().exists(path)) {
        return base::fail(fmt::format("'{}' already contains a run", options_.folder), {},
                          "continue it with --resume, or name another folder");
      }
      if (task_.begin.defined()) {
        const torch::NoGradGuard no_graph;
        parameters_.flat().narrow(0, 0, task_.begin.numel()).copy_(task_.begin);
      }
      return {};
    }
    auto checkpoint = load_checkpoint(path);
    if (!checkpoint) return std::unexpected(checkpoint.error());
    return restore(*checkpoint);
  }

  base::Result<void> run() {
    BatchQueue<BatchLoss> queue(task_.make_batch, static_cast<std::uint64_t>(optimizer_.steps),
                                options_.threads, 4 + 2 * std::uint64_t{options_.threads});
    if (task_.validates_first && task_.validate && optimizer_.steps == 0) {
      if (auto written = report_start(); !written) return written;
    }
    began_ = window_began_ = Clock::now();
    loss_sum_ = torch::zeros({1 + std::ssize(task_.loss_parts)},
                             torch::TensorOptions(torch::kFloat32).device(options_.device));
    // Reads the clock once in each step to decide whether it is the last one, which is saved.
    for (bool ends = share_done() >= 1; !ends;) {
      const double rate = config_.schedule().rate(share_done());
      train_step(queue.take(), rate);
      const auto step = static_cast<std::uint64_t>(optimizer_.steps);
      ends = share_done() >= 1;
      const bool validates = step % config_.validate == 0 || ends;
      if (step % config_.report == 0 || validates) {
        if (auto written = report(queue, rate, validates); !written) return written;
      }
      if (step % config_.checkpoint == 0 || ends) {
        if (auto saved = save(); !saved) return saved;
      }
    }
    return {};
  }

 private:
  base::Result<void> restore(const Checkpoint& checkpoint) {
    if (checkpoint.weights.numel() != parameters_.count() || checkpoint.config != task_.config ||
        checkpoint.tokenizer != task_.tokenizer || !checkpoint.first_moment.defined()) {
      return base::fail(
          fmt::format("the run in '{}' was started with another configuration", options_.folder),
          {}, "resume it with the configuration it was started with");
    }
    if (checkpoint.data != task_.data) {
      return base::fail(
          fmt::format("the run in '{}' was started with other corpora or another teacher",
                      options_.folder),
          {}, "resume it with the corpora it was started with, in the same order, and its teacher");
    }
    const torch::NoGradGuard no_graph;
    parameters_.flat().copy_(checkpoint.weights);
    optimizer_.first_moment.copy_(checkpoint.first_moment);
    optimizer_.second_moment.copy_(checkpoint.second_moment);
    optimizer_.steps = checkpoint.step;
    seconds_before_ = checkpoint.seconds;
    auto reports = read_reports(metrics_path(), checkpoint.step);
    if (!reports) return std::unexpected(reports.error());
    reports_ = std::move(*reports);
    for (const Report& one : reports_) best_score_ = std::max(best_score_, best_of(one.scores));
    if (!std::isfinite(best_score_)) return {};
    auto best = load_checkpoint(best_path(options_.folder));
    if (!best) return std::unexpected(best.error());
    best_weights_ = best->weights;
    best_step_ = best->step;
    return {};
  }

  // The score that selects the best weights; minus infinity if the task has no such score.
  double best_of(const Scores& scores) const {
    const auto found = std::ranges::find(scores, task_.best_by, &Scores::value_type::first);
    return found != scores.end() ? found->second : -std::numeric_limits<double>::infinity();
  }

  void keep_if_best(const Scores& scores) {
    const double score = best_of(scores);
    if (!(score > best_score_)) return;
    best_score_ = score;
    best_weights_ = parameters_.flat().detach().clone();
    best_step_ = optimizer_.steps;
  }

  std::string metrics_path() const { return options_.folder + "/metrics.jsonl"; }
  double seconds() const { return seconds_before_ + seconds_since(began_); }
  double share_done() const {
    return options_.seconds
               ? seconds() / *options_.seconds
               : static_cast<double>(optimizer_.steps) / static_cast<double>(config_.steps);
  }

  void train_step(const BatchLoss& batch_loss, double rate) {
    // Seeds dropout by the step, so that a resumed run drops the same values as an uninterrupted
    // one.
    torch::manual_seed(config_.seed + static_cast<std::uint64_t>(optimizer_.steps));
    const torch::Tensor losses =
        batch_loss(parameters_.views(compute_type(options_.device), config_.grid)).reshape({-1});
    losses.select(0, 0).backward();
    optimizer_.step(parameters_.flat(), rate);
    loss_sum_.add_(losses.detach());
    ++window_steps_;
  }

  base::Result<void> report(const BatchQueue<BatchLoss>& queue, double rate, bool validates) {
    Report report;
    report.step = optimizer_.steps;
    // Reading the loss waits for the device, so the measured time includes all work.
    const torch::Tensor losses =
        loss_sum_.to(torch::kCPU, torch::kFloat64) / static_cast<double>(window_steps_);
    report.loss = losses[0].item<double>();
    for (std::size_t i = 0; i < task_.loss_parts.size(); ++i) {
      report.losses.emplace_back(task_.loss_parts[i],
                                 losses[static_cast<std::int64_t>(i) + 1].item<double>());
    }
    report.counted = task_.counted;
    const double window = seconds_since(window_began_);
    report.seconds = seconds();
    report.learning_rate = rate;
    report.examples_per_second =
        static_cast<double>(window_steps_ * task_.examples_per_batch) / window;
    report.waiting = (queue.waited() - waited_before_) / window;
    if (validates && task_.validate) {
      const torch::NoGradGuard no_graph;
      report.scores = task_.validate(parameters_.views(torch::kFloat32, config_.grid));
      keep_if_best(report.scores);
    }
    if (!options_.quiet) say(report);
    const double loss = report.loss;
    auto written = write(std::move(report));
    if (written && validates) {
      written = base::write_atomically(base::FileSystem::real(), options_.folder + "/loss.svg",
                                       loss_plot(reports_));
    }
    if (written && !std::isfinite(loss)) {
      return base::fail(fmt::format("the loss is no longer a number at step {}", optimizer_.steps),
                        {}, "lower the learning rate or raise the temperature");
    }
    loss_sum_.zero_();
    window_steps_ = 0;
    waited_before_ = queue.waited();
    window_began_ = Clock::now();
    return written;
  }

  // Reports the scores before the first step.
  base::Result<void> report_start() {
    Report report;
    report.loss = std::numeric_limits<double>::quiet_NaN();
    report.counted = task_.counted;
    const torch::NoGradGuard no_graph;
    report.scores = task_.validate(parameters_.views(torch::kFloat32, config_.grid));
    keep_if_best(report.scores);
    if (!options_.quiet) say(report);
    return write(std::move(report));
  }

  base::Result<void> write(Report report) {
    reports_.push_back(std::move(report));
    std::string lines;
    for (const Report& one : reports_) lines += report_line(one) + "\n";
    return base::write_atomically(base::FileSystem::real(), metrics_path(), lines);
  }

  static void say(const Report& report) {
    std::string line = fmt::format("step {:>7}", report.step);
    if (report.step > 0) {
      line += fmt::format("  {:>6.0f} s  loss {:.4f}", report.seconds, report.loss);
      for (const auto& [name, value] : report.losses) {
        line += fmt::format("  {} {:.4f}", name, value);
      }
      line += fmt::format("  rate {:.2e}  {:>8.0f} {}/s  waiting {:.1f} %", report.learning_rate,
                          report.examples_per_second, report.counted, 100 * report.waiting);
    }
    for (const auto& [name, value] : report.scores) line += fmt::format("  {} {:.4f}", name, value);
    fmt::print(stderr, "{}\n", line);
  }

  base::Result<void> save() {
    if (best_weights_.defined()) {
      auto saved = save_checkpoint(best_path(options_.folder), {task_.config,
                                                                task_.tokenizer,
                                                                best_step_,
                                                                seconds(),
                                                                task_.data,
                                                                best_weights_,
                                                                {},
                                                                {}});
      if (!saved) return saved;
    }
    return save_checkpoint(checkpoint_path(options_.folder),
                           {task_.config, task_.tokenizer, optimizer_.steps, seconds(), task_.data,
                            parameters_.flat(), optimizer_.first_moment, optimizer_.second_moment});
  }

  const RunConfig& config_;
  const TrainingTask& task_;
  const LoopOptions& options_;
  Parameters parameters_;
  AdamW optimizer_;
  std::vector<Report> reports_;
  double best_score_ = -std::numeric_limits<double>::infinity();
  torch::Tensor best_weights_;
  std::int64_t best_step_ = 0;
  double seconds_before_ = 0;
  Clock::time_point began_;
  // Sums since the last report.
  Clock::time_point window_began_;
  torch::Tensor loss_sum_;
  std::uint64_t window_steps_ = 0;
  double waited_before_ = 0;
};

}  // namespace

torch::ScalarType compute_type(torch::Device device) {
  return device.is_cuda() ? torch::kBFloat16 : torch::kFloat32;
}

std::string checkpoint_path(const std::string& folder) { return folder + "/checkpoint.pt"; }
std::string best_path(const std::string& folder) { return folder + "/best.pt"; }

base::Result<void> run_training(const RunConfig& config, const TrainingTask& task,
                                const LoopOptions& options) {
  TrainingRun run(config, task, options);
  if (auto prepared = run.prepare(); !prepared) return prepared;
  if (auto made = base::FileSystem::real().make_folder(options.folder); !made) return made;
  return run.run();
}

}  // namespace noether::train
