// The files below a folder, by the endings of their names: which reader is for which file.
//
// Names are in ascending order, so that a collection comes in the same order everywhere. Hidden
// files and folders (.git) are passed over; links to folders are named but not followed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"

namespace noether::collection {

struct FoundFile {
  std::string path;  // to open it
  std::string name;  // relative to the folder, with "/"
  std::uint64_t bytes = 0;
};

struct FolderContents {
  std::vector<FoundFile> files;             // ascending by name
  std::vector<std::string> unreadable;      // files and folders
  std::vector<std::string> linked_folders;  // not followed: they may lead in a circle
};

base::Result<FolderContents> walk_folder(const std::string& folder);

// By the ending of the name; nothing when it says nothing. Of XML, only what is like HTML.
std::optional<Format> format_of_name(const std::string& name);

// By the first bytes of a file, for a name that says nothing; text when nothing speaks against it,
// nothing for bytes that are no text.
std::optional<Format> format_of_content(std::string_view start);

}  // namespace noether::collection
