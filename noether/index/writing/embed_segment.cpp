#include "noether/index/writing/embed_segment.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::index {
namespace {

// Enough to keep threads busy with little memory.
constexpr std::uint32_t kBatch = 4096;

class SegmentEmbedder {
 public:
  SegmentEmbedder(const OpenSegment& segment, const FormulaEmbedding& embedding,
                  EmbeddingCounts& counts)
      : segment_(segment),
        vectors_(segment.vectors_of(embedding.set)),
        embedding_(embedding),
        counts_(counts) {}

  void find_old_vectors() {
    if (vectors_ == nullptr || vectors_->model() != embedding_.model) return;
    // If the file is damaged, all vectors are made again, which repairs it.
    if (auto numbers = vectors_->vector_of_formulas()) old_ = std::move(*numbers);
  }

  // The formulas from `begin` to `end`, in their order.
  base::Result<void> embed(std::uint32_t begin, std::uint32_t end, SegmentVectorsBuilder& into) {
    std::vector<std::uint32_t> asked;
    std::vector<std::string> latex;
    for (std::uint32_t formula = begin; formula < end; ++formula) {
      const auto known = is_known(formula);
      if (!known) return std::unexpected(known.error());
      if (*known) continue;
      auto stored = segment_.reader->formula(formula);
      if (!stored) return std::unexpected(stored.error());
      asked.push_back(formula);
      latex.push_back(std::move(stored->latex));
    }
    const std::size_t width = embedding_.model.width;
    std::vector<float> vectors(latex.size() * width);
    const auto readable = embedding_.embed(latex, vectors);
    if (!readable) return std::unexpected(readable.error());
    std::size_t next = 0;
    for (std::uint32_t formula = begin; formula < end; ++formula) {
      if (next == asked.size() || asked[next] != formula) {
        if (auto done = keep(formula, into); !done) return done;
        continue;
      }
      const std::size_t at = next++;
      if (!(*readable)[at]) {
        into.add_unreadable(formula);
        ++counts_.unreadable;
        continue;
      }
      const auto code =
          EncodedVector::encode(std::span<const float>(vectors).subspan(at * width, width));
      if (!code) {
        return base::fail(
            fmt::format("the model '{}' gives no vector for '{}', but numbers that "
                        "are not finite or all 0",
                        embedding_.model.name, latex[at]));
      }
      into.add(formula, code->code());
      ++counts_.embedded;
    }
    return {};
  }

 private:
  base::Result<bool> is_known(std::uint32_t formula) const {
    return old_.empty() ? base::Result<bool>(false) : vectors_->is_tried(formula);
  }

  base::Result<void> keep(std::uint32_t formula, SegmentVectorsBuilder& into) {
    if (old_[formula] == SegmentVectors::kNone) {
      into.add_unreadable(formula);
      ++counts_.unreadable;
      return {};
    }
    const auto code = vectors_->vector(old_[formula]);
    if (!code) return std::unexpected(code.error());
    into.add(formula, *code);
    ++counts_.kept;
    return {};
  }

  const OpenSegment& segment_;
  const SegmentVectors* vectors_;  // the existing ones
  const FormulaEmbedding& embedding_;
  EmbeddingCounts& counts_;
  std::vector<std::uint32_t> old_;  // for each formula its old vector; empty when there are none
};

}  // namespace

bool needs_vectors(const OpenSegment& segment, const FormulaEmbedding& embedding) {
  const SegmentVectors* vectors = segment.vectors_of(embedding.set);
  return vectors == nullptr || vectors->model() != embedding.model || vectors->untried() > 0;
}

base::Result<FileSeal> embed_segment(const OpenSegment& segment, const FormulaEmbedding& embedding,
                                     base::FileSystem& file_system, const std::string& path,
                                     EmbeddingCounts& counts, const EmbeddingProgress& progress) {
  SegmentEmbedder embedder(segment, embedding, counts);
  embedder.find_old_vectors();
  const std::uint32_t formulas = segment.reader->formulas();
  const std::uint64_t before = counts.embedded + counts.kept + counts.unreadable;
  SegmentVectorsBuilder builder(embedding.model, formulas);
  for (std::uint32_t begin = 0; begin < formulas; begin += kBatch) {
    const std::uint32_t end = begin + std::min(kBatch, formulas - begin);
    if (auto done = embedder.embed(begin, end, builder); !done) {
      return std::unexpected(done.error());
    }
    if (progress.embedded) progress.embedded(before + end);
  }
  return builder.write(file_system, path, progress.linked);
}

}  // namespace noether::index
