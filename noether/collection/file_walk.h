// Lists the files below a folder and selects their readers by the endings of their names.
// Names are in ascending order, so that a collection has the same order everywhere. Hidden files
// and folders (.git) are skipped. A link that leaves the folder is followed only on request, and a
// link to a folder inside it never, because its files are read in place. No folder is walked twice,
// so cycles of links end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"

namespace noether::collection {

// Bytes that are stored in an archive instead of a file.
class StoredBytes {
 public:
  virtual ~StoredBytes() = default;
  virtual base::Result<std::string> read() const = 0;
};

struct FoundFile {
  std::string path;  // to open it, and for messages
  std::string name;  // relative to the folder, with "/"
  std::uint64_t bytes = 0;
  std::shared_ptr<const StoredBytes> stored = nullptr;  // null: the file at `path`
};

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20;

// Returns the whole file unchanged; an error if it is too long.
base::Result<std::string> read_bytes(const FoundFile& file);

struct WalkOptions {
  bool follow_links = false;
  std::string passed_over;  // a folder inside that is not walked, such as the index itself
};

struct FolderContents {
  std::vector<std::string> folders;         // the walked folders, including the first one
  std::vector<FoundFile> files;             // ascending by name
  std::vector<std::string> unreadable;      // files and folders
  std::vector<std::string> links_outside;   // not followed
  std::vector<std::string> linked_folders;  // inside the folder, or walked already; not followed
  std::vector<std::string> broken_links;
};

base::Result<FolderContents> walk_folder(const std::string& folder,
                                         const WalkOptions& options = {});

// Lists only the folders, for watching them.
base::Result<std::vector<std::string>> walked_folders(const std::string& folder,
                                                      const WalkOptions& options);

// Whether a path, with all its links followed, is below a folder.
bool is_below(const std::string& path, const std::string& folder);

// The format by the ending of the name; empty if it is unknown. For XML, only formats like HTML.
std::optional<Format> format_of_name(const std::string& name);

// Whether these are the first bytes of an archive.
bool is_archive_start(std::string_view start);

// The format by the first bytes of a file, for a name without a known ending; text if nothing
// contradicts it, empty for bytes that are not text.
std::optional<Format> format_of_content(std::string_view bytes);

// Counts the files without a reader by kind, for one sentence at the end of a collection.
class LeftOut {
 public:
  void add(const std::string& file_name);
  void add(const LeftOut& others);

  bool empty() const { return counts_.empty(); }
  // "15 files of other kinds were left out: .png 12, .docx 2, without an ending 1"
  std::string sentence() const;
  // The kinds alone, the most frequent first.
  std::string kinds() const;

 private:
  std::map<std::string, std::uint64_t> counts_;  // by ending; empty for names without an ending
};

}  // namespace noether::collection
