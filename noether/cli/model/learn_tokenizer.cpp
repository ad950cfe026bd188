// noether model learn-tokenizer: learns a tokenizer for a model that begins with random weights.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/line_reader.h"
#include "noether/base/progress.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/pieces/tokenized_pieces.h"
#include "noether/neural/tokenizer/learn_byte_pairs.h"

namespace noether::cli {
namespace {

constexpr std::string_view kLearnTokenizer = "model learn-tokenizer";
constexpr std::size_t kLongestLine = std::size_t{64} << 20;

struct LearnTokenizerOptions {
  std::vector<std::string> files;
  std::string output;
  std::size_t size = 10'000;
};

// The texts of a line of `noether pieces` or of `noether pairs`.
base::Result<std::vector<std::string>> texts_of_line(std::string_view line) {
  auto pieces = neural::read_piece_line(line);
  if (pieces) return pieces;
  auto pair = neural::read_pair_line(line);
  if (!pair) return pieces;
  return std::vector<std::string>{std::move(pair->first), std::move(pair->second)};
}

std::uint64_t bytes_of(const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code missing;  // the reader of the file reports it
    const auto size = std::filesystem::file_size(file, missing);
    if (!missing) bytes += size;
  }
  return bytes;
}

void learn_tokenizer(const LearnTokenizerOptions& options) {
  base::ProgressBar progress("texts", bytes_of(options.files));
  neural::tokens::BytePairLearner learner;
  std::uint64_t texts = 0;
  std::uint64_t bytes = 0;
  for (const std::string& file : options.files) {
    auto lines = base::LineReader::open(file, kLongestLine);
    if (!lines) fail(kLearnTokenizer, lines.error(), ExitCode::Failure);
    while (true) {
      const auto line = lines->next();
      if (!line) fail(kLearnTokenizer, line.error(), ExitCode::Failure);
      if (!*line) break;
      const auto wrong = [&](std::string_view what) {
        fail(kLearnTokenizer,
             {fmt::format("{}: line {}: {}", file, (*line)->number, what),
              {},
              "noether pieces and noether pairs write such files"},
             ExitCode::BadInput);
      };
      if ((*line)->too_long) wrong("longer than 64 MiB");
      const auto found = texts_of_line((*line)->text);
      if (!found) wrong(found.error().message);
      for (const std::string& text : *found) learner.add(text);
      progress.update(++texts, bytes += (*line)->text.size() + 1);
    }
  }
  progress.finish();
  const auto tokenizer = learner.learn(options.size);
  if (!tokenizer) fail(kLearnTokenizer, tokenizer.error(), ExitCode::BadInput);
  base::FileSystem& disk = base::FileSystem::real();
  if (const auto made = disk.make_folder(options.output); !made) {
    fail(kLearnTokenizer, made.error(), ExitCode::Failure);
  }
  const auto written =
      base::write_atomically(disk, options.output + "/tokenizer.json", tokenizer->to_json());
  if (!written) fail(kLearnTokenizer, written.error(), ExitCode::Failure);
  print_result(kLearnTokenizer,
               fmt::format("{}: {} of {}\n", options.output, counted(tokenizer->size(), "token"),
                           counted(texts, "text")));
}

}  // namespace

void register_model_learn_tokenizer(CLI::App& model) {
  CLI::App* command =
      model.add_subcommand("learn-tokenizer", "Learns a tokenizer for a new decoder from texts");
  const auto options = std::make_shared<LearnTokenizerOptions>();
  command
      ->add_option("FILE", options->files, "Files of `noether pieces` or `noether pairs`, in order")
      ->required();
  command
      ->add_option("--size", options->size, "The number of tokens, including those of single bytes")
      ->check(CLI::Range(neural::tokens::kFewestBytePairTokens, std::size_t{1} << 16))
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "The folder to make, with tokenizer.json")
      ->required();
  command->footer(
      "Byte-level BPE: letters keep their case, each digit is a token, and frequent LaTeX\n"
      "commands are tokens.\n"
      "\n"
      "Example:\n"
      "  noether model learn-tokenizer texts.jsonl pairs.jsonl --size 10000 -o tokenizer");
  command->callback([options] { learn_tokenizer(*options); });
}

}  // namespace noether::cli
