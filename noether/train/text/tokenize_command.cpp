#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/write_atomically.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/commands.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/pretrain/piece_corpus.h"
#include "noether/train/text/training_pairs.h"

namespace noether::train {
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
