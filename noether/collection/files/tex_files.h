// The files of a folder of LaTeX, and which one a name in an \input means.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/collection/file_walk.h"
#include "noether/collection/files/tex_includes.h"

namespace noether::collection {

// Packages and classes: files of definitions, never documents.
bool is_tex_package(const std::string& name);

class TexFiles {
 public:
  explicit TexFiles(std::vector<FoundFile> files);

  std::size_t size() const { return files_.size(); }
  const FoundFile& operator[](std::size_t index) const { return files_[index]; }
  std::optional<std::size_t> find(const std::string& name) const;

  // Relative to the root document, to the including file, or to the folder itself, as TeX and its
  // import packages look for it. Never outside the folder.
  std::optional<std::size_t> resolve(std::size_t root, std::size_t from,
                                     const TexInclude& include) const;

  // False when it cannot be read, which is for the caller to report.
  bool read(std::size_t index, std::string& text) const;

 private:
  std::vector<FoundFile> files_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

// A single file with all files beside or below it that it includes; a link that leads elsewhere is
// used only if links are followed.
std::vector<FoundFile> with_included_files(const FoundFile& file, bool follow_links);

}  // namespace noether::collection
