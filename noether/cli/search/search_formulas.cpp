#include "noether/cli/search/search_formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/notation/read_expression.h"
#include "noether/cli/console/messages.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/formula/highlight.h"
#include "noether/search/formula_contexts.h"
#include "noether/search/pipeline/prepared_query.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "search";
constexpr std::size_t kDocumentsOfAFormula = 3;
constexpr std::uint64_t kMostFormulas = 1'000'000;
// With a filter, the formulas of the remaining documents may be far down the list.
constexpr std::uint64_t kDepthFactorOfFilters = 100;
// The context of a formula may raise it from further down.
constexpr std::uint64_t kDepthFactorOfContexts = 4;

class FormulaLister {
 public:
  // Lists formulas of the documents in a set; null: of all documents.
  FormulaLister(const search::Searcher& searcher, const FormulaOutput& output,
                std::shared_ptr<const search::DocumentSet> within = nullptr)
      : index_(searcher.index()),
        output_(output),
        within_(std::move(within)),
        shower_(output.colours ? search::MarkStyle::ansi() : search::MarkStyle::plain()) {}

  // Adds one formula, given by its numbers in the segments that have it. `relation` describes in a
  // few words how it resembles the query.
  void add(std::span<const std::uint32_t> numbers, const search::FormulaQuery& query,
           std::string_view relation, const JsonObject& facts, std::string_view reason) {
    const auto stored = index_.formula(numbers.front());
    if (!stored) fail(kCommand, stored.error(), ExitCode::Failure);
    std::vector<std::string> ids;
    for (const std::uint32_t number : numbers) {
      const auto places = index_.places(number);
      if (!places) fail(kCommand, places.error(), ExitCode::Failure);
      for (const index::Place& place : *places) {
        if (within_ != nullptr && !within_->has(place.document)) continue;
        const auto id = index_.document_id(place.document);
        if (!id) fail(kCommand, id.error(), ExitCode::Failure);
        if (ids.empty() || ids.back() != *id) ids.emplace_back(*id);
      }
    }
    // The formula is only in documents that are deleted or filtered out.
    if (ids.empty()) return;
    ++count_;
    const std::vector<base::Span> parts = search::highlight(query, stored->latex);
    output_.json ? add_json(stored->latex, facts, parts, ids)
                 : add_text(stored->latex, relation, reason, parts, ids);
  }

  std::size_t count() const { return count_; }
  // Null: all documents.
  const search::DocumentSet* within() const { return within_.get(); }
  const std::string& text() const { return text_; }

 private:
  void add_text(const std::string& latex, std::string_view relation, std::string_view reason,
                const std::vector<base::Span>& parts, const std::vector<std::string>& ids) {
    std::string where;
    for (std::size_t i = 0; i < std::min(ids.size(), kDocumentsOfAFormula); ++i) {
      where += (i > 0 ? ", " : "") + ids[i];
    }
    if (ids.size() > kDocumentsOfAFormula) {
      where += fmt::format(" and {} more", ids.size() - kDocumentsOfAFormula);
    }
    text_ += fmt::format("{:>3}  {:<20} {}\n     {}\n", count_, relation,
                         shower_.show_formula(latex, parts), search::clean_text(latex));
    if (!reason.empty()) text_ += fmt::format("     {}\n", search::clean_text(reason));
    text_ += fmt::format("     in {}\n\n", search::clean_text(where));
  }

  void add_json(const std::string& latex, const JsonObject& facts,
                const std::vector<base::Span>& parts, const std::vector<std::string>& ids) {
    std::vector<std::string> spans;
    for (const base::Span& part : parts) {
      spans.push_back(
          JsonObject().add_number("begin", part.begin).add_number("end", part.end).text());
    }
    std::vector<std::string> documents;
    for (const std::string& id : ids) documents.push_back(json_string(id));
    text_ += JsonObject()
                 .add_number("rank", static_cast<std::int64_t>(count_))
                 .add_string("latex", latex)
                 .add("like", facts.text())
                 .add("parts", json_array(spans))
                 .add("documents", json_array(documents))
                 .text() +
             "\n";
  }

  const index::IndexReader& index_;
  FormulaOutput output_;
  std::shared_ptr<const search::DocumentSet> within_;
  search::TextShower shower_;
  std::size_t count_ = 0;
  std::string text_;
};

search::FormulaQuery read_whole(const std::string& latex) {
  auto query = search::FormulaQuery::read(latex);
  if (!query) fail(kCommand, query.error(), ExitCode::BadInput, latex);
  const auto& problems = query->formula().diagnostics;
  if (!problems.empty()) fail(kCommand, problems.front(), ExitCode::BadInput, latex);
  return *std::move(query);
}

