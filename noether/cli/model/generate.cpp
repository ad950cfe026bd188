// noether model generate: continues a prompt with a decoder.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/neural/generate/generator.h"
#include "noether/neural/pieces/problem_text.h"

namespace noether::cli {
namespace {

using neural::WritingEnd;
using neural::Written;

constexpr std::string_view kModelGenerate = "model generate";
constexpr std::size_t kMostPromptBytes = std::size_t{1} << 20;

struct WritingOptions {
  std::string folder;
  std::string prompt;
  neural::Decoding decoding;
  bool problem = false;
  bool hint = false;
  bool json = false;
};

std::string prompt_of(const WritingOptions& options) {
  std::string prompt = options.prompt;
  if (prompt == "-") {
    prompt.resize(kMostPromptBytes + 1);
    std::cin.read(prompt.data(), static_cast<std::streamsize>(prompt.size()));
    prompt.resize(static_cast<std::size_t>(std::cin.gcount()));
  }
  if (prompt.size() > kMostPromptBytes) {
    fail(kModelGenerate, {"the prompt is longer than 1 MiB", {}, {}}, ExitCode::BadInput);
  }
  if (options.problem || options.hint) prompt = neural::problem_prompt(prompt);
  if (options.hint) prompt += neural::kHint;
  return prompt;
}

std::string_view end_name(WritingEnd end) {
  switch (end) {
    case WritingEnd::EndOfText:
      return "end";
    case WritingEnd::Stop:
      return "stop";
    case WritingEnd::Full:
      break;
  }
  return "full";
}

std::string written_json(const Written& written) {
  return JsonObject()
             .add_string("text", written.text)
             .add_string("end", std::string(end_name(written.end)))
             .add_number("tokens", static_cast<std::int64_t>(written.tokens.size()))
             .add("log_probability", fmt::format("{:.6g}", written.log_probability))
             .text() +
         "\n";
}

void generate_text(const WritingOptions& options) {
  if (const auto problem = options.decoding.problem()) {
    fail(kModelGenerate, {*problem, {}, {}}, ExitCode::BadInput);
  }
  const auto generator = neural::Generator::open(options.folder);
  if (!generator) fail(kModelGenerate, generator.error(), ExitCode::Failure);
  // The text is printed as it grows.
  std::size_t printed = 0;
  const auto print = [&](std::string_view text) {
    const std::string_view more = text.substr(printed);
    printed = text.size();
    return std::fwrite(more.data(), 1, more.size(), stdout) == more.size() &&
           std::fflush(stdout) == 0;
  };
  const auto written = generator->write(prompt_of(options), options.decoding,
                                        options.json ? neural::Generator::Listener() : print);
  if (!written) fail(kModelGenerate, written.error(), ExitCode::BadInput);
  if (options.json) return print_result(kModelGenerate, written_json(*written));
  print_result(kModelGenerate, written->text.substr(printed) + "\n");
}

}  // namespace

void register_model_generate(CLI::App& model) {
  CLI::App* command = model.add_subcommand("generate", "Continues a prompt with a decoder");
  const auto options = std::make_shared<WritingOptions>();
  neural::Decoding& decoding = options->decoding;
  command->add_option("DIR", options->folder, "The folder of a decoder")->required();
  command->add_option("PROMPT", options->prompt, "The text to continue; - for standard input")
      ->required();
  command->add_flag("--problem", options->problem,
                    "The prompt is a problem: PROBLEM: and SOLUTION: are put around it");
  command->add_flag("--hint", options->hint, "The same, and the solution begins with HINT:");
  command->add_option("--max-tokens", decoding.most_tokens, "The maximum number of tokens to write")
      ->check(CLI::Range(1, 1 << 16))
      ->capture_default_str();
  command->add_option("--beams", decoding.beams, "The number of texts that are continued at a time")
      ->check(CLI::Range(std::size_t{1}, neural::kMostBeams))
      ->capture_default_str();
  command
      ->add_option("--length-penalty", decoding.length_penalty,
                   "With beams: log probabilities are divided by the length to this power")
      ->check(CLI::Range(-10.0, 10.0))
      ->capture_default_str();
  command->add_flag("--sample", decoding.draws, "Draw tokens by their probability");
  command->add_option("--seed", decoding.seed, "With --sample: the same seed draws the same text")
      ->capture_default_str();
  command
      ->add_option("--temperature", decoding.temperature,
                   "With --sample: below 1, likely tokens become likelier")
      ->check(CLI::Range(0.01, 100.0))
      ->capture_default_str();
  command->add_option("--top-k", decoding.top_k,
                      "With --sample: draw only from this number of most likely tokens; 0: all");
  command
      ->add_option("--top-p", decoding.top_p,
                   "With --sample: draw only from the most likely tokens that together have this "
                   "probability")
      ->capture_default_str();
  command
      ->add_option("--repetition-penalty", decoding.repetition_penalty,
                   "Above 1: tokens that have occurred become less likely")
      ->check(CLI::Range(0.01, 100.0))
      ->capture_default_str();
  command->add_option("--stop", decoding.stops, "End before this text; may be repeated");
  command->add_flag("--json", options->json, "One JSON object instead of text");
  command->footer(
      "Example:\n"
      "  noether model generate run/model --problem 'Is $2^{10} > 1000$?' --beams 5");
  command->callback([options] { generate_text(*options); });
}

}  // namespace noether::cli
