// Questions and answers of a dump as documents, in the order of the file.
//
// A question has the fields title and body; an answer has question-title, from its question, and
// body, and the tags of its question; both have a field `comment` for each comment. Properties:
// score, date, accepted-answer (of a question), accepted (of an answer), duplicate-of,
// duplicated-by, links-to, linked-from. What is not in the dump is not there.
//
// Posts may come in any order: a first reading notes where the questions stand, and the rows of
// comments are read again when their post comes. That is 16 bytes for each question and comment,
// 24 for each link and 4.2 for each formula: about 300 MB for the whole ARQMath collection.
#pragma once

#include <memory>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"
#include "noether/collection/posts/dump_layout.h"

namespace noether::collection {

base::Result<std::unique_ptr<DocumentSource>> open_posts(const DumpLayout& layout,
                                                         const CollectionOptions& options,
                                                         ProblemList& problems);

}  // namespace noether::collection
