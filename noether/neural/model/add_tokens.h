// Extends the vocabulary of a model: the initial rows of new tokens are the mean of their former
// pieces.
#pragma once

#include <cstddef>
#include <span>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural {

struct ModelWithTokens {
  ModelFolder model;
  tokens::Tokenizer tokenizer;
  std::size_t added = 0;  // the number of new tokens
};

// Extends every table with a row for each token: the embedding, and the decoders and biases of
// heads. The row of a new token is the mean of the rows of its pieces, so that its initial meaning
// is that of the pieces together; all other numbers are unchanged. Returns an error for int8
// weights, which are rounded already.
base::Result<ModelWithTokens> add_tokens(ModelFolder model, const tokens::Tokenizer& tokenizer,
                                         std::span<const tokens::NewToken> added);

// Writes the model with its tokenizer, whose other files come from the folder `from`.
base::Result<void> write_with_tokenizer(ModelWithTokens made, const std::string& from,
                                        const std::string& to);

}  // namespace noether::neural
