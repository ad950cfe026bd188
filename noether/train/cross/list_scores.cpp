#include "noether/train/cross/list_scores.h"

#include <algorithm>
#include <numeric>

namespace noether::train {
namespace {

// Sequences are made for so many texts at once, and sorted among them.
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

}  // namespace noether::train
