#include "noether/index/passages/merge_passages.h"

#include <vector>

#include "noether/index/passages/passages_writer.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {
namespace {

bool are_alike(const SegmentPassages& a, const SegmentPassages& b) {
  return a.model() == b.model() && a.token_bytes() == b.token_bytes();
}

// Those whose model most documents have; of equals, those of the first source.
const SegmentPassages* passages_to_follow(std::span<const PassagesToMerge> sources) {
  const SegmentPassages* best = nullptr;
  std::uint64_t most = 0;
  for (const PassagesToMerge& source : sources) {
    if (source.passages == nullptr) continue;
    std::uint64_t count = 0;
    for (const PassagesToMerge& other : sources) {
      if (other.passages != nullptr && are_alike(*other.passages, *source.passages)) {
        count += other.passages->tried();
      }
    }
    if (best != nullptr && count <= most) continue;
    best = source.passages;
    most = count;
  }
  return best;
}

}  // namespace

base::Result<std::optional<MergedPassages>> merge_passages(std::span<const PassagesToMerge> sources,
                                                           base::FileSystem& file_system,
                                                           const std::string& path) {
  const SegmentPassages* model_of = passages_to_follow(sources);
  if (model_of == nullptr) return std::nullopt;
  std::uint32_t documents = 0;
  std::size_t passages = 0;
  for (const PassagesToMerge& source : sources) {
    documents += source.documents - source.deleted->count();
    if (source.passages != nullptr) passages += source.passages->size();
  }
  auto writer = PassagesWriter::create(file_system, path, model_of->model(),
                                       model_of->token_bytes(), documents);
  if (!writer) return std::unexpected(writer.error());
  writer->reserve(passages);
  bool with_graph = true;
  std::uint32_t next = 0;
  for (const PassagesToMerge& source : sources) {
    const bool is_kept = source.passages != nullptr && are_alike(*source.passages, *model_of);
    if (is_kept && source.passages->size() >= kLeastForGraph && !source.passages->has_graph()) {
      with_graph = false;
    }
    auto listed =
        is_kept ? source.passages->terms_with({}) : base::Result<std::vector<TermDocuments>>();
    if (!listed) return std::unexpected(listed.error());
    const TermsByDocument terms(*std::move(listed));
    for (std::uint32_t document = 0; document < source.documents; ++document) {
      if (source.deleted->has(document)) continue;
      const std::uint32_t number = next++;
      if (!is_kept) continue;
      const auto is_tried = source.passages->is_tried(document);
      if (!is_tried) return std::unexpected(is_tried.error());
      if (!*is_tried) continue;
      const auto of_document = source.passages->passages_in(document);
      if (!of_document) return std::unexpected(of_document.error());
      if (auto done = writer->add(number, *of_document, terms.of(document)); !done) {
        return std::unexpected(done.error());
      }
    }
  }
  const auto seal = writer->finish(with_graph);
  if (!seal) return std::unexpected(seal.error());
  return MergedPassages{*seal, model_of->model().reading};
}

}  // namespace noether::index
