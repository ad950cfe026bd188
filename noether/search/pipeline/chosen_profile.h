// Which profile a search of an index goes by.
//
// Where nobody names one, that depends on the index: with passages of the encoder that ships, the
// search reads language; without them it goes by words and formulas.
#pragma once

#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

// What `default` stands for where the index has passages; else it is kProfileOfWords.
inline constexpr std::string_view kProfileOfLanguage = "hybrid-rerank";

struct ChosenProfile {
  Profile profile;
  // Of texts, where it had to be opened; searchers may use it.
  std::shared_ptr<const PassageEncoder> encoder = nullptr;
  // Why the index is not searched by its passages though it has some; empty otherwise.
  std::string remark = {};
};

// `name_or_file` as find_profile takes it. `encoder` may be null: then it is opened where the
// index has passages, or the profile reads language. `read` is what the search reads: passages, or
// the sentences of formulas, which an index with passages may lack.
base::Result<ChosenProfile> choose_profile(const std::string& name_or_file,
                                           const index::IndexReader& index,
                                           std::shared_ptr<const PassageEncoder> encoder = nullptr,
                                           const index::VectorSet& read = index::kPassageVectors);

}  // namespace noether::search
