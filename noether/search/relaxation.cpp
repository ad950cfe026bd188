#include "noether/search/relaxation.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/index/analysis/spaces.h"
#include "noether/search/query/near_terms.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

constexpr std::size_t kAlternatives = 2;
// A query with more clauses is a pasted text, in which single changes do not matter.
constexpr std::size_t kMostClausesTried = 32;

std::string text_of(const Clause& clause) { return query_text({.text = {}, .clauses = {clause}}); }

// Replaces the letters of a formula by wildcards: x^2 + y becomes ?x^2 + ?y.
std::string with_wildcards(const std::string& latex) {
  const auto query = FormulaQuery::read(latex);
  if (!query || query->has_wildcards()) return latex;
  const formula::OperatorTree& tree = query->formula().operators;
  std::vector<std::uint32_t> letters;
  for (formula::NodeId id = 0; id < tree.node_count(); ++id) {
    const base::Span source = tree.node(id).source;
    if (tree.op(id) != formula::Op::Variable || source.end != source.begin + 1) continue;
    if (source.end > latex.size()) continue;
    const char c = static_cast<char>(latex[source.begin] | 0x20);
    if (c >= 'a' && c <= 'z') letters.push_back(source.begin);
  }
  std::ranges::sort(letters, std::greater());
  const auto rest = std::ranges::unique(letters);
  letters.erase(rest.begin(), rest.end());
  std::string out = latex;
  for (const std::uint32_t at : letters) {
    out.insert(at + 1, "}");
    out.insert(at, "{?");
  }
  return out;
}

class Relaxer {
 public:
  Relaxer(Searcher& searcher, const Query& query, std::size_t most, const IsOver& is_over)
      : searcher_(searcher), query_(query), most_(most), is_over_(is_over) {}

  base::Result<std::vector<Relaxation>> run() {
    base::Result<void> done;
    if (query_.clauses.size() <= kMostClausesTried) {
      const auto each = [&](auto change) {
        for (std::size_t i = 0; done && i < query_.clauses.size(); ++i) done = (this->*change)(i);
      };
      each(&Relaxer::respell);
      each(&Relaxer::drop_filter);
      each(&Relaxer::unquote);
      each(&Relaxer::want);
      each(&Relaxer::drop_exclusion);
      each(&Relaxer::put_wildcards);
    }
    if (done && found_.empty()) done = want_all();
    if (!done) return std::unexpected(std::move(done.error()));
    return std::move(found_);
  }

 private:
  base::Result<void> offer(std::string change, std::vector<Clause> clauses) {
    if (found_.size() == most_) return {};
    const bool says_something = std::ranges::any_of(
        clauses, [](const Clause& clause) { return clause.occurrence != Occurrence::Excluded; });
    if (!says_something) return {};
    Relaxation relaxation{
        .change = std::move(change),
        .query = {.text = {}, .clauses = std::move(clauses), .within = query_.within},
        .count = {}};
    relaxation.query.text = query_text(relaxation.query);
    const auto count = searcher_.count(relaxation.query, is_over_);
    if (!count) return std::unexpected(count.error());
    if (count->documents == 0) return {};
    relaxation.count = *count;
    found_.push_back(std::move(relaxation));
    return {};
  }

