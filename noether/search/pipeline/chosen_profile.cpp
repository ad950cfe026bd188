#include "noether/search/pipeline/chosen_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "noether/index/nearest_passages.h"
#include "noether/search/pipeline/reranker.h"

namespace noether::search {
namespace {

// Whether the index has passages or sentences of the encoder; if not, the error is the reason.
base::Result<void> open_for(const index::IndexReader& index, const index::VectorSet& read,
                            std::shared_ptr<const PassageEncoder>& encoder) {
  if (encoder == nullptr) {
    auto opened = PassageEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const PassageEncoder>(*std::move(opened));
  }
  return index::expect_passages_of(index, encoder->model_of(read.unit), read);
}

// Whether a stage of the search uses the encoder of texts.
bool reads_language(const SearchWeights& weights) {
  return weights.weight_of("dense") > 0 ||
         std::ranges::any_of(weights.rerankers, [](const RerankerChoice& choice) {
           return choice.kind->name == "late";
         });
}

}  // namespace

base::Result<ChosenProfile> choose_profile(const std::string& name_or_file,
                                           const index::IndexReader& index,
                                           std::shared_ptr<const PassageEncoder> encoder,
                                           const index::VectorSet& read) {
  ChosenProfile chosen{.profile = {}, .encoder = std::move(encoder)};
  std::string name = name_or_file;
  if (name == kDefaultProfile) {
    name = kProfileOfWords;
    if (!index::passage_statistics(index).models.empty()) {
      const auto has = open_for(index, read, chosen.encoder);
      if (has) {
        name = kProfileOfLanguage;
      } else {
        chosen.remark =
            fmt::format("the search does not read language: {}{}{}", has.error().message,
                        has.error().hint.empty() ? "" : "; ", has.error().hint);
      }
    }
  }
  auto profile = find_profile(name);
  if (!profile) return std::unexpected(std::move(profile.error()));
  chosen.profile = *std::move(profile);
  // Opened here, so that opening does not count as time of a search. The stage that needs the
  // encoder reports an error.
  if (chosen.encoder == nullptr && reads_language(chosen.profile.search)) {
    std::ignore = open_for(index, read, chosen.encoder);
  }
  return chosen;
}

}  // namespace noether::search
