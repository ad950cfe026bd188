#include "noether/train/amr/parser_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

constexpr double kNoEdge = -1e4;
constexpr double kEmbeddingDeviation = 0.02;
// About one in fifty pairs of words is a re-entrant edge.
constexpr double kReentrantOffset = -4;

// Close to the initial deviation of PyTorch's layers.
double deviation_of(std::int64_t inputs) {
  return 1 / std::sqrt(3.0 * static_cast<double>(inputs));
}

class HeadSpecs {
 public:
  HeadSpecs(std::string prefix, double rate) : prefix_(std::move(prefix)), rate_(rate) {}

  void linear(const std::string& name, std::int64_t out, std::int64_t in) {
    add(name + ".weight", {out, in}, deviation_of(in));
    add(name + ".bias", {out}, 0);
  }
  void add(const std::string& name, std::vector<std::int64_t> shape, double deviation,
           double value = 0) {
    specs_.push_back({prefix_ + name, std::move(shape), value, deviation, rate_});
  }
  std::vector<ParameterSpec> take() { return std::move(specs_); }

 private:
  std::string prefix_;
  double rate_;
  std::vector<ParameterSpec> specs_;
};

class ParserForward {
 public:
  ParserForward(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                const ParameterViews& weights, const WordBatch& batch, const AmrConfig& config,
                bool training)
      : encoder_(encoder),
        heads_(heads),
        weights_(weights),
        batch_(batch),
        config_(config),
        training_(training),
        type_(weights.begin()->second.scalar_type() == torch::kFloat64 ? torch::kFloat64
                                                                       : torch::kFloat32) {}

  ParserScores run() const {
    const torch::Tensor vectors = dropped(vectors_of_rows());
    const torch::Tensor words = vectors.narrow(1, 1, vectors.size(1) - 1);
    ParserScores scores;
    const torch::Tensor hidden = layer(words, "fragments.hidden");
    scores.fragments = linear(hidden, "fragments.out");
    if (heads_.senses > 0) scores.senses = linear(hidden, "senses.out");
    torch::Tensor read = words;
    if (heads_.edges_read == EdgesRead::Fragments) read = words + chosen(scores.fragments);
    const torch::Tensor with_root = torch::cat({vectors.narrow(1, 0, 1), read}, 1);
    scores.edges = bilinear(with_root, read, "edges");
    if (heads_.reentrant) {
      scores.reentrant = bilinear(read, read, "reentrant") + weight("reentrant.offset");
    }
    scores.role_heads = layer(read, "roles.head");
    scores.role_dependents = layer(read, "roles.dependent");
    return scores;
  }

 private:
  torch::Tensor weight(const std::string& name) const {
    return weights_.at(heads_.prefix + name).to(type_);
  }
  torch::Tensor linear(const torch::Tensor& x, const std::string& name) const {
    return torch::linear(x, weight(name + ".weight"), weight(name + ".bias"));
  }
  torch::Tensor layer(const torch::Tensor& x, const std::string& name) const {
    return dropped(torch::gelu(linear(x, name)));
  }
  torch::Tensor dropped(const torch::Tensor& x) const {
    return training_ && config_.head_dropout > 0
               ? torch::dropout(x, config_.head_dropout, /*train=*/true)
               : x;
  }
  torch::Tensor bilinear(const torch::Tensor& heads, const torch::Tensor& dependents,
                         const std::string& name) const {
    const torch::Tensor wanted = linear(layer(dependents, name + ".dependent"), name + ".bilinear");
    return torch::matmul(layer(heads, name + ".head"), wanted.transpose(1, 2));
  }

  // The states of the first token and of each word's first piece.
  torch::Tensor vectors_of_rows() const {
    const torch::Tensor hidden =
        hidden_states(encoder_, weights_, batch_.packed, training_ ? config_.dropout : 0);
    return hidden.index_select(0, batch_.rows.flatten())
        .to(type_)
        .view({batch_.rows.size(0), batch_.rows.size(1), -1});
  }

  // In training, edges read the right fragment of some words and the best one of the others, so
  // that they learn both to use fragments and to cope with wrong ones.
  torch::Tensor chosen(const torch::Tensor& scores) const {
    torch::Tensor best = scores.detach().argmax(-1);
    if (training_ && config_.given > 0) {
      const torch::Tensor given = torch::rand(best.sizes(), scores.detach().options());
      best = torch::where((given < config_.given) & (batch_.fragments != kIgnored),
                          batch_.fragments, best);
    }
    return torch::embedding(weight("fragments.embedding.weight"), best);
  }

  const neural::TransformerConfig& encoder_;
  const ParserHeads& heads_;
  const ParameterViews& weights_;
  const WordBatch& batch_;
  const AmrConfig& config_;
  bool training_;
  torch::ScalarType type_;  // heads read few rows, so full precision costs little
};

