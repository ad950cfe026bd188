// The terms of passages, each with the documents that have it, so that a search for a term need not
// read all passages. The model of the passages defines the meaning of a term.
// Terms are in alphabetical order of their bytes, so that those with a common beginning are
// adjacent. docs/formats/index.md describes how they are stored.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/section_file.h"

namespace noether::index {

struct TermDocuments {
  std::string term;
  std::vector<std::uint32_t> documents;  // of the segment, ascending

  friend bool operator==(const TermDocuments&, const TermDocuments&) = default;
};

// Holds all terms in memory until they are written.
class PassageTermsWriter {
 public:
  // Documents in ascending order. A term may be given several times for a document.
  void add(std::uint32_t document, std::string_view term);
  // Appends the sections to the file; writes nothing if there are no terms.
  [[nodiscard]] base::Result<void> write(SectionWriter& file) const;

 private:
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> terms_;
};

class PassageTerms {
 public:
  // Creates an object without terms.
  PassageTerms() = default;
  // `file` must outlive this object and have `documents` documents. Files of older programs have no
  // terms.
  static base::Result<PassageTerms> open(const SectionFile& file, std::uint32_t documents);

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size() / 4); }
  // The terms with this beginning, in alphabetical order. Verifies what it reads.
  base::Result<std::vector<TermDocuments>> that_begin_with(const SectionFile& file,
                                                           std::string_view prefix) const;

 private:
  std::uint32_t documents_ = 0;
  std::string_view texts_;
  std::string_view ends_;   // of the list of each term, 4 bytes each
  std::string_view lists_;  // gaps between documents
};

// The terms of each document, for writing passages again.
class TermsByDocument {
 public:
  explicit TermsByDocument(std::vector<TermDocuments> terms);
  std::span<const std::string_view> of(std::uint32_t document) const;

 private:
  std::vector<TermDocuments> terms_;
  std::vector<std::vector<std::string_view>> documents_;
};

}  // namespace noether::index
