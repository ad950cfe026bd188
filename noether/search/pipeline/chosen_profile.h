// Chooses the profile of a search.
//
// If the user names none, the choice depends on the index: with passages of the shipped encoder,
// the search uses language; without them it uses words and formulas.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

// The profile behind `default` if the index has passages; otherwise it is kProfileOfWords.
inline constexpr std::string_view kProfileOfLanguage = "hybrid-rerank";

struct ChosenProfile {
  Profile profile;
  // The encoder of texts if it had to be opened; searchers may use it.
  std::shared_ptr<const PassageEncoder> encoder = nullptr;
  // The reason why the passages of an index are not used; empty otherwise.
  std::string remark = {};
};

// `name_or_file` is as in find_profile. If `encoder` is null, it is opened if the index has
// passages or the profile uses language. `read` is the set that the search reads: passages, or the
// sentences of formulas, which an index with passages may lack.
base::Result<ChosenProfile> choose_profile(const std::string& name_or_file,
                                           const index::IndexReader& index,
                                           std::shared_ptr<const PassageEncoder> encoder = nullptr,
                                           const index::VectorSet& read = index::kPassageVectors);

}  // namespace noether::search
