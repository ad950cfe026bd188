#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "noether/neural/model/model_folder.h"
#include "noether/train/commands.h"
#include "noether/train/text/load_pairs.h"

namespace noether::train {
namespace {

struct TokenizeArguments {
  std::string model;
  std::vector<std::string> pairs;
  std::vector<std::string> kinds;
  std::string output;
  bool quiet = false;
};

void tokenize(const TokenizeArguments& arguments) {
  if (!is_token_file(arguments.output)) {
    end_with({fmt::format("'{}' must end with .safetensors", arguments.output), {}, ""});
  }
  const auto config = neural::read_model_config(arguments.model);
  if (!config) end_with(config.error(), 1);
  const auto made =
      tokenize_texts(arguments.pairs, {arguments.model, *config, arguments.kinds, arguments.quiet});
  if (!made) end_with(made.error(), 1);
  if (const auto saved = made->pairs.save(arguments.output); !saved) end_with(saved.error());
}

}  // namespace

void register_tokenize(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "tokenize",
      "Write the tokens of pairs of texts, for tune on a machine without tokenizers\n"
      "Example: noether-train tokenize minilm --pairs pairs.jsonl -o pairs.safetensors");
  const auto arguments = std::make_shared<TokenizeArguments>();
  command->add_option("MODEL", arguments->model, "Folder of the model whose tokenizer it is")
      ->required();
  command->add_option("--pairs", arguments->pairs, "File of `noether pairs`; may be repeated")
      ->required();
  command->add_option("--kind", arguments->kinds, "Only pairs of this kind; may be repeated");
  command->add_option("-o,--output", arguments->output, "File of tokens, *.safetensors")
      ->required();
  command->add_flag("--quiet", arguments->quiet, "Say nothing");
  command->callback([arguments] { tokenize(*arguments); });
}

}  // namespace noether::train
