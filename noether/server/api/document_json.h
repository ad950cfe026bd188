// What answers say about a document: who it is, where it comes from, and what of it was found.
#pragma once

#include <cstdint>
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

// {id, title, kind}
std::string link_json(const text::Document& head);
base::Result<std::string> link_json(const index::IndexReader& index, std::uint32_t document);

// A result of a search, with title, snippet and, when there are components, the explanation.
std::string result_json(const search::FoundDocument& found, bool explain);

}  // namespace noether::server
