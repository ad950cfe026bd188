#include "noether/search/match_finder.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/search/formula/highlight.h"

namespace noether::search {
namespace {

// For each formula of the query at most this many similar formulas of a document are marked, and
// only those that are not much less similar than the best one.
constexpr std::size_t kMostMarked = 3;
constexpr double kLeastMarked = 0.7;

base::Result<void> add_formulas(const index::IndexReader& index, const FormulaList& list,
                                std::uint32_t document, std::vector<Match>& matches) {
  double best = 0;
  std::size_t marked = 0;
  for (const FormulaList::Holder& holder : list.holders_in(document)) {
    const double closeness = list.closeness(holder.hit);
    best = std::max(best, closeness);
    if (marked++ == kMostMarked || closeness < kLeastMarked * best) break;
    const FormulaHit& hit = list.hits[holder.hit];
    const auto places = index.places(hit.formula);
    if (!places) return std::unexpected(places.error());
    for (const index::Place& place : *places) {
      if (place.document != document) continue;
      Match match{.clause = list.clause,
                  .field = place.field,
                  .span = {place.begin, place.end},
                  .is_formula = true,
                  .parts = {},
                  .score = closeness};
      // A formula that is the same in some sense, such as by its meaning, is marked whole, whatever
      // parts both share.
      if (hit.sameness != Sameness::None) match.parts = {match.span};
      matches.push_back(std::move(match));
    }
  }
  return {};
}

// The best of several matches of one formula comes first.
bool stands_before(const Match& a, const Match& b) {
  if (a.field != b.field) return a.field < b.field;
  if (a.span.begin != b.span.begin) return a.span.begin < b.span.begin;
  if (a.score != b.score) return a.score > b.score;
  return a.clause < b.clause;
}

bool is_in(const Match& match, const Snippet& snippet) {
  return match.field == snippet.field && match.span.begin >= snippet.window.begin &&
         match.span.end <= snippet.window.end;
}

}  // namespace

MatchFinder::MatchFinder(PreparedQuery& query, std::vector<std::span<const FormulaList>> others,
                         Near near)
    : query_(query), others_(std::move(others)), near_(std::move(near)) {
  const index::CollectionStatistics& statistics = *query.searched().statistics;
  const double all = statistics.units(index::space::words);
  double most = 0;
  for (const Clause& clause : query.query().clauses) {
    double rarest = 0;
    for (const std::string& stem : clause.stems) {
      std::uint64_t documents = 0;
      for (const TermOfSpace& term : places_of_word(stem)) {
        // A term that cannot be read was an error before, or will be one when it is needed.
        documents = std::max(documents, statistics.frequency(term.space, term.key).value_or(0));
      }
      rarest = std::max(rarest, std::log1p(all / (1 + static_cast<double>(documents))));
    }
    rarities_.push_back(rarest);
    most = std::max(most, rarest);
  }
  for (double& rarity : rarities_) rarity = most > 0 ? rarity / most : 1;
}

base::Result<std::vector<Match>> MatchFinder::formulas_in(std::uint32_t number) const {
  std::vector<Match> matches;
  for (const FormulaList& list : query_.formulas()) {
    auto added = add_formulas(query_.index(), list, number, matches);
    if (!added) return std::unexpected(std::move(added.error()));
  }
  // If the formula itself is found, formulas that are only near to it are not marked.
  for (const std::span<const FormulaList> lists : others_) {
    for (const FormulaList& list : lists) {
      if (std::ranges::find(matches, list.clause, &Match::clause) != matches.end()) continue;
      auto added = add_formulas(query_.index(), list, number, matches);
      if (!added) return std::unexpected(std::move(added.error()));
    }
  }
  return matches;
}

double MatchFinder::value_of_all(std::span<const Match> formulas) const {
  double sum = 0;
  const std::vector<Clause>& clauses = query_.query().clauses;
  for (std::uint32_t i = 0; i < clauses.size(); ++i) {
    if (clauses[i].occurrence == Occurrence::Excluded) continue;
    if (clauses[i].kind == ClauseKind::Word || clauses[i].kind == ClauseKind::Phrase) {
      sum += rarities_[i];
    }
    double best = 0;
    for (const Match& match : formulas) {
      if (match.clause == i) best = std::max(best, clause_value(match));
    }
    sum += best;
  }
  return sum;
}

void MatchFinder::add_words(const text::Document& document, std::uint32_t field,
                            std::vector<Match>& matches) {
  for (const PositionFinder::Found& found : query_.positions().find(document.fields[field])) {
    matches.push_back({.clause = found.clause,
                       .field = field,
                       .span = found.span,
                       .parts = {},
                       .score = rarities_[found.clause]});
  }
}

void MatchFinder::add_near(const NearText& near, std::uint32_t field,
                           std::vector<Match>& matches) const {
  const std::size_t own = matches.size();
  for (const Match& match : near.matches) {
    const bool is_marked =
        std::any_of(matches.begin(), matches.begin() + static_cast<std::ptrdiff_t>(own),
                    [&](const Match& other) {
                      return other.field == field && other.span.begin < match.span.end &&
                             match.span.begin < other.span.end;
                    });
    if (match.field != field || is_marked) continue;
    matches.push_back(match);
    // A word of the query itself is more important, also in a snippet.
    matches.back().score *= rarities_[match.clause] / 2;
  }
}

// The text of a document contains exactly the LaTeX under which the index stores the formula.
void MatchFinder::add_parts(const text::Document& document, Match& match) const {
  if (!match.parts.empty()) return;
  const auto list = std::ranges::find(query_.formulas(), match.clause, &FormulaList::clause);
  if (list == query_.formulas().end() || match.field >= document.fields.size()) return;
  const std::string_view text = document.fields[match.field].text;
  if (match.span.begin > match.span.end || match.span.end > text.size()) return;
  match.parts =
      highlight(*list->query, text.substr(match.span.begin, match.span.end - match.span.begin));
  for (base::Span& part : match.parts) {
    part.begin += match.span.begin;
    part.end += match.span.begin;
  }
}

base::Result<MatchFinder::All> MatchFinder::find_all(std::uint32_t number,
                                                     const text::Document& document) {
  auto matches = formulas_in(number);
  if (!matches) return std::unexpected(std::move(matches.error()));
  auto near = near_ ? near_(number, document) : NearText();
  if (!near) return std::unexpected(std::move(near.error()));
  for (Match& match : *matches) add_parts(document, match);
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    add_words(document, i, *matches);
    add_near(*near, i, *matches);
  }
  std::ranges::sort(*matches, stands_before);
  return All{*std::move(matches), near->passage};
}

