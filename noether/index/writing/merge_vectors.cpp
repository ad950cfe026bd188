#include "noether/index/writing/merge_vectors.h"

#include <vector>

#include "noether/index/passages/passages_writer.h"
#include "noether/index/vectors/neighbour_graph.h"

namespace noether::index {
namespace {

// The model whose vectors most formulas have; of equals, that of the first source.
const VectorModel* model_to_keep(std::span<const VectorsToMerge> sources) {
  const VectorModel* best = nullptr;
  std::uint64_t most = 0;
  for (const VectorsToMerge& source : sources) {
    if (source.vectors == nullptr) continue;
    std::uint64_t count = 0;
    for (const VectorsToMerge& other : sources) {
      if (other.vectors != nullptr && other.vectors->model() == source.vectors->model()) {
        count += other.vectors->readable();
      }
    }
    if (best != nullptr && count <= most) continue;
    best = &source.vectors->model();
    most = count;
  }
  return best;
}

// Where the vector of a formula is.
struct Origin {
  enum class Kind : std::uint8_t { Untried, Unreadable, Vector };
  Kind kind = Kind::Untried;
  std::uint32_t source = 0;
  std::uint32_t number = 0;
};

base::Result<void> find_origins(std::span<const VectorsToMerge> sources, const VectorModel& model,
                                std::vector<Origin>& origins) {
  for (std::uint32_t source = 0; source < sources.size(); ++source) {
    const auto& [vectors, numbers] = sources[source];
    if (vectors == nullptr || vectors->model() != model) continue;
    const auto vector_of = vectors->vector_of_formulas();
    if (!vector_of) return std::unexpected(vector_of.error());
    for (std::uint32_t formula = 0; formula < numbers->size(); ++formula) {
      if ((*numbers)[formula] == kDropped) continue;
      Origin& origin = origins[(*numbers)[formula]];
      if (origin.kind != Origin::Kind::Untried) continue;
      const std::uint32_t number = (*vector_of)[formula];
      if (number != SegmentVectors::kNone) {
        origin = {Origin::Kind::Vector, source, number};
        continue;
      }
      const auto is_tried = vectors->is_tried(formula);
      if (!is_tried) return std::unexpected(is_tried.error());
      if (*is_tried) origin.kind = Origin::Kind::Unreadable;
    }
  }
  return {};
}

}  // namespace

base::Result<std::optional<MergedVectors>> merge_vectors(std::span<const VectorsToMerge> sources,
                                                         std::uint32_t formulas,
                                                         base::FileSystem& file_system,
                                                         const std::string& path) {
  const VectorModel* model = model_to_keep(sources);
  if (model == nullptr) return std::nullopt;
  std::vector<Origin> origins(formulas);
  if (auto done = find_origins(sources, *model, origins); !done) {
    return std::unexpected(done.error());
  }
  SegmentVectorsBuilder builder(*model, formulas);
  for (std::uint32_t formula = 0; formula < formulas; ++formula) {
    const Origin& origin = origins[formula];
    if (origin.kind == Origin::Kind::Unreadable) builder.add_unreadable(formula);
    if (origin.kind != Origin::Kind::Vector) continue;
    const auto code = sources[origin.source].vectors->vector(origin.number);
    if (!code) return std::unexpected(code.error());
    builder.add(formula, *code);
  }
  const auto seal = builder.write(file_system, path);
  if (!seal) return std::unexpected(seal.error());
  return MergedVectors{*seal, model->reading};
}

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
