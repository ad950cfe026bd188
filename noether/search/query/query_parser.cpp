#include "noether/search/query/query_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "noether/base/ascii.h"
#include "noether/formula/plain/plain_math.h"
#include "noether/search/query/formula_finder.h"
#include "noether/search/query/formula_signs.h"
#include "noether/search/query/formula_tokens.h"
#include "noether/search/query/near_terms.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

using base::Span;

struct FieldName {
  std::string_view name;
  ClauseKind kind;
  std::string_view shown;
};
// Other common names of the fields are understood, too.
constexpr std::array<FieldName, 6> kFields = {{{"tag", ClauseKind::Tag, "tag"},
                                               {"type", ClauseKind::Type, "type"},
                                               {"where", ClauseKind::Where, "where"},
                                               {"tags", ClauseKind::Tag, "tag"},
                                               {"kind", ClauseKind::Type, "type"},
                                               {"category", ClauseKind::Tag, "tag"}}};

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool may_begin_value(char c) { return c == '"' || may_begin_plain_value(c); }

bool begins_word(std::string_view text, std::size_t at) {
  return at == 0 || base::is_space_or_control(text[at - 1]);
}

// The end of a value that is not in quotes. Its last part may be in quotes: G="finite group".
std::size_t plain_value_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && !base::is_space_or_control(text[end]) && text[end] != '"') ++end;
  if (end == at || end == text.size() || text[end] != '"' || text[end - 1] != '=') return end;
  const std::size_t close = text.find('"', end + 1);
  return close == std::string_view::npos ? end : close + 1;
}

// The end of the filter that begins here, if any: -tag:algebra, type:"answer".
std::optional<std::size_t> filter_end(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  if (text[at] == '-' || text[at] == '+') ++at;
  std::size_t colon = at;
  std::string name;
  for (; is_small_letter(static_cast<char>(byte(colon) | 0x20)); ++colon) {
    name += static_cast<char>(text[colon] | 0x20);
    if (name.size() > kFields.back().name.size()) return std::nullopt;
  }
  if (byte(colon) != ':' || !may_begin_value(byte(colon + 1)) ||
      std::ranges::find(kFields, name, &FieldName::name) == kFields.end()) {
    return std::nullopt;
  }
  std::size_t end = colon + 1;
  if (text[end] == '"') {
    const std::size_t close = text.find('"', end + 1);
    return close == std::string_view::npos ? end + 1 : close + 1;
  }
  return plain_value_end(text, end);
}

std::string without_quote_signs(std::string_view value) {
  std::string text(value);
  std::erase(text, '"');
  return text;
}

// Parts that are not plain text. Signs inside a part never pair with signs outside of it.
enum class PartKind : std::uint8_t { Formula, UnclosedSign, Quoted, Filter };
struct Part {
  PartKind kind;
  Span span;
};

std::vector<Part> parts_of(std::string_view text, bool has_quotes) {
  std::vector<Part> parts;
  FormulaScanner scanner(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::optional<std::size_t> end;
    PartKind kind = PartKind::Formula;
    if (const auto signs = formula_signs_at(text, at)) {
      end = scanner.end(at, *signs);
      if (!end) {
        kind = PartKind::UnclosedSign;
        end = at + signs->open.size();
      }
    } else if (has_quotes && text[at] == '"') {
      kind = PartKind::Quoted;
      const std::size_t close = text.find('"', at + 1);
      if (close != std::string_view::npos) end = close + 1;
    } else if (begins_word(text, at)) {
      kind = PartKind::Filter;
      end = filter_end(text, at);
    }
    if (!end) continue;
    parts.push_back({kind, {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(*end)}});
    at = *end - 1;
  }
  return parts;
}

// Whether the text is pasted. Words are counted as they are read, so that the count is the same
// when the query is written again. A formula is one word, whatever blanks it contains, and so is a
// filter.
bool is_pasted(std::string_view text) {
  if (text.find('\n') != std::string_view::npos) return true;
  std::size_t words = 0;
  text::WordReader reader;
  text::Word word;
  const auto count = [&](std::string_view part, std::span<const text::FormulaSpan> formulas) {
    words += formulas.size();
    reader.start(part, formulas);
    while (words <= kMostTypedWords && reader.next(word)) ++words;
  };
  std::size_t begin = 0;
  for (const Part& part : parts_of(text, true)) {
    if (words > kMostTypedWords) break;
    count(text.substr(begin, part.span.begin - begin), {});
    begin = part.span.end;
    if (part.kind == PartKind::Quoted) {
      const std::string_view quoted =
          text.substr(part.span.begin + 1, part.span.end - part.span.begin - 2);
      count(quoted, formulas_of(quoted));
    } else if (part.kind != PartKind::UnclosedSign) {
      ++words;
    }
  }
  count(text.substr(begin), {});
  return words > kMostTypedWords;
}

