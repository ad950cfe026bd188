#include "noether/index/analysis/spaces.h"

namespace noether::index {

const Schema& search_schema() {
  // There are few words, but many features of formulas: among ten million of these, two or three
  // hundred share a key of 38 bits with another one.
  static const Schema schema = {{
      {.name = "words", .key_bits = 48, .keeps_texts = true},
      {.name = "context", .key_bits = 48},
      {.name = "comments", .key_bits = 48},
      {.name = "tags", .key_bits = 48, .keeps_texts = true},
      {.name = "kinds", .key_bits = 48, .keeps_texts = true},
      {.name = "document-tuples", .key_bits = 38},
      {.name = "paths", .unit = Unit::Formula, .key_bits = 38},
      {.name = "tuples", .unit = Unit::Formula, .key_bits = 38},
  }};
  return schema;
}

base::Result<IndexReader> open_search_index(const std::string& folder,
                                            base::FileSystem& file_system) {
  return IndexReader::open(folder, search_schema(), file_system);
}

FieldUse use_of_field(std::string_view name) {
  if (name == "title") return {.space = space::words, .weight = 3};
  if (name == "keywords") return {.space = space::words, .weight = 2};
  if (name == "question-title" || name == "context") {
    return {.space = space::context, .weight = 1, .own = false};
  }
  if (name == "comment") return {.space = space::comments, .weight = 1};
  return {};
}

}  // namespace noether::index
