// Passages for the documents of an index, and sentences of their formulas, for the commands that
// add them.
#pragma once

#include <string>
#include <string_view>

#include "noether/index/passages/passage_embedding.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::cli {

// A model folder, or the encoder of texts that ships when it is empty. Ends the program when it
// cannot be opened.
search::PassageEncoder open_passage_encoder(std::string_view command, const std::string& folder);

// Adds what is missing to the index in a folder, with a progress bar, and says what there is then.
// Ends the program when that fails; what was done until then is kept.
struct AddedPassages {
  std::string passages;
  std::string sentences;
};
AddedPassages add_passages(std::string_view command, const std::string& folder,
                           const search::PassageEncoder& encoder, unsigned threads, bool json);

// One kind of passages alone.
index::PassageCounts encode_passages(std::string_view command, const std::string& folder,
                                     const index::PassageEmbedding& embedding);

}  // namespace noether::cli
