#include "noether/neural/model/hugging_face/hugging_face_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "noether/base/file_system.h"
#include "noether/neural/model/config_json.h"
#include "noether/neural/model/hugging_face/families.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {
namespace {

constexpr std::string_view kPoolingFolder = "1_Pooling";

// `from` has `rows` rows; `to` gets its columns as rows.
void transpose(const float* from, std::size_t rows, std::size_t columns, float* to) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      to[column * rows + row] = from[row * columns + column];
    }
  }
}

// The prefix of the names of the base model in this file.
std::string prefix_in(const TensorSet& tensors, ModelFamily family) {
  const std::string_view name = token_embedding_name(family);
  for (const std::string& theirs : tensors.names()) {
    if (theirs == name) return "";
    if (theirs.ends_with(fmt::format(".{}", name))) {
      return theirs.substr(0, theirs.size() - name.size());
    }
  }
  refuse_model(fmt::format("tensor '{}{}' is missing", base_prefix(family), name));
}

class FamilyReading {
 public:
  FamilyReading(TensorSet& tensors, const ModelConfig& config)
      : tensors_(tensors), config_(config), prefix_(prefix_in(tensors, config.family)) {}

  void embedding(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    matrix(name, to, rows, columns);
  }
  void matrix(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    to.rows = rows;
    to.columns = columns;
    table(name, to.values, rows, columns);
  }
  void table(const std::string& name, std::vector<float>& to, std::size_t rows,
             std::size_t columns) {
    to.reserve(rows * columns);
    for (const TheirTensor& part : parts_of(name, rows)) {
      const auto shape = part.transposed ? std::vector<std::uint64_t>{columns, part.rows}
                                         : std::vector<std::uint64_t>{part.rows, columns};
      const std::vector<float> numbers = take(part, shape);
      const std::size_t begin = to.size();
      to.resize(begin + numbers.size());
      if (part.transposed) {
        transpose(numbers.data(), columns, part.rows, to.data() + begin);
      } else {
        std::ranges::copy(numbers, to.begin() + static_cast<std::ptrdiff_t>(begin));
      }
    }
  }
  void list(const std::string& name, std::vector<float>& to, std::size_t size) {
    for (const TheirTensor& part : parts_of(name, size)) {
      const std::vector<float> numbers = take(part, {part.rows});
      to.insert(to.end(), numbers.begin(), numbers.end());
    }
  }

  const Tensor* find(const TheirTensor& part) {
    for (const std::string& name : part.names) {
      if (const Tensor* tensor = tensors_.use(part.in_base ? prefix_ + name : name)) return tensor;
    }
    return nullptr;
  }
  std::vector<TheirTensor> parts_of(const std::string& name, std::size_t rows) const {
    return their_tensors(config_.family, config_.transformer, name, rows);
  }
  const std::string& prefix() const { return prefix_; }

 private:
  std::vector<float> take(const TheirTensor& part, const std::vector<std::uint64_t>& shape) {
    const Tensor* tensor = find(part);
    if (tensor == nullptr) {
      refuse_model(
          fmt::format("tensor '{}{}' is missing", part.in_base ? prefix_ : "", part.names.front()));
    }
    if (tensor->shape != shape) {
      refuse_model(fmt::format("tensor '{}' has the shape {}, not {}", tensor->name,
                               shape_text(tensor->shape), shape_text(shape)));
    }
    auto numbers = floats_of(*tensor);
    if (!numbers) refuse_model(numbers.error().message);
    return *std::move(numbers);
  }

  TensorSet& tensors_;
  const ModelConfig& config_;
  std::string prefix_;
};

