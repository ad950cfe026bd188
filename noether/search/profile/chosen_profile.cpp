#include "noether/search/profile/chosen_profile.h"

#include <fmt/format.h>

#include <utility>

#include "noether/index/passages/nearest_passages.h"

namespace noether::search {
namespace {

// Whether the index has passages or sentences of the encoder; else why not.
base::Result<void> open_for(const index::IndexReader& index, const index::VectorSet& read,
                            std::shared_ptr<const PassageEncoder>& encoder) {
  if (encoder == nullptr) {
    auto opened = PassageEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const PassageEncoder>(*std::move(opened));
  }
  return index::expect_passages_of(index, encoder->model_of(read.unit), read);
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
  return chosen;
}

}  // namespace noether::search