torch::Tensor mean_loss(const torch::Tensor& scores, const torch::Tensor& targets) {
  // Torch's mean would divide by zero, because a batch may have no label of a kind.
  return torch::cross_entropy_loss(scores, targets, {}, at::Reduction::Sum, kIgnored) /
         (targets != kIgnored).sum().clamp_min(1).to(scores.scalar_type());
}

// The loss is averaged over the words with a fragment. It ignores edges of the tree, which cannot
// be re-entrant.
torch::Tensor reentrant_loss(const torch::Tensor& scores, const WordBatch& batch) {
  const torch::Tensor has_node = batch.heads != kIgnored;
  const std::int64_t words = has_node.size(1);
  const torch::Tensor in_tree = torch::one_hot(batch.heads.clamp_min(0), words + 1)
                                    .to(torch::kBool)
                                    .transpose(1, 2)
                                    .narrow(1, 1, words);
  const torch::Tensor open = has_node.unsqueeze(2) & has_node.unsqueeze(1) &
                             ~torch::eye(words, has_node.options()) & ~in_tree;
  const torch::Tensor losses = torch::binary_cross_entropy_with_logits(
      scores, batch.reentrant.to(scores.scalar_type()), {}, {}, at::Reduction::None);
  return losses.masked_fill(~open, 0).sum() / has_node.sum().clamp_min(1).to(scores.scalar_type());
}

}  // namespace

WordBatch WordBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows),  moved(fragments), moved(senses),
          moved(heads),      moved(roles), moved(edges),     moved(reentrant)};
}

WordBatch pack_words(std::span<const AmrExample> examples, bool pinned) {
  std::vector<std::span<const neural::TokenId>> tokens;
  std::vector<std::vector<std::uint8_t>> segments;
  std::int64_t longest = 0;
  std::vector<std::array<std::int64_t, 4>> edges;
  for (const AmrExample& example : examples) {
    const auto sentence = std::ssize(tokens);
    tokens.emplace_back(example.tokens);
    segments.push_back(example.segments);
    longest = std::max(longest, std::ssize(example.firsts));
    for (std::size_t i = 0; i < example.words(); ++i) {
      if (example.heads[i] <= AmrExample::kRoot || example.roles[i] == AmrExample::kNone) continue;
      edges.push_back(
          {sentence, example.heads[i] - 1, static_cast<std::int64_t>(i), example.roles[i]});
    }
    for (const ExampleEdge& edge : example.reentrant) {
      edges.push_back({sentence, edge.head, edge.dependent, edge.role});
    }
  }
  const auto count = std::ssize(examples);
  const auto integers = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  WordBatch batch;
  batch.packed = pack_sequences(tokens, pinned);
  place_segments(batch.packed, segments, pinned);
  batch.rows = torch::zeros({count, 1 + longest}, integers);
  batch.fragments = torch::full({count, longest}, kIgnored, integers);
  batch.senses = torch::full({count, longest}, kIgnored, integers);
  batch.heads = torch::full({count, longest}, kIgnored, integers);
  batch.roles = torch::full({count, longest}, kIgnored, integers);
  batch.edges = torch::zeros({4, std::ssize(edges)}, integers);
  batch.reentrant = torch::zeros({count, longest, longest},
                                 torch::TensorOptions(torch::kFloat32).pinned_memory(pinned));

  const auto starts = batch.packed.starts.accessor<std::int32_t, 1>();
  const auto order = batch.packed.order.accessor<std::int64_t, 1>();
  auto rows = batch.rows.accessor<std::int64_t, 2>();
  auto reentrant = batch.reentrant.accessor<float, 3>();
  const auto place = [](torch::Tensor& table, std::int64_t row,
                        const std::vector<std::int32_t>& labels) {
    auto to = table.accessor<std::int64_t, 2>()[row];
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != AmrExample::kNone) to[static_cast<std::int64_t>(i)] = labels[i];
    }
  };
  for (std::int64_t s = 0; s < count; ++s) {
    const AmrExample& example = examples[static_cast<std::size_t>(s)];
    rows[s][0] = starts[order[s]];
    for (std::size_t i = 0; i < example.words(); ++i) {
      rows[s][static_cast<std::int64_t>(i) + 1] =
          starts[order[s]] + static_cast<std::int64_t>(example.firsts[i]);
    }
    place(batch.fragments, s, example.fragments);
    place(batch.senses, s, example.senses);
    place(batch.heads, s, example.heads);
    place(batch.roles, s, example.roles);
    for (const ExampleEdge& edge : example.reentrant) reentrant[s][edge.head][edge.dependent] = 1;
  }
  auto to = batch.edges.accessor<std::int64_t, 2>();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::size_t i = 0; i < 4; ++i) {
      to[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(e)] = edges[e][i];
    }
  }
  return batch;
}

