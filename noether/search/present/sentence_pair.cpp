#include "noether/search/present/sentence_pair.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "noether/base/ascii.h"
#include "noether/base/utf8.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/present/positions.h"
#include "noether/search/present/snippet.h"
#include "noether/text/sentences.h"

namespace noether::search {
namespace {

bool is_inside(base::Span part, base::Span whole) {
  return part.begin >= whole.begin && part.end <= whole.end;
}

// The query as a text, with the positions of its clauses in it.
struct QueryText {
  text::Field field;
  std::vector<base::Span> sentences;
  std::vector<std::vector<std::size_t>> sentences_of;  // by clause
  std::vector<base::Span> formula_of;                  // by clause; empty for words
  std::vector<PositionFinder::Found> words;
};

QueryText read_text(const Query& query) {
  QueryText read;
  EncoderText text = encoder_text(query);
  read.field.name = "query";
  read.field.text = std::move(text.text);
  for (const base::Span span : text.formulas) {
    read.field.formulas.push_back(
        {.begin = span.begin, .end = span.end, .id = {}, .visual_id = {}});
  }
  read.sentences = text::find_sentences(read.field);
  read.sentences_of.resize(query.clauses.size());
  read.formula_of.resize(query.clauses.size());
  const auto place = [&](std::size_t clause, base::Span span) {
    for (std::size_t i = 0; i < read.sentences.size(); ++i) {
      auto& own = read.sentences_of[clause];
      const bool is_known = !own.empty() && own.back() == i;
      if (is_inside(span, read.sentences[i]) && !is_known) own.push_back(i);
    }
  };
  PositionFinder finder(query);
  read.words = finder.find(read.field);
  for (const PositionFinder::Found& found : read.words) place(found.clause, found.span);
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    const Clause& clause = query.clauses[i];
    if (clause.kind != ClauseKind::Formula) continue;
    for (const base::Span span : text.formulas) {
      const std::string_view latex =
          std::string_view(read.field.text).substr(span.begin, span.end - span.begin);
      if (latex != clause.text) continue;
      place(i, span);
      if (read.formula_of[i].end == 0) read.formula_of[i] = span;
    }
  }
  return read;
}

bool is_one_symbol(std::string_view latex) {
  if (latex.starts_with('\\')) return std::ranges::all_of(latex.substr(1), base::is_letter);
  return base::decode_code_point(latex).bytes.size() == latex.size();
}

// Of two sentences that contain as much of the query, the shorter one is preferred.
double brevity(base::Span sentence) {
  constexpr double kUsualBytes = 200;
  return 1 / std::sqrt(1 + static_cast<double>(sentence.end - sentence.begin) / kUsualBytes);
}

// Titles of other documents are not part of a document, but its own title may describe it best.
std::vector<std::uint32_t> own_fields(const text::Document& document) {
  std::vector<std::uint32_t> fields = snippet_fields(document);
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    const bool is_missing = std::ranges::find(fields, i) == fields.end();
    if (document.fields[i].name == "title" && is_missing) fields.push_back(i);
  }
  return fields;
}

FoundSentence cut_out(const text::Field& field, std::uint32_t number, base::Span span) {
  FoundSentence sentence;
  sentence.field = number;
  sentence.span = span;
  sentence.text.name = field.name;
  sentence.text.text = field.text.substr(span.begin, span.end - span.begin);
  for (const text::FormulaSpan& formula : field.formulas) {
    if (!is_inside({formula.begin, formula.end}, span)) continue;
    text::FormulaSpan moved = formula;
    moved.begin -= span.begin;
    moved.end -= span.begin;
    sentence.text.formulas.push_back(std::move(moved));
  }
  return sentence;
}

void choose_formula(base::Span formula, FoundSentence& sentence) {
  for (std::size_t i = 0; i < sentence.text.formulas.size(); ++i) {
    if (sentence.text.formulas[i].begin + sentence.span.begin == formula.begin) {
      sentence.formula = i;
    }
  }
}

