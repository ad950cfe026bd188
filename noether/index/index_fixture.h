// Random documents for tests of the index, and the whole content of an index as text, for comparing
// two indexes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/index/manifest.h"

namespace noether::index {

// The files below a folder, by their names in it, ascending.
inline std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (!at->is_directory()) files.push_back(at->path().lexically_relative(folder).string());
  }
  std::ranges::sort(files);
  return files;
}

// The files that the last commit of an index consists of.
inline std::vector<std::string> files_of_commit(const std::string& folder) {
  std::vector<std::string> files;
  const auto manifest = load_manifest(folder, base::FileSystem::real());
  if (!manifest) return files;
  const auto add = [&](const std::string& path) {
    files.push_back(path.substr(folder.size() + 1));
  };
  add(manifest_path(folder));
  for (const SegmentRecord& segment : manifest->segments) {
    for (const char* name : {"/terms", "/documents", "/formulas"}) {
      add(segment_folder(folder, segment.number) + name);
    }
    if (segment.deleted > 0) add(deletions_path(folder, segment));
    for (const VectorRecord& one : segment.vectors) add(vectors_path(folder, segment, one));
  }
  std::ranges::sort(files);
  return files;
}

inline Schema test_schema() {
  return {{{.name = "words", .keeps_texts = true},
           {.name = "paths", .unit = Unit::Formula, .key_bits = 40},
           {.name = "tags", .key_bits = 32}}};
}

// A word or feature by its number: small ones are frequent.
inline std::string word_text(std::uint64_t number) { return fmt::format("word{}", number); }

class RandomEntries {
 public:
  explicit RandomEntries(std::uint64_t seed) : random_(seed) {}

  // `words_` keeps the texts that terms point to.
  template <typename Sink>
  DocumentEntry next(const std::string& id, Sink& sink) {
    DocumentEntry entry;
    entry.document.id = id;
    entry.document.kind = below(2) == 0 ? "question" : "answer";
    entry.document.tags = {fmt::format("tag{}", below(5))};
    entry.document.properties = {{"score", fmt::format("{}", below(100))}};
    text::Field& field = entry.document.fields.emplace_back();
    field.name = "body";
    std::map<std::uint64_t, std::uint32_t> words;
    const std::uint64_t length = below(30);
    for (std::uint64_t i = 0; i < length; ++i) {
      const std::uint64_t word = below(below(below(400) + 1) + 1);
      ++words[word];
      field.text += word_text(word) + " ";
    }
    for (std::uint64_t i = below(4); i > 0; --i) add_formula(entry, sink);
    SpaceTerms terms{.space = 0, .length = static_cast<std::uint32_t>(length), .terms = {}};
    for (const auto& [word, count] : words) {
      const std::string& text = *texts_.insert(word_text(word)).first;
      terms.terms.push_back({term_key(text), count, text});
    }
    entry.terms.push_back(std::move(terms));
    entry.terms.push_back(
        {.space = 2, .length = 1, .terms = {{.key = term_key(entry.document.tags[0])}}});
    return entry;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  template <typename Sink>
  void add_formula(DocumentEntry& entry, Sink& sink) {
    const std::uint64_t number = below(below(300) + 1);
    FormulaEntry formula;
    formula.latex = fmt::format("x^{{{}}}+{}", number, number % 7);
    formula.payload = fmt::format("tree {}", number);
    for (std::size_t i = 0; i < kIdentities; ++i) {
      formula.identities[i] = base::digest_of(fmt::format("{} {}", i, number / (i + 1)));
    }
    SpaceTerms terms{.space = 1, .length = static_cast<std::uint32_t>(number % 40), .terms = {}};
    for (std::uint64_t i = 0; i < number % 11; ++i) {
      terms.terms.push_back({.key = term_key(fmt::format("path {}", number * i % 97)),
                             .weight = static_cast<std::uint32_t>(i % 3 + 1)});
    }
    formula.terms.push_back(std::move(terms));
    text::Field& field = entry.document.fields.back();
    const auto begin = static_cast<std::uint32_t>(field.text.size() + 1);
    const auto end = static_cast<std::uint32_t>(begin + formula.latex.size());
    field.text += "$" + formula.latex + "$ ";
    field.formulas.push_back({begin, end, fmt::format("f{}", number), ""});
    entry.formulas.push_back({*sink.add_formula(formula), 0, begin, end});
  }

  std::mt19937_64 random_;
  std::set<std::string> texts_;
};

// The whole content as lines, by the ids of documents and the LaTeX of formulas, so that it does
// not depend on their numbers or on the division into segments.
inline std::vector<std::string> everything_in(const IndexReader& index) {
  std::multiset<std::string> lines;
  for (const OpenSegment& segment : index.segments()) {
    const SegmentReader& reader = *segment.reader;
    for (std::uint32_t i = 0; i < reader.documents(); ++i) {
      if (segment.deleted.has(i)) continue;
      const auto document = reader.document(i);
      if (!document) return {"document: " + document.error().message};
      lines.insert(fmt::format("document {} {} {} {}", document->id, document->kind,
                               document->fields[0].text, document->properties[0].second));
    }
    for (std::uint32_t space = 0; space < index.schema().spaces.size(); ++space) {
      const Unit unit = index.schema().spaces[space].unit;
      std::vector<DictionaryEntry> entries;
      for (std::size_t block = 0; block < reader.dictionary(space).block_count(); ++block) {
        if (const auto done = reader.read_block(space, block, entries); !done) {
          return {"terms: " + done.error().message};
        }
        for (const DictionaryEntry& entry : entries) {
          auto cursor = reader.postings(space, entry);
          if (!cursor) return {"postings: " + cursor.error().message};
          for (; cursor->unit() != PostingCursor::kEnd; cursor->next()) {
            const std::uint32_t length = (*reader.lengths(space))[cursor->unit()];
            if (unit == Unit::Formula) {
              const auto formula = reader.formula(cursor->unit());
              if (!formula) return {"formula: " + formula.error().message};
              const auto places = index.places(segment.first_formula + cursor->unit());
              if (!places) return {"places: " + places.error().message};
              for (const Place& place : *places) {
                lines.insert(fmt::format("{} {:x} {} {} {} {} {} {}", space, entry.key,
                                         formula->latex, formula->payload, cursor->weight(), length,
                                         *index.document_id(place.document), place.begin));
              }
            } else if (!segment.deleted.has(cursor->unit())) {
              lines.insert(fmt::format("{} {:x} {} {} {}", space, entry.key,
                                       *reader.document_id(cursor->unit()), cursor->weight(),
                                       length));
            }
          }
        }
      }
    }
  }
  return {lines.begin(), lines.end()};
}

}  // namespace noether::index