// A formula without signs, which is plain math; or one with a single $, which is LaTeX.
struct Found {
  Span span;
  std::optional<Span> latex = {};  // without the sign
};

enum class Operator : std::uint8_t { Either, Both, Without };
struct OperatorWord {
  std::string_view text;
  Operator meaning;
};
constexpr std::array<OperatorWord, 3> kOperators = {
    {{"OR", Operator::Either}, {"AND", Operator::Both}, {"NOT", Operator::Without}}};

class QueryParser {
 public:
  QueryParser(std::string_view text, const ParseOptions& options)
      : text_(text), is_literal_(options.literal), is_pasted_(is_pasted(text)), scanner_(text) {
    query_.text = text;
  }

  base::Result<Query> parse() {
    if (!is_literal_) find_unsigned();
    while (skip_blanks()) {
      if (read_operator()) continue;
      const std::size_t before = query_.clauses.size();
      if (auto read = read_clause(); !read) return std::unexpected(std::move(read.error()));
      apply_operator(before);
      if (query_.clauses.size() > kMaxQueryClauses) {
        return base::fail(fmt::format("the query has more than {} words", kMaxQueryClauses),
                          span(at_, text_.size()), "search for less of the text at once");
      }
    }
    return finish();
  }

 private:
  static Span span(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  bool begins_word(std::size_t at) const { return search::begins_word(text_, at); }

  bool skip_blanks() {
    while (at_ < text_.size() &&
           (base::is_space_or_control(text_[at_]) || (is_pasted_ && text_[at_] == '"')))
      ++at_;
    return at_ < text_.size();
  }

  // Finds formulas without signs. If other formulas have signs, one without them must contain a
  // sign of LaTeX.
  void find_unsigned() {
    std::vector<Part> parts = parts_of(text_, !is_pasted_);
    std::optional<Found> half_signed;
    for (std::size_t i = 0; i < parts.size() && !is_pasted_ && !half_signed; ++i) {
      if (parts[i].kind != PartKind::UnclosedSign || text_[parts[i].span.begin] != '$') continue;
      if (parts[i].span.end - parts[i].span.begin > 1) continue;
      half_signed = with_other_sign(parts, i);
      if (half_signed) parts[i].span = half_signed->span;
    }
    std::vector<Span> kept;
    bool has_signed = false;
    for (const Part& part : parts) {
      kept.push_back(part.span);
      has_signed = has_signed || part.kind == PartKind::Formula;
    }
    if (!has_signed || (!is_pasted_ && has_stray_signs(kept))) {
      for (const Span& span : find_formulas(text_, kept)) found_.push_back({span, {}});
    }
    if (!half_signed) return;
    const auto behind = std::ranges::find_if(
        found_, [&](const Found& found) { return found.span.begin > half_signed->span.begin; });
    found_.insert(behind, *half_signed);
  }

  bool has_word_byte(Span part) const {
    return std::ranges::any_of(text_.substr(part.begin, part.end - part.begin), [](char c) {
      return base::is_digit(c) || is_small_letter(static_cast<char>(c | 0x20)) || c == '\\' ||
             static_cast<unsigned char>(c) >= 0x80;
    });
  }
  // Removes blanks around a formula, and a backslash that would escape the sign behind it.
  Span formula_in(Span part) const {
    while (part.begin < part.end && base::is_space_or_control(text_[part.begin])) ++part.begin;
    for (; part.begin < part.end; --part.end) {
      const std::string_view text = text_.substr(part.begin, part.end - part.begin);
      const std::size_t last = text.find_last_not_of('\\');
      const std::size_t slashes = text.size() - (last == std::string_view::npos ? 0 : last + 1);
      if (slashes % 2 == 0 && !base::is_space_or_control(text.back())) break;
    }
    return has_word_byte(part) ? part : span(part.begin, part.begin);
  }

  // The formula of a single $. It extends to the end, a quote or a filter; if nothing follows the
  // sign, it ends at the sign. Money is not a formula.
  std::optional<Found> with_other_sign(std::span<const Part> parts, std::size_t i) const {
    const std::size_t sign = parts[i].span.begin;
    const std::size_t end = std::min(i + 1 < parts.size() ? parts[i + 1].span.begin : text_.size(),
                                     text_.find('"', sign));
    const Span behind = formula_in(span(sign + 1, end));
    if (behind.begin < behind.end) {
      const bool is_behind_number = sign > 0 && base::is_digit(text_[sign - 1]);
      if (is_money(behind) || is_behind_number) return std::nullopt;
      return Found{span(sign, behind.end), behind};
    }
    const std::size_t begin = i == 0 ? 0 : parts[i - 1].span.end;
    const Span before = closed_formula(formula_in(span(begin, sign)));
    if (before.begin == before.end) return std::nullopt;
    return Found{span(before.begin, sign + 1), before};
  }

  // $5 and $1,000 a month are money, but $5 = x and $2x are not.
  bool is_money(Span part) const {
    const std::string_view text = text_.substr(part.begin, part.end - part.begin);
    const std::size_t number = std::min(text.find_first_not_of("0123456789.,"), text.size());
    if (number == 0) return false;
    const bool ends = number == text.size() || base::is_space_or_control(text[number]) ||
                      text.find_first_not_of("kKmMbBn/-?!:;)") != number;
    const std::vector<Span> formulas = find_formulas(text);
    return ends && (formulas.empty() || formulas.front().begin > 0);
  }

  // The formula that a $ at the end of this part closes: all of the part, or what follows its
  // words.
  Span closed_formula(Span part) const {
    const std::string_view text = text_.substr(part.begin, part.end - part.begin);
    const auto has_words = [](std::string_view some) {
      const std::vector<FormulaToken> tokens = formula_tokens(some, {});
      return std::ranges::find(tokens, TokenKind::Word, &FormulaToken::kind) != tokens.end();
    };
    const std::vector<Span> formulas = find_formulas(text);
    if (!formulas.empty() && formulas.back().end == text.size()) {
      if (!has_words(text)) return part;
      return span(part.begin + formulas.back().begin, part.end);
    }
    const std::size_t blank = text.find_last_of(" \t");
    const std::string_view last = blank == std::string_view::npos ? text : text.substr(blank + 1);
    const bool is_number = last.find_first_not_of("0123456789.,") == std::string_view::npos;
    if (is_number || has_words(last)) return span(part.end, part.end);
    if (!has_words(text)) return part;
    return span(part.end - last.size(), part.end);
  }

  bool has_stray_signs(std::span<const Span> kept) const {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (!kept.empty() && at >= kept.front().begin) {
        at = kept.front().end - 1;
        kept = kept.subspan(1);
      } else if (text_[at] == '=') {
        // "why is 0.999... = 1" is a question in words.
        const bool is_alone =
            begins_word(at) && (at + 1 == text_.size() || base::is_space_or_control(byte(at + 1)));
        if (!is_alone) return true;
      } else if (text_.substr(at).starts_with("\\$")) {
        ++at;
      } else if (latex_sign_in(text_.substr(at, 1))) {
        return true;
      }
    }
    return false;
  }

