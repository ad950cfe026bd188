// The source `dense`: documents ranked by the passage whose vector is nearest to that of the query.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "noether/index/nearest_passages.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

constexpr std::array<StageOption, 2> kDenseOptions = {{
    {.name = "passages",
     .help = "the number of nearest passages",
     .type = StageOption::Type::Whole,
     .value = 400,
     .least = 1,
     .most = 100'000},
    {.name = "vectors",
     .help = "the set of vectors, by the name that noether index gave it",
     .type = StageOption::Type::Name,
     .word = "passages"},
}};

class DenseCandidates final : public Candidates {
 public:
  DenseCandidates(const PreparedQuery& query, std::vector<float> vector, std::uint32_t passages,
                  index::VectorSet set)
      : query_(&query), vector_(std::move(vector)), passages_(passages), set_(std::move(set)) {}

  // The list does not depend on the depth: more distant passages say nothing about the query.
  base::Result<List> best(std::uint32_t /*depth*/) override {
    if (!near_) {
      auto near = index::nearest_passages(query_->index(), vector_, {.count = passages_}, set_);
      if (!near) return std::unexpected(std::move(near.error()));
      near_ = *std::move(near);
    }
    List list;
    std::unordered_map<std::uint32_t, bool> known;
    for (const index::NearPassage& one : *near_) {
      if (!known.try_emplace(one.document, true).second) continue;
      if (!query_->allows(one.document)) continue;
      list.units.push_back({one.document, static_cast<double>(one.cosine)});
    }
    list.takes_part = !list.units.empty();
    return list;
  }

  base::Result<std::vector<ScoreDetail>> explain(std::uint32_t document) const override {
    const auto near = std::ranges::find(*near_, document, &index::NearPassage::document);
    const auto passages = index::passages_of(query_->index(), document, set_);
    if (!passages) return std::unexpected(passages.error());
    const auto stored = query_->index().document(document);
    if (!stored) return std::unexpected(stored.error());
    const index::Passage& passage = (*passages)[near->passage];
    const std::string_view text = stored->fields[passage.field].text;
    return std::vector<ScoreDetail>{
        {.name = "passage",
         .detail = fmt::format(
             "{} of {}: {}", near->passage + 1, passages->size(),
             beginning(text.substr(passage.span.begin, passage.span.end - passage.span.begin))),
         .score = static_cast<double>(near->cosine)}};
  }

 private:
  // The first whole words of a text.
  static std::string beginning(std::string_view text) {
    constexpr std::size_t kShown = 60;
    if (text.size() <= kShown) return std::string(text);
    const std::size_t end = text.rfind(' ', kShown);
    return std::string(text.substr(0, end == std::string_view::npos ? 0 : end)) + " …";
  }

  const PreparedQuery* query_;
  std::vector<float> vector_;
  std::uint32_t passages_;
  index::VectorSet set_;
  std::optional<std::vector<index::NearPassage>> near_;
};

class DenseSource final : public CandidateSource {
 public:
  explicit DenseSource(const StageOptions& options)
      : passages_(options.whole("passages")),
        set_{index::VectorUnit::Passage, options.word("vectors")} {}

  // A query of formulas alone has no list: other sources find formulas better than a vector of
  // their LaTeX as text.
  base::Result<std::unique_ptr<Candidates>> find(const PreparedQuery& query,
                                                 SearchTools& tools) override {
    if (!has_words(query.query())) return nullptr;
    const auto encoded = tools.texts.encode(query.query(), query.index(), set_);
    if (!encoded) return std::unexpected(encoded.error());
    return std::make_unique<DenseCandidates>(query, (*encoded)->vector, passages_, set_);
  }

 private:
  std::uint32_t passages_;
  index::VectorSet set_;
};

}  // namespace

const SourceKind& dense_source() {
  static constexpr SourceKind kKind = {
      .name = "dense",
      .help = "documents with the passages whose vectors are nearest to that of the query",
      .explanation = "the nearest passage of the document",
      .weight = 0,
      .options = kDenseOptions,
      .spaces = nullptr,
      .formula_mode = nullptr,
      .make = [](const StageOptions& options) -> std::unique_ptr<CandidateSource> {
        return std::make_unique<DenseSource>(options);
      }};
  return kKind;
}

}  // namespace noether::search
