// The commands for text models: pretrain and tune train encoders, generate trains decoders, score
// uses the trained models, and tokenize prepares texts for all of them.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/commands.h"
#include "noether/train/cross/list_scores.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/cross/tune_cross.h"
#include "noether/train/distill/list_student.h"
#include "noether/train/distill/tune_student.h"
#include "noether/train/generate/train_decoder.h"
#include "noether/train/pretrain/piece_corpus.h"
#include "noether/train/pretrain/pretrain_text.h"
#include "noether/train/text/training_pairs.h"
#include "noether/train/text/tune_text.h"

namespace noether::train {

void register_pretrain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "pretrain",
      "Pre-train a text encoder on masked words and sentence order, and write the model to "
      "OUTPUT/model\n"
      "Example: noether-train pretrain models/configs/pretrain --start minilm --texts "
      "sentences.jsonl -o run");
  struct Arguments {
    TrainingArguments training;
    PretrainData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  PretrainData& data = arguments->data;
  CLI::Option* const start = command->add_option(
      "--start", data.start, "Folder of the model to continue, made by `noether model import`");
  command
      ->add_option("--tokenizer", data.tokenizer,
                   "Folder of a model whose tokenizer a new model uses, for configurations with a "
                   "shape")
      ->excludes(start);
  command
      ->add_option("--texts", data.texts,
                   "File of `noether pieces`, or of its tokens (*.safetensors); may be repeated")
      ->required();
  command->add_option("--validation", data.validation, "Held-out file of texts");
  command->callback([arguments] {
    const auto trained = pretrain_text(arguments->training.config(load_pretrain_config),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

namespace {

struct TuneArguments {
  TrainingArguments training;
  std::string start;
  std::vector<std::string> pairs;
  std::vector<std::string> lists;
  std::vector<std::string> kinds;
  std::string validation;
};

// The configuration determines which kind of file training reads.
void expect_files(const std::string& setting, const char* wanted,
                  const std::vector<std::string>& files, const char* other,
                  const std::vector<std::string>& others) {
  if (files.empty()) end_with({fmt::format("`{}` is tuned on {}", setting, wanted), {}, ""});
  if (!others.empty()) {
    end_with({fmt::format("`{}` is tuned on {}, not on {}", setting, wanted, other), {}, ""});
  }
}

void tune(const TuneArguments& arguments) {
  const TrainingArguments& training = arguments.training;
  const auto text = load_settings(training.config_path());
  if (!text) end_with(text.error(), 1);
  base::Result<void> tuned;
  if (settings_word(*text, "model") == "cross") {
    const CrossConfig config = training.config(load_cross_config);
    expect_files("model cross", "--lists", arguments.lists, "--pairs", arguments.pairs);
    tuned = tune_cross(config, {arguments.start, arguments.lists, arguments.validation},
                       training.loop());
  } else if (const std::string loss = settings_word(*text, "loss");
             loss == "distill" || loss == "contrastive" || loss == "negatives") {
    const DistillConfig config = training.config(load_distill_config);
    expect_files("loss " + loss, "--lists", arguments.lists, "--pairs", arguments.pairs);
    tuned = tune_student(config, {arguments.start, arguments.lists, arguments.validation},
                         training.loop());
  } else {
    TextConfig config = training.config(load_text_config);
    expect_files("loss pairs", "--pairs", arguments.pairs, "--lists", arguments.lists);
    if (!arguments.kinds.empty()) config.pair_kinds = arguments.kinds;
    tuned = tune_text(config, {arguments.start, arguments.pairs, arguments.validation},
                      training.loop());
  }
  if (!tuned) end_with(tuned.error());
}

}  // namespace

void register_tune(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tune",
      "Tune a text encoder on pairs of texts, or a cross-encoder on lists of graded texts, or a "
      "text encoder on lists that have grades or scores of a cross-encoder; write the model to "
      "OUTPUT/model\n"
      "Example: noether-train tune models/configs/text-encoder --start minilm --pairs pairs.jsonl "
      "-o run");
  const auto arguments = std::make_shared<TuneArguments>();
  arguments->training.add_to(*command);
  command
      ->add_option("--start", arguments->start,
                   "Folder of the start model, made by `noether model import`")
      ->required();
  CLI::Option* const pairs = command->add_option(
      "--pairs", arguments->pairs, "For `loss pairs`: file of `noether pairs`; may be repeated");
  command->add_option("--lists", arguments->lists,
                      "For `model cross` and `loss distill`, `contrastive` or `negatives`: file of "
                      "`noether lists`; "
                      "may be repeated");
  command
      ->add_option("--kind", arguments->kinds,
                   "With --pairs: kind to use instead of the configuration's; may be repeated")
      ->needs(pairs);
  command->add_option("--validation", arguments->validation, "Held-out file of pairs or lists");
  command->callback([arguments] { tune(*arguments); });
}

void register_generate(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "generate",
      "Train a decoder of GPT-2's family on texts, and on problems with their solutions; write "
      "the model to OUTPUT/model\n"
      "Example: noether-train generate models/configs/answer-writer --tokenizer tokenizer --texts "
      "texts.jsonl --texts pairs.jsonl -o run");
  struct Arguments {
    TrainingArguments training;
    GenerateData data;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->training.add_to(*command);
  GenerateData& data = arguments->data;
  CLI::Option* const start = command->add_option(
      "--start", data.start, "Folder of the decoder to continue, for `model start`");
  command
      ->add_option("--tokenizer", data.tokenizer,
                   "Folder with a tokenizer by `noether model learn-tokenizer`, for a new decoder")
      ->excludes(start);
  command
      ->add_option("--texts", data.texts,
                   "File of `noether pieces` or `noether pairs`, or of their tokens "
                   "(*.safetensors); may be repeated")
      ->required();
  command->add_option("--validation", data.validation, "Held-out file of texts");
  command->callback([arguments] {
    const auto trained = train_decoder(arguments->training.config(load_generate_config),
                                       arguments->data, arguments->training.loop());
    if (!trained) end_with(trained.error());
  });
}

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
    end_with({"no output is named", {}, "name a run with -o, or a file with --scores"});
  }
  if (!arguments.scores.empty() && !is_token_file(arguments.scores)) {
    end_with({fmt::format("'{}' must end with .safetensors", arguments.scores), {}, ""});
  }
  if (arguments.tag.find_first_of(" \t\r\n\f\v") != std::string::npos) {
    end_with({"--tag must be one word", {}, ""});
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
      "Score the texts of lists with a cross-encoder, or by the cosines of a text encoder, as a "
      "run "
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

namespace {

struct TokenizeArguments {
  std::string model;
  std::vector<std::string> pairs;
  std::vector<std::string> lists;
  std::vector<std::string> kinds;
  std::vector<std::string> texts;
  std::string output;
  bool quiet = false;
};

void tokenize(const TokenizeArguments& arguments) {
  if (!is_token_file(arguments.output)) {
    end_with({fmt::format("'{}' must end with .safetensors", arguments.output), {}, ""});
  }
  if (!arguments.texts.empty()) {
    const auto tokenizer = neural::tokenizer_file_of(arguments.model);
    if (!tokenizer) end_with(tokenizer.error(), 1);
    const auto bytes =
        tokenize_piece_files(arguments.texts, {arguments.model, *tokenizer, arguments.quiet});
    if (!bytes) end_with(bytes.error(), 1);
    const auto saved = base::write_atomically(base::FileSystem::real(), arguments.output, *bytes);
    if (!saved) end_with(saved.error());
    return;
  }
  const auto config = neural::read_model_config(arguments.model);
  if (!config) end_with(config.error(), 1);
  if (!arguments.lists.empty()) {
    const auto made =
        tokenize_list_texts(arguments.lists, {arguments.model, *config, arguments.quiet});
    if (!made) end_with(made.error(), 1);
    if (const auto saved = made->save(arguments.output); !saved) end_with(saved.error());
    return;
  }
  const auto made =
      tokenize_texts(arguments.pairs, {arguments.model, *config, arguments.kinds, arguments.quiet});
  if (!made) end_with(made.error(), 1);
  if (const auto saved = made->pairs.save(arguments.output); !saved) end_with(saved.error());
}

}  // namespace

void register_tokenize(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tokenize",
      "Write the tokens of pairs, of lists or of texts, for tune, score, pretrain or generate on a "
      "machine without tokenizers\n"
      "Example: noether-train tokenize minilm --texts sentences.jsonl -o sentences.safetensors");
  const auto arguments = std::make_shared<TokenizeArguments>();
  command
      ->add_option("MODEL", arguments->model,
                   "Folder of the model with the tokenizer; with --texts, of a tokenizer")
      ->required();
  CLI::Option_group* const input = command->add_option_group("input", "The files to tokenize");
  CLI::Option* const pairs =
      input->add_option("--pairs", arguments->pairs, "File of `noether pairs`; may be repeated");
  input->add_option("--lists", arguments->lists, "File of `noether lists`; may be repeated");
  input->add_option(
      "--texts", arguments->texts,
      "File of `noether pieces`, or of `noether pairs` for generate; may be repeated");
  input->require_option(1);
  command->add_option("--kind", arguments->kinds, "Only pairs of this kind; may be repeated")
      ->needs(pairs);
  command->add_option("-o,--output", arguments->output, "File of tokens, *.safetensors")
      ->required();
  command->add_flag("--quiet", arguments->quiet, "Say nothing");
  command->callback([arguments] { tokenize(*arguments); });
}

}  // namespace noether::train