  // The formula without signs that begins here, or null.
  const Found* found_at(std::size_t at) {
    while (next_found_ < found_.size() && found_[next_found_].span.end <= at) ++next_found_;
    if (next_found_ == found_.size() || found_[next_found_].span.begin != at) return nullptr;
    return &found_[next_found_];
  }

  void read_found(const Found& found, Occurrence occurrence) {
    const Span part = found.latex.value_or(found.span);
    const std::string_view text = text_.substr(part.begin, part.end - part.begin);
    at_ = found.span.end;
    query_.clauses.push_back(
        {.kind = ClauseKind::Formula,
         .occurrence = occurrence,
         .text = found.latex ? std::string(text) : formula::latex_from_plain(text).latex,
         .stems = {},
         .span = found.span,
         .inner = found.span,
         .is_found = true});
  }

  std::optional<OperatorWord> operator_at(std::size_t at) const {
    if (is_literal_ || is_pasted_ || at >= text_.size() || !begins_word(at)) return std::nullopt;
    for (const OperatorWord& word : kOperators) {
      const std::size_t end = at + word.text.size();
      if (text_.substr(at).starts_with(word.text) && end < text_.size() &&
          base::is_space_or_control(text_[end])) {
        return word;
      }
    }
    return std::nullopt;
  }
  std::size_t behind_blanks(std::size_t at) const {
    while (at < text_.size() && base::is_space_or_control(text_[at])) ++at;
    return at;
  }

