// The data of every document of a commit that filters and facets need, in a few bytes each: kind,
// source, tags, date, and the thread.
// The source of a document is the host of its address, or the folder of its file. A thread is a
// question with its answers; every other document is a thread of its own. The table is made by
// reading the heads of all documents once; then any number of threads may read it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_set.h"
#include "noether/text/document.h"

namespace noether::search {

// A date as yyyymmdd, so that dates compare as numbers; 0 if it is missing.
using Date = std::uint32_t;

// The first day of 2015, 2015-03, 2015-03-14 or a longer form such as 2015-03-14T15:09:26; empty if
// the text is not a date.
std::optional<Date> read_date(std::string_view text);
// The last day that such a text may mean: the 31st of December for 2015.
std::optional<Date> read_last_date(std::string_view text);
std::string date_text(Date date);  // 2015-03-14

// The host of an address or the folder of a file; `.` for a file in no folder.
std::string source_name(std::string_view source);
// The property `date` of a document; 0 if it is missing or cannot be read.
Date date_of(const text::Document& document);

// Names, with the number of documents that have each.
class NameTable {
 public:
  std::uint32_t add(std::string_view name);  // once more
  void add_none(std::string_view name);      // adds a name that perhaps no document has
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }
  const std::string& name(std::uint32_t number) const { return names_[number]; }
  std::uint32_t count(std::uint32_t number) const { return counts_[number]; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> counts_;
};

// Names as in the table. Empty values and 0 restrict nothing.
struct DocumentFilter {
  std::vector<std::string> sources = {};  // any of them
  std::vector<std::string> kinds = {};    // any of them
  std::vector<std::string> tags = {};     // all of them
  // If one of these is set, documents without a date are left out.
  Date from = 0;
  Date to = 0;                                         // included
  std::vector<std::string> indexes = {};               // any of those that were joined
  std::optional<std::uint32_t> thread = std::nullopt;  // only its documents

  bool restricts() const {
    return !sources.empty() || !kinds.empty() || !tags.empty() || from != 0 || to != 0 ||
           !indexes.empty() || thread;
  }
};

class DocumentTable {
 public:
  // `on_head` is called with the head of each document, for callers that need more of it.
  static base::Result<DocumentTable> read(
      const index::IndexReader& index,
      const std::function<void(const text::Document& head)>& on_head = {});

  const NameTable& kinds() const { return kinds_; }
  const NameTable& sources() const { return sources_; }
  const NameTable& tags() const { return tags_; }
  Date first_date() const { return first_date_; }  // 0 if no document has a date
  Date last_date() const { return last_date_; }

  // The document must not be deleted.
  std::uint32_t kind(std::uint32_t document) const { return rows_[document].kind; }
  std::uint32_t source(std::uint32_t document) const { return rows_[document].source; }
  Date date(std::uint32_t document) const { return rows_[document].date; }
  std::span<const std::uint32_t> tags(std::uint32_t document) const {
    const std::uint32_t begin = rows_[document].first_tag;
    return std::span(tag_lists_).subspan(begin, rows_[document + 1].first_tag - begin);
  }
  // The documents that have this parent, ascending.
  std::span<const std::uint32_t> children(std::uint32_t document) const {
    const std::uint32_t begin = rows_[document].first_child;
    return std::span(children_).subspan(begin, rows_[document + 1].first_child - begin);
  }

  // The document that represents its thread: the question or, if the index lacks it, the first of
  // its answers.
  std::uint32_t thread(std::uint32_t document) const { return rows_[document].thread; }
  // All documents of a thread, ascending.
  std::vector<std::uint32_t> thread_members(std::uint32_t thread) const;
  const NameTable& indexes() const { return indexes_; }
  // A number in `indexes`.
  std::uint32_t index(std::uint32_t document) const;

  DocumentSet select(const DocumentFilter& filter) const;

 private:
  struct Row {
    std::uint32_t kind = 0;
    std::uint32_t source = 0;
    Date date = 0;
    std::uint32_t first_tag = 0;
    std::uint32_t first_child = 0;
    std::uint32_t thread = 0;
  };
  static constexpr std::uint32_t kDeleted = UINT32_MAX;
  void join_threads();

  std::vector<Row> rows_;  // and one more
  std::vector<std::uint32_t> tag_lists_;
  std::vector<std::uint32_t> children_;
  // Pairs of thread and answer, sorted.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> answers_;
  std::vector<std::uint32_t> first_documents_;  // by index
  NameTable kinds_;
  NameTable sources_;
  NameTable tags_;
  NameTable indexes_;
  Date first_date_ = 0;
  Date last_date_ = 0;
};

}  // namespace noether::search
