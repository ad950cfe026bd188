#include "noether/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>

#include "noether/index/analysis/spaces.h"
#include "noether/search/candidates/retrieval/retrieve.h"
#include "noether/search/present/match_finder.h"

namespace noether::search {
namespace {

// What a list alone would give to each of its documents after the fusion.
double contribution(const DocumentRanking::List& list, const Fusion& fusion,
                    std::uint32_t document) {
  const std::vector<RankedList> alone = {{list.units, list.weight}};
  const auto fused = fuse(alone, fusion, list.units.size());
  const auto it = std::ranges::find(fused, document, &ScoredUnit::unit);
  return it == fused.end() ? 0 : it->score;
}

// A result: the best document of its thread, or any document where threads do not count.
struct Group {
  ScoredUnit best;
  std::vector<std::uint32_t> others;
};

std::vector<Group> groups_of(std::span<const ScoredUnit> units, const DocumentTable* threads) {
  std::vector<Group> groups;
  std::unordered_map<std::uint32_t, std::size_t> known;
  for (const ScoredUnit& unit : units) {
    if (threads != nullptr) {
      const auto [at, is_new] = known.try_emplace(threads->thread(unit.unit), groups.size());
      if (!is_new) {
        groups[at->second].others.push_back(unit.unit);
        continue;
      }
    }
    groups.push_back({unit, {}});
  }
  return groups;
}

}  // namespace

struct Searcher::State {
  std::shared_ptr<const index::IndexReader> index;
  SearchWeights weights;
  FormulaSearcher formulas;
  std::shared_ptr<const FormulaEncoder> encoder = nullptr;  // opened when it is asked for

  base::Result<DocumentRanking> rank(const Query& query, double equal_seconds = kEqualSeconds,
                                     const IsOver& is_over = {});

