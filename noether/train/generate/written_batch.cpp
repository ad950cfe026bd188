#include "noether/train/generate/written_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/mix.h"
#include "noether/neural/generate/decoding.h"
#include "noether/train/core/random_stream.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {

using neural::TokenId;
using neural::TokenizedPieces;

WrittenSampler::WrittenSampler(const PieceCorpus& corpus, const GenerateConfig& config, TokenId end)
    : corpus_(&corpus), config_(config), end_(end) {
  for (std::uint32_t file = 0; file < corpus.files.size(); ++file) add_windows(file);
  for (const Window& window : windows_) tokens_ += length(window);
}

base::Result<WrittenSampler> WrittenSampler::create(const PieceCorpus& corpus,
                                                    const GenerateConfig& config, TokenId end) {
  WrittenSampler sampler(corpus, config, end);
  if (sampler.tokens_ < config.batch) {
    return base::fail(
        fmt::format("a batch has {} tokens, and there are only {}", config.batch, sampler.tokens_),
        {}, "give more texts, or a configuration with a smaller batch");
  }
  const std::uint64_t count = sampler.windows_.size();
  sampler.per_batch_ = std::max<std::uint64_t>(1, config.batch * count / sampler.tokens_);
  return sampler;
}

std::uint64_t WrittenSampler::tokens_per_batch() const {
  return per_batch_ * tokens_ / windows_.size();
}

void WrittenSampler::add_windows(std::uint32_t file) {
  const TokenizedPieces& pieces = corpus_->files[file];
  const std::uint64_t most = config_.sequence_tokens;
  for (std::uint64_t text = 0; text < pieces.texts(); ++text) {
    const std::uint64_t first = pieces.first_piece(text);
    std::uint64_t begin = pieces.first_token(first);
    const std::uint64_t end = pieces.end_token(pieces.end_piece(text) - 1);
    if (pieces.end_piece(text) - first > 1) {
      const auto problem = static_cast<std::uint32_t>(pieces.end_token(first) - begin);
      const std::uint64_t solution = end - pieces.end_token(first);
      const std::uint64_t room = most - kept_of_problem(problem);
      // The last token is the end of the text or the next one of the solution.
      const bool ends = solution < room;
      windows_.push_back(
          {begin, file, problem, static_cast<std::uint32_t>(ends ? solution : room), ends});
      continue;
    }
    for (; end - begin >= most; begin += most) {
      windows_.push_back({begin, file, 0, static_cast<std::uint32_t>(most), false});
    }
    if (end > begin) {
      windows_.push_back({begin, file, 0, static_cast<std::uint32_t>(end - begin), true});
    }
  }
}

std::uint32_t WrittenSampler::kept_of_problem(std::uint32_t problem) const {
  return std::min(problem, config_.sequence_tokens / 2);
}

std::uint32_t WrittenSampler::length(const Window& window) const {
  return kept_of_problem(window.problem) + window.tokens + (window.ends ? 1 : 0);
}

WrittenSequence WrittenSampler::sequence(const Window& window) const {
  const TokenizedPieces& pieces = corpus_->files[window.file];
  WrittenSequence sequence;
  if (window.problem > 0) {
    std::vector<TokenId> problem;
    pieces.append_tokens(window.begin, window.problem, problem);
    sequence.tokens = neural::cut_prompt(problem, kept_of_problem(window.problem));
    if (config_.loss == GenerateLoss::Solution) {
      sequence.first_learnt = static_cast<std::uint32_t>(sequence.tokens.size());
    }
  }
  pieces.append_tokens(window.begin + window.problem, window.tokens, sequence.tokens);
  if (window.ends) sequence.tokens.push_back(end_);
  return sequence;
}

std::vector<WrittenSequence> WrittenSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = windows_.size() / per_batch_;  // in the epoch
  const base::IndexShuffle order(windows_.size(), seed_of(config_.seed, batch / batches));
  std::vector<WrittenSequence> sequences;
  sequences.reserve(per_batch_);
  for (std::uint64_t i = 0; i < per_batch_; ++i) {
    sequences.push_back(sequence(windows_[order[batch % batches * per_batch_ + i]]));
  }
  return sequences;
}

std::vector<WrittenSequence> WrittenSampler::fixed(const PieceCorpus& corpus,
                                                   const GenerateConfig& config, TokenId end,
                                                   std::uint64_t most_tokens) {
  const WrittenSampler sampler(corpus, config, end);
  std::vector<WrittenSequence> sequences;
  const std::uint64_t all = sampler.windows_.size();
  if (all == 0) return sequences;
  const std::uint64_t count = std::clamp<std::uint64_t>(
      all * most_tokens / std::max<std::uint64_t>(1, sampler.tokens_), 1, all);
  for (std::uint64_t i = 0; i < count; ++i) {
    sequences.push_back(sampler.sequence(sampler.windows_[i * all / count]));
  }
  return sequences;
}

namespace {

// Matrix products on a GPU are fast if their number of rows is a multiple of this.
constexpr std::int64_t kAlignedTokens = 64;

}  // namespace

WrittenBatch WrittenBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(words)};
}

WrittenBatch pack_written(std::span<const WrittenSequence> sequences, bool pinned) {
  std::vector<std::span<const neural::TokenId>> spans;
  std::int64_t learnt = 0;
  for (const WrittenSequence& sequence : sequences) {
    spans.emplace_back(sequence.tokens);
    learnt += std::ssize(sequence.tokens) - sequence.first_learnt;
  }
  WrittenBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty({learnt}, memory);
  batch.words = torch::empty({learnt}, memory);
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* word = batch.words.data_ptr<std::int64_t>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const WrittenSequence& sequence = sequences[i];
    for (std::size_t at = sequence.first_learnt; at < sequence.tokens.size(); ++at) {
      *row++ = starts[order[i]] + static_cast<std::int64_t>(at) - 1;
      *word++ = sequence.tokens[at];
    }
  }
  return batch;
}

torch::Tensor next_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows) {
  const torch::Tensor& decoder =
      weights.at(config.head.next_tied ? "token_embedding" : "next.weight");
  const std::int64_t extra = (kAlignedTokens - decoder.size(0) % kAlignedTokens) % kAlignedTokens;
  torch::Tensor scores =
      extra == 0 ? torch::linear(rows, decoder)
                 : torch::linear(rows, torch::constant_pad_nd(decoder, {0, 0, 0, extra}))
                       .narrow(1, 0, decoder.size(0));
  return scores.scalar_type() == torch::kFloat64 ? scores : scores.to(torch::kFloat32);
}

torch::Tensor next_loss(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const WrittenBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  return torch::cross_entropy_loss(next_scores(config, weights, hidden.index_select(0, batch.rows)),
                                   batch.words);
}

}  // namespace noether::train
