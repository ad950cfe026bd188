#include "noether/train/text/pair_loss.h"

#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>

namespace noether::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

torch::ScalarType sum_type(const torch::Tensor& vectors) {
  return vectors.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
}

// Calls `part(first, count)` for ranges of rows with about `together` cosines each.
template <typename Part>
void by_parts(std::int64_t rows, std::int64_t columns, std::int64_t together, const Part& part) {
  const std::int64_t most = std::max<std::int64_t>(1, together / columns);
  for (std::int64_t first = 0; first < rows; first += most) {
    part(first, std::min(most, rows - first));
  }
}

// Computes a table (tokens, documents): the greatest cosine of each token to the slots of each
// document. All documents have the same number of slots.
struct GreatestCosines : torch::autograd::Function<GreatestCosines> {
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& tokens,
                               const torch::Tensor& slots, std::int64_t documents,
                               std::int64_t together) {
    const std::int64_t rows = tokens.size(0);
    const std::int64_t columns = slots.size(0);
    torch::Tensor greatest =
        torch::empty({rows, documents}, tokens.options().dtype(sum_type(tokens)));
    torch::Tensor places = torch::empty({rows, documents}, tokens.options().dtype(torch::kInt64));
    by_parts(rows, columns, together, [&](std::int64_t first, std::int64_t count) {
      const auto [values, found] = torch::matmul(tokens.narrow(0, first, count), slots.t())
                                       .view({count, documents, columns / documents})
                                       .max(2);
      greatest.narrow(0, first, count).copy_(values);
      places.narrow(0, first, count).copy_(found);
    });
    context->save_for_backward({tokens, slots, places});
    context->saved_data["together"] = together;
    return greatest;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const torch::Tensor& tokens = saved[0];
    const torch::Tensor& slots = saved[1];
    const torch::Tensor& places = saved[2];
    const std::int64_t columns = slots.size(0);
    const std::int64_t documents = places.size(1);
    const torch::Tensor gradient = gradients[0].to(tokens.scalar_type());
    torch::Tensor of_tokens = torch::empty_like(tokens);
    torch::Tensor of_slots = torch::zeros_like(slots, slots.options().dtype(sum_type(slots)));
    const std::int64_t together = context->saved_data["together"].toInt();
    by_parts(tokens.size(0), columns, together, [&](std::int64_t first, std::int64_t count) {
      // The matrix is zero except at the maxima, so both gradients are matrix products.
      torch::Tensor at_places =
          torch::zeros({count, documents, columns / documents}, tokens.options());
      at_places.scatter_(2, places.narrow(0, first, count).unsqueeze(2),
                         gradient.narrow(0, first, count).unsqueeze(2));
      const torch::Tensor sparse = at_places.view({count, columns});
      of_tokens.narrow(0, first, count).copy_(torch::matmul(sparse, slots));
      of_slots.add_(torch::matmul(sparse.t(), tokens.narrow(0, first, count)));
    });
    return {of_tokens, of_slots.to(slots.scalar_type()), {}, {}};
  }
};

torch::Tensor numbers_on(const std::vector<std::int64_t>& numbers, torch::Device device) {
  torch::Tensor tensor =
      torch::empty({static_cast<std::int64_t>(numbers.size())},
                   torch::TensorOptions(torch::kInt64).pinned_memory(device.is_cuda()));
  std::ranges::copy(numbers, tensor.data_ptr<std::int64_t>());
  return tensor.to(device, /*non_blocking=*/true);
}

// The vector of each slot, with the same number of slots for all texts. Shorter texts repeat their
// last token, which changes no maximum.
torch::Tensor slots_of(const TextTokens& texts) {
  const std::int64_t longest = std::ranges::max(texts.lengths);
  std::vector<std::int64_t> slots;
  std::int64_t begin = 0;
  for (const std::int64_t length : texts.lengths) {
    for (std::int64_t p = 0; p < longest; ++p) slots.push_back(begin + std::min(p, length - 1));
    begin += length;
  }
  return texts.vectors.index_select(0, numbers_on(slots, texts.vectors.device()));
}

}  // namespace

torch::Tensor late_scores(const TextTokens& queries, const TextTokens& documents,
                          std::int64_t together) {
  const auto device = queries.vectors.device();
  std::vector<std::int64_t> query_of;
  for (std::size_t i = 0; i < queries.lengths.size(); ++i) {
    query_of.insert(query_of.end(), static_cast<std::size_t>(queries.lengths[i]),
                    static_cast<std::int64_t>(i));
  }
  const torch::Tensor greatest =
      GreatestCosines::apply(queries.vectors, slots_of(documents),
                             static_cast<std::int64_t>(documents.lengths.size()), together);
  const std::vector<std::int64_t> lengths(queries.lengths.begin(), queries.lengths.end());
  const torch::Tensor counts = numbers_on(lengths, device).to(greatest.scalar_type());
  return torch::zeros({counts.size(0), greatest.size(1)}, greatest.options())
             .index_add(0, numbers_on(query_of, device), greatest) /
         counts.unsqueeze(1);
}

namespace {

constexpr double kNoCompetitor = -1e9;

}  // namespace

torch::Tensor same_group(const std::vector<std::uint32_t>& groups) {
  const auto pairs = static_cast<std::int64_t>(groups.size());
  torch::Tensor numbers = torch::empty({pairs}, torch::kInt64);
  std::ranges::copy(groups, numbers.data_ptr<std::int64_t>());
  return same_group(numbers);
}

torch::Tensor same_group(const torch::Tensor& groups) {
  torch::Tensor same = groups.unsqueeze(1) == groups.unsqueeze(0);
  same.diagonal().fill_(false);
  return same;
}

torch::Tensor find_partners_loss(const torch::Tensor& scores, const torch::Tensor& left_out,
                                 double temperature) {
  const torch::Tensor logits = (scores / temperature).masked_fill(left_out, kNoCompetitor);
  const torch::Tensor own =
      torch::arange(scores.size(0), scores.options().dtype(torch::kInt64).requires_grad(false));
  return (torch::cross_entropy_loss(logits, own) + torch::cross_entropy_loss(logits.t(), own)) / 2;
}

torch::Tensor pair_loss(const TextConfig& config, const neural::TransformerConfig& model,
                        const ParameterViews& weights, const TextBatch& batch,
                        const torch::Tensor& left_out) {
  const TextVectors vectors = embed_texts(model, weights, batch, config.dropout);
  const std::int64_t pairs = batch.texts() / 2;
  const auto lengths = std::span(batch.lengths);
  const auto of_first = lengths.first(static_cast<std::size_t>(pairs));
  const auto of_second = lengths.subspan(static_cast<std::size_t>(pairs));
  const std::int64_t tokens = std::accumulate(of_first.begin(), of_first.end(), std::int64_t{0});
  const torch::Tensor cosines =
      torch::matmul(vectors.texts.narrow(0, 0, pairs), vectors.texts.narrow(0, pairs, pairs).t());
  const torch::Tensor late =
      late_scores({vectors.tokens.narrow(0, 0, tokens), of_first},
                  {vectors.tokens.narrow(0, tokens, vectors.tokens.size(0) - tokens), of_second});
  return find_partners_loss(cosines, left_out, config.temperature) +
         find_partners_loss(late, left_out, config.late_temperature);
}

}  // namespace noether::train
