// The sources of all formats except dumps, PDFs and archives. Files are read whole, one at a time,
// so memory is that of the largest file.
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

// Reads a file as UTF-8. Guesses are reported with their line. Returns false, and reports the file,
// if it is not text or cannot be read.
bool read_text_file(const FoundFile& file, std::string& text, ProblemList& problems);

// Reads files one by one; `read` appends the documents of one. A file without documents is
// reported.
using ReadFile = std::function<void(const FoundFile& file, std::string_view text,
                                    std::vector<text::Document>& out)>;
std::unique_ptr<DocumentSource> open_files(std::vector<FoundFile> files, ReadFile read,
                                           ProblemList& problems);
// The same, with the raw bytes of the files.
std::unique_ptr<DocumentSource> open_raw_files(std::vector<FoundFile> files, ReadFile read,
                                               ProblemList& problems);

// The title of a file without one: its name, without the ending.
text::Field title_of_name(const std::string& name);

// Sources of notes, cut at headings in the markup that `read` knows, of HTML pages, and of plain
// text with one document for each file.
using ReadNote = text::Note (*)(std::string_view text);
std::unique_ptr<DocumentSource> open_notes(std::vector<FoundFile> files, std::string prefix,
                                           ReadNote read, ProblemList& problems);
std::unique_ptr<DocumentSource> open_html(std::vector<FoundFile> files, std::string prefix,
                                          ProblemList& problems);
std::unique_ptr<DocumentSource> open_plain_text(std::vector<FoundFile> files, std::string prefix,
                                                ProblemList& problems);

// Files of JSON Lines: one record in each line, in the memory of the longest line. A record without
// an id is named by `prefix`, the name of its file and its line.
std::unique_ptr<DocumentSource> open_json_lines(std::vector<FoundFile> files, std::string prefix,
                                                const JsonFields& fields, ProblemList& problems);

// Folders of LaTeX: every file of text is read once, with the macros that are in force where it is
// included.
// An included file is read after the file that includes it, in the order of the includes, with the
// definitions of the preamble around it; the other files are roots. Files that a preamble includes,
// and packages in the folder, are definitions and not documents. Missing files and cycles are
// reported. The reader keeps the names of the files and their includes. `files` are LaTeX files,
// and the packages that they may use.
std::unique_ptr<DocumentSource> open_tex(std::vector<FoundFile> files, std::string prefix,
                                         ProblemList& problems);

// Reads a Jupyter notebook: the Markdown of its cells, and outputs in LaTeX.
//
// Code and other outputs are not text. For a notebook that is not JSON or has no cells, the result
// is a note with a flaw and without pieces.
text::Note read_notebook(std::string_view json);

}  // namespace noether::collection
