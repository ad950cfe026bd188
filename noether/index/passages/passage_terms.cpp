#include "noether/index/passages/passage_terms.h"

#include <utility>

#include "noether/base/packed_bytes.h"
#include "noether/index/passages/passages_layout.h"
#include "noether/index/section_file.h"
#include "noether/index/segment/dictionary.h"

namespace noether::index {
namespace {

base::Result<void> write_part(SectionWriter& file, std::uint32_t name, std::string_view bytes) {
  auto done = file.begin(name);
  return done ? file.write(bytes) : done;
}

}  // namespace

void PassageTermsWriter::add(std::uint32_t document, std::string_view term) {
  auto known = terms_.find(term);
  if (known == terms_.end()) known = terms_.emplace(term, std::vector<std::uint32_t>()).first;
  std::vector<std::uint32_t>& documents = known->second;
  if (documents.empty() || documents.back() != document) documents.push_back(document);
}

base::Result<void> PassageTermsWriter::write(SectionWriter& file) const {
  if (terms_.empty()) return {};
  std::vector<std::string_view> texts;
  std::string ends;
  std::string lists;
  for (const auto& [term, documents] : terms_) {
    texts.push_back(term);
    std::uint32_t next = 0;
    for (const std::uint32_t document : documents) {
      base::append_varint(lists, document - next);
      next = document + 1;
    }
    base::append_fixed(ends, lists.size(), 4);
  }
  const std::string packed = pack_texts(texts);
  if (lists.size() > UINT32_MAX || packed.size() > UINT32_MAX) {
    return base::fail("the passages of a segment have more terms than can be stored");
  }
  auto done = write_part(file, section::passage_terms, packed);
  if (done) done = write_part(file, section::term_ends, ends);
  return done ? write_part(file, section::term_documents, lists) : done;
}

base::Result<PassageTerms> PassageTerms::open(const SectionFile& file, std::uint32_t documents) {
  PassageTerms terms;
  terms.documents_ = documents;
  if (!file.has_section(section::passage_terms)) return terms;
  const std::pair<std::uint32_t, std::string_view*> parts[] = {
      {section::passage_terms, &terms.texts_},
      {section::term_ends, &terms.ends_},
      {section::term_documents, &terms.lists_},
  };
  for (const auto& [name, into] : parts) {
    const auto bytes = file.section(name);
    if (!bytes) return std::unexpected(bytes.error());
    *into = *bytes;
  }
  if (terms.ends_.size() % 4 != 0) return file.damage("has terms of passages without lists");
  return terms;
}

base::Result<std::vector<TermDocuments>> PassageTerms::that_begin_with(
    const SectionFile& file, std::string_view prefix) const {
  std::vector<TermDocuments> found;
  for (const std::string_view part : {texts_, ends_}) {
    if (auto done = file.verify(part); !done) return std::unexpected(done.error());
  }
  const auto wrong = [&] { return file.damage("contradicts itself about terms of its passages"); };
  const auto texts = TermTexts::open(texts_);
  if (!texts || texts->size() != size()) return wrong();
  TermTexts::Cursor cursor = texts->lower_bound(prefix);
  while (cursor.next() && cursor.text().starts_with(prefix)) {
    const std::size_t at = 4 * std::size_t{cursor.number()};
    const std::uint32_t begin = at == 0 ? 0 : load_number<std::uint32_t>(ends_, at - 4);
    const auto end = load_number<std::uint32_t>(ends_, at);
    if (begin > end || end > lists_.size()) return wrong();
    const std::string_view list = lists_.substr(begin, end - begin);
    if (auto done = file.verify(list); !done) return std::unexpected(done.error());
    TermDocuments one{.term = cursor.text(), .documents = {}};
    base::PackedReader reader(list);
    std::uint64_t next = 0;
    while (reader.left() > 0) {
      next += reader.varint(documents_);
      if (reader.failed() || next >= documents_) return wrong();
      one.documents.push_back(static_cast<std::uint32_t>(next++));
    }
    found.push_back(std::move(one));
  }
  if (cursor.damaged()) return wrong();
  return found;
}

TermsByDocument::TermsByDocument(std::vector<TermDocuments> terms) : terms_(std::move(terms)) {
  for (const TermDocuments& one : terms_) {
    for (const std::uint32_t document : one.documents) {
      if (document >= documents_.size()) documents_.resize(document + 1);
      documents_[document].push_back(one.term);
    }
  }
}

std::span<const std::string_view> TermsByDocument::of(std::uint32_t document) const {
  if (document >= documents_.size()) return {};
  return documents_[document];
}

}  // namespace noether::index
