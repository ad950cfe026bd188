#include "noether/train/cross/list_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "noether/base/progress.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

// The number of texts whose sequences are made and sorted by length at a time.
constexpr std::size_t kReadTogether = 8192;

}  // namespace

std::vector<float> score_entries(const neural::TransformerConfig& config,
                                 const ParameterViews& weights, const PairReader& reader,
                                 std::span<const ListEntry> entries, std::uint64_t batch_tokens,
                                 const std::function<void(std::uint64_t)>& done) {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  std::vector<float> scores(entries.size());
  for (std::size_t begin = 0; begin < entries.size(); begin += kReadTogether) {
    const auto part = entries.subspan(begin, std::min(kReadTogether, entries.size() - begin));
    std::vector<neural::PairSequence> sequences;
    for (const ListEntry& of : part) sequences.push_back(reader.read(of.list, of.entry));
    std::vector<std::size_t> order(part.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sequences[i].tokens.size(); });
    for (std::size_t at = 0; at < order.size();) {
      std::vector<neural::PairSequence> batch;
      const std::size_t first = at;
      for (std::uint64_t tokens = 0; at < order.size(); ++at) {
        tokens += sequences[order[at]].tokens.size();
        if (!batch.empty() && tokens > batch_tokens) break;
        batch.push_back(std::move(sequences[order[at]]));
      }
      const torch::Tensor found =
          cross_scores(config, weights, pack_pairs(batch, device.is_cuda()).to(device))
              .to(torch::kCPU, torch::kFloat32)
              .contiguous();
      const auto* const values = found.data_ptr<float>();
      for (std::size_t i = first; i < at; ++i) scores[begin + order[i]] = values[i - first];
      if (done) done(begin + at);
    }
  }
  return scores;
}

base::Result<bool> is_cross_encoder(const std::string& folder) {
  const auto model = open_start(folder, Int8Start::Taken);
  if (!model) return std::unexpected(model.error());
  return model->config.transformer.head.classes == 1;
}

base::Result<neural::TokenizedLists> score_lists(const ScoreRequest& request) {
  const auto model = open_start(request.model);
  if (!model) return std::unexpected(model.error());
  if (model->config.transformer.head.classes != 1) {
    return base::fail(
        fmt::format("'{}' is not a cross-encoder: it has no head of one class", request.model), {},
        "noether-train tune with `model cross` makes one");
  }
  auto lists = load_lists(request.lists, {request.model, model->config, request.quiet});
  if (!lists) return lists;
  const std::size_t tokens =
      request.tokens > 0 ? std::size_t{request.tokens} : model->config.sequence_tokens;
  const std::size_t most = model->config.transformer.max_positions;
  if (tokens > most || tokens < lists->pair.special() + 2) {
    return base::fail(fmt::format("'{}' reads pairs of {} to {} tokens, not of {}", request.model,
                                  lists->pair.special() + 2, most, tokens));
  }
  std::vector<ListEntry> entries;
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    for (std::uint64_t entry = lists->list_begin(list); entry < lists->list_ends[list]; ++entry) {
      entries.push_back({list, entry});
    }
  }
  const neural::TransformerConfig transformer = cross_transformer(model->config);
  Parameters parameters(cross_parameters(transformer), 0, request.device);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(cross_beginning(*model, /*new_score=*/false));
  base::ProgressBar progress("texts", entries.size());
  lists->scores = score_entries(transformer, parameters.views(compute_type(request.device)),
                                PairReader(*lists, request.question_tokens, tokens), entries,
                                request.batch_tokens, [&](std::uint64_t done) {
                                  if (!request.quiet) progress.update(done, done);
                                });
  if (!request.quiet) progress.finish();
  if (std::ranges::any_of(lists->scores, [](float score) { return !std::isfinite(score); })) {
    return base::fail(fmt::format("'{}' gives scores that are not numbers", request.model));
  }
  return lists;
}

std::string run_of(const neural::TokenizedLists& lists, const std::string& tag) {
  std::vector<std::string> topics;  // in the order of the lists
  std::unordered_map<std::string, std::vector<std::uint64_t>> entries_of;
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    const auto [entries, is_new] = entries_of.try_emplace(lists.list_ids[list]);
    if (is_new) topics.push_back(lists.list_ids[list]);
    for (std::uint64_t entry = lists.list_begin(list); entry < lists.list_ends[list]; ++entry) {
      entries->second.push_back(entry);
    }
  }
  std::string run;
  for (const std::string& topic : topics) {
    std::vector<std::uint64_t>& entries = entries_of[topic];
    std::ranges::stable_sort(entries, std::ranges::greater(),
                             [&](std::uint64_t entry) { return lists.scores[entry]; });
    std::unordered_set<std::string_view> seen;
    std::size_t rank = 0;
    for (const std::uint64_t entry : entries) {
      const std::string& id = lists.entry_ids[entry];
      if (!seen.insert(id).second) continue;
      fmt::format_to(std::back_inserter(run), "{}\tQ0\t{}\t{}\t{}\t{}\n", topic, id, ++rank,
                     lists.scores[entry], tag);
    }
  }
  return run;
}

}  // namespace noether::train
