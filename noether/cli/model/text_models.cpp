#include "noether/cli/model/text_models.h"

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

constexpr std::size_t kNamedTensors = 8;  // the maximum number of unused tensors that are named

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

neural::ModelFolder read_to_change(std::string_view command, const std::string& folder,
                                   bool to_int8) {
  neural::ModelFolder model = value_or_fail(command, neural::ModelFolder::read(folder));
  if (model.weights.is_int8() != to_int8) return model;
  fail(command, {fmt::format("the model is {} already", to_int8 ? "int8" : "float32"), {}, ""},
       ExitCode::BadInput);
}

void write_changed(std::string_view command, const neural::ModelFolder& model,
                   const std::string& folder, const std::string& output) {
  value_or_fail(command, neural::copy_tokenizer(folder, output));
  done_or_fail(command, model.write(output));
}

constexpr std::size_t kSamplePassages = 600;  // 300 MB of vectors, with those of the int8 model
constexpr std::size_t kSampledOf = 20'000;    // the number of documents that they are drawn from
constexpr std::size_t kRoundedFor = 64;      // the number used for rounding; more do not improve it
constexpr std::size_t kRoundedTokens = 256;  // the maximum tokens of a text for rounding a decoder

// Draws some of the given values, each with the same probability.
template <typename Value>
class EvenSample {
 public:
  void add(Value value) {
    ++seen_;
    if (values_.size() < kSamplePassages) {
      values_.push_back(std::move(value));
    } else if (const std::size_t place = random_() % seen_; place < kSamplePassages) {
      values_[place] = std::move(value);
    }
  }
  std::vector<Value> take() { return std::move(values_); }

 private:
  std::vector<Value> values_;
  std::mt19937 random_{1};
  std::size_t seen_ = 0;
};

// The first documents of a collection.
void each_sampled_document(std::string_view command, const std::string& path,
                           const std::function<void(const text::Document&)>& visit) {
  collection::ProblemList problems;
  const auto source = value_or_fail(command, collection::open_collection({path}, {}, problems));
  text::Document document;
  for (std::size_t i = 0; i < kSampledOf; ++i) {
    if (!value_or_fail(command, source->next(document))) break;
    visit(document);
  }
}

using TokenSequence = std::vector<neural::TokenId>;

std::vector<TokenSequence> sample_passages(std::string_view command, const std::string& path,
                                           const embedding::TextEncoder& encoder) {
  EvenSample<TokenSequence> sample;
  each_sampled_document(command, path, [&](const text::Document& document) {
    for (embedding::Passage& passage : embedding::cut_passages(document, encoder)) {
      sample.add(std::move(passage.sequence));
    }
  });
  return sample.take();
}

std::vector<std::string> sample_texts(std::string_view command, const std::string& path) {
  EvenSample<std::string> sample;
  each_sampled_document(command, path, [&](const text::Document& document) {
    for (auto& pieces : collection::cut_document(document, collection::PieceCut::Whole)) {
      sample.add(std::move(pieces.front()));
    }
  });
  return sample.take();
}

// The perplexity of the decoder: e to the mean cost of the tokens of these texts.
double perplexity_of(const neural::Generator& decoder, std::span<const std::string> texts) {
  double sum = 0;
  std::size_t tokens = 0;
  for (const std::string& text : texts) {
    const neural::TextLikelihood likelihood = decoder.likelihood("", text);
    sum += likelihood.log_probability;
    tokens += likelihood.tokens;
  }
  return std::exp(-sum / static_cast<double>(std::max<std::size_t>(tokens, 1)));
}