// The symbol x in both sentences counts no more than a word, and less than a whole equation.
// Matching y with x counts nothing.
constexpr double kMostFormulaValue = 4;
double value_of(const Match& match, const Clause& clause) {
  if (!match.is_formula || !match.near.empty()) return match.score;
  if (match.score < 1 && is_one_symbol(clause.text)) return 0;
  const double size = std::log2(static_cast<double>(1 + match.span.end - match.span.begin));
  return match.score * std::min(size, kMostFormulaValue);
}

// Marks the words that both have, and in each sentence the formula that is most similar.
void mark_shared(const Query& query, const QueryText& asked, std::span<const Match> matches,
                 SentencePair& pair) {
  const base::Span hit = pair.hit.span;
  const base::Span own = pair.query.span;
  std::vector<bool> is_shared(asked.formula_of.size());
  double most = 0;
  for (const Match& match : matches) {
    const bool is_here = match.field == pair.hit.field && is_inside(match.span, hit) &&
                         match.near.empty() && match.clause < is_shared.size();
    if (!is_here) continue;
    if (!match.is_formula) {
      is_shared[match.clause] = true;
      pair.hit.words.push_back({match.span.begin - hit.begin, match.span.end - hit.begin});
      continue;
    }
    const base::Span formula = asked.formula_of[match.clause];
    const bool is_asked = formula.end > 0 && is_inside(formula, own);
    const double value = value_of(match, query.clauses[match.clause]);
    if (!is_asked || value <= most) continue;
    most = value;
    choose_formula(formula, pair.query);
    choose_formula(match.span, pair.hit);
  }
  for (const PositionFinder::Found& word : asked.words) {
    if (!is_shared[word.clause] || !is_inside(word.span, own)) continue;
    pair.query.words.push_back({word.span.begin - own.begin, word.span.end - own.begin});
  }
  // "group" and "groups" are two clauses that mark the same words.
  for (FoundSentence* const sentence : {&pair.query, &pair.hit}) {
    sentence->words.erase(std::ranges::unique(sentence->words).begin(), sentence->words.end());
  }
}

}  // namespace

std::optional<SentencePair> best_sentences(const Query& query, const text::Document& document,
                                           std::span<const Match> matches) {
  const QueryText asked = read_text(query);
  double best = 0;
  std::uint32_t best_field = 0;
  base::Span best_span;
  std::size_t best_asked = 0;
  for (const std::uint32_t number : own_fields(document)) {
    auto match = std::ranges::find(matches, number, &Match::field);
    if (match == matches.end()) continue;
    for (const base::Span span : text::find_sentences(document.fields[number])) {
      std::map<std::uint32_t, double> values;  // by clause
      for (; match != matches.end() && match->field == number; ++match) {
        if (match->span.begin >= span.end) break;
        if (!is_inside(match->span, span)) continue;
        if (match->clause >= query.clauses.size()) continue;
        double& value = values[match->clause];
        value = std::max(value, value_of(*match, query.clauses[match->clause]));
      }
      std::map<std::size_t, double> shared;  // by sentence of the query
      for (const auto& [clause, value] : values) {
        for (const std::size_t sentence : asked.sentences_of[clause]) shared[sentence] += value;
      }
      for (const auto& [sentence, sum] : shared) {
        const double value = sum * brevity(span);
        if (!shows_more(value, best)) continue;
        best = value;
        best_field = number;
        best_span = span;
        best_asked = sentence;
      }
    }
  }
  if (best == 0) return std::nullopt;
  SentencePair pair;
  pair.query = cut_out(asked.field, 0, asked.sentences[best_asked]);
  pair.hit = cut_out(document.fields[best_field], best_field, best_span);
  mark_shared(query, asked, matches, pair);
  if (pair.hit.formula) {
    const std::uint32_t begin = best_span.begin + pair.hit.text.formulas[*pair.hit.formula].begin;
    for (const SameFormula& one : same_formula_in(document, best_field, begin, kMostAlsoSaid)) {
      pair.also.push_back(cut_out(document.fields[one.field], one.field, one.sentence));
      choose_formula(one.formula, pair.also.back());
    }
  }
  return pair;
}

}  // namespace noether::search