  // Returns true if there is an operator. OR and AND are operators between two parts, NOT before
  // one; elsewhere they are words.
  bool read_operator() {
    const auto word = operator_at(at_);
    if (!word) return false;
    const std::size_t next = behind_blanks(at_ + word->text.size());
    if (next == text_.size()) return false;
    const auto following = operator_at(next);
    if (word->meaning == Operator::Without) {
      if (following) return false;
      is_negated_ = true;
    } else {
      const bool is_between = last_begin_ < query_.clauses.size() && !pending_;
      if (!is_between || (following && following->meaning != Operator::Without)) return false;
      pending_ = word->meaning;
    }
    at_ += word->text.size();
    return true;
  }

  // Whether the next part must become one clause, because an operator precedes or follows it.
  bool is_operand() const {
    if (pending_ || is_negated_) return true;
    const auto word = operator_at(behind_blanks(at_));
    return word && word->meaning != Operator::Without &&
           behind_blanks(behind_blanks(at_) + word->text.size()) < text_.size();
  }

  // Applies an operator. The clauses from `before` on are its right side.
  void apply_operator(std::size_t before) {
    std::vector<Clause>& clauses = query_.clauses;
    const auto pending = std::exchange(pending_, std::nullopt);
    const bool is_negated = std::exchange(is_negated_, false);
    if (clauses.size() == before) return;
    for (std::size_t i = before; i < clauses.size() && is_negated; ++i) {
      clauses[i].occurrence = Occurrence::Excluded;
    }
    Clause& left = clauses[last_begin_ < before ? before - 1 : before];
    Clause& right = clauses[before];
    if (pending == Operator::Both) {
      for (std::size_t i = last_begin_; i < clauses.size(); ++i) require(clauses[i]);
    } else if (pending == Operator::Either && may_be_alternative(left) &&
               may_be_alternative(right)) {
      if (left.group == 0) left.group = ++groups_;
      left.occurrence = Occurrence::Wanted;
      right.group = left.group;
      right.occurrence = Occurrence::Wanted;
    }
    // A phrase of hyphenated words, which became one because of an operator.
    for (std::size_t i = before; i < clauses.size(); ++i) {
      if (clauses[i].kind == ClauseKind::Phrase && clauses[i].group == 0) require(clauses[i]);
    }
    last_begin_ = before;
  }
  static void require(Clause& clause) {
    if (clause.occurrence == Occurrence::Wanted && clause.group == 0) {
      clause.occurrence = Occurrence::Required;
    }
  }
  // In +a OR b, a is required and therefore not an alternative.
  bool may_be_alternative(const Clause& clause) const {
    if (clause.kind == ClauseKind::Formula) return false;
    if (clause.occurrence == Occurrence::Excluded) return false;
    return clause.group != 0 || text_[clause.span.begin] != '+';
  }

  // A dash between words and the sign of a number neither require nor exclude anything.
  std::optional<Occurrence> read_sign() {
    const char sign = text_[at_];
    if ((sign != '-' && sign != '+') || !begins_word(at_) || is_pasted_) return std::nullopt;
    const char next = byte(at_ + 1);
    if (next == '\0' || base::is_space_or_control(next) || base::is_digit(next) || next == '-' ||
        next == '+') {
      return std::nullopt;
    }
    ++at_;
    return sign == '-' ? Occurrence::Excluded : Occurrence::Required;
  }

  base::Result<void> read_clause() {
    const std::size_t begin = at_;
    if (const Found* found = found_at(at_)) {
      read_found(*found, Occurrence::Wanted);
      return {};
    }
    const std::optional<Occurrence> sign = read_sign();
    if (const Found* found = found_at(at_)) {
      read_found(*found, sign.value_or(Occurrence::Wanted));
      query_.clauses.back().span.begin = static_cast<std::uint32_t>(begin);
      return {};
    }
    if (const auto signs = formula_signs_at(text_, at_)) {
      const auto end = scanner_.end(at_, *signs);
      // An unpaired sign without a formula is money or is ignored.
      const bool is_dollar = signs->open == "$";
      if (end || !(is_pasted_ || is_dollar)) return read_formula(begin, sign, *signs, end);
    }
    if (text_[at_] == '"') return read_phrase(begin, sign);
    if (begins_word(begin)) {
      auto filter = read_filter(begin, sign);
      if (!filter) return std::unexpected(std::move(filter.error()));
      if (*filter) return {};
    }
    return read_words(begin, sign);
  }

