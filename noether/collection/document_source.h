// A collection as a stream of documents, one at a time, in any format.
// Memory does not grow with the text of a collection. Joining its parts (the title of an answer's
// question, the comments of a post) takes a few bytes for each record; each reader states how many.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/problem_list.h"
#include "noether/text/document.h"

namespace noether::collection {

class DocumentSource {
 public:
  virtual ~DocumentSource() = default;

  // Reads the next document, always in the same order; returns false at the end. The old contents
  // of `document` are lost. Returns an error only if nothing more can be read, as when the disk
  // fails. A broken record is reported as a problem, and reading continues after it.
  virtual base::Result<bool> next(text::Document& document) = 0;

  // Bytes of the files read so far and of all files, for a progress bar.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t total_bytes() const = 0;

  // The number, from 0, of the path that the last document came from.
  virtual std::size_t path_number() const { return 0; }
};

enum class Format : std::uint8_t {
  Arqmath,
  StackExchange,
  Tex,
  Markdown,
  Html,
  JsonLines,
  Text,
  Notebook,
  Rst,
  Org,
  AsciiDoc,
  Pdf,
  Archive,  // files of the other formats; has no name, because users cannot ask for it alone
};

// arqmath stackexchange tex markdown html jsonl text notebook rst org asciidoc pdf
std::string_view format_name(Format format);
std::optional<Format> format_by_name(std::string_view name);
std::vector<std::string> format_names();

// The members of a JSON object that hold the parts of a document. The first one that is present is
// used; each may have several names.
struct JsonFields {
  std::vector<std::string> id = {"id", "_id", "docno", "doc_id"};
  std::vector<std::string> title = {"title", "headline", "name"};
  std::vector<std::string> body = {"body_html", "body", "text", "body_text", "content", "contents"};
  std::vector<std::string> question = {"question", "Q", "problem"};
  std::vector<std::string> answer = {"answer", "A", "solution"};
  std::vector<std::string> tags = {"tags", "keywords", "categories"};
  std::vector<std::string> url = {"url", "link"};
};

struct CollectionOptions {
  std::optional<Format> format;  // detected if absent
  JsonFields json;
  bool comments = true;       // of posts, as fields named `comment`
  bool follow_links = false;  // symbolic links that leave a folder
  std::string passed_over;    // a folder inside a source that is skipped: the index itself
};

// Opens files and folders, several as one collection. The problems are reported to `problems`,
// which must outlive the source. Where several paths are given, the ids of documents from files
// begin with the name of their path.
base::Result<std::unique_ptr<DocumentSource>> open_collection(const std::vector<std::string>& paths,
                                                              const CollectionOptions& options,
                                                              ProblemList& problems);

}  // namespace noether::collection
