// The files of an archive (tar, zip, or a single compressed file), for reading them like those of a
// folder.
// Nothing is written under a name from an archive. The bytes of its files are concatenated in a
// temporary file without a name, so that nothing remains however the program ends, and memory is
// that of one file. Names that lead out of the archive, links and devices are ignored. Bytes, files
// and nested archives are bounded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/file_walk.h"
#include "noether/collection/reading.h"

namespace noether::collection {

// The remaining budget of the outermost archive and everything in it.
struct ArchiveBudget {
  std::uint64_t bytes = std::uint64_t{4} << 30;
  std::uint64_t files = 1'000'000;
};

inline constexpr int kMaxArchiveDepth = 3;  // of archives in archives

struct ArchiveContents {
  std::vector<FoundFile> files;  // the files that a reader exists for, ascending by name
  LeftOut others;
  std::vector<std::string> outside;  // some of the names that lead out of the archive
  // Some of the files that are longer than kMaxFileBytes, encrypted or damaged, with the reasons.
  std::vector<std::pair<std::string, std::string>> dropped;
  bool is_single = false;  // one compressed file, not an archive
  // The reason why it could not be read to its end; the files read before are kept. Empty if
  // complete.
  std::string stopped;
};

base::Result<ArchiveContents> read_archive(const FoundFile& archive, ArchiveBudget& budget);

// Reads archives like folders: the documents are those of the files in them, including archives in
// archives.
//
// An archive is unpacked when its turn comes, and dropped when the next one is unpacked. The id of
// a document begins with the name of its archive; a single compressed file has the name of its
// archive.
std::unique_ptr<DocumentSource> open_archives(const std::shared_ptr<Reading>& reading,
                                              std::vector<FoundFile> archives, std::string prefix,
                                              ArchiveLevel level);

}  // namespace noether::collection
