// noether model import and export: models as Hugging Face publishes them; and what the other
// subcommands say and make of such models.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/cli/commands.h"
#include "noether/cli/expression_arguments.h"
#include "noether/cli/json_text.h"
#include "noether/cli/model_commands.h"
#include "noether/neural/model/hugging_face/hugging_face_folder.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace noether::cli {
namespace {

constexpr std::string_view kImport = "model import";
constexpr std::string_view kExport = "model export";
constexpr std::size_t kNamedTensors = 8;  // of those that are not used

struct TransferOptions {
  std::string folder;
  std::string output;
  std::string pooling;  // of import; empty: as the folder says
};

std::vector<std::string> heads_of(const neural::HeadsConfig& head) {
  std::vector<std::string> names;
  if (head.words) names.emplace_back("masked words");
  if (head.pooler) names.emplace_back("pooler");
  if (head.order) names.emplace_back("sentence order");
  if (head.classes > 0) names.push_back(fmt::format("{} classes", head.classes));
  if (head.next) names.emplace_back("next token");
  return names;
}

std::uint64_t numbers_of(const neural::ModelFolder& model) {
  std::uint64_t count = 0;
  for (const neural::Tensor& tensor : model.weights.tensors(model.config.transformer)) {
    if (!tensor.name.ends_with(".scale")) count += tensor.count();
  }
  return count;
}

std::string description_of(const neural::ModelFolder& model) {
  const neural::TransformerConfig& config = model.config.transformer;
  std::string text = fmt::format("{} layers, width {}, {} heads, feed-forward {}\n", config.layers,
                                 config.width, config.heads, config.feed_forward);
  text += fmt::format("{:.2f} million parameters\n", static_cast<double>(numbers_of(model)) / 1e6);
  text += fmt::format("reads up to {} tokens of a vocabulary of {}\n", model.config.sequence_tokens,
                      config.vocabulary);
  if (model.config.pooling) {
    text += fmt::format("{} pooling\n", neural::pooling_name(*model.config.pooling));
  }
  if (const auto heads = heads_of(config.head); !heads.empty()) {
    text += fmt::format("heads: {}\n", fmt::join(heads, ", "));
  }
  const auto& unused = model.unused_tensors;
  if (!unused.empty()) {
    const std::size_t named = std::min(unused.size(), kNamedTensors);
    text += fmt::format(
        "not used: {}{}\n",
        fmt::join(unused.begin(), unused.begin() + static_cast<std::ptrdiff_t>(named), ", "),
        unused.size() > named ? fmt::format(" and {} more tensors", unused.size() - named) : "");
  }
  return text;
}

template <typename T>
T value_or_fail(std::string_view command, base::Result<T> result) {
  if (!result) fail(command, result.error(), ExitCode::Failure);
  return *std::move(result);
}

void done_or_fail(std::string_view command, const base::Result<void>& done) {
  if (!done) fail(command, done.error(), ExitCode::Failure);
}

void expect_new_folder(std::string_view command, const std::string& from, const std::string& to) {
  std::error_code not_there;
  if (!std::filesystem::equivalent(from, to, not_there)) return;
  fail(command,
       {"the new model would replace the one it is made of", {}, "name another folder by -o"},
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

// The tokens of the first texts of a file; the rounding of weights learns no more from others.
std::vector<std::vector<neural::TokenId>> sample_of(std::string_view command,
                                                    const std::string& folder,
                                                    const neural::ModelConfig& config,
                                                    const std::string& file) {
  constexpr std::size_t kMostTexts = 64;
  constexpr std::size_t kMostTokens = 256;
  constexpr std::size_t kMostBytes = 1 << 20;
  const auto tokenizer = value_or_fail(command, neural::tokens::Tokenizer::open(folder));
  auto lines = value_or_fail(command, base::LineReader::open(file, kMostBytes));
  const std::size_t most = std::min<std::size_t>(kMostTokens, config.transformer.max_positions);
  std::vector<std::vector<neural::TokenId>> sample;
  while (sample.size() < kMostTexts) {
    const auto line = value_or_fail(command, lines.next());
    if (!line) break;
    if (line->too_long || line->text.empty()) continue;
    auto tokens = tokenizer.encode(line->text, {.special_tokens = true, .most = most}).ids;
    const bool known = std::ranges::all_of(
        tokens, [&](neural::TokenId token) { return token < config.transformer.vocabulary; });
    if (!tokens.empty() && known) sample.push_back(std::move(tokens));
  }
  if (sample.empty()) {
    fail(command, {fmt::format("{}: no line is a text that the model reads", file), {}, {}},
         ExitCode::BadInput);
  }
  return sample;
}

void change_text_model(std::string_view command, const std::string& folder,
                       const std::string& output, bool to_int8, const std::string& sample = {}) {
  neural::ModelFolder model = value_or_fail(command, neural::ModelFolder::read(folder));
  if (model.weights.is_int8() == to_int8) {
    fail(command, {fmt::format("the model is {} already", to_int8 ? "int8" : "float32"), {}, ""},
         ExitCode::BadInput);
  }
  if (to_int8 && !sample.empty()) {
    neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Round,
                             sample_of(command, folder, model.config, sample));
  } else if (to_int8) {
    neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Round);
  } else {
    neural::dequantize_weights(model.weights, model.config.transformer);
  }
  value_or_fail(command, neural::copy_tokenizer(folder, output));
  done_or_fail(command, model.write(output));
  print_result(command, fmt::format("{}: {}, the weights of {}\n", output,
                                    to_int8 ? "int8" : "float32", folder));
}

}  // namespace

