#include "noether/search/search.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "noether/index/analysis/spaces.h"
#include "noether/search/match_finder.h"

namespace noether::search {
namespace {

// A result: the best document of its thread, or any document if results are not threads.
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

MatchFinder::Near near_by(DocumentRanking& ranking) {
  return [&ranking](std::uint32_t number, const text::Document& document) {
    return ranking.near(number, document);
  };
}

}  // namespace

struct Searcher::State {
  State(std::shared_ptr<const index::IndexReader> reader,
        std::shared_ptr<const index::CollectionStatistics> of_all, SearchWeights with,
        const FormulaWeights& formula_weights)
      : index(std::move(reader)),
        statistics(of_all ? std::move(of_all) : index),
        searched(*index, *statistics),
        weights(std::move(with)),
        formulas(searched, formula_weights),
        stages(weights) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::shared_ptr<const index::IndexReader> index;
  std::shared_ptr<const index::CollectionStatistics> statistics;
  SearchedIndex searched;
  SearchWeights weights;
  FormulaSearcher formulas;
  std::shared_ptr<const FormulaEncoder> encoder = nullptr;                 // opened on demand
  std::shared_ptr<const embedding::CrossEncoder> cross_encoder = nullptr;  // opened on demand
  QueryEncoder texts = {};
  SearchStages stages;
  SearchTools tools{formulas, [this] { return open_encoder(); }, texts,
                    [this] { return open_cross_encoder(); }};

  base::Result<std::shared_ptr<const FormulaEncoder>> open_encoder();
  base::Result<std::shared_ptr<const embedding::CrossEncoder>> open_cross_encoder();
  base::Result<DocumentRanking> rank(const Query& query, double equal_seconds = kEqualSeconds,
                                     const IsOver& is_over = {});
  static base::Result<void> add_matches(MatchFinder& finder, Marks marks, FoundDocument& found);
};

base::Result<std::shared_ptr<const FormulaEncoder>> Searcher::State::open_encoder() {
  if (encoder == nullptr) {
    auto opened = FormulaEncoder::open();
    if (!opened) return std::unexpected(std::move(opened.error()));
    encoder = std::make_shared<const FormulaEncoder>(std::move(*opened));
  }
  return encoder;
}

base::Result<std::shared_ptr<const embedding::CrossEncoder>> Searcher::State::open_cross_encoder() {
  if (cross_encoder == nullptr) {
    auto opened = embedding::CrossEncoder::open_shipped();
    if (!opened) return std::unexpected(std::move(opened.error()));
    cross_encoder = std::make_shared<const embedding::CrossEncoder>(std::move(*opened));
  }
  return cross_encoder;
}

base::Result<DocumentRanking> Searcher::State::rank(const Query& query, double equal_seconds,
                                                    const IsOver& is_over) {
  if (auto has = expect_spaces(*index, weights); !has) {
    return std::unexpected(std::move(has.error()));
  }
  return DocumentRanking::make(searched, query, weights, stages, tools, equal_seconds, is_over);
}

base::Result<void> Searcher::State::add_matches(MatchFinder& finder, Marks marks,
                                                FoundDocument& found) {
  if (marks == Marks::All) {
    auto matches = finder.find_all(found.number, found.document);
    if (!matches) return std::unexpected(std::move(matches.error()));
    found.matches = std::move(matches->matches);
    found.passage = matches->passage;
    return {};
  }
  auto shown = finder.find_shown(found.number, found.document);
  if (!shown) return std::unexpected(std::move(shown.error()));
  found.matches = std::move(shown->matches);
  found.snippet = shown->snippet;
  return {};
}

Searcher::Searcher(std::unique_ptr<State> state) : state_(std::move(state)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

base::Result<Searcher> Searcher::open(const std::string& folder, const SearchWeights& weights,
                                      const FormulaWeights& formula_weights) {
  auto reader = index::open_search_index(folder);
  if (!reader) return std::unexpected(std::move(reader.error()));
  auto searcher = open(std::make_shared<const index::IndexReader>(std::move(*reader)), weights,
                       formula_weights);
  if (!searcher) searcher.error().message = folder + ": " + searcher.error().message;
  return searcher;
}

base::Result<Searcher> Searcher::open(std::shared_ptr<const index::IndexReader> reader,
                                      const SearchWeights& weights,
                                      const FormulaWeights& formula_weights,
                                      std::shared_ptr<const index::CollectionStatistics> of_all) {
  if (reader->schema() != index::search_schema()) {
    return base::fail("the index was made by another version, or not for searching", {},
                      "make it again with noether index");
  }
  if (auto has = expect_spaces(*reader, weights); !has) {
    return std::unexpected(std::move(has.error()));
  }
  return Searcher(
      std::make_unique<State>(std::move(reader), std::move(of_all), weights, formula_weights));
}

const index::IndexReader& Searcher::index() const { return *state_->index; }
FormulaSearcher& Searcher::formulas() { return state_->formulas; }
void Searcher::set_encoder(std::shared_ptr<const FormulaEncoder> encoder) {
  state_->encoder = std::move(encoder);
}
void Searcher::set_text_encoder(std::shared_ptr<const PassageEncoder> encoder) {
  state_->texts.set(std::move(encoder));
}
void Searcher::set_cross_encoder(std::shared_ptr<const embedding::CrossEncoder> encoder) {
  state_->cross_encoder = std::move(encoder);
}
void Searcher::set_weights(const SearchWeights& weights) {
  Clock clock = std::move(state_->stages.clock);
  state_->weights = weights;
  state_->stages = SearchStages(weights);
  state_->stages.clock = std::move(clock);
}
void Searcher::set_clock(Clock clock) { state_->stages.clock = std::move(clock); }

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
  // There may be far fewer threads than documents.
  if (groups.size() < end && best->size() == wanted && wanted < kMostGrouped &&
      options.threads != nullptr) {
    wanted = kMostGrouped;
    best = ranking->best(wanted);
    if (!best) return std::unexpected(std::move(best.error()));
    groups = groups_of(*best, options.threads);
  }
  MatchFinder finder(ranking->query(), ranking->marked(), near_by(*ranking));
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
    if (!done) return std::unexpected(std::move(done.error()));
    if (!options.explain) continue;
    auto components = ranking->explain(unit.unit);
    if (!components) return std::unexpected(std::move(components.error()));
    found.components = std::move(*components);
  }
  results.stages = ranking->reports();
  for (const FormulaList& list : ranking->query().formulas()) {
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
  MatchFinder finder(ranking->query(), ranking->marked(), near_by(*ranking));
  std::vector<std::vector<Match>> marks;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    auto found = finder.find_all(documents[i], texts[i]);
    if (!found) return std::unexpected(std::move(found.error()));
    marks.push_back(std::move(found->matches));
  }
  return marks;
}

base::Result<DocumentCount> Searcher::count(const Query& query, const IsOver& is_over) {
  auto ranking = state_->rank(query, kEqualSeconds, is_over);
  if (!ranking) return std::unexpected(std::move(ranking.error()));
  return ranking->count();
}

}  // namespace noether::search
