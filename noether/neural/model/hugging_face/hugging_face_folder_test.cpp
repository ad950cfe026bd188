// Compares models of each family with the results of transformers.
#include "noether/neural/model/hugging_face/hugging_face_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "noether/base/temporary_folder.h"
#include "noether/neural/model/reference_outputs.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::neural {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kSequences = 4;
constexpr double kSame = 1e-4;

ModelFolder import_reference(const std::string& name) {
  auto model = import_hugging_face(reference_folder(name));
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return *std::move(model);
}

Transformer transformer_of(const ModelFolder& model) {
  return {model.config.transformer, model.weights};
}

struct Sequence {
  std::vector<TokenId> tokens;
  std::vector<std::uint8_t> segments;
  std::size_t length = tokens.size();

  TokenBatch batch() const { return {tokens, std::span(&length, 1), segments}; }
};

Sequence sequence_of(ReferenceOutputs& outputs, std::size_t number) {
  Sequence sequence{outputs.ids("ids." + std::to_string(number)), {}};
  if (const std::string name = "segments." + std::to_string(number); outputs.has(name)) {
    for (const auto segment : outputs.whole_numbers(name)) {
      sequence.segments.push_back(static_cast<std::uint8_t>(segment));
    }
  }
  return sequence;
}

// Compares all outputs of the reference, and returns their names.
std::set<std::string> compare_with_reference(const std::string& name, const ModelFolder& model) {
  const Transformer transformer = transformer_of(model);
  ReferenceOutputs outputs(reference_folder(name) + "/outputs.safetensors");
  std::set<std::string> compared;
  for (std::size_t i = 0; i < kSequences; ++i) {
    SCOPED_TRACE(name + ", sequence " + std::to_string(i));
    const Sequence sequence = sequence_of(outputs, i);
    EXPECT_EQ(transformer.problem_with(sequence.batch()), std::nullopt);
    Transformer::Workspace workspace;
    const auto compare = [&](const std::string& kind, std::span<const float> ours) {
      const std::string of = kind + "." + std::to_string(i);
      if (!outputs.has(of)) return;
      compared.insert(kind);
      EXPECT_LT(largest_difference(ours, outputs.floats(of)), kSame) << kind;
    };
    compare("embedded", transformer.embed(sequence.batch(), workspace));
    const std::span<const float> hidden = transformer.run(sequence.batch(), workspace);
    compare("hidden", hidden);
    const HeadsConfig& head = model.config.transformer.head;
    const TransformerHeads& heads = transformer.heads();
    if (head.words) compare("words", heads.words(hidden));
    if (head.next) compare("next", heads.next(hidden));
    if (!head.pooler) continue;
    const auto pooled = heads.pooled(hidden.first(model.config.transformer.width));
    compare("pooled", pooled);
    if (head.order) compare("order", heads.order(pooled));
    if (head.classes > 0) compare("classes", heads.classes(pooled));
  }
  return compared;
}

TEST(HuggingFace, EveryFamilyComputesWhatTransformersComputes) {
  const auto compared = [](const std::string& name) {
    const ModelFolder model = import_reference(name);
    EXPECT_THAT(model.unused_tensors, IsEmpty()) << name;
    return compare_with_reference(name, model);
  };
  EXPECT_THAT(compared("bert"), ElementsAre("embedded", "hidden", "order", "words"));
  EXPECT_THAT(compared("albert"), ElementsAre("embedded", "hidden", "order", "words"));
  EXPECT_THAT(compared("roberta"), ElementsAre("embedded", "hidden", "words"));
  EXPECT_THAT(compared("distilbert"), ElementsAre("embedded", "hidden", "words"));
  EXPECT_THAT(compared("gpt2"), ElementsAre("embedded", "hidden", "next"));
  EXPECT_THAT(compared("llama"), ElementsAre("embedded", "hidden", "next"));
}

TEST(HuggingFace, ClassifiersAndNumbersOfSixteenBitsAreRead) {
  for (const std::string name :
       {"bert-classifier", "albert-classifier", "roberta-classifier", "distilbert-classifier"}) {
    EXPECT_THAT(compare_with_reference(name, import_reference(name)),
                ElementsAre("classes", "embedded", "hidden"));
  }
  EXPECT_THAT(
      compare_with_reference("bert-classifier", import_reference("bert-classifier-sharded")),
      ElementsAre("classes", "embedded", "hidden"));
}

TEST(HuggingFace, PoolingOfSentenceTransformersIsRead) {
  const ModelFolder model = import_reference("sentence-bert");
  EXPECT_EQ(model.config.pooling, Pooling::Mean);
  EXPECT_EQ(model.config.sequence_tokens, 16U);
  EXPECT_THAT(compare_with_reference("sentence-bert", model),
              ElementsAre("embedded", "hidden", "pooled"));
  EXPECT_EQ(import_reference("bert").config.pooling, std::nullopt);
}

