// Questions and answers of a dump as documents, in the order of the file.
//
// A question has the fields title and body; an answer has question-title, from its question, and
// body, and the tags of its question; both have a field `comment` for each comment. Properties:
// score, date, accepted-answer (of a question), accepted (of an answer), duplicate-of,
// duplicated-by, links-to, linked-from. A property that the dump lacks is absent.
//
// Posts may come in any order: a first pass notes the places of the questions, and the rows of
// comments are read again when their post comes. This takes 16 bytes for each question and comment,
// 24 for each link and 4.2 for each formula: about 300 MB for the whole ARQMath collection.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"

namespace noether::collection {

// The files of a dump of a question-and-answer site, and the differences between dumps.
// ARQMath's collection is a Stack Exchange dump with marked formulas: names with a version
// (Posts.V1.3.xml), titles and comments in HTML, formula ids in `math-container` spans, and tables
// of formulas in folders latex_representation_v3.
struct DumpLayout {
  std::string posts;
  std::string comments;                     // empty if the dump has no such file
  std::string links;                        // empty if the dump has no such file
  std::vector<std::string> formula_tables;  // in the order of their numbers
  bool is_arqmath = false;
  std::string site;  // "math.stackexchange.com"; empty if unknown
};

// Recognises a folder with a Posts*.xml, or that file itself; empty for any other path.
std::optional<DumpLayout> find_dump(const std::string& path);

base::Result<std::unique_ptr<DocumentSource>> open_posts(const DumpLayout& layout,
                                                         const CollectionOptions& options,
                                                         ProblemList& problems);

}  // namespace noether::collection
