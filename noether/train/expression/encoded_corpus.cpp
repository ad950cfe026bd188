#include "noether/train/expression/encoded_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "noether/base/mix.h"
#include "noether/base/parallel.h"
#include "noether/egen/formats/corpus_manifest.h"
#include "noether/egen/formats/shard_reader.h"
#include "noether/train/core/random_stream.h"

namespace noether::train {
namespace {

// A block of a shard, the unit of work for a thread.
struct Piece {
  std::size_t file = 0;
  std::uint64_t first = 0;  // cluster of the shard
  std::uint64_t count = 0;
};

base::Result<std::vector<Piece>> pieces_of(const std::vector<std::string>& paths) {
  std::vector<Piece> pieces;
  for (std::size_t file = 0; file < paths.size(); ++file) {
    const auto reader = egen::ShardReader::open(paths[file]);
    if (!reader) return std::unexpected(reader.error());
    for (const egen::ShardBlock& block : reader->index().blocks) {
      pieces.push_back({file, block.first_cluster, block.clusters});
    }
  }
  return pieces;
}

std::uint64_t identity_of(const egen::CorpusManifest& manifest) {
  std::uint64_t identity = 0;
  for (const egen::CorpusFile& file : manifest.files) {
    identity = seed_of(seed_of(identity, file.digest.high), file.digest.low);
  }
  return identity;
}

void encode(const egen::Cluster& cluster, const embedding::ExpressionTokenizer& tokenizer,
            std::size_t max_tokens, EncodedCorpus& out, std::vector<neural::TokenId>& scratch) {
  for (const egen::Member& member : cluster.members) {
    scratch.clear();
    const auto encoded = tokenizer.append(member.expression, scratch);
    if (encoded && scratch.size() > 2 && scratch.size() - 2 <= max_tokens) {
      out.tokens.insert(out.tokens.end(), scratch.begin() + 1, scratch.end() - 1);
    } else {
      ++out.left_out;
    }
    out.member_ends.push_back(out.tokens.size());
  }
  out.cluster_ends.push_back(out.member_ends.size());
  out.ids.push_back(cluster.id);
}

}  // namespace

void append(EncodedCorpus& corpus, const EncodedCorpus& more) {
  // Ends in `more` count from its own beginning; convert them to count from the beginning of the
  // whole.
  const std::uint64_t tokens = corpus.tokens.size();
  const std::uint64_t members = corpus.members();
  corpus.tokens.insert(corpus.tokens.end(), more.tokens.begin(), more.tokens.end());
  for (const std::uint64_t end : more.member_ends) corpus.member_ends.push_back(tokens + end);
  for (const std::uint64_t end : more.cluster_ends) corpus.cluster_ends.push_back(members + end);
  corpus.ids.insert(corpus.ids.end(), more.ids.begin(), more.ids.end());
  corpus.left_out += more.left_out;
  corpus.identity = seed_of(corpus.identity, more.identity);
}

base::Result<EncodedCorpus> load_corpus(const std::string& folder,
                                        const embedding::ExpressionTokenizer& tokenizer,
                                        const EncodeOptions& options) {
  const auto manifest = egen::load_manifest(folder);
  if (!manifest) return std::unexpected(manifest.error());
  if (manifest->plan.format != egen::CorpusFormat::Shards) {
    return base::fail(fmt::format("the corpus '{}' is not in shards", folder), {},
                      "make or import it with --format shards");
  }
  std::vector<std::string> paths;
  for (const egen::CorpusFile& file : manifest->files) paths.push_back(folder + "/" + file.name);
  const auto pieces = pieces_of(paths);
  if (!pieces) return std::unexpected(pieces.error());

  std::vector<EncodedCorpus> parts(pieces->size());
  std::mutex failing;
  std::optional<base::Error> failure;
  const unsigned threads = base::thread_count(options.threads);
  struct OpenShard {
    std::size_t file = SIZE_MAX;
    std::optional<egen::ShardReader> reader;
  };
  std::vector<OpenShard> open(threads);
  base::for_each_in_parallel(pieces->size(), threads, [&](std::size_t number, std::size_t thread) {
    const Piece& piece = (*pieces)[number];
    OpenShard& shard = open[thread];
    base::Result<void> read;
    if (shard.file != piece.file) {
      shard.reader.reset();
      shard.file = piece.file;
      if (auto reader = egen::ShardReader::open(paths[piece.file])) {
        shard.reader = std::move(*reader);
      } else {
        shard.file = SIZE_MAX;
        read = std::unexpected(reader.error());
      }
    }
    egen::Cluster cluster;
    std::vector<neural::TokenId> scratch;
    for (std::uint64_t i = 0; i < piece.count && read; ++i) {
      read = shard.reader->read(piece.first + i, cluster);
      if (read) encode(cluster, tokenizer, options.max_tokens, parts[number], scratch);
    }
    if (!read) {
      const std::scoped_lock lock(failing);
      failure = read.error();
    }
  });
  if (failure) return std::unexpected(*failure);

  EncodedCorpus corpus;
  for (EncodedCorpus& part : parts) {
    append(corpus, part);
    part = {};
  }
  if (corpus.clusters() == 0) return base::fail(fmt::format("the corpus '{}' is empty", folder));
  corpus.identity = identity_of(*manifest);
  return corpus;
}

base::Result<void> check_parallel(const EncodedCorpus& corpus, const EncodedCorpus& distractors) {
  if (corpus.ids == distractors.ids && corpus.cluster_ends == distractors.cluster_ends) return {};
  return base::fail("the distractors do not belong to the corpus: they have other clusters", {},
                    "make them again with `noether corpus distractors` from this corpus");
}

base::Result<BatchSampler> BatchSampler::create(const EncodedCorpus& corpus,
                                                const EncodedCorpus* distractors,
                                                const TrainingConfig& config) {
  if (config.negatives == Negatives::Distractors) {
    if (distractors == nullptr) {
      return base::fail("this configuration needs distractors", {},
                        "name their folder with --distractors, or set negatives=random or none");
    }
    if (const auto parallel = check_parallel(corpus, *distractors); !parallel) {
      return std::unexpected(parallel.error());
    }
  } else {
    distractors = nullptr;
  }
  BatchSampler sampler(corpus, distractors);
  sampler.seed_ = config.seed;
  sampler.negatives_ = config.negatives;
  sampler.per_anchor_ = config.negatives_per_anchor;
  for (std::uint64_t c = 0; c < corpus.clusters() && c <= UINT32_MAX; ++c) {
    std::uint64_t members = 0;
    for (std::uint64_t m = corpus.first_member(c); m < corpus.cluster_ends[c] && members < 2; ++m) {
      if (sampler.is_usable(m)) ++members;
    }
    if (members == 2) sampler.usable_.push_back(static_cast<std::uint32_t>(c));
  }
  if (sampler.usable_.size() < 2) {
    return base::fail("the corpus has fewer than two clusters with two expressions");
  }
  sampler.batch_ = std::min<std::uint64_t>(config.batch, sampler.usable_.size());
  return sampler;
}

void BatchSampler::sample(std::uint64_t batch,
                          std::vector<std::span<const neural::TokenId>>& out) const {
  const std::uint64_t epoch = batch / batches_per_epoch();
  const std::uint64_t first = batch % batches_per_epoch() * batch_;
  const base::IndexShuffle order(usable_.size(), seed_of(seed_, epoch));
  RandomStream random(seed_of(seed_ + 1, batch));
  const auto draw = [&](std::uint64_t cluster, std::uint64_t other) {
    const std::uint64_t begin = corpus_->first_member(cluster);
    const std::uint64_t size = corpus_->size_of(cluster);
    // The cluster has at least two usable members, so the loop ends.
    while (true) {
      const std::uint64_t member = begin + random.below(size);
      if (member != other && is_usable(member)) return member;
    }
  };
  const std::uint64_t negatives = negatives_ == Negatives::None ? 0 : per_anchor_;
  out.assign(batch_ * (2 + negatives), {});
  for (std::uint64_t i = 0; i < batch_; ++i) {
    const std::uint64_t cluster = usable_[order[first + i]];
    const std::uint64_t anchor = draw(cluster, UINT64_MAX);
    const std::uint64_t positive = draw(cluster, anchor);
    out[i] = corpus_->member(anchor);
    out[batch_ + i] = corpus_->member(positive);
    for (std::uint64_t k = 0; k < negatives; ++k) {
      auto& negative = out[(2 + k) * batch_ + i];
      if (negatives_ == Negatives::Random) {
        const std::uint64_t step = 1 + random.below(batch_ - 1);
        const std::uint64_t other = usable_[order[first + (i + step) % batch_]];
        negative = corpus_->member(draw(other, UINT64_MAX));
      } else {
        // The distractor of the positive, then that of the anchor, then those of any member of the
        // cluster.
        const std::uint64_t of = k == 0 ? positive : k == 1 ? anchor : draw(cluster, UINT64_MAX);
        negative = distractors_->member(of);
      }
    }
  }
}

}  // namespace noether::train
