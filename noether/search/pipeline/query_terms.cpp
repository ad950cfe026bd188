#include "noether/search/pipeline/query_terms.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "noether/index/analysis/spaces.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/retrieval/allowed_units.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

namespace space = index::space;

// A document has a word if it is in its own text, in the titles around it, or in its comments.
constexpr std::array<std::uint32_t, 3> kWordSpaces = {space::words, space::context,
                                                      space::comments};

// Adds the value as typed, in small letters, and with hyphens for blanks, which tags often have.
void add_spellings(std::uint32_t number, const std::string& value,
                   std::vector<TermOfSpace>& group) {
  std::vector<std::string> spellings = {value, value, value};
  for (char& c : spellings[1]) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  spellings[2] = spellings[1];
  std::ranges::replace(spellings[2], ' ', '-');
  for (const std::string& spelling : spellings)
    group.push_back({number, index::term_key(spelling)});
}

// A document with one of the alternatives has one of these terms.
void add_alternative(const Clause& clause, std::vector<TermOfSpace>& group) {
  if (clause.kind == ClauseKind::Tag || clause.kind == ClauseKind::Type) {
    add_spellings(clause.kind == ClauseKind::Tag ? space::tags : space::kinds, clause.text, group);
    return;
  }
  // The stored text shows later whether the words of a phrase are adjacent.
  const auto stem =
      std::ranges::find_if(clause.stems, [](const std::string& one) { return !one.empty(); });
  if (stem == clause.stems.end()) return;
  for (const TermOfSpace& term : places_of_word(*stem)) group.push_back(term);
}

void add_to_filter(const Clause& clause, Filter& filter, std::vector<TermOfSpace>& types) {
  const bool is_excluded = clause.occurrence == Occurrence::Excluded;
  std::vector<TermOfSpace> group;
  switch (clause.kind) {
    case ClauseKind::Word:
    case ClauseKind::Phrase:
      if (clause.occurrence == Occurrence::Wanted) return;
      // A document may contain the words of an excluded phrase separately.
      if (is_excluded && clause.kind == ClauseKind::Phrase) return;
      for (const std::string& stem : clause.stems) {
        if (stem.empty()) continue;
        group = places_of_word(stem);
        if (is_excluded) {
          filter.must_not.insert(filter.must_not.end(), group.begin(), group.end());
        } else {
          filter.any_of.push_back({.terms = std::move(group)});
        }
      }
      return;
    case ClauseKind::Formula:
    case ClauseKind::Where:
      return;
    case ClauseKind::Tag:
    case ClauseKind::Type:
      add_spellings(clause.kind == ClauseKind::Tag ? space::tags : space::kinds, clause.text,
                    group);
      if (is_excluded) {
        filter.must_not.insert(filter.must_not.end(), group.begin(), group.end());
      } else if (clause.kind == ClauseKind::Tag) {
        filter.any_of.push_back({.terms = std::move(group)});
      } else {
        types.insert(types.end(), group.begin(), group.end());
      }
      return;
  }
}

// The documents in `left`, without the excluded ones.
std::shared_ptr<const DocumentSet> without(const std::shared_ptr<const DocumentSet>& left,
                                           const DocumentSet& excluded) {
  auto rest = std::make_shared<DocumentSet>(excluded.numbers());
  for (std::uint32_t document = 0; document < excluded.numbers(); ++document) {
    if ((left == nullptr || left->has(document)) && !excluded.has(document)) rest->add(document);
  }
  return rest;
}

void add_words(const Query& query, const SearchWeights& weights, QueryTerms& terms) {
  std::vector<QueryTerm> words;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (const Clause& clause : query.clauses) {
    const bool has_words = clause.kind == ClauseKind::Word || clause.kind == ClauseKind::Phrase;
    if (!has_words || clause.occurrence == Occurrence::Excluded) continue;
    for (const std::string& stem : clause.stems) {
      if (stem.empty()) continue;
      const std::uint64_t key = index::term_key(stem);
      const auto [it, is_new] = places.try_emplace(key, words.size());
      if (is_new) {
        words.push_back({key, 0});
        terms.words.emplace(key, stem);
      }
      // Nearly all stop words are equal to their stems.
      words[it->second].weight +=
          clause.weight * (text::is_stop_word(stem) ? weights.stop_words : 1);
    }
  }
  if (words.empty()) return;
  const std::array<const SpaceWeight*, 3> spaces = {&weights.words, &weights.context,
                                                    &weights.comments};
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (spaces[i]->weight <= 0) continue;
    terms.spaces.push_back({kWordSpaces[i], spaces[i]->model, spaces[i]->weight, words});
  }
}

void add_tuples(const Query& query, std::span<const FormulaList> formulas,
                const SearchWeights& weights, QueryTerms& terms) {
  if (weights.document_tuples.weight <= 0) return;
  std::vector<QueryTerm> tuples;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (const FormulaList& list : formulas) {
    const Clause& clause = query.clauses[list.clause];
    if (clause.occurrence == Occurrence::Excluded) continue;
    // An operator that was typed alone is searched in formulas, whatever symbols are around it.
    if (!query.text.empty() && !bare_operator(list.query->formula()).empty()) continue;
    for (const index::FeatureCount& tuple : list.query->tuples()) {
      const auto [it, is_new] = places.try_emplace(tuple.key, tuples.size());
      if (is_new) tuples.push_back({tuple.key, 0});
      tuples[it->second].weight += clause.weight * tuple.count;
    }
  }
  if (tuples.empty()) return;
  for (QueryTerm& tuple : tuples) {
    tuple.weight =
        weights.tuple_saturation > 0 ? tuple.weight / (tuple.weight + weights.tuple_saturation) : 1;
  }
  terms.spaces.push_back({space::document_tuples, weights.document_tuples.model,
                          weights.document_tuples.weight, std::move(tuples)});
}

}  // namespace