bool is_text_model(std::string_view command, const std::string& folder) {
  const auto format = neural::format_of_model(folder);
  // What is wrong with the folder is for its reader to say.
  if (!format) return false;
  if (!format->empty()) return *format == neural::kModelFormat;
  fail(command,
       {fmt::format("'{}' is no model folder of Noether", folder),
        {},
        "noether model import makes one of a folder in the layout of transformers"},
       ExitCode::Failure);
}

void text_model_info(const std::string& folder, bool json) {
  constexpr std::string_view kInfo = "model info";
  const neural::ModelFolder model = value_or_fail(kInfo, neural::ModelFolder::read(folder));
  const std::string_view numbers = model.weights.is_int8() ? "int8" : "float32";
  const neural::TransformerConfig& config = model.config.transformer;
  if (!json) {
    return print_result(
        kInfo, fmt::format("{}: a model of the family {}, {} in {:.2f} MB\n{}", folder,
                           neural::family_name(model.config.family), numbers,
                           static_cast<double>(model.weight_bytes) / 1e6, description_of(model)));
  }
  std::vector<std::string> heads;
  for (const std::string& name : heads_of(config.head)) heads.push_back(json_string(name));
  std::vector<std::string> unused;
  for (const std::string& name : model.unused_tensors) unused.push_back(json_string(name));
  JsonObject object;
  object.add_string("folder", folder)
      .add_string("family", neural::family_name(model.config.family))
      .add_number("layers", config.layers)
      .add_number("width", config.width)
      .add_number("heads", config.heads)
      .add_number("feed_forward", config.feed_forward)
      .add_number("positions", config.max_positions)
      .add_number("sequence_tokens", model.config.sequence_tokens)
      .add_string("pooling",
                  model.config.pooling ? neural::pooling_name(*model.config.pooling) : "none")
      .add_string("numbers", numbers)
      .add_number("parameters", static_cast<std::int64_t>(numbers_of(model)))
      .add_number("bytes", static_cast<std::int64_t>(model.weight_bytes))
      .add_number("tokens", config.vocabulary)
      .add("computes", json_array(heads))
      .add("unused_tensors", json_array(unused));
  print_result(kInfo, object.text() + "\n");
}

void quantize_text_model(const std::string& folder, const std::string& output,
                         const std::string& sample) {
  change_text_model("model quantize", folder, output, true, sample);
}

void dequantize_text_model(const std::string& folder, const std::string& output) {
  change_text_model("model dequantize", folder, output, false);
}

void register_model_import(CLI::App& model) {
  const auto options = std::make_shared<TransferOptions>();
  CLI::App* command = register_transfer(
      model, "import", "Makes a model folder of one in the layout of transformers",
      "A folder with config.json and safetensors, as Hugging Face publishes them",
      "BERT, ALBERT, RoBERTa, DistilBERT, MiniLM, GPT-2 and LLaMA, in float32, float16 or\n"
      "bfloat16, with the heads whose tensors are there and the pooling of\n"
      "sentence-transformers.\n"
      "\n"
      "Example:\n"
      "  noether model import all-MiniLM-L6-v2 -o minilm",
      import_model, options);
  command
      ->add_option("--pooling", options->pooling,
                   "How a text becomes a vector, where the folder does not say: mean, max or first")
      ->check(CLI::IsMember({"mean", "max", "first"}));
}

void register_model_export(CLI::App& model) {
  register_transfer(model, "export", "Writes a model folder in the layout of transformers",
                    "A model folder that was imported or trained",
                    "Example:\n"
                    "  noether model export minilm -o for-python",
                    export_model, std::make_shared<TransferOptions>());
}

}  // namespace noether::cli
