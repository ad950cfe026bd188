// The members of responses about a document: its identity, its origin, and its matches.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/json_text.h"
#include "noether/index/index_reader.h"
#include "noether/search/search.h"

namespace noether::server {

// The source, when it is an address that a page may link to; else empty.
std::string_view web_address(const text::Document& document);

// kind, source, url, location, date, tags.
void add_origin(const text::Document& document, base::JsonObject& object);

// The title, or that of the question; `[]` without one.
std::string title_json(const text::Document& document, std::span<const search::Match> matches = {});

// {id, title, kind}; the id is the document's name in all indexes that are served.
base::Result<std::string> link_json(const index::IndexReader& index, std::uint32_t document);

// The name of the document that `id` means in the collection of another one, as its parent. The id
// itself when it is not in the index.
base::Result<std::string> name_beside(const index::IndexReader& index, std::uint32_t document,
                                      std::string_view id);

// A result of a search, with title, snippet and, when there are components, the explanation.
base::Result<std::string> result_json(const index::IndexReader& index,
                                      const search::FoundDocument& found, bool explain);

}  // namespace noether::server
