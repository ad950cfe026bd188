#include "noether/search/present/snippet.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace noether::search {
namespace {

// A run without blanks outside formulas: a word with its punctuation, or `($x$)-axis`.
struct Token {
  base::Span span;
  std::size_t columns = 0;
  bool begins_sentence = false;
};

// The approximate width of LaTeX in a line of Unicode: a command takes one column, a brace none.
std::size_t formula_columns(std::string_view latex) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < latex.size(); ++at) {
    const char c = latex[at];
    if (c == '{' || c == '}' || c == '^' || c == '_' || (c & 0xC0) == 0x80) continue;
    ++columns;
    if (c != '\\') continue;
    while (at + 1 < latex.size() &&
           ((latex[at + 1] | 0x20) >= 'a' && (latex[at + 1] | 0x20) <= 'z'))
      ++at;
  }
  return columns;
}

class FieldTokens {
 public:
  explicit FieldTokens(const text::Field& field) : field_(field) {
    const std::string_view text = field.text;
    std::size_t formula = 0;
    bool after_end = true;
    for (std::uint32_t at = 0; at < text.size();) {
      if (is_blank(text[at])) {
        after_end = after_end || text[at] == '\n';
        ++at;
        continue;
      }
      Token token{{at, at}, 0, after_end};
      while (at < text.size() && !is_blank(text[at])) {
        while (formula < field.formulas.size() && field.formulas[formula].end <= at) ++formula;
        if (begins_formula(formula, at)) {
          const text::FormulaSpan& span = field.formulas[formula];
          token.columns += formula_columns(text.substr(span.begin, span.end - span.begin));
          at = std::min(span.end + (byte(span.end) == '$' ? 1U : 0U), size());
          ++formula;
          continue;
        }
        if ((text[at] & 0xC0) != 0x80) ++token.columns;
        ++at;
      }
      token.span.end = at;
      const char last = text[at - 1];
      after_end = last == '.' || last == '?' || last == '!';
      tokens_.push_back(token);
    }
  }

  const std::vector<Token>& all() const { return tokens_; }

 private:
  static bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(field_.text.size()); }
  char byte(std::uint32_t at) const { return at < field_.text.size() ? field_.text[at] : '\0'; }
  bool begins_formula(std::size_t formula, std::uint32_t at) const {
    if (formula >= field_.formulas.size()) return false;
    const text::FormulaSpan& span = field_.formulas[formula];
    return span.begin <= at || (span.begin == at + 1 && byte(at) == '$');
  }

  const text::Field& field_;
  std::vector<Token> tokens_;
};

// The value of a window: matches of different clauses count most.
class WindowValue {
 public:
  explicit WindowValue(std::span<const Match> matches) : matches_(matches) {}

  double operator()(base::Span window) {
    seen_.clear();
    distinct_ = 0;
    double again = 0;
    for (const Match& match : matches_) {
      if (match.span.begin < window.begin || match.span.end > window.end) continue;
      const bool is_new =
          seen_.size() < kMostClauses && std::ranges::find(seen_, match.clause) == seen_.end();
      if (is_new) seen_.push_back(match.clause);
      (is_new ? distinct_ : again) += clause_value(match);
    }
    return distinct_ + again / 8;
  }
  // The value of the last window with each clause counted once.
  double distinct() const { return distinct_; }

 private:
  static constexpr std::size_t kMostClauses = 64;
  std::span<const Match> matches_;
  std::vector<std::uint32_t> seen_;
  double distinct_ = 0;
};

// The rank of a field: a lower one is shown first. Titles are shown separately, and titles of other
// documents and of sections are not statements of the document.
constexpr int kTitleRank = 3;
int rank_of(const text::Field& field) {
  if (field.name == "body" || field.name == "question" || field.name == "answer") return 0;
  if (field.name == "comment") return 2;
  const bool is_title = field.name == "context" || field.name.find("title") != std::string::npos;
  return is_title ? kTitleRank : 1;
}

}  // namespace

std::optional<std::uint32_t> title_field(const text::Document& document) {
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    const text::Field& field = document.fields[i];
    if (field.text.empty()) continue;
    if (field.name == "title") return i;
    if (!best && field.name.ends_with("title")) best = i;
  }
  return best;
}

