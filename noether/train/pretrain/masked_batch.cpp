#include "noether/train/pretrain/masked_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/mix.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {
namespace {

using neural::TokenId;
using neural::TokenizedPieces;
using neural::TokenizerFacts;

// Among the tokens to predict, these shares are replaced by the mask and by a random token; the
// others stay unchanged. See Devlin et al. (2019).
constexpr double kHidden = 0.8;
constexpr double kReplaced = 0.1;
constexpr std::uint64_t kFixedSeed = 20'190'101;

std::uint32_t special_tokens(const TokenizerFacts& tokenizer, bool has_order) {
  return static_cast<std::uint32_t>(tokenizer.before.size() + tokenizer.after.size() +
                                    (has_order ? tokenizer.between.size() : 0));
}

}  // namespace

SequenceSampler::SequenceSampler(const PieceCorpus& corpus, const PretrainConfig& config)
    : corpus_(&corpus),
      config_(config),
      special_(special_tokens(corpus.tokenizer(), config.order > 0)) {
  if (special_ >= config.sequence_tokens) return;
  for (std::uint32_t file = 0; file < corpus.files.size(); ++file) add_windows(file);
  for (const Window& window : windows_) tokens_ += window.tokens + special_;
}

base::Result<SequenceSampler> SequenceSampler::create(const PieceCorpus& corpus,
                                                      const PretrainConfig& config) {
  if (!corpus.tokenizer().mask) {
    return base::fail("the tokenizer has no token [MASK] or <mask> to hide others", {},
                      "noether-train generate trains models whose tokenizer has none");
  }
  SequenceSampler sampler(corpus, config);
  if (sampler.windows_.empty()) {
    return base::fail(fmt::format("sequences of {} tokens leave no room beside {} special tokens",
                                  config.sequence_tokens, sampler.special_));
  }
  if (sampler.tokens_ < config.batch) {
    return base::fail(
        fmt::format("a batch has {} tokens, and there are only {}", config.batch, sampler.tokens_),
        {}, "give more texts, or a configuration with a smaller batch");
  }
  const std::uint64_t count = sampler.windows_.size();
  sampler.per_batch_ = std::max<std::uint64_t>(1, config.batch * count / sampler.tokens_);
  return sampler;
}

std::uint64_t SequenceSampler::tokens_per_batch() const {
  return per_batch_ * tokens_ / windows_.size();
}

// A window takes as many pieces as fit; a piece longer than a sequence is split where the sequence
// is full.
void SequenceSampler::add_windows(std::uint32_t file) {
  const TokenizedPieces& pieces = corpus_->files[file];
  const std::uint64_t room = config_.sequence_tokens - special_;
  for (std::uint64_t text = 0; text < pieces.texts(); ++text) {
    std::uint64_t begin = pieces.first_token(pieces.first_piece(text));
    std::uint64_t end = begin;
    const auto add = [&](std::uint64_t until) {
      if (until > begin)
        windows_.push_back({begin, file, static_cast<std::uint32_t>(until - begin)});
      begin = until;
    };
    for (std::uint64_t piece = pieces.first_piece(text); piece < pieces.end_piece(text); ++piece) {
      if (pieces.end_token(piece) - begin > room) add(end);
      end = pieces.end_token(piece);
      while (end - begin > room) add(begin + room);
    }
    add(end);
  }
}

std::vector<std::uint32_t> SequenceSampler::borders_in(const Window& window) const {
  const TokenizedPieces& pieces = corpus_->files[window.file];
  std::vector<std::uint32_t> borders;
  // The first piece that ends after the beginning.
  std::uint64_t low = 0;
  std::uint64_t high = pieces.pieces();
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (pieces.end_token(middle) <= window.begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; pieces.end_token(low) < window.begin + window.tokens; ++low) {
    borders.push_back(static_cast<std::uint32_t>(pieces.end_token(low) - window.begin));
  }
  return borders;
}