  base::Result<void> read_formula(std::size_t begin, std::optional<Occurrence> sign,
                                  const FormulaSigns& signs, std::optional<std::size_t> end) {
    if (!end) {
      return base::fail(fmt::format("the formula that begins with {} is not closed", signs.open),
                        span(at_, at_ + signs.open.size()),
                        fmt::format("put {} after it", signs.close));
    }
    const std::size_t first = signs.keeps_signs ? at_ : at_ + signs.open.size();
    const std::size_t last = signs.keeps_signs ? *end : *end - signs.close.size();
    at_ = *end;
    add_formula(begin, span(first, last), sign.value_or(Occurrence::Wanted));
    return {};
  }

  // Adds a formula without the blanks around it. A formula of only blanks is ignored.
  void add_formula(std::size_t begin, Span inner, Occurrence occurrence) {
    while (inner.begin < inner.end && base::is_space_or_control(text_[inner.begin])) ++inner.begin;
    while (inner.begin < inner.end && base::is_space_or_control(text_[inner.end - 1]) &&
           text_[inner.end - 2] != '\\') {
      --inner.end;  // but a blank may be part of a command, as in $x\ $
    }
    if (inner.begin == inner.end) return;
    Clause clause{.kind = ClauseKind::Formula,
                  .occurrence = occurrence,
                  .text = std::string(text_.substr(inner.begin, inner.end - inner.begin)),
                  .stems = {},
                  .span = span(begin, at_),
                  .inner = inner};
    // An open place, as in \frac{?}{?}, is a wildcard.
    for (std::size_t at = 0; (at = clause.text.find("{?}", at)) != std::string::npos; at += 4) {
      clause.text.replace(at, 3, "{??}");
    }
    query_.clauses.push_back(std::move(clause));
  }

  // The quoted text at `at_`; moves `at_` behind it. Returns an error if the quote is not closed.
  base::Result<Span> read_quoted() {
    const std::size_t close = text_.find('"', at_ + 1);
    if (close == std::string_view::npos) {
      return base::fail("the quote is not closed", span(at_, at_ + 1),
                        "put another \" after the phrase");
    }
    const Span inner = span(at_ + 1, close);
    at_ = close + 1;
    return inner;
  }

  base::Result<void> read_phrase(std::size_t begin, std::optional<Occurrence> sign) {
    const auto inner = read_quoted();
    if (!inner) return std::unexpected(inner.error());
    add_phrase(begin, *inner, sign.value_or(Occurrence::Required));
    return {};
  }

  // A formula in a phrase matches any formula at its position.
  void add_phrase(std::size_t begin, Span inner, Occurrence occurrence) {
    const std::string_view text = text_.substr(inner.begin, inner.end - inner.begin);
    const std::vector<text::FormulaSpan> formulas = formulas_of(text);
    Clause clause{.kind = ClauseKind::Phrase,
                  .occurrence = occurrence,
                  .text = std::string(text),
                  .stems = {},
                  .span = span(begin, at_),
                  .inner = inner};
    text::Word word;
    std::string folded;
    words_.start(text, formulas);
    std::uint32_t first = 0;
    while (words_.next(word)) {
      if (clause.stems.empty()) first = word.position;
      clause.stems.resize(word.position - first);
      clause.stems.emplace_back(word.stem);
      folded = word.text;
    }
    if (clause.stems.empty()) {
      // A formula alone in quotes is required. Punctuation alone is ignored.
      if (formulas.size() == 1) {
        add_formula(begin, span(inner.begin + formulas[0].begin, inner.begin + formulas[0].end),
                    occurrence);
      }
      return;
    }
    if (clause.stems.size() == 1) {
      clause.kind = ClauseKind::Word;
      clause.text = std::move(folded);
    }
    query_.clauses.push_back(std::move(clause));
  }

