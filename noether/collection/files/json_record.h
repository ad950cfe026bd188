// One line of JSON Lines as documents.
//
// What is recognised, by the members that are there:
// - a thread: `question` is an object, `answers` a list of objects, `comments` wherever they are;
// - a question with its answer, or several: `question`/`Q`, `answer`/`A` or `answers`;
// - anything with a body: one document. Its kind is the member `kind` or `type`, else "text".
// A text is HTML when it has HTML's tags, else Markdown with formulas between dollar signs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"

namespace noether::collection {

class JsonRecordReader {
 public:
  explicit JsonRecordReader(JsonFields fields);
  JsonRecordReader(JsonRecordReader&&) noexcept;
  ~JsonRecordReader();

  // Appends the documents of the record. `fallback_id` is for a record without an id. On an error,
  // which describes the problem of the line, nothing is appended.
  base::Result<void> read(std::string_view line, const std::string& fallback_id,
                          std::vector<text::Document>& out);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace noether::collection
