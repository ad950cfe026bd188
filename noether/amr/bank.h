// A file of meaning graphs: blank lines separate them, and comments before each contain metadata,
// such as `# ::id lpp.1` and `# ::snt The boy wants to go.`
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/penman.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"

namespace noether::amr {

struct BankEntry {
  // Keys without their colons, in the order of the file; a key may come several times.
  std::vector<std::pair<std::string, std::string>> metadata;
  // `write_penman` gives the entry's bytes with comments and the blank lines around them.
  PenmanTree tree;
  std::size_t line = 1;  // of the file, where the entry begins

  // The first value of this key, empty if there is none: `find("snt")` is the sentence.
  std::string_view find(std::string_view key) const;
};

// Returns the entries of a file one by one. After an error the next call continues after the broken
// entry, so that a caller may count errors instead of ending.
class BankReader {
 public:
  // `text` must live as long as the reader.
  explicit BankReader(std::string_view text) : text_(text) {}

  // Nothing at the end.
  base::Result<std::optional<BankEntry>> next();

  // Bytes read so far: the text of all entries, whole or broken, up to here.
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// All entries, or the first error.
base::Result<std::vector<BankEntry>> read_bank(std::string_view text);

// Files of banks larger than this are refused: they are read whole.
inline constexpr std::size_t kMaxBankBytes = std::size_t{1} << 30;

// Graphs of sentences by their ids, as another parser or people made them: they are used in place
// of our own.
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