  // Returns true if there is a filter.
  base::Result<bool> read_filter(std::size_t begin, std::optional<Occurrence> sign) {
    std::size_t colon = at_;
    while (is_small_letter(static_cast<char>(byte(colon) | 0x20))) ++colon;
    const std::string_view name = text_.substr(at_, colon - at_);
    if (name.size() < 2 || byte(colon) != ':') return false;
    std::string lower(name);
    for (char& c : lower) c = static_cast<char>(c | 0x20);
    const auto* const field = std::ranges::find(kFields, lower, &FieldName::name);
    if (!may_begin_value(byte(colon + 1))) {
      if (field == kFields.end() || lower != name || is_pasted_) return false;
      return std::unexpected(says_nothing(field->shown, span(begin, colon + 1)));
    }
    if (field == kFields.end()) {
      // A sentence may begin like a filter: Hint:use induction.
      if (lower != name || is_pasted_) return false;
      return std::unexpected(unknown_field(name, colon));
    }
    at_ = colon + 1;
    Span inner;
    if (text_[at_] == '"') {
      const auto quoted = read_quoted();
      if (!quoted) return std::unexpected(quoted.error());
      inner = *quoted;
    } else {
      at_ = plain_value_end(text_, at_);
      inner = span(colon + 1, at_);
    }
    if (inner.begin == inner.end) {
      return std::unexpected(says_nothing(field->shown, span(begin, at_)));
    }
    query_.clauses.push_back(
        {.kind = field->kind,
         .occurrence = sign.value_or(Occurrence::Required) == Occurrence::Excluded
                           ? Occurrence::Excluded
                           : Occurrence::Required,
         .text = without_quote_signs(text_.substr(inner.begin, inner.end - inner.begin)),
         .stems = {},
         .span = span(begin, at_),
         .inner = inner});
    return true;
  }

  static base::Error says_nothing(std::string_view field, Span where) {
    return {fmt::format("{}: says nothing", field), where,
            "put a value directly after the colon, as in tag:algebra type:answer"};
  }

  base::Error unknown_field(std::string_view name, std::size_t colon) const {
    const FieldName* nearest = nullptr;
    std::size_t least = std::max<std::size_t>(plausible_edits(name), 1) + 1;
    for (const FieldName& field : kFields) {
      const std::size_t distance = edit_distance(name, field.name, least);
      if (distance < least) {
        least = distance;
        nearest = &field;
      }
    }
    std::string hint;
    if (nearest != nullptr) hint = fmt::format("did you mean {}: ? ", nearest->shown);
    hint += "the fields are tag:, type: and where:; a blank after the colon makes it plain words";
    return {fmt::format("there is no field '{}'", name), span(at_, colon + 1), std::move(hint)};
  }

  // Reads up to a blank, a quote or a formula, with or without signs.
  base::Result<void> read_words(std::size_t begin, std::optional<Occurrence> sign) {
    const std::size_t first = at_;
    for (++at_; at_ < text_.size() && !base::is_space_or_control(text_[at_]) && text_[at_] != '"';
         ++at_) {
      if (formula_signs_at(text_, at_) || found_at(at_) != nullptr) break;
    }
    const std::string_view run = text_.substr(first, at_ - first);
    if (sign || is_operand()) {
      add_phrase(begin, span(first, at_), sign.value_or(Occurrence::Wanted));
      return {};
    }
    text::Word word;
    words_.start(run);
    while (words_.next(word)) {
      query_.clauses.push_back({.text = std::string(word.text),
                                .stems = {std::string(word.stem)},
                                .span = span(first + word.begin, first + word.end),
                                .inner = span(first + word.begin, first + word.end)});
    }
    return {};
  }

  base::Result<Query> finish() {
    query_.read_as = text_as_read(query_);
    query_.is_bare_formula = query_.clauses.size() == 1 && query_.clauses.front().is_found &&
                             !found_.empty() && !found_.front().latex;
    const Span all = span(0, text_.size());
    if (query_.clauses.empty()) {
      return base::fail("there is nothing to search for in the query", all,
                        "type words, a formula between dollar signs, or a filter like tag:algebra");
    }
    const bool only_excludes = std::ranges::all_of(query_.clauses, [](const Clause& clause) {
      return clause.occurrence == Occurrence::Excluded;
    });
    if (only_excludes) {
      return base::fail("the query only excludes documents", query_.clauses.front().span,
                        "add a word, a formula or a filter that documents should have");
    }
    return std::move(query_);
  }

  std::string_view text_;
  bool is_literal_;
  bool is_pasted_;
  FormulaScanner scanner_;
  std::size_t at_ = 0;
  std::vector<Found> found_;  // formulas without signs
  std::size_t next_found_ = 0;
  std::optional<Operator> pending_;
  bool is_negated_ = false;
  std::size_t last_begin_ = 0;  // the first of the clauses that were read last
  std::uint32_t groups_ = 0;
  Query query_;
  text::WordReader words_;
};

}  // namespace

base::Result<Query> parse_query(std::string_view text, const ParseOptions& options) {
  if (text.size() > kMaxQueryBytes) {
    return base::fail(
        fmt::format("the query has {} bytes, more than {}", text.size(), kMaxQueryBytes), {},
        "search for less of the text at once");
  }
  return QueryParser(text, options).parse();
}

}  // namespace noether::search