// A head exists if its tensors do.
void find_heads(TensorSet& tensors, const std::string& prefix, ModelConfig& config) {
  HeadsConfig& head = config.transformer.head;
  const auto rows_of = [&](std::string_view name) -> std::size_t {
    if (!tensors.has(name)) return 0;
    const Tensor* tensor = tensors.use(name);
    return tensor->shape.empty() ? 0 : static_cast<std::size_t>(tensor->shape[0]);
  };
  const auto classes_at = [&](std::string_view name) {
    head.classes = static_cast<std::uint32_t>(std::min<std::size_t>(rows_of(name), kMaxClasses));
  };
  switch (config.family) {
    case ModelFamily::Bert:
      head.words = tensors.has("cls.predictions.transform.dense.weight");
      if (tensors.has(prefix + "pooler.dense.weight")) head.pooler = Activation::Tanh;
      head.order = head.pooler && tensors.has("cls.seq_relationship.weight");
      if (head.pooler) classes_at("classifier.weight");
      return;
    case ModelFamily::Albert:
      head.words = tensors.has("predictions.dense.weight");
      if (tensors.has(prefix + "pooler.weight")) head.pooler = Activation::Tanh;
      head.order = head.pooler && tensors.has("sop_classifier.classifier.weight");
      if (head.pooler) classes_at("classifier.weight");
      return;
    case ModelFamily::Roberta:
      head.words = tensors.has("lm_head.dense.weight");
      classes_at("classifier.out_proj.weight");
      if (head.classes > 0 || tensors.has(prefix + "pooler.dense.weight")) {
        head.pooler = Activation::Tanh;
      }
      return;
    case ModelFamily::DistilBert:
      head.words = tensors.has("vocab_transform.weight");
      if (tensors.has("pre_classifier.weight")) head.pooler = Activation::Relu;
      if (head.pooler) classes_at("classifier.weight");
      return;
    case ModelFamily::Gpt2:
    case ModelFamily::Llama:
      return;  // by the config
  }
}

// The activation inside the head of masked words. RoBERTa's is always the same, whatever its layers
// have.
Activation words_activation_of(const ModelConfig& config) {
  return config.family == ModelFamily::Roberta ? Activation::GeluErf
                                               : config.transformer.activation;
}

base::Result<void> read_sentence_files(const std::string& folder, ModelConfig& config) {
  base::FileSystem& disk = base::FileSystem::real();
  const std::string pooling_path = fmt::format("{}/{}/config.json", folder, kPoolingFolder);
  if (disk.exists(pooling_path)) {
    const auto bytes = disk.read(pooling_path, kMaxConfigBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto pooling = pooling_of_sentences(*bytes);
    if (!pooling) {
      return base::fail(fmt::format("'{}': {}", pooling_path, pooling.error().message));
    }
    config.pooling = *pooling;
  }
  const std::string length_path = folder + "/sentence_bert_config.json";
  if (disk.exists(length_path)) {
    const auto bytes = disk.read(length_path, kMaxConfigBytes);
    if (!bytes) return std::unexpected(bytes.error());
    try {
      const auto tokens = ConfigJson(*bytes).number("max_seq_length", config.sequence_tokens);
      if (tokens > 0) config.sequence_tokens = std::min(config.sequence_tokens, tokens);
    } catch (const std::exception& error) {
      return base::fail(fmt::format("'{}': {}", length_path, error.what()));
    }
  }
  return {};
}

// Tensors with their names, and the numbers that they refer to.
class FamilyListing {
 public:
  explicit FamilyListing(const ModelConfig& config) : config_(config) {
    const HeadsConfig& head = config.transformer.head;
    const bool is_base = !head.words && !head.order && head.classes == 0 && !head.next;
    prefix_ = is_base ? "" : base_prefix(config.family);
  }

  void embedding(const std::string& name, const Matrix& of, std::size_t rows, std::size_t columns) {
    table(name, of.values, rows, columns);
  }
  void matrix(const std::string& name, const Matrix& of, std::size_t rows, std::size_t columns) {
    table(name, of.values, rows, columns);
  }
  void table(const std::string& name, const std::vector<float>& of, std::size_t rows,
             std::size_t columns) {
    const float* from = of.data();
    for (const TheirTensor& part : their_tensors(config_.family, config_.transformer, name, rows)) {
      std::vector<float>& numbers = numbers_.emplace_back(part.rows * columns);
      if (part.transposed) {
        transpose(from, part.rows, columns, numbers.data());
        add(part, {columns, part.rows}, numbers);
      } else {
        std::copy_n(from, numbers.size(), numbers.data());
        add(part, {part.rows, columns}, numbers);
      }
      from += numbers.size();
    }
  }
  void list(const std::string& name, const std::vector<float>& of, std::size_t size) {
    const float* from = of.data();
    for (const TheirTensor& part : their_tensors(config_.family, config_.transformer, name, size)) {
      const std::vector<float>& numbers = numbers_.emplace_back(from, from + part.rows);
      add(part, {part.rows}, numbers);
      from += part.rows;
    }
  }
  std::span<const Tensor> tensors() const { return tensors_; }

 private:
  void add(const TheirTensor& part, std::vector<std::uint64_t> shape,
           const std::vector<float>& numbers) {
    tensors_.push_back(
        {(part.in_base ? prefix_ : "") + part.names.front(),
         TensorType::F32,
         std::move(shape),
         {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)}});
  }

  const ModelConfig& config_;
  std::string prefix_;
  std::deque<std::vector<float>> numbers_;  // which stay where they are
  std::vector<Tensor> tensors_;
};

