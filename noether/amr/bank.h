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
  // Keys without their colons, in the order of the file. A key may occur several times.
  std::vector<std::pair<std::string, std::string>> metadata;
  // `write_penman` writes this tree as the bytes of the entry, with its comments and blank lines.
  PenmanTree tree;
  std::size_t line = 1;  // where the entry begins in the file

  // The first value of this key, empty if there is none: `find("snt")` is the sentence.
  std::string_view find(std::string_view key) const;
};

// Returns the entries of a file one by one. After an error, the next call continues after the
// broken entry, so that a caller may count errors instead of stopping.
class BankReader {
 public:
  // The bytes of `text` must outlive the reader.
  explicit BankReader(std::string_view text) : text_(text) {}

  // Returns nothing at the end.
  base::Result<std::optional<BankEntry>> next();

  // The number of bytes read so far: the text of all entries, whole or broken, up to here.
  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// All entries, or the first error.
base::Result<std::vector<BankEntry>> read_bank(std::string_view text);

// The maximum size of a bank file, because such files are read whole.
inline constexpr std::size_t kMaxBankBytes = std::size_t{1} << 30;

// Graphs of sentences by id, made by people or by another parser. They are used in place of the
// graphs of Noether's parser.
class GraphSource {
 public:
  // `text` is a file of graphs, each with its `# ::id`. Returns an error for a broken graph, for a
  // graph without an id, and for two graphs with the same id.
  static base::Result<GraphSource> read(std::string_view text);

  // Returns nullptr if the sentence has no graph here. The entry lives as long as the source.
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
