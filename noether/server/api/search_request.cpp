

#include "noether/server/api/search_request.h"
#include <algorithm>
#include <array>
#include "noether/formula/formula.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/pipeline/formula_lists.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/pipeline/source.h"
#include "noether/search/query/query_parser.h"
#include "noether/search/query/respelling.h"
#include "noether/server/api/api.h"

namespace noether::server {
namespace {

constexpr std::array<std::string_view, 5> kModes = {"similar", "meaning", "contains", "exact",
                                                    "text"};
constexpr std::size_t kMostValues = 20;
constexpr std::size_t kLongestValue = 1000;
constexpr std::size_t kMostRestrictingFormulas = 8;

std::optional<Response> read_dates(Arguments& arguments, search::DocumentFilter& filter) {
  constexpr std::string_view kHint = "write 2015, 2015-03 or 2015-03-14";
  const auto from = arguments.text("from", 32);
  const auto to = arguments.text("to", 32);
  const auto refuse = [&](std::string_view name, std::string_view text) {
    return arguments.unreadable(
        name, text,
        {"this is not a date", {0, static_cast<std::uint32_t>(text.size())}, std::string(kHint)});
  };
  if (from && !from->empty()) {
    const auto date = search::read_date(*from);
    if (!date) return refuse("from", *from);
    filter.from = *date;
  }
  if (to && !to->empty()) {
    const auto date = search::read_last_date(*to);
    if (!date) return refuse("to", *to);
    filter.to = *date;
  }
  return std::nullopt;
}

// A formula with a wildcard has no equal formulas, because its value is unknown.
std::optional<base::Error> wildcard_in(const search::Query& query) {
  for (const search::Clause& clause : query.clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    const auto wildcards = search::replace_wildcards(clause.text).wildcards;
    if (wildcards.empty()) continue;
    base::Error error{"a formula with a wildcard cannot be compared for equality",
                      wildcards.front().span,
                      "write a variable there, or search for what is similar or contains it"};
    error.span.begin += clause.inner.begin;
    error.span.end += clause.inner.begin;
    if (clause.is_found) error.span = clause.inner;
    return error;
  }
  return std::nullopt;
}

// The part of a formula beyond a limit would not be searched for, so such a query is refused.
std::optional<base::Error> beyond_limits(const search::Query& query) {
  for (const search::Clause& clause : query.clauses) {
    if (clause.formula == nullptr) continue;
    const base::Error* limit = formula::exceeded_limit(clause.formula->formula());
    if (limit != nullptr) return base::Error{limit->message, clause.inner, limit->hint};
  }
  return std::nullopt;
}

// Each of these formulas is searched for in the whole index.
std::optional<base::Error> too_many_restrictions(const search::Query& query) {
  std::size_t count = 0;
  for (const search::Clause& clause : query.clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    if (clause.occurrence == search::Occurrence::Wanted) continue;
    if (++count > kMostRestrictingFormulas) {
      return base::Error{"too many formulas are required or excluded", clause.span,
                         "ask for fewer at once"};
    }
  }
  return std::nullopt;
}

bool names_words(const search::Query& query) {
  return std::ranges::any_of(query.clauses, [](const search::Clause& clause) {
    return clause.kind == search::ClauseKind::Word || clause.kind == search::ClauseKind::Phrase;
  });
}

}  // namespace

std::span<const std::string_view> search_mode_names() { return kModes; }

std::expected<search::DocumentFilter, Response> read_filter(Arguments& arguments) {
  search::DocumentFilter filter;
  filter.sources = arguments.texts("source", kMostValues, kLongestValue);
  filter.tags = arguments.texts("tag", kMostValues, kLongestValue);
  filter.kinds = arguments.texts("kind", kMostValues, kLongestValue);
  filter.indexes = arguments.texts("index", kMostValues, kLongestValue);
  if (auto wrong_date = read_dates(arguments, filter)) {
    return std::unexpected(*std::move(wrong_date));
  }
  return filter;
}

bool read_grouping(Arguments& arguments) {
  constexpr std::array<std::string_view, 2> kGroups = {"document", "thread"};
  return arguments.choice("group", kGroups) == 1;
}

std::shared_ptr<const search::DocumentSet> documents_within(const Snapshot& snapshot,
                                                            const search::DocumentFilter& filter) {
  if (!filter.restricts()) return nullptr;
  return std::make_shared<const search::DocumentSet>(snapshot.catalogue->documents.select(filter));
}

void apply_mode(SearchMode mode, search::SearchWeights& weights, search::Query& query) {
  switch (mode) {
    case SearchMode::Similar:
      return;
    case SearchMode::Text:
      for (search::SourceChoice& source : weights.sources) {
        if (source.kind->is_of_formulas) source.weight = 0;
      }
      weights.document_tuples.weight = 0;
      std::erase_if(query.clauses, [](const search::Clause& clause) {
        return clause.kind == search::ClauseKind::Formula &&
               clause.occurrence == search::Occurrence::Wanted;
      });
      return;
    case SearchMode::Meaning:
      weights.formula_mode = search::FormulaMode::Equal;
      break;
    case SearchMode::Contains:
      weights.formula_mode = search::FormulaMode::ContainsRenamed;
      break;
    case SearchMode::Exact:
      weights.formula_mode = search::FormulaMode::Same;
      break;
  }
  // Formulas are searched only by the sources that follow the mode.
  for (search::SourceChoice& source : weights.sources) {
    const bool goes_by_mode = source.kind->formula_mode != nullptr &&
                              source.kind->formula_mode(weights) == weights.formula_mode;
    if (source.kind->is_of_formulas && !goes_by_mode) source.weight = 0;
  }
  // A strict mode does not return documents without the formula. If a whole question was pasted,
  // only its longest formulas are required.
  std::vector<search::Clause*> wanted;
  for (search::Clause& clause : query.clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    if (clause.occurrence == search::Occurrence::Wanted) wanted.push_back(&clause);
  }
  std::ranges::sort(wanted, [](const search::Clause* a, const search::Clause* b) {
    return a->text.size() != b->text.size() ? a->text.size() > b->text.size() : a < b;
  });
  wanted.resize(std::min<std::size_t>(wanted.size(), weights.most_formulas));
  for (search::Clause* clause : wanted) clause->occurrence = search::Occurrence::Required;
}

std::expected<SearchRequest, Response> read_search(const Snapshot& snapshot,
                                                   const Request& request) {
  Arguments arguments(request);
  SearchRequest read;
  // The limit is one byte above the parser's, so that the parser reports a text that is too long.
  const std::string q = arguments.required_text("q", search::kMaxQueryBytes + 1);
  read.mode = static_cast<SearchMode>(arguments.choice("mode", kModes));
  auto filter = read_filter(arguments);
  read.offset = static_cast<std::uint32_t>(arguments.whole("offset", 0, 0, kMostLeftOut));
  read.limit = static_cast<std::uint32_t>(arguments.whole("limit", 10, 1, kMostShown));
  read.explain = arguments.flag("explain");
  read.facets = arguments.flag("facets", true);
  read.by_thread = read_grouping(arguments);
  const auto thread = arguments.text("thread", kLongestValue);
  const bool semantic = arguments.flag("semantic");
  const bool literal = arguments.flag("literal");
  const bool sets_rerank = arguments.has("rerank");
  const auto rerank = static_cast<std::uint32_t>(arguments.whole("rerank", 0, 0, kMostReranked));
  const bool sets_budget = arguments.has("budget_ms");
  const std::uint64_t budget = arguments.whole("budget_ms", 0, 1, kLongestBudgetMs);
  if (auto problem = arguments.finish()) return std::unexpected(*std::move(problem));
  if (!filter) return std::unexpected(std::move(filter.error()));
  read.filter = std::move(*filter);
  if (thread) {
    const auto number = snapshot.index->find_named(*thread);
    if (!number) return std::unexpected(failure(number.error()));
    if (!*number) {
      return std::unexpected(arguments.unreadable(
          "thread", *thread, {"no document of the index has this id", {}, {}}));
    }
    read.filter.thread = snapshot.catalogue->documents.thread(**number);
  }

  auto query = search::parse_query(q, {.literal = literal});
  if (!query) return std::unexpected(arguments.unreadable("q", q, query.error()));
  read.query = std::move(*query);
  if (const auto error = too_many_restrictions(read.query)) {
    return std::unexpected(arguments.unreadable("q", q, *error));
  }
  if (const auto formulas = search::read_formulas(read.query); !formulas) {
    return std::unexpected(arguments.unreadable("q", q, formulas.error()));
  }
  if (const auto error = beyond_limits(read.query)) {
    return std::unexpected(arguments.unreadable("q", q, *error));
  }
  if (read.mode == SearchMode::Meaning || read.mode == SearchMode::Exact) {
    if (const auto error = wildcard_in(read.query)) {
      return std::unexpected(arguments.unreadable("q", q, *error));
    }
  }

  if (!literal) {
    const auto respelled = search::respell(*snapshot.index, read.query);
    if (!respelled) return std::unexpected(failure(respelled.error()));
  }

  read.weights = snapshot.profile.search;
  if (semantic && read.weights.weight_of("semantic") <= 0) {
    read.weights.weigh("semantic", search::kSemanticWeight);
  }
  if (!snapshot.encoder) {
    read.weights.weigh("semantic", 0);
    if (semantic) read.notes.emplace_back("the index has no vectors of formulas");
  }
  if (rerank > 0 && !snapshot.cross_encoder) {
    read.notes.emplace_back("the server has no cross-encoder to re-rank with");
  } else if (sets_rerank) {
    search::rerank_by_cross_encoder(rerank, read.weights);
  }
  for (search::RerankerChoice& choice : read.weights.rerankers) {
    if (sets_budget) choice.budget_ms = static_cast<double>(budget);
  }
  if (read.mode == SearchMode::Text && !names_words(read.query)) {
    read.notes.emplace_back("the query has no words to search for");
  }
  read.query.within = documents_within(snapshot, read.filter);
  return read;
}

}  // namespace noether::server
