// Archives as folders: the documents of the files in them, archives in archives too.
//
// An archive is unpacked when its turn comes, and forgotten when the next one's does. The id of a
// document begins with the name of its archive; a single compressed file is called like it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "noether/collection/reading.h"

namespace noether::collection {

std::unique_ptr<DocumentSource> open_archives(const std::shared_ptr<Reading>& reading,
                                              std::vector<FoundFile> archives, std::string prefix,
                                              ArchiveLevel level);

}  // namespace noether::collection