std::vector<TermOfSpace> places_of_word(const std::string& stem) {
  std::vector<TermOfSpace> group;
  for (const std::uint32_t number : kWordSpaces) group.push_back({number, index::term_key(stem)});
  return group;
}

QueryTerms terms_of(const Query& query, std::span<const FormulaList> formulas,
                    const SearchWeights& weights, const WhereDocuments& where) {
  QueryTerms terms;
  std::vector<TermOfSpace> types;
  std::map<std::uint32_t, Alternatives> alternatives;
  terms.filter.within = query.within;
  for (std::uint32_t i = 0; i < query.clauses.size(); ++i) {
    const Clause& clause = query.clauses[i];
    if (const auto documents = where.find(i); documents != where.end()) {
      if (clause.group != 0) {
        alternatives[clause.group].documents.push_back(documents->second);
      } else if (clause.occurrence == Occurrence::Excluded) {
        terms.filter.within = without(terms.filter.within, *documents->second);
      } else {
        terms.filter.any_of.push_back({.terms = {}, .documents = {documents->second}});
      }
    } else if (clause.group != 0) {
      add_alternative(clause, alternatives[clause.group].terms);
    } else {
      add_to_filter(clause, terms.filter, types);
    }
  }
  for (auto& [group, of_group] : alternatives) {
    terms.filter.any_of.push_back(std::move(of_group));
  }
  if (!types.empty()) terms.filter.any_of.push_back({.terms = std::move(types)});
  add_words(query, weights, terms);
  add_tuples(query, formulas, weights, terms);
  return terms;
}

Filter filter_of_wanted(const QueryTerms& terms) {
  Filter filter = terms.filter;
  std::vector<TermOfSpace> wanted;
  for (const auto& [key, word] : terms.words) {
    for (const std::uint32_t number : kWordSpaces) wanted.push_back({number, key});
  }
  if (!wanted.empty()) filter.any_of.push_back({.terms = std::move(wanted)});
  return filter;
}

namespace {

bool is_part(const Clause& clause) {
  return clause.occurrence != Occurrence::Excluded && clause.group == 0;
}

// Each stem once. Words that nearly every text has count only if there are no others.
std::vector<std::string> stems_of(const Query& query) {
  std::vector<std::string> stems;
  std::vector<std::string> common;
  for (const Clause& clause : query.clauses) {
    if (clause.kind != ClauseKind::Word || !is_part(clause)) continue;
    std::vector<std::string>& to = text::is_stop_word(clause.text) ? common : stems;
    const std::string& stem = clause.stems.front();
    if (std::ranges::find(to, stem) == to.end()) to.push_back(stem);
  }
  const bool has_others = !stems.empty() || query.has(ClauseKind::Formula, Occurrence::Wanted) ||
                          query.has(ClauseKind::Formula, Occurrence::Required);
  return has_others ? stems : common;
}

}  // namespace

base::Result<QueryParts> QueryParts::find(const index::IndexReader& index, const Query& query,
                                          std::span<const FormulaList> formulas,
                                          const IsOver& is_over) {
  QueryParts parts;
  const std::vector<std::string> stems = stems_of(query);
  const auto counts = [&](const FormulaList& list) {
    return list.is_searched && is_part(query.clauses[list.clause]);
  };
  const auto searched = static_cast<std::size_t>(std::ranges::count_if(formulas, counts));
  parts.are_too_many_ = stems.size() + searched > kMost;
  if (parts.are_too_many_) return parts;
  parts.counts_.resize(index.documents());
  for (const std::string& stem : stems) {
    auto added = parts.add_word(index, stem, is_over);
    if (!added) return std::unexpected(std::move(added.error()));
  }
  for (const FormulaList& list : formulas) {
    if (!counts(list)) continue;
    // Every hit of a required formula, a formula with wildcards or an operator contains it.
    const bool is_operator = !query.text.empty() && !bare_operator(list.query->formula()).empty();
    parts.add_formula(list, query.clauses[list.clause].occurrence == Occurrence::Required ||
                                list.query->has_wildcards() || is_operator);
  }
  return parts;
}

base::Result<void> QueryParts::add_word(const index::IndexReader& index, const std::string& stem,
                                        const IsOver& is_over) {
  ++words_;
  Filter filter;
  filter.any_of = {{.terms = places_of_word(stem)}};
  filter.is_over = is_over;
  for (const index::OpenSegment& segment : index.segments()) {
    auto units = AllowedUnits::make(segment, index::Unit::Document, filter);
    if (!units) return std::unexpected(std::move(units.error()));
    units->for_each_listed([&](std::uint32_t unit) { ++counts_[segment.first_document + unit]; });
  }
  return {};
}

void QueryParts::add_formula(const FormulaList& list, bool is_strict) {
  ++formulas_;
  std::uint32_t last = UINT32_MAX;
  for (const FormulaList::Holder& holder : list.holders) {
    // The best hit in a document comes first, and a hit with the same formula is always the best.
    if (holder.document == last) continue;
    last = holder.document;
    if (is_strict || list.hits[holder.hit].sameness != Sameness::None) ++counts_[last];
  }
}

}  // namespace noether::search
