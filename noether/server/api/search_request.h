// The search that a request asks for, parsed and checked.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/search/document_table.h"
#include "noether/search/pipeline/search_weights.h"
#include "noether/search/query/query.h"
#include "noether/server/api/arguments.h"
#include "noether/server/state.h"

namespace noether::server {

enum class SearchMode : std::uint8_t { Similar, Meaning, Contains, Exact, Text };
// similar meaning contains exact text
std::span<const std::string_view> search_mode_names();

inline constexpr std::uint64_t kMostLeftOut = 1000;
inline constexpr std::uint64_t kMostShown = 100;
// A cross-encoder takes milliseconds for each document.
inline constexpr std::uint64_t kMostReranked = 200;
inline constexpr std::uint64_t kLongestBudgetMs = 10'000;

struct SearchRequest {
  search::Query query;  // including its parsed formulas
  SearchMode mode = SearchMode::Similar;
  search::SearchWeights weights;
  search::DocumentFilter filter;
  std::uint32_t offset = 0;
  std::uint32_t limit = 10;
  bool explain = false;
  bool facets = true;
  bool by_thread = false;          // a result is a thread
  std::vector<std::string> notes;  // parts of the request that cannot be done, for people
};

// A problem points into `q` if it is about the query.
std::expected<SearchRequest, Response> read_search(const Snapshot& snapshot,
                                                   const Request& request);

// Reads source, tag, kind, index, from and to. Returns a problem if a date is invalid.
std::expected<search::DocumentFilter, Response> read_filter(Arguments& arguments);
// Reads whether a result is a document or a thread.
bool read_grouping(Arguments& arguments);
// The documents that pass a filter; null if it restricts nothing.
std::shared_ptr<const search::DocumentSet> documents_within(const Snapshot& snapshot,
                                                            const search::DocumentFilter& filter);

// Adapts the weights of a profile and the clauses of the query to a mode.
void apply_mode(SearchMode mode, search::SearchWeights& weights, search::Query& query);

}  // namespace noether::server
