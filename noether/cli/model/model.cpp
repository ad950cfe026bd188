// noether model: describes a model folder, measures its speed, and makes int8 models from float32
// ones. The other subcommands are in transfer.cpp, learn_tokenizer.cpp, generate.cpp and shape.cpp.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "noether/base/line_reader.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/model/text_models.h"
#include "noether/embedding/encoder_benchmark.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/formula/formula_encoder.h"
#include "noether/embedding/formula/shape_model.h"
#include "noether/embedding/shipped_model.h"
#include "noether/embedding/values/part_values.h"
#include "noether/formula/limits.h"

namespace noether::cli {
namespace {

struct ModelOptions {
  std::string folder;
  std::string output;
  std::string sample;
  double seconds = 2;
  bool json = false;

  std::string model() const { return folder.empty() ? embedding::shipped_model_folder() : folder; }
};

embedding::ExpressionModel read_model(std::string_view command, const std::string& folder) {
  auto model = embedding::ExpressionModel::read(folder);
  if (!model) fail(command, model.error(), ExitCode::Failure);
  return *std::move(model);
}

std::uint64_t parameters_of(const embedding::ExpressionModel& model) {
  std::uint64_t count = 0;
  for (const neural::Tensor& tensor : model.weights.tensors(model.transformer())) {
    if (!tensor.name.ends_with(".scale")) count += tensor.count();
  }
  return count;
}

std::vector<std::string> operators_of(const embedding::ExpressionTokenizer& tokenizer) {
  std::vector<std::string> names;
  for (std::size_t id = 0; id < tokenizer.size(); ++id) {
    if (tokenizer.is_operator(static_cast<neural::TokenId>(id))) {
      names.push_back(tokenizer.token(static_cast<neural::TokenId>(id)));
    }
  }
  return names;
}

// The shape part of an encoder of formulas; nothing for an encoder of expressions.
std::optional<embedding::ShapeModel> read_shape(const std::string& folder) {
  if (!embedding::FormulaEncoder::is_in(folder)) return std::nullopt;
  auto shape = embedding::ShapeModel::read(folder + "/" + std::string(embedding::kShapeFile));
  if (!shape) fail("model info", shape.error(), ExitCode::Failure);
  return *std::move(shape);
}

// Copies the shape part, so that the result is an encoder of formulas, too.
void copy_shape(std::string_view command, const ModelOptions& options) {
  if (!embedding::FormulaEncoder::is_in(options.folder)) return;
  const std::string name = "/" + std::string(embedding::kShapeFile);
  std::error_code failed;
  std::filesystem::copy_file(options.folder + name, options.output + name,
                             std::filesystem::copy_options::overwrite_existing, failed);
  if (failed) {
    fail(command,
         {fmt::format("cannot copy '{}{}': {}", options.folder, name, failed.message()), {}, {}},
         ExitCode::Failure);
  }
}

void info(const ModelOptions& options) {
  if (is_text_model("model info", options.model())) {
    return text_model_info(options.model(), options.json);
  }
  const embedding::ExpressionModel model = read_model("model info", options.model());
  const embedding::ExpressionModelConfig& config = model.config;
  const std::string_view numbers = model.weights.is_int8() ? "int8" : "float32";
  const std::optional<embedding::ShapeModel> shape = read_shape(options.model());
  const auto operators = operators_of(model.tokenizer);
  if (options.json) {
    std::vector<std::string> names;
    for (const std::string& name : operators) names.push_back(json_string(name));
    return print_result(
        "model info",
        JsonObject()
                .add_string("encodes", shape ? "formulas" : "expressions")
                .add_string("folder", options.model())
                .add_number("layers", config.layers)
                .add_number("width", config.width)
                .add_number("heads", config.heads)
                .add_number("feed_forward", config.feed_forward)
                .add_number("positions", config.positions)
                .add_string("inputs", embedding::inputs_name(config.inputs))
                .add_string("pooling", neural::pooling_name(config.pooling))
                .add_string("numbers", numbers)
                .add_number("parameters", static_cast<std::int64_t>(parameters_of(model)))
                .add_number("bytes", static_cast<std::int64_t>(model.weight_bytes))
                .add_number("tokens", static_cast<std::int64_t>(model.tokenizer.size()))
                .add("operators", json_array(names))
                .text() +
            "\n");
  }
  std::string text = fmt::format("{}: an encoder of {}, {}\n", options.model(),
                                 shape ? "formulas" : "expressions", numbers);
  text += fmt::format("{} layers, width {}, {} heads, feed-forward {}, {} pooling\n", config.layers,
                      config.width, config.heads, config.feed_forward,
                      neural::pooling_name(config.pooling));
  text += fmt::format("{:.2f} million parameters in {:.2f} MB\n",
                      static_cast<double>(parameters_of(model)) / 1e6,
                      static_cast<double>(model.weight_bytes) / 1e6);
  const bool values = config.inputs == embedding::Inputs::Values;
  text += fmt::format("reads up to {} tokens of a vocabulary of {}\n", config.positions - 2,
                      model.tokenizer.size());
  if (values) {
    text +=
        fmt::format("reads parts of expressions that have values as one token; up to {} before\n",
                    embedding::kMostValuedTokens);
  }
  if (shape) {
    text += fmt::format(
        "every formula has a vector: {} numbers of its meaning and {} of its shape, {} learned "
        "directions\n",
        config.width, embedding::kShapeWidth, shape->keys.size());
  }
  text += fmt::format("operators: {}\n", fmt::join(operators, " "));
  print_result("model info", text);
}

void bench(const ModelOptions& options) {
  const auto measured = embedding::benchmark_encoder(options.model(), options.seconds);
  if (!measured) fail("model bench", measured.error(), ExitCode::Failure);
  if (options.json) {
    const auto number = [](double value) { return fmt::format("{:.6g}", value); };
    return print_result("model bench",
                        JsonObject()
                                .add("load_seconds", number(measured->load_seconds))
                                .add("query_seconds", number(measured->query_seconds))
                                .add("batch_rate", number(measured->batch_rate))
                                .add("batch_flops", number(measured->batch_flops))
                                .add("sgemm_peak_flops", number(measured->peak_flops))
                                .add("share_of_peak", number(measured->share_of_peak()))
                                .add_string("int8_kernel", measured->int8_kernel)
                                .text() +
                            "\n");
  }
  std::string text = fmt::format("{}, one core, processor time\n\n", options.model());
  const auto row = [&](std::string_view name, const std::string& value) {
    text += fmt::format("{:<36} {:>14}\n", name, value);
  };
  row("loading", fmt::format("{:.1f} ms", measured->load_seconds * 1e3));
  row(fmt::format("one expression of {} tokens", embedding::kQueryTokens),
      fmt::format("{:.2f} ms", measured->query_seconds * 1e3));
  row("such expressions in batches", fmt::format("{:.0f} /s", measured->batch_rate));
  row("operations in batches", fmt::format("{:.1f} G/s", measured->batch_flops / 1e9));
  row("float32 matrix product (sgemm)", fmt::format("{:.1f} G/s", measured->peak_flops / 1e9));
  row("batches, as a share of that", fmt::format("{:.0f} %", 100 * measured->share_of_peak()));
  if (!measured->int8_kernel.empty()) row("int8 kernel", std::string(measured->int8_kernel));
  print_result("model bench", text);
}

std::vector<std::string> sample_of(const ModelOptions& options,
                                   const embedding::ExpressionEncoder& encoder) {
  constexpr std::size_t kMost = 2000;
  if (options.sample.empty()) return embedding::sample_expressions(kMost / 4);
  auto lines = base::LineReader::open(options.sample, formula::kMaxInputBytes);
  if (!lines) fail("model quantize", lines.error(), ExitCode::Failure);
  std::vector<std::string> texts;
  while (texts.size() < kMost) {
    const auto line = lines->next();
    if (!line) fail("model quantize", line.error(), ExitCode::Failure);
    if (!*line) break;
    if ((*line)->too_long) continue;
    const auto tokens = encoder.tokenizer().encode((*line)->text);
    if (tokens && !encoder.problem_with(*tokens)) texts.emplace_back((*line)->text);
  }
  if (texts.empty()) {
    fail("model quantize",
         {fmt::format("{}: no line is an expression that the model reads", options.sample), {}, {}},
         ExitCode::BadInput);
  }
  return texts;
}

embedding::ExpressionEncoder load_encoder(const std::string& folder) {
  auto encoder = embedding::ExpressionEncoder::open(folder);
  if (!encoder) fail("model quantize", encoder.error(), ExitCode::Failure);
  return *std::move(encoder);
}

std::vector<float> vectors_of(const embedding::ExpressionEncoder& encoder,
                              const std::vector<std::string>& texts) {
  auto vectors = encoder.embed(texts);
  if (!vectors) fail("model quantize", vectors.error(), ExitCode::Failure);
  return *std::move(vectors);
}

void expect_another_folder(std::string_view command, const ModelOptions& options) {
  std::error_code not_there;
  if (std::filesystem::equivalent(options.folder, options.output, not_there)) {
    fail(command,
         {"the new model would replace the one that it is made from",
          {},
          "name another folder by -o"},
         ExitCode::Failure);
  }
}

void quantize(const ModelOptions& options) {
  expect_another_folder("model quantize", options);
  if (is_text_model("model quantize", options.folder)) {
    return quantize_text_model(options.folder, options.output, options.sample);
  }
  const embedding::ExpressionModel model = read_model("model quantize", options.folder);
  const auto int8 = embedding::quantize(model);
  if (!int8) fail("model quantize", int8.error(), ExitCode::BadInput);
  const embedding::ExpressionEncoder encoder = load_encoder(options.folder);
  const auto texts = sample_of(options, encoder);
  if (auto written = int8->write(options.output); !written) {
    fail("model quantize", written.error(), ExitCode::Failure);
  }
  copy_shape("model quantize", options);
  const auto difference = embedding::compare_vectors(
      vectors_of(encoder, texts), vectors_of(load_encoder(options.output), texts),
      model.config.width);
  print_result("model quantize",
               fmt::format("{}: int8; {} expressions keep {:.2f} % of their ten nearest, and the "
                           "cosine of old and new vectors is {:.5f} (least {:.5f})\n",
                           options.output, texts.size(), 100 * difference.kept_neighbours,
                           difference.mean_cosine, difference.least_cosine));
}

void dequantize(const ModelOptions& options) {
  constexpr std::string_view kName = "model dequantize";
  expect_another_folder(kName, options);
  if (is_text_model(kName, options.folder)) {
    return dequantize_text_model(options.folder, options.output);
  }
  const auto float32 = embedding::dequantize(read_model(kName, options.folder));
  if (!float32) fail(kName, float32.error(), ExitCode::BadInput);
  if (auto written = float32->write(options.output); !written) {
    fail(kName, written.error(), ExitCode::Failure);
  }
  copy_shape(kName, options);
  print_result(kName,
               fmt::format("{}: float32, the weights of {}\n", options.output, options.folder));
}

void register_dequantize(CLI::App& model, const std::shared_ptr<ModelOptions>& options) {
  CLI::App* command = model.add_subcommand("dequantize", "Converts an int8 model to float32");
  command->add_option("DIR", options->folder, "The int8 model folder")->required();
  command->add_option("-o,--output", options->output, "The folder to make")->required();
  command->footer(
      "The weights are the same; other numbers that an int8 model rounds are not rounded.\n"
      "\n"
      "Example:\n"
      "  noether model dequantize models/formula-encoder -o reference");
  command->callback([options] { dequantize(*options); });
}

void register_quantize(CLI::App& model, const std::shared_ptr<ModelOptions>& options) {
  CLI::App* command = model.add_subcommand("quantize", "Converts a float32 model to int8");
  command->add_option("DIR", options->folder, "The float32 model folder")->required();
  command->add_option("-o,--output", options->output, "The folder to make")->required();
  command->add_option(
      "--sample", options->sample,
      "For an encoder of expressions: prefix expressions, one per line, on which the error is "
      "measured; by default random ones. For an encoder of texts: a collection; the rounding is "
      "fitted to its passages, and codes to their tokens; without it tokens have no codes. For a "
      "decoder: a collection; the rounding is fitted to its texts");
  command->footer(
      "Examples:\n"
      "  noether model quantize run/model -o models/formula-encoder\n"
      "  noether model quantize minilm -o text-encoder --sample arqmath/collection");
  command->callback([options] { quantize(*options); });
}

}  // namespace

void register_model(CLI::App& app) {
  CLI::App* model = app.add_subcommand(
      "model", "Inspects, measures, quantizes, imports, exports, extends and runs models");
  model->require_subcommand(1);
  const auto options = std::make_shared<ModelOptions>();
  const auto add = [&](const char* name, const char* about, void (*run)(const ModelOptions&),
                       const char* example) {
    CLI::App* command = model->add_subcommand(name, about);
    command->add_option("DIR", options->folder,
                        "The model folder; by default $NOETHER_MODEL or the shipped one");
    command->add_flag("--json", options->json, "One JSON object instead of text");
    command->footer(example);
    command->callback([options, run] { run(*options); });
    return command;
  };
  add("info", "Describes a model folder", info, "Example:\n  noether model info");
  add("bench", "Measures the speed of an encoder on this machine", bench,
      "Example:\n  noether model bench")
      ->add_option("--seconds", options->seconds, "The approximate time to measure, in seconds")
      ->check(CLI::Range(0.01, 600.0))
      ->capture_default_str();
  register_quantize(*model, options);
  register_dequantize(*model, options);
  register_model_import(*model);
  register_model_export(*model);
  register_model_add_latex(*model);
  register_model_learn_tokenizer(*model);
  register_model_generate(*model);
  register_model_shape(*model);
}

}  // namespace noether::cli
