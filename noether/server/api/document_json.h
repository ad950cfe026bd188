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

// The source, if it is an address that a page may link to; otherwise empty.
std::string_view web_address(const text::Document& document);

// Adds kind, source, url, location, date and tags.
void add_origin(const text::Document& document, base::JsonObject& object);

// The title of the document, or of its question; `[]` if it has no title.
std::string title_json(const text::Document& document, std::span<const search::Match> matches = {});

// {id, title, kind}; the id names the document in all indexes that are served.
base::Result<std::string> link_json(const index::IndexReader& index, std::uint32_t document);

// The name of the document that `id` denotes in the collection of `document`, for example as its
// parent. Returns `id` itself when the index does not contain it.
base::Result<std::string> name_beside(const index::IndexReader& index, std::uint32_t document,
                                      std::string_view id);

// A result of a search: title, snippet and, if `explain` is set, the explanation.
base::Result<std::string> result_json(const index::IndexReader& index,
                                      const search::FoundDocument& found, bool explain);

}  // namespace noether::server
