#include "noether/search/query/like_document.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/index/analysis/spaces.h"
#include "noether/search/formula/formula_query.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

constexpr double kTitleWeight = 2;
constexpr std::size_t kShortestWord = 3;
// This many words are always kept. Others must not occur in one of twenty documents or more.
constexpr std::size_t kWordsInAnyCase = 4;
constexpr double kMostFrequent = 0.05;
constexpr std::size_t kFewestNodes = 4;  // of its operator tree: more than x+1 has
constexpr std::size_t kFewestInAnyCase = 2;
// A larger formula is not more specific; in a long text only the first formulas are examined.
constexpr std::size_t kMostNodes = 25;
constexpr std::size_t kMostFormulasRead = 200;

struct Counted {
  std::string text;
  std::string stem;
  double count = 0;
  std::uint64_t documents = 0;
  double score = 0;
};

bool is_telling(const text::Word& word) {
  return !word.stop_word && word.text.size() >= kShortestWord &&
         std::ranges::none_of(word.text, [](char c) { return c >= '0' && c <= '9'; });
}

bool counts(const text::Field& field) { return field.name != "comment"; }

bool is_title(const text::Field& field) { return field.name.ends_with("title"); }

// \notag, and \begin{align}: LaTeX outside of dollar signs.
bool is_command(std::string_view text, const text::Word& word) {
  const std::string_view before = text.substr(0, word.begin);
  if (before.ends_with("\\begin{") || before.ends_with("\\end{")) return true;
  const std::size_t last = before.find_last_not_of('\\');
  const std::size_t backslashes = before.size() - (last == std::string_view::npos ? 0 : last + 1);
  return backslashes % 2 == 1;  // two backslashes end a line
}

base::Result<std::vector<Counted>> best_words(const index::IndexReader& index,
                                              const text::Document& document) {
  std::map<std::string, Counted, std::less<>> by_stem;
  text::WordReader reader;
  text::Word word;
  for (const text::Field& field : document.fields) {
    if (!counts(field)) continue;
    reader.start(field);
    while (reader.next(word)) {
      if (!is_telling(word) || is_command(field.text, word)) continue;
      Counted& counted = by_stem[std::string(word.stem)];
      if (counted.text.empty()) counted.text = word.text;
      counted.count += is_title(field) ? kTitleWeight : 1;
    }
  }
  const auto all = static_cast<double>(index.documents());
  std::vector<Counted> words;
  for (auto& [stem, counted] : by_stem) {
    const auto documents = index.frequency(index::space::words, index::term_key(stem));
    if (!documents) return std::unexpected(documents.error());
    if (*documents < 2) continue;
    counted.stem = stem;
    counted.documents = *documents;
    counted.score =
        (1 + std::log(counted.count)) * std::log(1 + all / static_cast<double>(*documents));
    words.push_back(std::move(counted));
  }
  // Ties keep the order of the map, which is alphabetical.
  std::ranges::stable_sort(words, std::greater(), &Counted::score);
  words.resize(std::min(words.size(), kMostLikeWords));
  for (std::size_t i = words.size(); i-- > kWordsInAnyCase;) {
    if (static_cast<double>(words[i].documents) <= kMostFrequent * all) continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return words;
}

base::Result<std::uint64_t> documents_with(const index::IndexReader& index,
                                           const FormulaQuery& formula) {
  const auto numbers =
      index.find_formulas(index::Identity::Drawing, formula.identity(index::Identity::Drawing));
  if (!numbers) return std::unexpected(numbers.error());
  std::uint64_t documents = 0;
  for (const std::uint32_t number : *numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    std::uint32_t last = UINT32_MAX;
    for (const index::Place& place : *places) {
      if (place.document != last) ++documents;
      last = place.document;
    }
  }
  return documents;
}

struct Ranked {
  int rank = 0;  // 2 for formulas of a title, 1 for large enough ones, 0 for others
  double score = 0;
  std::string latex;
};

base::Result<std::vector<std::string>> best_formulas(const index::IndexReader& index,
                                                     const text::Document& document) {
  std::vector<Ranked> formulas;
  std::vector<base::Digest> seen;
  std::size_t read = 0;
  for (const text::Field& field : document.fields) {
    if (!counts(field)) continue;
    for (const text::FormulaSpan& span : field.formulas) {
      if (++read > kMostFormulasRead) break;
      const std::string latex = field.text.substr(span.begin, span.end - span.begin);
      const auto formula = FormulaQuery::read(latex);
      // A question mark in a text may read as a wildcard.
      if (!formula || formula->has_wildcards()) continue;
      const std::size_t nodes = formula->formula().operators.node_count();
      const base::Digest& drawing = formula->identity(index::Identity::Drawing);
      if (nodes < kFewestInAnyCase || std::ranges::find(seen, drawing) != seen.end()) continue;
      seen.push_back(drawing);
      const auto documents = documents_with(index, *formula);
      if (!documents) return std::unexpected(documents.error());
      const double rarity = std::log(1 + static_cast<double>(index.documents()) /
                                             static_cast<double>(1 + *documents));
      const int rank = is_title(field) ? 2 : nodes >= kFewestNodes ? 1 : 0;
      formulas.push_back({rank, static_cast<double>(std::min(nodes, kMostNodes)) * rarity, latex});
    }
  }
  std::ranges::stable_sort(formulas, [](const Ranked& a, const Ranked& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
  });
  std::vector<std::string> best;
  for (Ranked& formula : formulas) {
    // Of small formulas, only the best one is used.
    if (best.size() == kMostLikeFormulas || (formula.rank == 0 && !best.empty())) break;
    best.push_back(std::move(formula.latex));
  }
  return best;
}

}  // namespace

base::Result<Query> query_like(const index::IndexReader& index, const text::Document& document) {
  auto words = best_words(index, document);
  if (!words) return std::unexpected(std::move(words.error()));
  const auto formulas = best_formulas(index, document);
  if (!formulas) return std::unexpected(formulas.error());
  Query query;
  for (Counted& word : *words) {
    Clause clause;
    clause.text = std::move(word.text);
    clause.stems = {std::move(word.stem)};
    clause.weight = 1 + std::log(word.count);
    query.clauses.push_back(std::move(clause));
  }
  for (const std::string& latex : *formulas) query.add_formula(latex);
  return query;
}

}  // namespace noether::search
