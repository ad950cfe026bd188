#include "noether/train/pretrain/sequence_sampler.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/mix.h"

namespace noether::train {
namespace {

using neural::TokenId;
using neural::TokenizedPieces;
using neural::TokenizerFacts;

// Of the tokens that are to be found, these shares are hidden and replaced by a random one; others
// stay. See Devlin et al. (2019).
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
    return base::fail(fmt::format("sequences of {} tokens leave no room beside {} special ones",
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

// As many pieces as fit; a piece that is longer than a sequence is cut where it is full.
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
  // The first piece that ends behind the beginning.
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
  // Hides some of the tokens that are added.
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
  // The share is right on average; something is to be found in any segment.
  const double exact = config_.masked * all;
  auto left = static_cast<std::uint32_t>(exact);
  if (random.chance(exact - left)) ++left;
  left = std::clamp<std::uint32_t>(left, 1, all);
  for (std::uint32_t place = first; left > 0; ++place) {
    // Each set of places is as likely as any other (Knuth's algorithm S).
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
  const std::uint64_t batches = windows_.size() / per_batch_;  // of an epoch
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

}  // namespace noether::train