  std::vector<Clause> with(std::size_t at, Clause clause) const {
    std::vector<Clause> clauses = query_.clauses;
    clauses[at] = std::move(clause);
    return clauses;
  }
  base::Result<void> offer_without(std::size_t at) {
    std::vector<Clause> clauses = query_.clauses;
    clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(at));
    return offer("without " + text_of(query_.clauses[at]), std::move(clauses));
  }

  base::Result<bool> is_known(const Clause& clause) const {
    const index::IndexReader& index = searcher_.index();
    std::vector<std::uint32_t> spaces = {index::space::words, index::space::context,
                                         index::space::comments};
    const std::string term = clause.kind == ClauseKind::Word ? clause.stems.front() : clause.text;
    if (clause.kind == ClauseKind::Tag) spaces = {index::space::tags};
    if (clause.kind == ClauseKind::Type) spaces = {index::space::kinds};
    for (const std::uint32_t space : spaces) {
      const auto units = index.frequency(space, index::term_key(term));
      if (!units) return std::unexpected(units.error());
      if (*units > 0) return true;
    }
    return false;
  }

  base::Result<void> respell(std::size_t at) {
    const Clause& clause = query_.clauses[at];
    const bool is_word = clause.kind == ClauseKind::Word;
    if (clause.kind == ClauseKind::Where) return {};
    if ((!is_word && !is_filter(clause.kind)) || clause.occurrence == Occurrence::Excluded)
      return {};
    const auto known = is_known(clause);
    if (!known) return std::unexpected(known.error());
    if (*known) return {};
    const std::uint32_t space = is_word                          ? index::space::words
                                : clause.kind == ClauseKind::Tag ? index::space::tags
                                                                 : index::space::kinds;
    const auto near = near_terms(searcher_.index(), space,
                                 is_word ? clause.stems.front() : clause.text, kAlternatives);
    if (!near) return std::unexpected(near.error());
    for (const NearTerm& term : *near) {
      Clause changed = clause;
      changed.text = term.text;
      if (is_word) {
        auto word = word_of_stem(searcher_.index(), term.text);
        if (!word) return std::unexpected(std::move(word.error()));
        changed.text = std::move(*word);
        changed.stems = {term.text};
      }
      std::string change = fmt::format("{} for {}", text_of(changed), text_of(clause));
      auto done = offer(std::move(change), with(at, std::move(changed)));
      if (!done) return done;
    }
    return {};
  }

  base::Result<void> drop_filter(std::size_t at) {
    const Clause& clause = query_.clauses[at];
    if (!is_filter(clause.kind) || clause.occurrence == Occurrence::Excluded) return {};
    return offer_without(at);
  }

  base::Result<void> drop_exclusion(std::size_t at) {
    if (query_.clauses[at].occurrence != Occurrence::Excluded) return {};
    return offer_without(at);
  }

  base::Result<void> unquote(std::size_t at) {
    const Clause& clause = query_.clauses[at];
    if (clause.kind != ClauseKind::Phrase || clause.occurrence == Occurrence::Excluded) return {};
    std::vector<Clause> clauses = query_.clauses;
    clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(at));
    Query words;
    words.add({.name = {}, .text = clause.text, .formulas = {}});
    clauses.insert(clauses.begin() + static_cast<std::ptrdiff_t>(at), words.clauses.begin(),
                   words.clauses.end());
    return offer(fmt::format("the words of {} anywhere", text_of(clause)), std::move(clauses));
  }

  base::Result<void> want(std::size_t at) {
    const Clause& clause = query_.clauses[at];
    const bool may_be_wanted =
        clause.kind == ClauseKind::Word || clause.kind == ClauseKind::Formula;
    if (!may_be_wanted || clause.occurrence != Occurrence::Required) return {};
    Clause changed = clause;
    changed.occurrence = Occurrence::Wanted;
    return offer(fmt::format("{} not required", text_of(changed)), with(at, changed));
  }

  base::Result<void> put_wildcards(std::size_t at) {
    const Clause& clause = query_.clauses[at];
    if (clause.kind != ClauseKind::Formula || clause.occurrence != Occurrence::Required) return {};
    Clause changed = clause;
    changed.text = with_wildcards(clause.text);
    if (changed.text == clause.text || !FormulaQuery::read(changed.text)) return {};
    return offer("any letters in " + text_of(clause), with(at, std::move(changed)));
  }

  base::Result<void> want_all() {
    Query relaxed;
    for (const Clause& clause : query_.clauses) {
      if (is_filter(clause.kind) || clause.occurrence == Occurrence::Excluded) continue;
      if (clause.kind == ClauseKind::Phrase) {
        relaxed.add({.name = {}, .text = clause.text, .formulas = {}});
      } else {
        relaxed.clauses.push_back(clause);
        relaxed.clauses.back().occurrence = Occurrence::Wanted;
      }
    }
    return offer("nothing required, nothing excluded", std::move(relaxed.clauses));
  }

  Searcher& searcher_;
  const Query& query_;
  std::size_t most_;
  const IsOver& is_over_;
  std::vector<Relaxation> found_;
};

}  // namespace

base::Result<std::vector<Relaxation>> relaxations(Searcher& searcher, const Query& query,
                                                  std::size_t most, const IsOver& is_over) {
  return Relaxer(searcher, query, most, is_over).run();
}

}  // namespace noether::search
