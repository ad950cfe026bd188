// noether model import, export and add-latex: models in the format of Hugging Face.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/model/text_models.h"
#include "noether/collection/document_source.h"
#include "noether/collection/text_pieces.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/text/latex_tokens.h"
#include "noether/embedding/text/passages.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/neural/generate/generator.h"
#include "noether/neural/model/add_tokens.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace noether::cli {
namespace {

constexpr std::string_view kImport = "model import";
constexpr std::string_view kExport = "model export";
constexpr std::string_view kAddLatex = "model add-latex";

struct TransferOptions {
  std::string folder;
  std::string output;
  std::string pooling;  // for import; empty: the one that the folder declares
};

void expect_new_folder(std::string_view command, const std::string& from, const std::string& to) {
  std::error_code not_there;
  if (!std::filesystem::equivalent(from, to, not_there)) return;
  fail(
      command,
      {"the new model would replace the one that it is made from", {}, "name another folder by -o"},
      ExitCode::Failure);
}

void import_model(const TransferOptions& options) {
  expect_new_folder(kImport, options.folder, options.output);
  neural::ModelFolder model = value_or_fail(kImport, neural::import_hugging_face(options.folder));
  if (!options.pooling.empty()) {
    const auto named = std::ranges::find(neural::kPoolingNames, options.pooling);
    model.config.pooling = static_cast<neural::Pooling>(named - neural::kPoolingNames.begin());
  }
  model.config.tokenizer_file =
      value_or_fail(kImport, neural::copy_tokenizer(options.folder, options.output));
  done_or_fail(kImport, model.write(options.output));
  print_result(kImport,
               fmt::format("{}: a model of the family {}\n{}", options.output,
                           neural::family_name(model.config.family), description_of(model)));
}

void export_model(const TransferOptions& options) {
  expect_new_folder(kExport, options.folder, options.output);
  const neural::ModelFolder model =
      value_or_fail(kExport, neural::ModelFolder::read(options.folder));
  value_or_fail(kExport, neural::copy_tokenizer(options.folder, options.output));
  done_or_fail(kExport, neural::export_hugging_face(model, options.output));
  print_result(kExport, fmt::format("{}: float32, in the layout of {}\n", options.output,
                                    neural::family_name(model.config.family)));
}

void add_latex(const TransferOptions& options) {
  expect_new_folder(kAddLatex, options.folder, options.output);
  if (!is_text_model(kAddLatex, options.folder)) {
    fail(kAddLatex, {fmt::format("'{}' is not a model of texts", options.folder), {}, ""},
         ExitCode::BadInput);
  }
  neural::ModelFolder model = value_or_fail(kAddLatex, neural::ModelFolder::read(options.folder));
  const auto tokenizer = value_or_fail(kAddLatex, neural::tokens::Tokenizer::open(options.folder));
  auto made = neural::add_tokens(std::move(model), tokenizer, embedding::latex_tokens());
  if (!made) fail(kAddLatex, made.error(), ExitCode::BadInput);
  if (made->added == 0) {
    fail(kAddLatex, {fmt::format("'{}' has the tokens of LaTeX already", options.folder), {}, ""},
         ExitCode::BadInput);
  }
  const std::string said =
      fmt::format("{}: {} tokens of LaTeX added to {}, a vocabulary of {}\n", options.output,
                  made->added, options.folder, made->model.config.transformer.vocabulary);
  done_or_fail(kAddLatex,
               neural::write_with_tokenizer(*std::move(made), options.folder, options.output));
  print_result(kAddLatex, said);
}

CLI::App* register_transfer(CLI::App& model, const char* name, const char* about,
                            const char* folder, const char* footer,
                            void (*run)(const TransferOptions&),
                            const std::shared_ptr<TransferOptions>& options) {
  CLI::App* command = model.add_subcommand(name, about);
  command->add_option("DIR", options->folder, folder)->required();
  command->add_option("-o,--output", options->output, "The folder to make")->required();
  command->footer(footer);
  command->callback([options, run] { run(*options); });
  return command;
}

}  // namespace

void register_model_import(CLI::App& model) {
  const auto options = std::make_shared<TransferOptions>();
  CLI::App* command = register_transfer(
      model, "import", "Imports a folder in the layout of transformers",
      "A folder with config.json and safetensors, as Hugging Face publishes them",
      "BERT, ALBERT, RoBERTa, DistilBERT, MiniLM, GPT-2 and LLaMA, in float32, float16 or\n"
      "bfloat16, with the heads whose tensors are present and the pooling of\n"
      "sentence-transformers.\n"
      "\n"
      "Example:\n"
      "  noether model import all-MiniLM-L6-v2 -o minilm",
      import_model, options);
  command
      ->add_option("--pooling", options->pooling,
                   "How a text becomes a vector, if the folder does not say: mean, max or first")
      ->check(CLI::IsMember({"mean", "max", "first"}));
}

void register_model_export(CLI::App& model) {
  register_transfer(model, "export", "Writes a model folder in the layout of transformers",
                    "A model folder that was imported or trained",
                    "Example:\n"
                    "  noether model export minilm -o for-python",
                    export_model, std::make_shared<TransferOptions>());
}

void register_model_add_latex(CLI::App& model) {
  register_transfer(
      model, "add-latex", "Adds tokens for LaTeX to a model of texts",
      "A float32 or float16 model folder that has a tokenizer",
      "Commands, environments, operators of several letters and letters with their case become\n"
      "separate tokens inside formulas. Each begins as the mean of the tokens that it replaces;\n"
      "train the model with them afterwards.\n"
      "\n"
      "Example:\n"
      "  noether model add-latex minilm -o minilm-latex",
      add_latex, std::make_shared<TransferOptions>());
}

}  // namespace noether::cli