TEST(HuggingFace, SequencesOfOneBatchDoNotSeeEachOther) {
  for (const std::string name : {"bert", "albert", "roberta", "distilbert", "gpt2", "llama"}) {
    SCOPED_TRACE(name);
    const ModelFolder model = import_reference(name);
    const Transformer transformer = transformer_of(model);
    ReferenceOutputs outputs(reference_folder(name) + "/outputs.safetensors");
    Sequence all;
    std::vector<std::size_t> lengths;
    std::vector<float> expected;
    for (std::size_t i = 0; i < kSequences; ++i) {
      const Sequence one = sequence_of(outputs, i);
      all.tokens.insert(all.tokens.end(), one.tokens.begin(), one.tokens.end());
      all.segments.insert(all.segments.end(), one.segments.begin(), one.segments.end());
      lengths.push_back(one.length);
      const auto hidden = outputs.floats("hidden." + std::to_string(i));
      expected.insert(expected.end(), hidden.begin(), hidden.end());
    }
    Transformer::Workspace workspace;
    EXPECT_LT(largest_difference(transformer.run({all.tokens, lengths, all.segments}, workspace),
                                 expected),
              kSame);
  }
}

TEST(HuggingFace, DecodersGoOnWhereTheirCacheEnds) {
  for (const std::string name : {"gpt2", "llama"}) {
    SCOPED_TRACE(name);
    const ModelFolder model = import_reference(name);
    const Transformer transformer = transformer_of(model);
    ReferenceOutputs outputs(reference_folder(name) + "/outputs.safetensors");
    const auto tokens = outputs.ids("ids.3");
    const auto expected = outputs.floats("hidden.3");
    KeyValueCache cache = transformer.new_cache();
    Transformer::Workspace workspace;
    std::vector<float> rows;
    for (std::size_t begin = 0, count = 5; begin < tokens.size(); begin += count, count = 1) {
      const auto part =
          transformer.extend(std::span(tokens).subspan(begin, count), cache, workspace);
      rows.insert(rows.end(), part.begin(), part.end());
    }
    EXPECT_LT(largest_difference(rows, expected), kSame);
  }
}

TEST(HuggingFace, Int8WeightsGiveNearlyTheSame) {
  for (const std::string name : {"bert", "albert", "roberta", "distilbert", "gpt2", "llama"}) {
    SCOPED_TRACE(name);
    ModelFolder model = import_reference(name);
    quantize_weights(model.weights, model.config.transformer, TokenTable::Round);
    EXPECT_TRUE(model.weights.token_embedding.is_int8());
    const Transformer transformer = transformer_of(model);
    ReferenceOutputs outputs(reference_folder(name) + "/outputs.safetensors");
    const Sequence sequence = sequence_of(outputs, 3);
    Transformer::Workspace workspace;
    const auto hidden = transformer.run(sequence.batch(), workspace);
    const auto expected = outputs.floats("hidden.3");
    double product = 0;
    double squares = 0;
    double expected_squares = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      product += static_cast<double>(hidden[i]) * static_cast<double>(expected[i]);
      squares += std::pow(static_cast<double>(hidden[i]), 2);
      expected_squares += std::pow(static_cast<double>(expected[i]), 2);
    }
    EXPECT_GT(product / std::sqrt(squares * expected_squares), 0.999);
  }
}

std::set<std::string> names_in(const std::string& file) {
  const auto names = TensorSet::of_folder(file).value().names();
  return {names.begin(), names.end()};
}

TEST(HuggingFace, ExportWritesTheLayoutThatWasImported) {
  for (const std::string name :
       {"bert", "bert-classifier", "sentence-bert", "albert", "albert-classifier", "roberta",
        "roberta-classifier", "distilbert", "distilbert-classifier", "gpt2", "llama"}) {
    SCOPED_TRACE(name);
    const ModelFolder model = import_reference(name);
    const base::TemporaryFolder folder;
    const base::TemporaryFolder ours;
    ASSERT_TRUE(model.write(ours.path()));
    const auto read = ModelFolder::read(ours.path());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->config, model.config);
    ASSERT_TRUE(export_hugging_face(*read, folder.path()));
    std::filesystem::copy_file(reference_folder(name) + "/model.safetensors", ours / "theirs");
    const auto theirs = TensorSet::of_file(ours / "theirs").value().names();
    EXPECT_EQ(names_in(folder.path()), (std::set<std::string>(theirs.begin(), theirs.end())));
    const auto again = import_hugging_face(folder.path());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->config, model.config);
    const auto before = model.weights.tensors(model.config.transformer);
    const auto after = again->weights.tensors(again->config.transformer);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].bytes, after[i].bytes);
  }
}