// Fits the rounding to some texts of the sample, and reports its cost on others.
void quantize_decoder(std::string_view command, neural::ModelFolder& model,
                      const std::string& folder, const std::string& output,
                      const std::string& sample) {
  const auto before = value_or_fail(command, neural::Generator::open(folder));
  std::vector<TokenSequence> rounded_for;
  std::vector<std::string> measured_on;
  for (const std::string& text : sample_texts(command, sample)) {
    const neural::tokens::EncodeOptions options{.special_tokens = false, .most = kRoundedTokens};
    TokenSequence tokens = before.tokenizer().encode(text, options).ids;
    if (tokens.empty()) continue;
    if (rounded_for.size() < kRoundedFor) {
      rounded_for.push_back(std::move(tokens));
    } else if (measured_on.size() < kRoundedFor) {
      measured_on.push_back(text);
    }
  }
  if (measured_on.empty()) {
    fail(command,
         {fmt::format("'{}' has only {} texts, none of which is left to measure on", sample,
                      rounded_for.size()),
          {},
          {}},
         ExitCode::BadInput);
  }
  neural::quantize_weights(model.weights, model.config.transformer, neural::TokenTable::Round,
                           rounded_for);
  write_changed(command, model, folder, output);
  const auto after = value_or_fail(command, neural::Generator::open(output));
  print_result(command,
               fmt::format("{}: int8, the weights of {}\nperplexity of {} texts: before {:.3f}, "
                           "after {:.3f}\n",
                           output, folder, measured_on.size(), perplexity_of(before, measured_on),
                           perplexity_of(after, measured_on)));
}

embedding::TextEncoder open_text_encoder(std::string_view command, const std::string& folder) {
  return value_or_fail(command, embedding::TextEncoder::open(folder));
}

// Fits codes to the tokens of the int8 model in `output`. Describes the change of the vectors.
std::string fit_token_codes(std::string_view command, const embedding::TextEncoder& before,
                            const std::string& output,
                            const std::vector<std::vector<neural::TokenId>>& passages) {
  const embedding::TextEncoder after = open_text_encoder(command, output);
  const auto old_vectors = value_or_fail(command, before.sequences().embed(passages, 0));
  const auto new_vectors = value_or_fail(command, after.sequences().embed(passages, 0));
  const auto difference = embedding::compare_vectors(old_vectors, new_vectors, after.width());
  const auto tokens = value_or_fail(command, after.token_vectors(passages, 0));
  const auto codes = value_or_fail(command, embedding::TokenCodes::fit(tokens, after.width()));
  done_or_fail(command, codes.write(fmt::format("{}/{}", output, embedding::TokenCodes::kFile)));
  return fmt::format(
      "{} passages keep {:.2f} % of their ten nearest, and the cosine of old and new vectors is "
      "{:.5f} "
      "(least {:.5f})\n{} bytes for each token, fitted to {} of them\n",
      passages.size(), 100 * difference.kept_neighbours, difference.mean_cosine,
      difference.least_cosine, codes.bytes(), tokens.size() / after.width());
}

}  // namespace

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

bool is_text_model(std::string_view command, const std::string& folder) {
  const auto format = neural::format_of_model(folder);
  // The reader of the folder reports its problems.
  if (!format) return false;
  if (!format->empty()) return *format == neural::kModelFormat;
  fail(command,
       {fmt::format("'{}' is not a model folder of Noether", folder),
        {},
        "noether model import makes one from a folder in the layout of transformers"},
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
  constexpr std::string_view kQuantize = "model quantize";
  neural::ModelFolder model = read_to_change(kQuantize, folder, true);
  neural::TransformerWeights& weights = model.weights;
  const neural::TransformerConfig& config = model.config.transformer;
  const std::string said = fmt::format("{}: int8, the weights of {}\n", output, folder);
  if (sample.empty()) {
    neural::quantize_weights(weights, config, neural::TokenTable::Round);
    write_changed(kQuantize, model, folder, output);
    return print_result(kQuantize, said);
  }
  if (config.causal) return quantize_decoder(kQuantize, model, folder, output, sample);
  const embedding::TextEncoder before = open_text_encoder(kQuantize, folder);
  const auto passages = sample_passages(kQuantize, sample, before);
  if (passages.empty()) {
    fail(kQuantize, {fmt::format("'{}' has no passages to fit to", sample), {}, {}},
         ExitCode::BadInput);
  }
  neural::quantize_weights(weights, config, neural::TokenTable::Round,
                           std::span(passages).first(std::min(passages.size(), kRoundedFor)));
  write_changed(kQuantize, model, folder, output);
  print_result(kQuantize, said + fit_token_codes(kQuantize, before, output, passages));
}

void dequantize_text_model(const std::string& folder, const std::string& output) {
  constexpr std::string_view kDequantize = "model dequantize";
  neural::ModelFolder model = read_to_change(kDequantize, folder, false);
  neural::dequantize_weights(model.weights, model.config.transformer);
  write_changed(kDequantize, model, folder, output);
  print_result(kDequantize, fmt::format("{}: float32, the weights of {}\n", output, folder));
}

}  // namespace noether::cli
