// noether amr tune: the settings of a trained parser that suit graphs it was not trained on.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/parser.h"
#include "noether/amr/parser/training_graphs.h"
#include "noether/amr/smatch/smatch.h"
#include "noether/base/file_system.h"
#include "noether/base/parallel.h"
#include "noether/base/write_atomically.h"
#include "noether/cli/amr_commands.h"
#include "noether/cli/expression_arguments.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr tune";

struct TuneArguments {
  std::string folder;
  std::vector<std::string> banks;
  unsigned threads = 1;
};

struct Setting {
  std::string_view name;
  float amr::DecodeOptions::* value;
  std::vector<float> tried;
};

class Tuner {
 public:
  Tuner(amr::Parser parser, std::vector<amr::SentenceGraph> graphs, unsigned threads)
      : parser_(std::move(parser)), graphs_(std::move(graphs)), threads_(threads) {}

  // One setting after the other, each with the best of those before it.
  amr::DecodeOptions tune() {
    amr::DecodeOptions best = parser_.options();
    double most = score(best);
    report(best, most);
    const std::vector<Setting> settings = {
        {"reentrant_threshold",
         &amr::DecodeOptions::reentrant_threshold,
         {0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F}},
        {"sense_memory_weight", &amr::DecodeOptions::sense_memory_weight, {0, 0.25F, 0.5F, 1, 2}},
        {"memory_weight", &amr::DecodeOptions::memory_weight, {0, 0.1F, 0.2F, 0.4F, 0.8F}}};
    for (const Setting& setting : settings) {
      for (const float value : setting.tried) {
        amr::DecodeOptions options = best;
        options.*setting.value = value;
        if (options == best) continue;
        const double scored = score(options);
        if (scored > most) {
          most = scored;
          best = options;
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
    std::vector<amr::TripleCounts> counts(graphs_.size());
    base::for_each_in_parallel(
        graphs_.size(), base::thread_count(threads_), [&](std::size_t g, std::size_t /*thread*/) {
          const auto parsed = parser_.parse(graphs_[g].sentence);
          if (!parsed) return;
          const auto matched = amr::smatch(amr::graph_with_usual_roles(graphs_[g].tree), *parsed);
          if (matched) counts[g] = matched->counts;
        });
    amr::TripleCounts sum;
    for (const amr::TripleCounts& each : counts) sum += each;
    return sum.f();
  }

  amr::Parser parser_;
  std::vector<amr::SentenceGraph> graphs_;
  unsigned threads_;
};

void run(const TuneArguments& arguments) {
  auto parser = amr::Parser::open(arguments.folder);
  if (!parser) fail(kCommand, parser.error(), ExitCode::Failure);
  std::vector<amr::SentenceGraph> graphs;
  for (const std::string& path : arguments.banks) {
    auto bank = amr::read_training_graphs(read_whole_text(kCommand, path));
    if (!bank) fail(kCommand, bank.error(), ExitCode::BadInput);
    std::ranges::move(bank->graphs, std::back_inserter(graphs));
  }
  if (graphs.empty()) fail(kCommand, {"there are no graphs", {}, {}}, ExitCode::BadInput);
  const amr::DecodeOptions best =
      Tuner(*std::move(parser), std::move(graphs), arguments.threads).tune();
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
                   "Files of graphs that it was not trained on, and that nothing is measured on")
      ->required();
  command->add_option("--threads", arguments->threads, "0 for as many as the machine runs at once")
      ->check(CLI::Range(0U, base::kMostThreads))
      ->capture_default_str();
  command->footer(
      "Example:\n"
      "  noether amr tune run/model held-out.txt");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
