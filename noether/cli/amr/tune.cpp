// noether amr tune: fits the settings of a trained parser to graphs that it was not trained on.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/parser.h"
#include "noether/amr/parser/training_sentences.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/file_system.h"
#include "noether/base/parallel.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr tune";

struct TuneArguments {
  std::string folder;
  std::vector<std::string> banks;
  std::vector<std::string> only;
  unsigned threads = 1;
};

// The values around the best one so far, so that a few rounds end at a good place.
std::vector<float> values_to_try(const amr::DecodeSetting& setting, float now) {
  std::vector<float> values;
  if (setting.kind == amr::DecodeSetting::Kind::Chance) {
    for (const float step : {-0.1F, -0.05F, 0.05F, 0.1F}) values.push_back(now + step);
    std::erase_if(values, [](float value) { return value < 0.05F || value > 0.95F; });
  } else {
    values = {0, now / 2, now + 0.25F, now * 2};
  }
  return values;
}

struct Bank {
  std::vector<amr::SentenceGraph> graphs;
};

class Tuner {
 public:
  Tuner(amr::Parser parser, std::vector<Bank> banks, unsigned threads)
      : parser_(std::move(parser)), banks_(std::move(banks)), threads_(threads) {}

  // Tunes one setting after another, with the best values of those before it, until no change
  // helps.
  amr::DecodeOptions tune(const std::vector<std::string>& only) {
    constexpr int kMostRounds = 4;
    amr::DecodeOptions best = parser_.options();
    double most = score(best);
    report(best, most);
    bool is_better = true;
    for (int round = 0; round < kMostRounds && is_better; ++round) {
      is_better = false;
      for (const amr::DecodeSetting& setting : amr::DecodeOptions::settings()) {
        if (!only.empty() && std::ranges::find(only, setting.name) == only.end()) continue;
        for (const float value : values_to_try(setting, best.*setting.value)) {
          amr::DecodeOptions options = best;
          options.*setting.value = value;
          if (options == best) continue;
          const double scored = score(options);
          if (scored <= most) continue;
          most = scored;
          best = options;
          is_better = true;
          report(best, most);
        }
      }
    }
    return best;
  }

 private:
  static void report(const amr::DecodeOptions& options, double score) {
    fmt::print(stderr, "noether {}: Smatch {:.4f} with {}", kCommand, score, options.text());
  }

  double score(const amr::DecodeOptions& options) {
    parser_ = std::move(parser_).with_options(options);
    double sum = 0;
    for (const Bank& bank : banks_) sum += score(bank);
    return sum / static_cast<double>(banks_.size());
  }

  double score(const Bank& bank) const {
    std::vector<amr::TripleCounts> counts(bank.graphs.size());
    base::for_each_in_parallel(bank.graphs.size(), base::thread_count(threads_),
                               [&](std::size_t g, std::size_t /*thread*/) {
                                 const auto parsed = parser_.parse(bank.graphs[g].sentence);
                                 if (!parsed) return;
                                 const auto matched = amr::smatch(
                                     amr::graph_with_usual_roles(bank.graphs[g].tree), *parsed);
                                 if (matched) counts[g] = matched->counts;
                               });
    amr::TripleCounts sum;
    for (const amr::TripleCounts& each : counts) sum += each;
    return sum.f();
  }

  amr::Parser parser_;
  std::vector<Bank> banks_;
  unsigned threads_;
};

void run(const TuneArguments& arguments) {
  auto parser = amr::Parser::open(arguments.folder);
  if (!parser) fail(kCommand, parser.error(), ExitCode::Failure);
  std::vector<Bank> banks;
  for (const std::string& path : arguments.banks) {
    auto bank = amr::read_training_graphs(read_whole_text(kCommand, path));
    if (!bank) fail(kCommand, bank.error(), ExitCode::BadInput);
    if (bank->graphs.empty()) {
      fail(kCommand, {fmt::format("there are no graphs in '{}'", path), {}, {}},
           ExitCode::BadInput);
    }
    banks.push_back({std::move(bank->graphs)});
  }
  const amr::DecodeOptions best =
      Tuner(*std::move(parser), std::move(banks), arguments.threads).tune(arguments.only);
  const auto written = base::write_atomically(
      base::FileSystem::real(), fmt::format("{}/{}", arguments.folder, amr::kDecodingFile),
      best.text());
  if (!written) fail(kCommand, written.error(), ExitCode::Failure);
  print_result(kCommand, best.text());
}

}  // namespace

void register_amr_tune(CLI::App& amr) {
  CLI::App* command =
      amr.add_subcommand("tune", "Chooses the settings of a trained parser and keeps them with it");
  const auto arguments = std::make_shared<TuneArguments>();
  command->add_option("DIR", arguments->folder, "The folder of the parser")->required();
  command
      ->add_option("BANK", arguments->banks,
                   "Files of graphs that are used neither for training nor for measuring; the "
                   "settings with the highest mean of their Smatch are kept")
      ->required();
  std::vector<std::string> names;
  for (const amr::DecodeSetting& setting : amr::DecodeOptions::settings()) {
    names.emplace_back(setting.name);
  }
  command
      ->add_option("--only", arguments->only,
                   "The settings to choose; by default all. May be repeated")
      ->check(CLI::IsMember(names))
      ->allow_extra_args(false);
  command->add_option("--threads", arguments->threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0U, base::kMostThreads))
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  noether amr tune run/model held-out.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