// A formula with wildcards, or one that is read only in part, cannot be compared by algebra.
search::FormulaQuery read_equal(const std::string& latex) {
  const auto wildcards = search::replace_wildcards(latex).wildcards;
  if (!wildcards.empty()) {
    fail(
        kCommand,
        {"a formula with a wildcard cannot be compared for equality", wildcards.front().span,
         "write a variable there, whose name does not matter; or search for $...$ without --equal"},
        ExitCode::BadInput, latex);
  }
  return read_whole(latex);
}

// A formula that algebra cannot read equals only formulas that are written the same, and none was
// found.
void explain_nothing(const search::FormulaQuery& query) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const formula::OperatorTree& tree = query.formula().operators;
  std::vector<formula::NodeId> roots;
  if (!tree.empty()) roots.push_back(tree.root());
  if (!tree.empty() && tree.op(tree.root()) == formula::Op::Equal) {
    const auto sides = tree.children(tree.root());
    if (sides.size() == 2) roots.assign(sides.begin(), sides.end());
  }
  std::optional<base::Error> unread;
  for (const formula::NodeId root : roots) {
    const auto read = algebra::from_operators(tree, root, pool);
    if (!read && !unread) unread = read.error();
  }
  if (!unread) return;
  base::Error error = *std::move(unread);
  error.hint =
      "no formula is written like this, and only expressions and equations of two sides can be "
      "equal otherwise";
  fail(kCommand, error, ExitCode::BadInput, query.latex());
}

// In JSON the summary comes last, even if nothing was found.
void print(const FormulaLister& lister, const FormulaOutput& output, const JsonObject& summary) {
  std::string text = lister.text();
  if (output.json) text += JsonObject().add("summary", summary.text()).text() + "\n";
  print_result(kCommand, text);
}

void end(const FormulaLister& lister, std::string_view nothing) {
  if (lister.count() > 0) return;
  fmt::print(stderr, "noether {}: {}\n", kCommand, nothing);
  finish(ExitCode::BadInput);
}

void say_what_is_missing(const search::EqualFormulaList& equal) {
  if (equal.untried > 0) {
    fmt::print(stderr,
               "noether {}: time ran out: {} more formulas may be equal, but were not compared\n",
               kCommand, equal.untried);
  }
  if (equal.undecided > 0) {
    fmt::print(stderr,
               "noether {}: {} more formulas may be equal, but algebra could not decide it\n",
               kCommand, equal.undecided);
  }
}

}  // namespace

namespace {

// Scores by the context of formulas, if the profile uses contexts and the query has words around
// its formula.
class QueryContexts {
 public:
  QueryContexts(const search::Searcher& searcher, const search::Query& query,
                search::Profile profile)
      : index_(searcher.index()), query_(query), profile_(std::move(profile)) {
    if (!search::has_sentence(query)) return;
    // The default profile counts sentences only if the index has their vectors.
    if (index::passage_statistics(index_, index::kSentenceVectors).models.empty()) {
      profile_.context.sentence = 0;
    }
    auto opened = search::FormulaContexts::open(index_, profile_.context);
    if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
    if (!opened->counts()) return;
    contexts_ = std::make_unique<const search::FormulaContexts>(*std::move(opened));
    scorer_.emplace(*contexts_);
  }

  bool count() const { return scorer_.has_value(); }
  base::Result<std::vector<search::FormulaHit>> find(search::FormulaSearcher& formulas,
                                                     const search::FormulaQuery& formula,
                                                     const search::ContextSearchOptions& options) {
    return search::formulas_in_contexts(index_, formulas, *scorer_, query_, formula, profile_,
                                        options);
  }

