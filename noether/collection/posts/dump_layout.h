// The files that make a dump of a question-and-answer site, and what may differ between dumps.
//
// ARQMath's collection is a Stack Exchange dump whose formulas were marked: names with a version
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

// Of a folder that holds a Posts*.xml, or of that file itself; nothing for any other path.
std::optional<DumpLayout> find_dump(const std::string& path);

}  // namespace noether::collection