base::Result<void> write_sentence_files(const ModelConfig& config, const std::string& folder) {
  base::FileSystem& disk = base::FileSystem::real();
  const std::string pooling_folder = fmt::format("{}/{}", folder, kPoolingFolder);
  if (auto made = disk.make_folder(pooling_folder); !made) return made;
  if (auto done =
          base::write_atomically(disk, pooling_folder + "/config.json",
                                 sentence_pooling_json(*config.pooling, config.transformer.width));
      !done) {
    return done;
  }
  auto modules = nlohmann::ordered_json::array();
  int number = 0;
  for (const auto& [path, kind] :
       {std::pair("", "Transformer"), {"1_Pooling", "Pooling"}, {"2_Normalize", "Normalize"}}) {
    modules.push_back({{"idx", number},
                       {"name", std::to_string(number)},
                       {"path", path},
                       {"type", fmt::format("sentence_transformers.models.{}", kind)}});
    ++number;
  }
  if (auto done = base::write_atomically(disk, folder + "/modules.json", modules.dump(2) + '\n');
      !done) {
    return done;
  }
  const nlohmann::ordered_json length = {{"max_seq_length", config.sequence_tokens},
                                         {"do_lower_case", false}};
  return base::write_atomically(disk, folder + "/sentence_bert_config.json", length.dump(2) + '\n');
}

}  // namespace

base::Result<ModelFolder> import_hugging_face(const std::string& folder) {
  const std::string config_path = folder + "/config.json";
  const auto bytes = base::FileSystem::real().read(config_path, kMaxConfigBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config = config_of_family(*bytes);
  if (!config) return base::fail(fmt::format("'{}': {}", config_path, config.error().message));
  if (auto done = read_sentence_files(folder, *config); !done) {
    return std::unexpected(done.error());
  }
  auto tensors = TensorSet::of_folder(folder);
  if (!tensors) return std::unexpected(tensors.error());
  ModelFolder model;
  try {
    FamilyReading reading(*tensors, *config);
    find_heads(*tensors, reading.prefix(), *config);
    if (config->transformer.head.words) {
      config->transformer.head.words_activation = words_activation_of(*config);
    }
    if (const auto problem = config->transformer.problem()) refuse_model(*problem);
    model.weights.layers.resize(config->transformer.stored_layers);
    visit_weights(model.weights, config->transformer, reading);
  } catch (const std::invalid_argument& error) {
    return base::fail(fmt::format("'{}': {}", folder, error.what()), {},
                      "its weights are damaged, or of another model than config.json");
  }
  model.config = *std::move(config);
  model.weight_bytes = tensors->bytes();
  model.unused_tensors = tensors->unused();
  return model;
}

base::Result<void> export_hugging_face(const ModelFolder& model, const std::string& folder) {
  TransformerWeights weights = model.weights;
  dequantize_weights(weights, model.config.transformer);
  FamilyListing listing(model.config);
  try {
    visit_weights(std::as_const(weights), model.config.transformer, listing);
  } catch (const std::invalid_argument& error) {
    return base::fail(error.what());
  }
  base::FileSystem& disk = base::FileSystem::real();
  if (auto made = disk.make_folder(folder); !made) return made;
  const std::string file = safetensors_bytes(listing.tensors(), {{"format", "pt"}});
  if (auto done = base::write_atomically(disk, folder + "/model.safetensors", file); !done) {
    return done;
  }
  if (model.config.pooling) {
    if (auto done = write_sentence_files(model.config, folder); !done) return done;
  }
  return base::write_atomically(disk, folder + "/config.json", family_json(model.config));
}

}  // namespace noether::neural