MaskedSequence SequenceSampler::draw(const Window& window, RandomStream& random) const {
  const TokenizerFacts& tokenizer = corpus_->tokenizer();
  const TokenizedPieces& pieces = corpus_->files[window.file];
  MaskedSequence sequence;
  std::vector<TokenId>& tokens = sequence.tokens;
  tokens.reserve(window.tokens + special_);
  const auto add_special = [&](const std::vector<TokenId>& special) {
    tokens.insert(tokens.end(), special.begin(), special.end());
  };
  // Adds a segment and hides some of its tokens.
  const auto add_segment = [&](std::uint32_t begin, std::uint32_t end) {
    const auto first = static_cast<std::uint32_t>(tokens.size());
    pieces.append_tokens(window.begin + begin, end - begin, tokens);
    hide(sequence, first, first + end - begin, random);
  };
  const std::vector<std::uint32_t> borders =
      config_.order > 0 ? borders_in(window) : std::vector<std::uint32_t>();
  add_special(tokenizer.before);
  if (borders.empty()) {
    add_segment(0, window.tokens);
  } else {
    const std::uint32_t border = borders[random.below(borders.size())];
    const bool swapped = random.chance(0.5);
    swapped ? add_segment(border, window.tokens) : add_segment(0, border);
    add_special(tokenizer.between);
    sequence.second_begin = static_cast<std::uint32_t>(tokens.size());
    swapped ? add_segment(0, border) : add_segment(border, window.tokens);
    sequence.swapped = swapped;
  }
  add_special(tokenizer.after);
  return sequence;
}

void SequenceSampler::hide(MaskedSequence& sequence, std::uint32_t first, std::uint32_t end,
                           RandomStream& random) const {
  const std::uint32_t all = end - first;
  // The share is right on average, and every segment has at least one token to predict.
  const double exact = config_.masked * all;
  auto left = static_cast<std::uint32_t>(exact);
  if (random.chance(exact - left)) ++left;
  left = std::clamp<std::uint32_t>(left, 1, all);
  for (std::uint32_t place = first; left > 0; ++place) {
    // All sets of places are equally likely (Knuth's algorithm S).
    if (random.below(end - place) >= left) continue;
    --left;
    TokenId& token = sequence.tokens[place];
    sequence.places.push_back(place);
    sequence.words.push_back(token);
    const double part = static_cast<double>(random.next() >> 11) * 0x1p-53;
    if (part < kHidden) {
      token = *corpus_->tokenizer().mask;
    } else if (part < kHidden + kReplaced) {
      token = static_cast<TokenId>(random.below(corpus_->tokenizer().vocabulary));
    }
  }
}

std::vector<MaskedSequence> SequenceSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = windows_.size() / per_batch_;  // in the epoch
  const base::IndexShuffle order(windows_.size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  std::vector<MaskedSequence> sequences;
  sequences.reserve(per_batch_);
  for (std::uint64_t i = 0; i < per_batch_; ++i) {
    sequences.push_back(draw(windows_[order[batch % batches * per_batch_ + i]], random));
  }
  return sequences;
}

std::vector<MaskedSequence> SequenceSampler::fixed(const PieceCorpus& corpus,
                                                   const PretrainConfig& config,
                                                   std::uint64_t most_tokens) {
  const SequenceSampler sampler(corpus, config);
  RandomStream random(kFixedSeed);
  std::vector<MaskedSequence> sequences;
  const std::uint64_t all = sampler.windows_.size();
  if (all == 0) return sequences;
  const std::uint64_t count = std::clamp<std::uint64_t>(
      all * most_tokens / std::max<std::uint64_t>(1, sampler.tokens_), 1, all);
  for (std::uint64_t i = 0; i < count; ++i) {
    sequences.push_back(sampler.draw(sampler.windows_[i * all / count], random));
  }
  return sequences;
}