ParserHeads ParserHeads::of_graphs(const AmrExamples& labels, const AmrConfig& config) {
  return {"parser.",           labels.fragments.labels, labels.senses.labels,
          labels.roles.labels, /*reentrant=*/true,      config.edges_read};
}

ParserHeads ParserHeads::of_treebanks(const AmrExamples& labels) {
  return {"treebank.",      labels.tags,         /*senses=*/0,
          labels.relations, /*reentrant=*/false, EdgesRead::Words};
}

std::vector<ParameterSpec> ParserHeads::parameters(std::uint32_t width,
                                                   const AmrConfig& config) const {
  HeadSpecs specs(prefix, config.head_rate);
  specs.linear("fragments.hidden", config.fragment_width, width);
  specs.linear("fragments.out", fragments, config.fragment_width);
  if (senses > 0) specs.linear("senses.out", senses, config.fragment_width);
  if (edges_read == EdgesRead::Fragments) {
    specs.add("fragments.embedding.weight", {fragments, width}, kEmbeddingDeviation);
  }
  const auto bilinear = [&](const std::string& name, std::int64_t size) {
    specs.linear(name + ".head", size, width);
    specs.linear(name + ".dependent", size, width);
    specs.linear(name + ".bilinear", size, size);
  };
  bilinear("edges", config.edge_width);
  if (reentrant) {
    bilinear("reentrant", config.role_width);
    specs.add("reentrant.offset", {1}, 0, kReentrantOffset);
  }
  specs.linear("roles.head", config.role_width, width);
  specs.linear("roles.dependent", config.role_width, width);
  specs.linear("roles.bilinear", std::int64_t{roles} * config.role_width, config.role_width);
  specs.add("roles.offset", {roles}, 0);
  return specs.take();
}

ParserScores parser_scores(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                           const ParameterViews& weights, const WordBatch& batch,
                           const AmrConfig& config, bool training) {
  return ParserForward(encoder, heads, weights, batch, config, training).run();
}

torch::Tensor role_scores(const ParserHeads& heads, const ParameterViews& weights,
                          const ParserScores& scores, const torch::Tensor& edges) {
  const auto weight = [&](const std::string& name) {
    return weights.at(heads.prefix + "roles." + name).to(scores.role_heads.scalar_type());
  };
  const auto rows = [&](const torch::Tensor& of, std::int64_t place) {
    return of.flatten(0, 1).index_select(0, edges[0] * of.size(1) + edges[place]);
  };
  const torch::Tensor upper = rows(scores.role_heads, 1);
  const torch::Tensor offset = weight("offset");
  const torch::Tensor wanted = torch::linear(rows(scores.role_dependents, 2),
                                             weight("bilinear.weight"), weight("bilinear.bias"))
                                   .view({upper.size(0), offset.size(0), upper.size(1)});
  return torch::matmul(wanted, upper.unsqueeze(2)).squeeze(2) + offset;
}

torch::Tensor possible_edges(const torch::Tensor& edges, const torch::Tensor& has_node) {
  const std::int64_t words = has_node.size(1);
  const torch::Tensor of_words =
      has_node.unsqueeze(2) & ~torch::eye(words, has_node.options());  // head, dependent
  const torch::Tensor of_root = torch::ones({has_node.size(0), 1, words}, has_node.options());
  return edges.masked_fill(~torch::cat({of_root, of_words}, 1), kNoEdge);
}

torch::Tensor parser_loss(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                          const ParameterViews& weights, const WordBatch& batch,
                          const AmrConfig& config, bool training) {
  const ParserScores scores = parser_scores(encoder, heads, weights, batch, config, training);
  const torch::Tensor fragments =
      mean_loss(scores.fragments.flatten(0, 1), batch.fragments.flatten());
  const torch::Tensor edges =
      mean_loss(possible_edges(scores.edges, batch.heads != kIgnored).transpose(1, 2).flatten(0, 1),
                batch.heads.flatten());
  torch::Tensor senses = torch::zeros_like(edges);
  torch::Tensor roles = torch::zeros_like(edges);
  torch::Tensor reentrant = torch::zeros_like(edges);
  if (heads.senses > 0) {
    senses = mean_loss(scores.senses.flatten(0, 1), batch.senses.flatten());
  }
  if (batch.edges.size(1) > 0) {
    roles = mean_loss(role_scores(heads, weights, scores, batch.edges), batch.edges[3]);
  }
  if (heads.reentrant) reentrant = reentrant_loss(scores.reentrant, batch);
  const torch::Tensor whole = config.fragment_loss * fragments + config.sense_loss * senses +
                              config.edge_loss * edges + config.role_loss * roles +
                              config.reentrant_loss * reentrant;
  return torch::stack({whole, fragments, senses, edges, roles, reentrant});
}

}  // namespace noether::train