  static base::Result<void> add_matches(MatchFinder& finder, Marks marks, FoundDocument& found);
  base::Result<void> add_components(const DocumentRanking& ranking, FoundDocument& found) const;
  base::Result<void> add_words(const DocumentRanking& ranking, FoundDocument& found) const;
  // What is only similar is called `similar`.
  base::Result<void> add_formulas(const std::vector<FormulaList>& lists, FoundDocument& found,
                                  std::string_view similar = sameness_text(Sameness::None)) const;
};

base::Result<DocumentRanking> Searcher::State::rank(const Query& query, double equal_seconds,
                                                    const IsOver& is_over) {
  if (weights.semantic > 0 && encoder == nullptr) {
    auto opened = FormulaEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const FormulaEncoder>(std::move(*opened));
  }
  return DocumentRanking::make(*index, formulas, query, weights, encoder.get(), equal_seconds,
                               is_over);
}

base::Result<void> Searcher::State::add_matches(MatchFinder& finder, Marks marks,
                                                FoundDocument& found) {
  if (marks == Marks::All) {
    auto matches = finder.find_all(found.number, found.document);
    if (!matches) return std::unexpected(std::move(matches.error()));
    found.matches = std::move(*matches);
    return {};
  }
  auto shown = finder.find_shown(found.number, found.document);
  if (!shown) return std::unexpected(std::move(shown.error()));
  found.matches = std::move(shown->matches);
  found.snippet = shown->snippet;
  return {};
}

// Tuples are too many to be told one by one.
base::Result<void> Searcher::State::add_words(const DocumentRanking& ranking,
                                              FoundDocument& found) const {
  const auto parts = explain(*index, ranking.terms().spaces, found.number);
  if (!parts) return std::unexpected(parts.error());
  double tuples = 0;
  std::uint32_t tuple_count = 0;
  for (const ScorePart& part : *parts) {
    if (part.space == index::space::document_tuples) {
      tuples += part.score;
      ++tuple_count;
      continue;
    }
    const auto word = ranking.terms().words.find(part.key);
    found.components.push_back(
        {.name = index->schema().spaces[part.space].name,
         .detail = fmt::format(
             "{} ({} here, {})", word == ranking.terms().words.end() ? "?" : word->second,
             part.frequency == 1 ? "once" : fmt::format("{} times", part.frequency),
             part.units == 1 ? "in no other document" : fmt::format("in {} documents", part.units)),
         .score = part.score});
  }
  if (tuple_count > 0) {
    found.components.push_back({.name = "document-tuples",
                                .detail = fmt::format("{} of the formulas' tuples", tuple_count),
                                .score = tuples});
  }
  return {};
}

base::Result<void> Searcher::State::add_formulas(const std::vector<FormulaList>& lists,
                                                 FoundDocument& found,
                                                 std::string_view similar) const {
  for (const FormulaList& list : lists) {
    const auto holders = list.holders_in(found.number);
    if (holders.empty()) continue;
    const FormulaHit& hit = list.hits[holders.front().hit];
    const auto stored = index->formula(hit.formula);
    if (!stored) return std::unexpected(stored.error());
    found.components.push_back(
        {.name =
             std::string(hit.sameness == Sameness::None ? similar : sameness_text(hit.sameness)),
         .detail = fmt::format("{}  for {}", stored->latex, list.query->latex()),
         .score = list.closeness(holders.front().hit)});
  }
  return {};
}

base::Result<void> Searcher::State::add_components(const DocumentRanking& ranking,
                                                   FoundDocument& found) const {
  if (const double first = ranking.precedence(found.number); first > 0) {
    found.components.push_back({.name = "same formula first", .detail = {}, .score = first});
  }
  for (const DocumentRanking::List& list : ranking.lists()) {
    const auto at = std::ranges::find(list.units, found.number, &ScoredUnit::unit);
    if (at == list.units.end()) continue;
    found.components.push_back(
        {.name = std::string(list.name),
         .detail = {},
         .score = at->score,
         .rank = static_cast<std::uint32_t>(at - list.units.begin()) + 1,
         .contribution =
             ranking.is_fused() ? contribution(list, weights.fusion, found.number) : at->score,
         .weight = list.weight});
    auto added = list.name == "text"    ? add_words(ranking, found)
                 : list.name == "paths" ? add_formulas(ranking.formulas_by_paths(), found)
                 : list.name == "semantic"
                     ? add_formulas(ranking.formulas_by_vectors(), found, "near by its vector")
                     : add_formulas(ranking.formulas(), found);
    if (!added) return added;
  }
  return {};
}

Searcher::Searcher(std::unique_ptr<State> state) : state_(std::move(state)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

base::Result<Searcher> Searcher::open(const std::string& folder, const SearchWeights& weights,
                                      const FormulaWeights& formula_weights) {
  auto reader = index::IndexReader::open(folder);
  if (!reader) return std::unexpected(std::move(reader.error()));
  auto searcher = open(std::make_shared<const index::IndexReader>(std::move(*reader)), weights,
                       formula_weights);
  if (!searcher) searcher.error().message = folder + ": " + searcher.error().message;
  return searcher;
}

base::Result<Searcher> Searcher::open(std::shared_ptr<const index::IndexReader> reader,
                                      const SearchWeights& weights,
                                      const FormulaWeights& formula_weights) {
  if (reader->schema() != index::search_schema()) {
    return base::fail("the index was made by another version, or not for searching", {},
                      "make it again with noether index");
  }
  FormulaSearcher formulas(*reader, formula_weights);
  return Searcher(std::make_unique<State>(State{std::move(reader), weights, std::move(formulas)}));
}

const index::IndexReader& Searcher::index() const { return *state_->index; }
FormulaSearcher& Searcher::formulas() { return state_->formulas; }
void Searcher::set_encoder(std::shared_ptr<const FormulaEncoder> encoder) {
  state_->encoder = std::move(encoder);
}
void Searcher::set_weights(const SearchWeights& weights) { state_->weights = weights; }

base::Result<Results> Searcher::search(const Query& query, const SearchOptions& options) {
  auto ranking = state_->rank(query, options.equal_seconds, options.is_over);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  const std::uint32_t end =
      options.offset > UINT32_MAX - options.top ? UINT32_MAX : options.offset + options.top;
  std::uint32_t wanted = std::max(end, options.ranked);
  if (options.threads != nullptr) wanted = std::min(wanted, std::max(options.ranked, kMostGrouped));
  auto best = ranking->best(wanted);
  if (!best) return std::unexpected(std::move(best.error()));
  std::vector<Group> groups = groups_of(*best, options.threads);
  // Threads may be much fewer than their documents.
  if (groups.size() < end && best->size() == wanted && wanted < kMostGrouped &&
      options.threads != nullptr) {
    wanted = kMostGrouped;
    best = ranking->best(wanted);
    if (!best) return std::unexpected(std::move(best.error()));
    groups = groups_of(*best, options.threads);
  }
  MatchFinder finder(*state_->index, *ranking);
  Results results;
  results.found = static_cast<std::uint32_t>(groups.size());
  results.has_more = best->size() == wanted;
  if (options.count) {
    const auto count = ranking->count(options.threads);
    if (!count) return std::unexpected(count.error());
    results.count = *count;
  }
  const auto first = std::min<std::size_t>(options.offset, groups.size());
  const auto last = std::min<std::size_t>(end, groups.size());
  for (Group& group : std::span(groups).subspan(first, last - first)) {
    const ScoredUnit& unit = group.best;
    if (auto on = ranking->go_on(); !on) return std::unexpected(std::move(on.error()));
    FoundDocument& found = results.documents.emplace_back();
    found.number = unit.unit;
    found.score = unit.score;
    found.others = std::move(group.others);
    auto stored = state_->index->document(unit.unit);
    if (!stored) return std::unexpected(std::move(stored.error()));
    found.document = std::move(*stored);
    auto done = State::add_matches(finder, options.marks, found);
    if (done && options.explain) done = state_->add_components(*ranking, found);
    if (!done) return std::unexpected(std::move(done.error()));
  }
  for (const FormulaList& list : ranking->formulas()) {
    if (list.is_searched) results.searched.push_back(list.clause);
  }
  if (options.ranked > 0) {
    best->resize(std::min<std::size_t>(best->size(), options.ranked));
    results.ranked = std::move(*best);
  }
  return results;
}

base::Result<std::vector<ScoredUnit>> Searcher::rank(const Query& query, std::uint32_t top) {
  auto ranking = state_->rank(query);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  return ranking->best(top);
}

base::Result<std::vector<std::vector<Match>>> Searcher::marks(
    const Query& query, std::span<const std::uint32_t> documents,
    std::span<const text::Document> texts, const IsOver& is_over) {
  auto ranking = state_->rank(query, kEqualSeconds, is_over);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  MatchFinder finder(*state_->index, *ranking);
  std::vector<std::vector<Match>> marks;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    auto found = finder.find_all(documents[i], texts[i]);
    if (!found) return std::unexpected(std::move(found.error()));
    marks.push_back(std::move(*found));
  }
  return marks;
}

base::Result<DocumentCount> Searcher::count(const Query& query, const IsOver& is_over) {
  auto ranking = state_->rank(query, kEqualSeconds, is_over);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  return ranking->count();
}

}  // namespace noether::search
