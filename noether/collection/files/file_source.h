// Documents from files that are read one at a time, whole: memory is that of the largest file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/document_source.h"
#include "noether/collection/file_walk.h"
#include "noether/text/note.h"

namespace noether::collection {

// The text of a file as UTF-8. What had to be guessed is reported with its line; a file that is no
// text at all is reported and skipped.
bool read_text_file(const FoundFile& file, std::string& text, ProblemList& problems);

// Reads files one by one; `read` appends the documents of one. A file without documents is
// reported.
using ReadFile = std::function<void(const FoundFile& file, std::string_view text,
                                    std::vector<text::Document>& out)>;
std::unique_ptr<DocumentSource> open_files(std::vector<FoundFile> files, ReadFile read,
                                           ProblemList& problems);
// The same with their bytes as they are.
std::unique_ptr<DocumentSource> open_raw_files(std::vector<FoundFile> files, ReadFile read,
                                               ProblemList& problems);

// The title of a file without one: its name, without the ending.
text::Field title_of_name(const std::string& name);

// Notes by their headings, in the markup that `read` knows; pages of HTML; plain text, a document
// for each file.
using ReadNote = text::Note (*)(std::string_view text);
std::unique_ptr<DocumentSource> open_notes(std::vector<FoundFile> files, std::string prefix,
                                           ReadNote read, ProblemList& problems);
std::unique_ptr<DocumentSource> open_html(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems);
std::unique_ptr<DocumentSource> open_plain_text(std::vector<FoundFile> files, std::string prefix,
                                                ProblemList& problems);

}  // namespace noether::collection
