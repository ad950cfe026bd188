#include "noether/search/query/query.h"

#include <algorithm>

#include "noether/search/query/formula_finder.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

std::string_view sign_of(Occurrence occurrence) {
  switch (occurrence) {
    case Occurrence::Wanted:
      return "";
    case Occurrence::Required:
      return "+";
    case Occurrence::Excluded:
      return "-";
  }
  return "";
}

// Phrases and filters are required even without a sign.
std::string_view sign_of_filter(Occurrence occurrence) {
  return occurrence == Occurrence::Excluded ? "-" : "";
}

std::string quoted_where_needed(const std::string& value) {
  const bool is_plain =
      may_begin_plain_value(value.front()) && std::ranges::none_of(value, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '$';
      });
  return is_plain ? value : "\"" + value + "\"";
}

std::string clause_text(const Clause& clause) {
  switch (clause.kind) {
    case ClauseKind::Word:
      // A sign before a number belongs to the number.
      if (clause.occurrence != Occurrence::Wanted && clause.text[0] >= '0' &&
          clause.text[0] <= '9') {
        return std::string(sign_of(clause.occurrence)) + "\"" + clause.text + "\"";
      }
      return std::string(sign_of(clause.occurrence)) + clause.text;
    case ClauseKind::Phrase:
      return std::string(sign_of_filter(clause.occurrence)) + "\"" + clause.text + "\"";
    case ClauseKind::Formula:
      return std::string(sign_of(clause.occurrence)) + "$" + clause.text + "$";
    case ClauseKind::Tag:
      return std::string(sign_of_filter(clause.occurrence)) +
             "tag:" + quoted_where_needed(clause.text);
    case ClauseKind::Type:
      return std::string(sign_of_filter(clause.occurrence)) +
             "type:" + quoted_where_needed(clause.text);
    case ClauseKind::Where:
      return std::string(sign_of_filter(clause.occurrence)) +
             "where:" + quoted_where_needed(clause.text);
  }
  return {};
}

// Writes the query, with `behind_words` after each word.
std::string written(const Query& query, std::string_view behind_words) {
  const auto is_wanted_word = [](const Clause& clause) {
    return clause.kind == ClauseKind::Word && clause.occurrence == Occurrence::Wanted;
  };
  std::string text;
  const Clause* last = nullptr;
  for (const Clause& clause : query.clauses) {
    if (last != nullptr) {
      const bool goes_on = clause.group != 0 && clause.group == last->group;
      text += goes_on ? " OR " : " ";
    }
    // A group with a single alternative is required.
    const bool is_alone =
        clause.group != 0 && std::ranges::count(query.clauses, clause.group, &Clause::group) == 1;
    if (is_alone) {
      Clause required = clause;
      required.occurrence = Occurrence::Required;
      text += clause_text(required);
    } else {
      text += clause_text(clause);
    }
    if (is_wanted_word(clause)) text += behind_words;
    last = &clause;
  }
  return text;
}

}  // namespace

bool may_begin_plain_value(char c) {
  const char letter = static_cast<char>(c | 0x20);
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool Query::has(ClauseKind kind, Occurrence occurrence) const {
  return std::ranges::any_of(clauses, [&](const Clause& clause) {
    return clause.kind == kind && clause.occurrence == occurrence;
  });
}

bool Query::ranks() const {
  return std::ranges::any_of(clauses, [](const Clause& clause) {
    return clause.occurrence != Occurrence::Excluded && !is_filter(clause.kind);
  });
}

void Query::add(const text::Field& field, double weight) {
  if (!sentences.empty() && !field.text.empty()) sentences += "\n";
  const auto begin = static_cast<std::uint32_t>(sentences.size());
  for (const text::FormulaSpan& span : field.formulas) {
    sentence_formulas.push_back({begin + span.begin, begin + span.end});
  }
  sentences += field.text;
  text::WordReader reader;
  text::Word word;
  reader.start(field);
  while (reader.next(word)) {
    clauses.push_back({.text = std::string(word.text),
                       .stems = {std::string(word.stem)},
                       .weight = weight,
                       .span = {},
                       .inner = {}});
  }
  for (const text::FormulaSpan& span : field.formulas) {
    add_formula(std::string_view(field.text).substr(span.begin, span.end - span.begin));
    clauses.back().weight = weight;
  }
}

void Query::add_formula(std::string_view latex, Occurrence occurrence) {
  clauses.push_back({.kind = ClauseKind::Formula,
                     .occurrence = occurrence,
                     .text = std::string(latex),
                     .stems = {},
                     .span = {},
                     .inner = {}});
}

std::string text_as_read(const Query& query) {
  std::string text;
  std::size_t written = 0;
  for (const Clause& clause : query.clauses) {
    if (!clause.is_found && clause.typed.empty()) continue;
    text += query.text.substr(written, clause.inner.begin - written);
    text += clause.is_found ? "$" + clause.text + "$" : clause.text;
    written = clause.inner.end;
  }
  if (written > 0) text += query.text.substr(written);
  return text;
}

EncoderText encoder_text(const Query& query) {
  EncoderText made{query.sentences, query.sentence_formulas};
  std::string& text = made.text;
  const auto add = [&](std::string_view some) {
    if (!some.empty() && !query.sentences.empty() && text.size() == query.sentences.size()) {
      text += "\n";
    }
    text += some;
  };
  const auto add_formula = [&](std::string_view latex) {
    add("$");
    const auto begin = static_cast<std::uint32_t>(text.size());
    text += latex;
    made.formulas.push_back({begin, static_cast<std::uint32_t>(text.size())});
    text += "$";
  };
  const std::string_view typed = query.text;
  std::size_t written = 0;
  for (const Clause& clause : query.clauses) {
    // The clause comes from a document, or is a formula that was added to a typed query.
    if (clause.span.end == 0) {
      if (query.sentences.empty() && clause.kind == ClauseKind::Formula &&
          clause.occurrence != Occurrence::Excluded) {
        if (!text.empty()) text += " ";
        add_formula(clause.text);
      }
      continue;
    }
    add(typed.substr(written, clause.span.begin - written));
    written = clause.span.end;
    if (is_filter(clause.kind) || clause.occurrence == Occurrence::Excluded) continue;
    if (clause.kind == ClauseKind::Formula) {
      add_formula(clause.text);
    } else if (!clause.typed.empty()) {
      add(clause.text);
    } else {
      add(typed.substr(clause.inner.begin, clause.inner.end - clause.inner.begin));
    }
  }
  if (written < typed.size()) add(typed.substr(written));
  return made;
}

std::string query_text(const Query& query) {
  std::string text = written(query, "");
  const bool has_formula =
      std::ranges::find(query.clauses, ClauseKind::Formula, &Clause::kind) != query.clauses.end();
  // Commas separate words that would be read as a formula side by side, such as sin and x.
  if (!has_formula && !find_formulas(text).empty()) text = written(query, ",");
  return text;
}

}  // namespace noether::search
