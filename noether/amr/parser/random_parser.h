// A parser folder with random weights, for tests and benchmarks.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/amr/parser/label_banks.h"
#include "noether/amr/parser/parser.h"
#include "noether/base/file_system.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::amr {

struct RandomParser {
  std::string tokenizer = {};  // the folder of a parser
  std::uint32_t width = 32;
  std::uint32_t layers = 2;
  std::uint32_t edge_width = 16;
  bool int8 = false;
  bool fragments_seen = true;  // by edges
  std::uint32_t seed = 1;
};

// A lexicon and a bank small enough for tests.
inline constexpr std::string_view kSmallLexicon =
    "noun boys boy\n"
    "verb went go\n"
    "derived teacher teach\n"
    "frame go 01:01 02:04\n"
    "frame teach 01:012\n"
    "frame want 01:01\n"
    "frame divide 02:012\n";
inline constexpr std::string_view kSmallBank =
    "# ::snt The boy wants to go .\n"
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n\n"
    "# ::snt The boys did not go .\n"
    "(g / go-02 :ARG0 (b / boy) :polarity -)\n\n"
    "# ::snt The teacher went .\n"
    "(g / go-02 :ARG0 (p / person :ARG0-of (t / teach-01)))\n\n"
    "# ::snt Let eqx1eqx divide eqx2eqx .\n"
    "(l / let-01 :ARG1 (d / divide-02 :ARG1 (s / string-entity :value \"eqx1eqx\") :ARG2 (s2 / "
    "string-entity :value \"eqx2eqx\")))\n\n"
    "# ::snt John Smith went .\n"
    "(g / go-02 :ARG0 (p / person :name (n / name :op1 \"John\" :op2 \"Smith\")))\n";

inline LabelledBanks label_bank(std::string_view bank, std::string_view lexicon) {
  return label_banks(read_training_graphs(bank).value().graphs, Lexicon::parse(lexicon).value(),
                     {.least_fragment = 1, .least_role = 1});
}

// Tensors of the heads with random numbers, in the order in which network.h names them.
class RandomHeads {
 public:
  RandomHeads(const RandomParser& of, const LabelTables& tables) : random_(of.seed + 1) {
    const std::uint64_t edges = of.edge_width;
    linear("parser.fragments.hidden", of.width, of.width);
    linear("parser.fragments.out", tables.fragments.size(), of.width);
    if (of.fragments_seen) {
      draw("parser.fragments.embedding.weight", {tables.fragments.size(), of.width});
    }
    linear("parser.senses.out", tables.senses.size(), of.width);
    for (const std::string name : {"parser.edges", "parser.reentrant"}) {
      linear(name + ".head", edges, of.width);
      linear(name + ".dependent", edges, of.width);
      linear(name + ".bilinear", edges, edges);
    }
    draw("parser.reentrant.offset", {1});
    linear("parser.roles.head", edges, of.width);
    linear("parser.roles.dependent", edges, of.width);
    linear("parser.roles.bilinear", tables.roles.size() * edges, edges);
    draw("parser.roles.offset", {tables.roles.size()});
  }

  void add_to(std::vector<neural::Tensor>& tensors) const {
    for (const auto& [name, shape, values] : drawn_) {
      tensors.push_back(
          {name,
           neural::TensorType::F32,
           shape,
           {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}});
    }
  }

 private:
  struct Drawn {
    std::string name;
    std::vector<std::uint64_t> shape;
    std::vector<float> values;
  };

  void linear(const std::string& name, std::uint64_t rows, std::uint64_t columns) {
    draw(name + ".weight", {rows, columns});
    draw(name + ".bias", {rows});
  }
  void draw(const std::string& name, std::vector<std::uint64_t> shape) {
    std::uint64_t size = 1;
    for (const std::uint64_t side : shape) size *= side;
    std::normal_distribution<float> distribution(0, 0.2F);
    std::vector<float> values(size);
    for (float& value : values) value = distribution(random_);
    drawn_.push_back({name, std::move(shape), std::move(values)});
  }

  std::mt19937 random_;
  std::vector<Drawn> drawn_;
};

inline base::Result<void> write_random_parser(const std::string& folder, const LabelledBanks& banks,
                                              const RandomParser& of = {}) {
  base::FileSystem& disk = base::FileSystem::real();
  neural::ModelFolder model;
  neural::TransformerConfig& config = model.config.transformer;
  config = neural::minilm_config();
  config.layers = config.stored_layers = of.layers;
  config.width = config.embedding_width = of.width;
  config.heads = config.key_value_heads = of.width / 8;
  config.head_size = 8;
  if (of.width >= 128) {
    config.heads = config.key_value_heads = of.width / 32;
    config.head_size = 32;
  }
  config.feed_forward = 4 * of.width;
  config.segments = kWordShapes;
  config.vocabulary =
      static_cast<std::uint32_t>(neural::tokens::Tokenizer::open(of.tokenizer).value().size());
  model.config.sequence_tokens = config.max_positions;
  auto tokenizer = neural::copy_tokenizer(of.tokenizer, folder);
  if (!tokenizer) return std::unexpected(tokenizer.error());
  model.config.tokenizer_file = *tokenizer;
  model.weights = neural::random_weights(config, of.seed);
  if (of.int8) neural::quantize_weights(model.weights, config, neural::TokenTable::Round);
  const RandomHeads heads(of, banks.tables);
  std::vector<neural::Tensor> tensors = model.weights.tensors(config);
  heads.add_to(tensors);
  if (auto done = banks.tables.write(folder); !done) return done;
  if (auto done = base::write_atomically(disk, folder + "/" + std::string(kLexiconFile),
                                         banks.lexicon.text());
      !done) {
    return done;
  }
  if (auto done = base::write_atomically(disk, folder + "/model.safetensors",
                                         neural::safetensors_bytes(tensors));
      !done) {
    return done;
  }
  return base::write_atomically(disk, folder + "/config.json", model.config.to_json());
}

}  // namespace noether::amr
