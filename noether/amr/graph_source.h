// Graphs of sentences by their ids, as another parser or people made them: they are used in place
// of our own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/amr/bank.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"

namespace noether::amr {

class GraphSource {
 public:
  // `text` is a file of graphs, each with its `# ::id`. An error for a broken graph, one without an
  // id, and two of one id.
  static base::Result<GraphSource> read(std::string_view text);

  // nullptr for a sentence that has no graph here. Lives as long as the source.
  const BankEntry* find(std::string_view id) const;
  std::size_t size() const { return entries_.size(); }
  // The digest of the file's text.
  const base::Digest& digest() const { return digest_; }

 private:
  base::Digest digest_;
  std::vector<BankEntry> entries_;
  std::unordered_map<std::string, std::size_t> place_of_;  // by id
};

}  // namespace noether::amr
