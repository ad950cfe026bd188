// The files of a dump of a question-and-answer site, and the differences between dumps.
// ARQMath's collection is a Stack Exchange dump with marked formulas: names with a version
// (Posts.V1.3.xml), titles and comments in HTML, formula ids in `math-container` spans, and tables
// of formulas in folders latex_representation_v3.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace noether::collection {

struct DumpLayout {
  std::string posts;
  std::string comments;                     // empty when there is no such file
  std::string links;                        // the same
  std::vector<std::string> formula_tables;  // in the order of their numbers
  bool is_arqmath = false;
  std::string site;  // "math.stackexchange.com"; empty when not known
};

// Recognises a folder with a Posts*.xml, or that file itself; empty for any other path.
std::optional<DumpLayout> find_dump(const std::string& path);

}  // namespace noether::collection