std::vector<std::uint32_t> snippet_fields(const text::Document& document) {
  std::vector<std::pair<int, std::uint32_t>> ranked;
  for (std::uint32_t i = 0; i < document.fields.size(); ++i) {
    if (!document.fields[i].text.empty()) ranked.emplace_back(rank_of(document.fields[i]), i);
  }
  std::ranges::sort(ranked);
  std::vector<std::uint32_t> fields;
  for (const auto& [rank, field] : ranked) {
    if (rank < kTitleRank || fields.empty()) fields.push_back(field);
  }
  return fields;
}

// The margin is larger than differences from the order of additions.
bool shows_more(double value, double than) { return value > than + 1e-9; }

double clause_value(const Match& match) {
  return match.is_formula && match.near.empty() ? 3 * match.score : match.score;
}

FieldSnippet best_in_field(const text::Document& document, std::uint32_t number,
                           std::span<const Match> matches, std::size_t columns) {
  Snippet snippet;
  snippet.field = number;
  const text::Field& field = document.fields[number];
  std::vector<Match> own;
  for (const Match& match : matches) {
    if (match.field == number) own.push_back(match);
  }
  const FieldTokens tokens(field);
  const std::vector<Token>& all = tokens.all();
  if (all.empty()) return {snippet, 0};

  const auto window_from = [&](std::size_t first) {
    std::size_t width = all[first].columns;
    std::size_t last = first;
    while (last + 1 < all.size() && width + 1 + all[last + 1].columns <= columns) {
      width += 1 + all[++last].columns;
    }
    return std::pair(last, base::Span{all[first].span.begin, all[last].span.end});
  };
  // Some words of the sentence are shown before a match, from its beginning if that is near.
  const auto lead_in = [&](std::size_t first) {
    std::size_t width = 0;
    std::size_t at = first;
    while (at > 0 && !all[at].begins_sentence && width + all[at - 1].columns < columns / 4) {
      width += 1 + all[--at].columns;
    }
    return at;
  };

  WindowValue value(own);
  std::size_t best_first = 0;
  std::pair best = window_from(0);
  double best_value = value(best.second);
  constexpr std::size_t kMostTried = 256;
  std::size_t token = 0;
  for (std::size_t i = 0; i < std::min(own.size(), kMostTried); ++i) {
    while (token + 1 < all.size() && all[token].span.end <= own[i].span.begin) ++token;
    const std::size_t first = lead_in(token);
    const auto window = window_from(first);
    const double here = value(window.second);
    if (here > best_value) {
      best_value = here;
      best = window;
      best_first = first;
    }
  }
  snippet.window = best.second;
  snippet.cut_before = best_first > 0;
  snippet.cut_after = best.first + 1 < all.size();
  value(best.second);
  return {snippet, value.distinct()};
}

std::optional<Snippet> snippet_from(const text::Document& document, const NearText::Place& passage,
                                    std::size_t columns) {
  const std::vector<std::uint32_t> fields = snippet_fields(document);
  if (std::ranges::find(fields, passage.field) == fields.end()) return std::nullopt;
  const Match beginning{
      .field = passage.field, .span = {passage.span.begin, passage.span.begin}, .parts = {}};
  return best_in_field(document, passage.field, {&beginning, 1}, columns).snippet;
}

Snippet best_snippet(const text::Document& document, std::span<const Match> matches,
                     std::size_t columns, const std::optional<NearText::Place>& passage) {
  FieldSnippet best;
  bool is_first = true;
  for (const std::uint32_t field : snippet_fields(document)) {
    const bool has_match = std::ranges::find(matches, field, &Match::field) != matches.end();
    if (!has_match && !is_first) continue;
    const FieldSnippet here = best_in_field(document, field, matches, columns);
    if (is_first || shows_more(here.value, best.value)) best = here;
    is_first = false;
  }
  if (!passage || shows_more(best.value, 0)) return best.snippet;
  return snippet_from(document, *passage, columns).value_or(best.snippet);
}

}  // namespace noether::search
