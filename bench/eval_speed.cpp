// Measures how fast the published runs are scored, with everything that trec_eval prints.
// Judgements and run are read again each time, as trec_eval does.
//
//   eval_speed ARQMATH [--passes 10]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/byte_stream.h"
#include "noether/base/cpu_clock.h"
#include "noether/evaluation/score.h"

namespace {

using namespace noether;
using namespace noether::evaluation;

struct PublishedRun {
  std::string_view folder;
  std::string_view judgements;
};

constexpr std::array<PublishedRun, 4> kRuns = {{
    {"2020_task1_MIRMU_ensemble", "qrel_task1_2020.tsv"},
    {"2020_task1_PSU_psu-task1-auto-both-A", "qrel_task1_2020.tsv"},
    {"2020_task1_TFIDF_baseline", "qrel_task1_2020.tsv"},
    {"2020_task2_TangentS_visualid", "qrel_task2_2020_visual_id.tsv"},
}};

[[noreturn]] void stop(const base::Error& error) {
  fmt::print(stderr, "{}\n", error.message);
  std::exit(2);
}

std::string unpacked(const std::string& path) {
  auto stream = base::open_byte_stream(path);
  if (!stream) stop(stream.error());
  std::string text;
  std::array<char, 1 << 16> chunk;
  while (true) {
    const auto got = (*stream)->read(chunk);
    if (!got) stop(got.error());
    if (*got == 0) return text;
    text.append(chunk.data(), *got);
  }
}

LineSource lines_of(std::string_view text) {
  return LineSource(base::LineReader(
                        [text](std::span<char> into) mutable -> base::Result<std::size_t> {
                          const std::size_t taken = text.copy(into.data(), into.size());
                          text.remove_prefix(taken);
                          return taken;
                        },
                        "memory", LineSource::kMaxLineBytes),
                    {});
}

// Returns the number of output bytes, so that the compiler cannot drop the work.
std::size_t score(LineSource judged, LineSource lines, const ScoreOptions& options) {
  const auto judgements = read_judgements(judged);
  if (!judgements) stop(judgements.error());
  RunReader reader(std::move(lines));
  const auto table = score_run(reader, *judgements, options);
  if (!table) stop(table.error());
  return trec_text(*table, options.measures, true).size();
}

LineSource open(const std::string& path) {
  auto lines = LineSource::open(path, {});
  if (!lines) stop(lines.error());
  return std::move(*lines);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures how fast published runs are scored", "eval_speed");
  std::string data;
  int passes = 10;
  app.add_option("ARQMATH", data, "the folder arqmath of the data")->required();
  app.add_option("--passes", passes, "number of passes, of which the fastest counts")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const auto requests = parse_measures("official,ndcg");
  if (!requests) stop(requests.error());
  const auto ordered = trec_order(*requests);
  if (!ordered) stop(ordered.error());
  const ScoreOptions options{.measures = *ordered, .threshold = 2};

  double all = 0;
  double all_packed = 0;
  for (const PublishedRun& run : kRuns) {
    const std::string judgements = fmt::format("{}/qrels/{}", data, run.judgements);
    const std::string path = fmt::format("{}/runs/{}/run.trec.gz", data, run.folder);
    const std::string judged = unpacked(judgements);
    const std::string text = unpacked(path);
    double least = 1e9;
    double least_packed = 1e9;
    for (int pass = 0; pass < passes; ++pass) {
      double started = base::thread_cpu_seconds();
      const std::size_t printed = score(lines_of(judged), lines_of(text), options);
      least = std::min(least, base::thread_cpu_seconds() - started);
      started = base::thread_cpu_seconds();
      if (score(open(judgements), open(path), options) != printed) std::abort();
      least_packed = std::min(least_packed, base::thread_cpu_seconds() - started);
    }
    const auto lines = static_cast<double>(std::ranges::count(text, '\n'));
    fmt::print("{:<40} {:>7} lines  {:6.2f} ms  {:5.2f} million lines/s  gzip {:6.2f} ms\n",
               run.folder, lines, least * 1e3, lines / least * 1e-6, least_packed * 1e3);
    all += least;
    all_packed += least_packed;
  }
  fmt::print("all {} runs: {:.2f} ms, {:.0f} runs/s; gzip {:.2f} ms, {:.0f} runs/s\n", kRuns.size(),
             all * 1e3, kRuns.size() / all, all_packed * 1e3, kRuns.size() / all_packed);
}