namespace {

using neural::TransformerConfig;

// Matrix products on a GPU are fast if their number of rows is a multiple of this.
constexpr std::int64_t kAligned = 64;
constexpr double kNeverAWord = -1e4;

torch::Tensor wide(const torch::Tensor& scores) {
  return scores.scalar_type() == torch::kFloat64 ? scores : scores.to(torch::kFloat32);
}

torch::Tensor linear_of(const ParameterViews& weights, const std::string& name,
                        const torch::Tensor& x) {
  return torch::linear(x, weights.at(name + ".weight"), weights.at(name + ".bias"));
}

std::vector<std::vector<std::uint8_t>> segments_of(std::span<const MaskedSequence> sequences) {
  std::vector<std::vector<std::uint8_t>> segments;
  for (const MaskedSequence& sequence : sequences) {
    auto& of = segments.emplace_back(sequence.tokens.size(), 0);
    if (sequence.swapped) std::fill(of.begin() + sequence.second_begin, of.end(), 1);
  }
  return segments;
}

// The scores, with additional columns after the vocabulary that are not words.
torch::Tensor aligned_word_scores(const TransformerConfig& config, const ParameterViews& weights,
                                  const torch::Tensor& rows) {
  torch::Tensor x =
      activated(config.head.words_activation, linear_of(weights, "words.transform", rows));
  x = torch::layer_norm(x, {x.size(-1)}, weights.at("words.norm.weight"),
                        weights.at("words.norm.bias"), static_cast<double>(config.norm_epsilon));
  const torch::Tensor& decoder =
      weights.at(config.head.words_tied ? "token_embedding" : "words.decoder.weight");
  const torch::Tensor& bias = weights.at("words.decoder.bias");
  const std::int64_t extra = (kAligned - decoder.size(0) % kAligned) % kAligned;
  if (extra == 0) return torch::linear(x, decoder, bias);
  return torch::linear(x, torch::constant_pad_nd(decoder, {0, 0, 0, extra}),
                       torch::constant_pad_nd(bias, {0, extra}, kNeverAWord));
}

}  // namespace

MaskedBatch MaskedBatch::to(torch::Device device) const {
  const auto moved = [&](const torch::Tensor& tensor) {
    return tensor.to(device, /*non_blocking=*/true);
  };
  return {packed.to(device), moved(rows), moved(words), moved(first_rows), moved(swapped)};
}

MaskedBatch pack_masked(std::span<const MaskedSequence> sequences, bool pinned) {
  std::vector<std::span<const neural::TokenId>> spans;
  std::int64_t masked = 0;
  std::int64_t ordered = 0;
  for (const MaskedSequence& sequence : sequences) {
    spans.emplace_back(sequence.tokens);
    masked += std::ssize(sequence.places);
    ordered += sequence.swapped ? 1 : 0;
  }
  MaskedBatch batch;
  batch.packed = pack_sequences(spans, pinned);
  const auto memory = torch::TensorOptions(torch::kInt64).pinned_memory(pinned);
  batch.rows = torch::empty({masked}, memory);
  batch.words = torch::empty({masked}, memory);
  batch.first_rows = torch::empty({ordered}, memory);
  batch.swapped = torch::empty({ordered}, memory);
  auto* row = batch.rows.data_ptr<std::int64_t>();
  auto* word = batch.words.data_ptr<std::int64_t>();
  auto* first_row = batch.first_rows.data_ptr<std::int64_t>();
  auto* swapped = batch.swapped.data_ptr<std::int64_t>();
  const auto* const starts = batch.packed.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.packed.order.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const MaskedSequence& sequence = sequences[i];
    const std::int64_t start = starts[order[i]];
    for (const std::uint32_t place : sequence.places) *row++ = start + place;
    word = std::ranges::copy(sequence.words, word).out;
    if (!sequence.swapped) continue;
    *first_row++ = start;
    *swapped++ = *sequence.swapped ? 1 : 0;
  }
  if (ordered > 0) place_segments(batch.packed, segments_of(sequences), pinned);
  return batch;
}

torch::Tensor word_scores(const TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows) {
  return aligned_word_scores(config, weights, rows).narrow(1, 0, config.vocabulary);
}

torch::Tensor order_scores(const TransformerConfig& config, const ParameterViews& weights,
                           const torch::Tensor& first_rows) {
  return linear_of(weights, "order",
                   activated(*config.head.pooler, linear_of(weights, "pooler", first_rows)));
}

MaskedLosses masked_losses(const TransformerConfig& config, const ParameterViews& weights,
                           const MaskedBatch& batch, double dropout) {
  const torch::Tensor hidden = hidden_states(config, weights, batch.packed, dropout);
  MaskedLosses losses;
  losses.words = torch::cross_entropy_loss(
      wide(aligned_word_scores(config, weights, hidden.index_select(0, batch.rows))), batch.words);
  losses.order =
      batch.first_rows.size(0) > 0
          ? torch::cross_entropy_loss(
                wide(order_scores(config, weights, hidden.index_select(0, batch.first_rows))),
                batch.swapped)
          : torch::zeros_like(losses.words.detach());
  return losses;
}

}  // namespace noether::train
