// The files of a folder of LaTeX, the includes of each file, and the file that an \input refers to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/collection/file_walk.h"

namespace noether::collection {

// The files that a LaTeX file includes: \input, \include, \subfile, \import, and packages in the
// same folder. Comments are ignored.
struct TexInclude {
  std::string name;       // as it is written, without an ending
  std::size_t begin = 0;  // of the command, in the text
  std::size_t end = 0;
  std::uint64_t line = 0;
  bool is_package = false;  // may be missing without a problem, because most packages are elsewhere
};

std::vector<TexInclude> find_includes(std::string_view tex);

// The place after \begin{document}; the end of the text if it is missing.
std::size_t end_of_preamble(std::string_view tex);

// Packages and classes: files of definitions, never documents.
bool is_tex_package(const std::string& name);

class TexFiles {
 public:
  explicit TexFiles(std::vector<FoundFile> files);

  std::size_t size() const { return files_.size(); }
  const FoundFile& operator[](std::size_t index) const { return files_[index]; }
  std::optional<std::size_t> find(const std::string& name) const;

  // Looks for the file relative to the root document, to the including file, and to the folder
  // itself, as TeX and its import packages do. A file outside the folder is never found.
  std::optional<std::size_t> resolve(std::size_t root, std::size_t from,
                                     const TexInclude& include) const;

  // Returns false if the file cannot be read; the caller reports this.
  bool read(std::size_t index, std::string& text) const;

 private:
  std::vector<FoundFile> files_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

// A single file with all files beside or below it that it includes; a link that leads elsewhere is
// used only if links are followed.
std::vector<FoundFile> with_included_files(const FoundFile& file, bool follow_links);

}  // namespace noether::collection
