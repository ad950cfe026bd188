// The query of a search as vectors. The encoder is opened at the first use, and the last query is
// kept, because several stages use the same one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/vector_set.h"
#include "noether/search/query/query.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::search {

// Not thread-safe.
class QueryEncoder {
 public:
  // Replaces the shipped encoder.
  void set(std::shared_ptr<const PassageEncoder> encoder);
  base::Result<std::shared_ptr<const PassageEncoder>> encoder();

  // Returns an error, with the way to add them, if the index has no passages of this encoder. The
  // result is valid until another query is encoded.
  base::Result<const embedding::TextEncoder::Query*> encode(const Query& query,
                                                            const index::IndexReader& index,
                                                            const index::VectorSet& set);

 private:
  std::shared_ptr<const PassageEncoder> encoder_;
  EncoderText text_;  // of the last query
  std::optional<embedding::TextEncoder::Query> encoded_;
};

}  // namespace noether::search