// The files of this reference, changed by a test.
class BrokenModel : public testing::Test {
 protected:
  void take(const std::string& name) {
    std::filesystem::copy(reference_folder(name), folder_.path(),
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
  }
  // Replaces each tensor by the result of `change`; a result without a name is left out.
  template <typename Change>
  void change_tensors(const Change& change) {
    std::string bytes;
    {
      std::ifstream file(folder_ / "model.safetensors", std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    const auto file = Safetensors::parse(bytes).value();
    std::vector<Tensor> tensors;
    for (Tensor tensor : file.tensors()) {
      change(tensor);
      if (!tensor.name.empty()) tensors.push_back(tensor);
    }
    std::ofstream(folder_ / "model.safetensors", std::ios::binary) << safetensors_bytes(tensors);
  }
  void change_config(const std::string& entry, const std::string& with) {
    std::ifstream in(folder_ / "config.json");
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::size_t at = text.find(entry);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, entry.size(), with);
    std::ofstream(folder_ / "config.json") << text;
  }
  std::string refusal() const {
    const auto model = import_hugging_face(folder_.path());
    return model ? "read" : model.error().message;
  }

  const base::TemporaryFolder folder_;
};

TEST_F(BrokenModel, IsRefusedWithTheReason) {
  take("bert");
  EXPECT_EQ(refusal(), "read");
  change_tensors([](Tensor& tensor) {
    if (tensor.name == "bert.encoder.layer.1.attention.self.key.bias") tensor.name = "";
  });
  EXPECT_THAT(refusal(),
              HasSubstr("tensor 'bert.encoder.layer.1.attention.self.key.bias' is missing"));
  take("bert");
  change_tensors([](Tensor& tensor) {
    if (tensor.name == "cls.predictions.transform.dense.weight") tensor.shape = {48, 12};
  });
  EXPECT_THAT(refusal(), HasSubstr("has the shape [48, 12], not [24, 24]"));
  take("bert");
  const std::string nans(24 * 4, '\xFF');
  change_tensors([&](Tensor& tensor) {
    if (tensor.name == "bert.embeddings.LayerNorm.bias") tensor.bytes = nans;
  });
  EXPECT_THAT(refusal(), HasSubstr("'bert.embeddings.LayerNorm.bias' has a number that is not"));
  take("bert");
  change_config("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3");
  EXPECT_THAT(
      refusal(),
      HasSubstr("tensor 'bert.encoder.layer.2.attention.output.LayerNorm.weight' is missing"));
  take("bert");
  change_config("\"hidden_act\": \"gelu\"", "\"hidden_act\": \"mish\"");
  EXPECT_THAT(refusal(), HasSubstr("the activation 'mish' is not supported"));
  take("bert");
  change_config("\"model_type\": \"bert\"", "\"model_type\": \"t5\"");
  EXPECT_THAT(refusal(), HasSubstr("models of type 't5' are not supported"));
  take("bert");
  change_config("\"num_attention_heads\": 3", "\"num_attention_heads\": 7");
  EXPECT_THAT(refusal(), HasSubstr("its width is not a multiple of its heads"));
  take("bert");
  std::filesystem::resize_file(folder_ / "model.safetensors", 1000);
  EXPECT_THAT(refusal(), HasSubstr("not a safetensors file"));
  std::filesystem::rename(folder_ / "model.safetensors", folder_ / "pytorch_model.bin");
  std::filesystem::remove(folder_ / "outputs.safetensors");
  EXPECT_THAT(refusal(), HasSubstr("pytorch_model.bin' is a pickle"));
}

TEST_F(BrokenModel, OfSentencesIsRefusedForAnotherPooling) {
  take("sentence-bert");
  std::ofstream(folder_ / "1_Pooling/config.json") << R"({"pooling_mode_lasttoken": true})";
  EXPECT_THAT(refusal(), HasSubstr("\"pooling_mode_lasttoken\" is not supported"));
  std::ofstream(folder_ / "1_Pooling/config.json")
      << R"({"pooling_mode_max_tokens": true, "pooling_mode_cls_token": true})";
  EXPECT_THAT(refusal(), HasSubstr("beside another way of pooling"));
  std::ofstream(folder_ / "1_Pooling/config.json") << "{}";
  EXPECT_THAT(refusal(), HasSubstr("it names no way of pooling"));
}

TEST_F(BrokenModel, IsWholeWithTheNamesOfOlderFilesAndWithMoreTensors) {
  // GPT-2 was published without a prefix, BERT with other names for its norms.
  take("gpt2");
  change_tensors([](Tensor& tensor) {
    if (tensor.name.starts_with("transformer.")) tensor.name = tensor.name.substr(12);
  });
  EXPECT_THAT(compare_with_reference("gpt2", import_hugging_face(folder_.path()).value()),
              ElementsAre("embedded", "hidden", "next"));
  take("bert");
  change_tensors([](Tensor& tensor) {
    if (const auto at = tensor.name.find("LayerNorm.weight"); at != std::string::npos) {
      tensor.name.replace(at, 16, "LayerNorm.gamma");
    }
    if (const auto at = tensor.name.find("LayerNorm.bias"); at != std::string::npos) {
      tensor.name.replace(at, 14, "LayerNorm.beta");
    }
    if (tensor.name == "cls.seq_relationship.bias") tensor.name = "bert.embeddings.position_ids";
    if (tensor.name == "cls.seq_relationship.weight") tensor.name = "left.over";
  });
  const ModelFolder model = import_hugging_face(folder_.path()).value();
  EXPECT_FALSE(model.config.transformer.head.order);
  EXPECT_THAT(model.unused_tensors, ElementsAre("bert.embeddings.position_ids", "left.over"));
  EXPECT_THAT(compare_with_reference("bert", model), ElementsAre("embedded", "hidden", "words"));
}

}  // namespace
}  // namespace noether::neural
