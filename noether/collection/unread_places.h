// Finds the documents of an earlier run that may be in files and folders that could not be read
// this time: they must not be removed.
// A document is identified by its source, the path of its file as it was written in that run. Only
// the part below the path of the collection is compared, and if two files have the same name, both
// count. A record of JSON Lines may have an address instead; it may be in any unread file that can
// contain records.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "noether/collection/problem_list.h"
#include "noether/text/document.h"

namespace noether::collection {

class UnreadPlaces {
 public:
  // `paths` are those of the collection.
  UnreadPlaces(const std::vector<std::string>& paths, const ProblemList& problems);

  // Whether a document that came from the path with this number may be in an unread place.
  bool may_hold(std::size_t path, const text::Document& document) const;

 private:
  struct Place {
    bool is_all = false;  // the path itself, or a file outside it
    std::string name;     // below the path
  };
  std::vector<std::vector<Place>> places_;  // of each path
};

}  // namespace noether::collection
