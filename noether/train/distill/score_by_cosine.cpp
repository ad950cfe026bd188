#include "noether/train/distill/score_by_cosine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "noether/base/progress.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/cross/load_lists.h"
#include "noether/train/distill/list_student.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using Tokens = std::vector<neural::TokenId>;

// Unit vectors of texts, a row for each. Texts of like length go together.
class TextEmbedder {
 public:
  TextEmbedder(const neural::TransformerConfig& model, const ScoreRequest& request,
               ParameterViews weights)
      : model_(model), request_(request), weights_(std::move(weights)) {}

  torch::Tensor embed(const std::vector<Tokens>& texts) const {
    std::vector<std::int64_t> order(texts.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto text = [&](std::int64_t i) -> const Tokens& {
      return texts[static_cast<std::size_t>(i)];
    };
    std::ranges::stable_sort(order, {}, [&](std::int64_t i) { return text(i).size(); });
    base::ProgressBar progress("texts", texts.size());
    std::vector<torch::Tensor> parts;
    for (std::size_t at = 0; at < order.size();) {
      std::vector<Tokens> batch;
      for (std::uint64_t tokens = 0; at < order.size(); ++at) {
        tokens += text(order[at]).size();
        if (!batch.empty() && tokens > request_.batch_tokens) break;
        batch.push_back(text(order[at]));
      }
      const TextBatch packed = pack_texts(batch, request_.device.is_cuda()).to(request_.device);
      parts.push_back(embed_texts(model_, weights_, packed).texts.to(torch::kFloat32));
      if (!request_.quiet) progress.update(at, at);
    }
    if (!request_.quiet) progress.finish();
    const torch::Tensor places = torch::tensor(order, torch::kInt64).to(request_.device);
    const torch::Tensor sorted = torch::cat(parts);
    return torch::empty_like(sorted).index_copy_(0, places, sorted);
  }

 private:
  const neural::TransformerConfig& model_;
  const ScoreRequest& request_;
  ParameterViews weights_;
};

}  // namespace

base::Result<neural::TokenizedLists> score_by_cosine(const ScoreRequest& request) {
  const auto model = open_start(request.model, Int8Start::Taken);
  if (!model) return std::unexpected(model.error());
  const neural::TransformerConfig& transformer = model->config.transformer;
  auto lists = load_lists(request.lists, {request.model, model->config, request.quiet});
  if (!lists) return lists;
  const std::size_t text_tokens =
      request.tokens > 0 ? std::size_t{request.tokens} : model->config.sequence_tokens;
  const std::size_t special = lists->pair.before.size() + lists->pair.after.size();
  if (std::min<std::size_t>(text_tokens, request.question_tokens) <= special ||
      std::max<std::size_t>(text_tokens, request.question_tokens) > transformer.max_positions) {
    return base::fail(fmt::format("'{}' reads texts of {} to {} tokens, not of {} and {}",
                                  request.model, special + 1, transformer.max_positions,
                                  request.question_tokens, text_tokens));
  }
  std::vector<Tokens> questions;
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    questions.push_back(text_alone(lists->pair, lists->query(list), request.question_tokens));
  }
  // A text that stands in several lists is read once.
  std::vector<Tokens> texts;
  for (std::uint64_t text = 0; text < lists->ends.size(); ++text) {
    texts.push_back(text_alone(lists->pair, lists->text(text), text_tokens));
  }
  Parameters parameters(text_parameters(transformer), 0, request.device);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(flat_weights(transformer, model->weights));
  const TextEmbedder embedder(transformer, request, parameters.views(compute_type(request.device)));
  const torch::Tensor question_vectors = embedder.embed(questions);
  const torch::Tensor text_vectors = embedder.embed(texts);
  lists->scores.clear();
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    std::vector<std::int64_t> entries;
    for (std::uint64_t entry = lists->list_begin(list); entry < lists->list_ends[list]; ++entry) {
      entries.push_back(lists->entries[entry]);
    }
    const torch::Tensor chosen = torch::tensor(entries, torch::kInt64).to(request.device);
    const torch::Tensor cosines =
        torch::mv(text_vectors.index_select(0, chosen),
                  question_vectors.select(0, static_cast<std::int64_t>(list)))
            .to(torch::kCPU)
            .contiguous();
    const auto* const values = cosines.data_ptr<float>();
    lists->scores.insert(lists->scores.end(), values, values + entries.size());
  }
  if (std::ranges::any_of(lists->scores, [](float score) { return !std::isfinite(score); })) {
    return base::fail(fmt::format("'{}' gives scores that are not numbers", request.model));
  }
  return lists;
}

}  // namespace noether::train
