#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/base/file_system.h"
#include "noether/base/write_atomically.h"
#include "noether/train/commands.h"
#include "noether/train/cross/list_scores.h"
#include "noether/train/distill/list_student.h"
#include "noether/train/text/training_pairs.h"

namespace noether::train {
namespace {

struct ScoreArguments {
  ScoreRequest request;
  std::string device = "cpu";
  std::string tag;
  std::string run;
  std::string scores;
};

void score(ScoreArguments& arguments) {
  if (arguments.run.empty() && arguments.scores.empty()) {
    end_with({"there is nothing to write", {}, "name a run by -o, or a file by --scores"});
  }
  if (!arguments.scores.empty() && !is_token_file(arguments.scores)) {
    end_with({fmt::format("'{}' must end with .safetensors", arguments.scores), {}, ""});
  }
  if (arguments.tag.find_first_of(" \t\r\n\f\v") != std::string::npos) {
    end_with({"--tag is one word", {}, ""});
  }
  arguments.request.device = device_by_name(arguments.device);
  const auto is_cross = is_cross_encoder(arguments.request.model);
  if (!is_cross) end_with(is_cross.error(), 1);
  if (arguments.tag.empty()) arguments.tag = *is_cross ? "cross-encoder" : "text-encoder";
  const auto lists =
      *is_cross ? score_lists(arguments.request) : score_by_cosine(arguments.request);
  if (!lists) end_with(lists.error(), 1);
  if (!arguments.run.empty()) {
    const auto written = base::write_atomically(base::FileSystem::real(), arguments.run,
                                                run_of(*lists, arguments.tag));
    if (!written) end_with(written.error());
  }
  if (arguments.scores.empty()) return;
  if (const auto saved = lists->save(arguments.scores); !saved) end_with(saved.error());
}

}  // namespace

void register_score(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "score",
      "Score the texts of lists by a cross-encoder, or by the cosines of a text encoder, as a run "
      "and for distillation\n"
      "Example: noether-train score run/model --lists candidates.jsonl -o answers.run");
  const auto arguments = std::make_shared<ScoreArguments>();
  ScoreRequest& request = arguments->request;
  command->add_option("MODEL", request.model, "Folder of a cross-encoder or of a text encoder")
      ->required();
  command->add_option("--lists", request.lists, "File of `noether lists`; may be repeated")
      ->required();
  command->add_option("-o,--output", arguments->run, "Run of all lists, best text first");
  command->add_option("--tag", arguments->tag,
                      "Name of the run; by default cross-encoder or text-encoder");
  command->add_option("--scores", arguments->scores,
                      "File of the lists' tokens with scores, *.safetensors, to distil from");
  command
      ->add_option("--question-tokens", request.question_tokens,
                   "The maximum number of tokens read of a question")
      ->check(CLI::Range(1, 1 << 17))
      ->capture_default_str();
  command
      ->add_option("--tokens", request.tokens,
                   "The maximum number of tokens read of a question and a text, or of a text alone "
                   "by a text encoder; 0: as many as the model was made for")
      ->check(CLI::Range(0, 1 << 17))
      ->capture_default_str();
  command
      ->add_option("--batch-tokens", request.batch_tokens,
                   "The maximum number of tokens in one batch")
      ->check(CLI::Range(1, 1 << 30))
      ->capture_default_str();
  command->add_option("--device", arguments->device, "cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  command->add_flag("--quiet", request.quiet, "Say nothing");
  command->callback([arguments] { score(*arguments); });
}

}  // namespace noether::train