base::Result<MatchFinder::Shown> MatchFinder::find_shown(std::uint32_t number,
                                                         const text::Document& document) {
  const auto formulas = formulas_in(number);
  if (!formulas) return std::unexpected(formulas.error());
  const auto near = near_ ? near_(number, document) : NearText();
  if (!near) return std::unexpected(near.error());
  Shown shown;
  std::vector<bool> is_read(document.fields.size());
  const auto read = [&](std::uint32_t field) {
    if (is_read[field]) return;
    is_read[field] = true;
    for (const Match& match : *formulas) {
      if (match.field == field) shown.matches.push_back(match);
    }
    add_words(document, field, shown.matches);
    add_near(*near, field, shown.matches);
    std::ranges::sort(shown.matches, stands_before);
  };
  // Fields are read in the order in which they would be shown, until one contains all of the query.
  const double all = value_of_all(*formulas);
  double best = -1;
  for (const std::uint32_t field : snippet_fields(document)) {
    read(field);
    const FieldSnippet here = best_in_field(document, field, shown.matches);
    if (!shows_more(here.value, best)) continue;
    best = here.value;
    shown.snippet = here.snippet;
    if (!shows_more(all, best)) break;
  }
  if (near->passage && !shows_more(best, 0)) {
    shown.snippet = snippet_from(document, *near->passage).value_or(shown.snippet);
  }
  const auto title = title_field(document);
  if (title) read(*title);
  std::ranges::sort(shown.matches, stands_before);
  std::erase_if(shown.matches, [&](const Match& match) {
    return match.field != title && !is_in(match, shown.snippet);
  });
  // Of several matches of the same formula, the best one is shown.
  const auto rest = std::ranges::unique(shown.matches, [](const Match& a, const Match& b) {
    return a.is_formula && b.is_formula && a.field == b.field && a.span == b.span;
  });
  shown.matches.erase(rest.begin(), rest.end());
  for (Match& match : shown.matches) {
    if (match.is_formula) add_parts(document, match);
  }
  return shown;
}

}  // namespace noether::search
