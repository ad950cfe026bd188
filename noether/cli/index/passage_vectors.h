// Passages for the documents of an index, and sentences of their formulas, for the commands that
// add them.
#pragma once

#include <string>
#include <string_view>

#include "noether/index/passages/passage_embedding.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::cli {

// Opens a model folder, or the shipped encoder of texts if `folder` is empty. Ends the program if
// that fails.
search::PassageEncoder open_passage_encoder(std::string_view command, const std::string& folder);

// Adds the missing passages to the index in a folder, with a progress bar, and returns summaries of
// all passages. Ends the program on failure; the passages added before are kept.
struct AddedPassages {
  std::string passages;
  std::string sentences;
};
AddedPassages add_passages(std::string_view command, const std::string& folder,
                           const search::PassageEncoder& encoder, unsigned threads, bool json);

// Encodes one kind of passages.
index::PassageCounts encode_passages(std::string_view command, const std::string& folder,
                                     const index::PassageEmbedding& embedding);

}  // namespace noether::cli
