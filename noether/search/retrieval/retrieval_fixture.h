// A random collection for tests of retrieval, as an index and as plain tables to compare with.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/index/index_reader.h"
#include "noether/index/index_writer.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

enum TestSpace : std::uint32_t { kWords, kContext, kTags, kPaths };

inline index::Schema retrieval_schema() {
  return {{{.name = "words"},
           {.name = "context"},
           {.name = "tags"},
           {.name = "paths", .unit = index::Unit::Formula}}};
}

inline std::uint64_t test_key(std::uint64_t number) {
  return index::term_key(fmt::format("term{}", number));
}

class RandomCollection {
 public:
  struct Shape {
    std::uint32_t documents = 1000;
    std::uint32_t vocabulary = 300;
    std::uint32_t longest = 30;
    std::uint32_t documents_of_a_segment = 1000;
    std::uint32_t deleted_of_100 = 0;
  };
  using Terms = std::map<std::uint64_t, std::uint32_t>;  // number of a term → how often

  RandomCollection(std::uint64_t seed, const Shape& shape) : shape_(shape), random_(seed) {
    for (std::uint32_t i = 0; i < shape.documents; ++i) {
      words_.push_back(terms(below(shape.longest + 1)));
      context_.push_back(terms(below(4)));
      tags_.push_back({{below(6), 1}, {below(6), 1}});
      deleted_.push_back(below(100) < shape.deleted_of_100);
    }
    write();
  }

  const index::IndexReader& index() const { return *index_; }
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  // Small numbers are frequent.
  std::uint64_t term() { return below(below(shape_.vocabulary) + 1); }
  const Terms& words(std::uint32_t document) const { return words_[document]; }
  const Terms& context(std::uint32_t document) const { return context_[document]; }
  const Terms& tags(std::uint32_t document) const { return tags_[document]; }
  bool is_deleted(std::uint32_t document) const { return deleted_[document]; }
  std::uint32_t documents() const { return shape_.documents; }

  SpaceQuery query(std::uint32_t space, std::size_t count, const Model& model) {
    SpaceQuery query{.space = space, .model = model, .weight = 1, .terms = {}};
    for (std::size_t i = 0; i < count; ++i) {
      query.terms.push_back({test_key(term()), static_cast<double>(below(4) + 1) / 2});
    }
    return query;
  }

 private:
  Terms terms(std::uint64_t length) {
    Terms terms;
    for (std::uint64_t i = 0; i < length; ++i) ++terms[term()];
    return terms;
  }

  static index::SpaceTerms entry(std::uint32_t space, const Terms& terms) {
    index::SpaceTerms entry{.space = space, .length = 0, .terms = {}};
    for (const auto& [term, count] : terms) {
      entry.terms.push_back({.key = test_key(term), .weight = count});
      entry.length += count;
    }
    return entry;
  }

  void write() {
    auto writer =
        index::IndexWriter::open(folder_ / "index", retrieval_schema(), {.merge_factor = 1000});
    ASSERT_TRUE(writer) << writer.error().message;
    for (std::uint32_t i = 0; i < shape_.documents; ++i) {
      index::DocumentEntry document;
      document.document.id = fmt::format("d{}", i);
      document.document.fields.push_back({"body", "$x$", {}});
      document.terms = {entry(kWords, words_[i]), entry(kContext, context_[i]),
                        entry(kTags, tags_[i])};
      index::FormulaEntry formula;
      formula.latex = fmt::format("x_{}", i);
      formula.terms = {entry(kPaths, words_[i])};
      document.formulas.push_back({*writer->add_formula(formula), 0, 0, 3});
      ASSERT_TRUE(writer->add(document));
      if ((i + 1) % shape_.documents_of_a_segment == 0) {
        ASSERT_TRUE(writer->commit());
      }
    }
    ASSERT_TRUE(writer->commit());
    for (std::uint32_t i = 0; i < shape_.documents; ++i) {
      if (deleted_[i]) {
        ASSERT_TRUE(*writer->remove(fmt::format("d{}", i)));
      }
    }
    ASSERT_TRUE(writer->commit());
    auto reader = index::IndexReader::open(folder_ / "index");
    ASSERT_TRUE(reader) << reader.error().message;
    index_.emplace(std::move(*reader));
  }

  Shape shape_;
  std::mt19937_64 random_;
  std::vector<Terms> words_;
  std::vector<Terms> context_;
  std::vector<Terms> tags_;
  std::vector<bool> deleted_;
  base::TemporaryFolder folder_;
  std::optional<index::IndexReader> index_;
};

}  // namespace noether::search