 private:
  const index::IndexReader& index_;
  const search::Query& query_;
  search::Profile profile_;
  std::unique_ptr<const search::FormulaContexts> contexts_;
  std::optional<search::FormulaContextScorer> scorer_;
};

// Hits of one formula in several segments are one result, with the best score.
void list_hits(search::Searcher& searcher, const search::FormulaQuery& query,
               const FormulaOutput& output, FormulaLister& lister,
               QueryContexts* contexts = nullptr) {
  const std::uint64_t segments = std::max<std::uint64_t>(1, searcher.index().segments().size());
  const bool contexts_count = contexts != nullptr && contexts->count();
  const std::uint64_t depth = segments * (lister.within() ? kDepthFactorOfFilters : 1) *
                              (contexts_count ? kDepthFactorOfContexts : 1);
  const auto wanted =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(output.top * depth, kMostFormulas));
  const search::FormulaSearchOptions options{
      .mode = output.mode, .top = wanted, .same_first = true, .bare_operators = true};
  auto hits = contexts_count
                  ? contexts->find(searcher.formulas(), query, {options, lister.within()})
                  : searcher.formulas().search(query, options);
  if (!hits) fail(kCommand, hits.error(), ExitCode::Failure);
  std::vector<std::uint32_t> numbers;
  std::unordered_map<std::uint32_t, const search::FormulaHit*> hit_of;
  for (const search::FormulaHit& hit : *hits) {
    numbers.push_back(hit.formula);
    hit_of[hit.formula] = &hit;
  }
  const auto groups = search::group_by_latex(searcher.index(), numbers);
  if (!groups) fail(kCommand, groups.error(), ExitCode::Failure);
  const std::size_t most = lister.count() + output.top;
  for (const std::vector<std::uint32_t>& group : *groups) {
    if (lister.count() == most) break;
    const search::FormulaHit& hit = *hit_of[group.front()];
    const std::string relation = hit.sameness == search::Sameness::None
                                     ? fmt::format("{:.4g}", hit.score)
                                     : std::string(search::sameness_text(hit.sameness));
    JsonObject facts;
    facts.add_string("query", query.latex())
        .add_string("same", search::sameness_name(hit.sameness))
        .add("score", fmt::format("{:.6f}", hit.score));
    lister.add(group, query, relation, facts, {});
  }
}

void print_list(const FormulaLister& lister, const FormulaOutput& output,
                std::string_view nothing) {
  JsonObject summary;
  summary.add_number("results", static_cast<std::int64_t>(lister.count()));
  print(lister, output, summary);
  end(lister, nothing);
}

}  // namespace

void run_formulas(search::Searcher& searcher, const search::Query& query,
                  const std::string& query_text, const search::Profile& profile,
                  const FormulaOutput& output) {
  const auto formulas = search::formula_lists(query);
  if (!formulas) fail(kCommand, formulas.error(), ExitCode::BadInput, query_text);
  if (formulas->empty()) {
    fail(kCommand,
         {"the query has no formula", {}, "put one between dollar signs, or use --formula"},
         ExitCode::BadInput);
  }
  auto within = search::documents_left(searcher.index(), searcher.formulas(), query);
  if (!within) fail(kCommand, within.error(), ExitCode::BadInput, query_text);
  FormulaLister lister(searcher, output, *std::move(within));
  QueryContexts contexts(searcher, query, profile);
  for (const search::FormulaList& list : *formulas) {
    if (query.clauses[list.clause].occurrence == search::Occurrence::Excluded) continue;
    list_hits(searcher, *list.query, output, lister, &contexts);
  }
  print_list(lister, output, "no formula like this was found");
}

void run_contains(search::Searcher& searcher, const std::string& latex,
                  const FormulaOutput& output) {
  const search::FormulaQuery query = read_whole(latex);
  FormulaLister lister(searcher, output);
  FormulaOutput renamed = output;
  renamed.mode = search::FormulaMode::ContainsRenamed;
  list_hits(searcher, query, renamed, lister);
  print_list(lister, output, "no formula has this one as a part");
}

void run_equal(search::Searcher& searcher, const std::string& latex, const FormulaOutput& output) {
  const search::FormulaQuery query = read_equal(latex);
  const auto equal = searcher.formulas().find_equal(query);
  if (!equal) fail(kCommand, equal.error(), ExitCode::Failure);
  FormulaLister lister(searcher, output);
  std::vector<std::uint32_t> numbers;
  std::unordered_map<std::uint32_t, const search::EqualFormula*> found;
  for (const search::EqualFormula& formula : equal->formulas) {
    numbers.push_back(formula.formula);
    found[formula.formula] = &formula;
  }
  const auto groups = search::group_by_latex(searcher.index(), numbers);
  if (!groups) fail(kCommand, groups.error(), ExitCode::Failure);
  for (const std::vector<std::uint32_t>& group : *groups) {
    const search::EqualFormula& formula = *found[group.front()];
    std::string reason = formula.reason;
    for (const auto& [from, to] : formula.renamed) {
      reason += fmt::format("{}{} for {}", reason.empty() ? "" : "; ", from, to);
    }
    JsonObject facts;
    facts.add_string("query", latex)
        .add_string("same", search::sameness_name(formula.sameness))
        .add_string("verdict", algebra::verdict_name(formula.verdict))
        .add_string("reason", reason);
    lister.add(group, query, algebra::verdict_name(formula.verdict), facts, reason);
    if (lister.count() >= output.top) break;
  }
  JsonObject summary;
  summary.add_number("results", static_cast<std::int64_t>(lister.count()))
      .add_number("untried", equal->untried)
      .add_number("undecided", equal->undecided);
  print(lister, output, summary);
  say_what_is_missing(*equal);
  if (lister.count() == 0) explain_nothing(query);
  end(lister, "no formula equals this one");
}

}  // namespace noether::cli
