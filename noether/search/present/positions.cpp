#include "noether/search/present/positions.h"

#include <algorithm>

namespace noether::search {
namespace {

bool is_marked_word(const Clause& clause, bool only_stop_words) {
  if (clause.kind != ClauseKind::Word || clause.occurrence == Occurrence::Excluded) return false;
  return clause.occurrence == Occurrence::Required || only_stop_words ||
         !text::is_stop_word(clause.text);
}

// In the form in which tags are compared: in small letters, with hyphens for blanks.
std::string in_small_letters(std::string_view value) {
  std::string small(value);
  for (char& c : small) c = c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return small;
}

}  // namespace

PositionFinder::PositionFinder(const Query& query) {
  const bool only_stop_words = std::ranges::none_of(query.clauses, [](const Clause& clause) {
    return clause.kind == ClauseKind::Phrase || clause.kind == ClauseKind::Formula ||
           (clause.kind == ClauseKind::Word && !text::is_stop_word(clause.text));
  });
  for (std::uint32_t i = 0; i < query.clauses.size(); ++i) {
    const Clause& clause = query.clauses[i];
    if (is_marked_word(clause, only_stop_words)) {
      clauses_of_[number_of(clause.stems.front())].push_back(i);
    }
    if (clause.kind != ClauseKind::Phrase) {
      if (clause.group == 0) continue;
      const bool is_word = clause.kind == ClauseKind::Word;
      alternatives_.push_back({clause.group, clause.kind,
                               is_word ? number_of(clause.stems.front()) : kOther,
                               is_word ? std::string() : in_small_letters(clause.text)});
      continue;
    }
    Phrase& phrase =
        phrases_.emplace_back(i, clause.occurrence == Occurrence::Excluded, clause.group);
    for (const std::string& stem : clause.stems) {
      phrase.stems.push_back(stem.empty() ? kFormula : number_of(stem));
    }
  }
}

std::uint32_t PositionFinder::number_of(const std::string& stem) {
  const auto [it, is_new] = stems_.try_emplace(stem, static_cast<std::uint32_t>(stems_.size()));
  if (is_new) clauses_of_.emplace_back();
  return it->second;
}

// Reads the stems by position; a position without a word belongs to a formula.
void PositionFinder::read(const text::Field& field) {
  positions_.clear();
  text::Word word;
  words_.start(field);
  while (words_.next(word)) {
    positions_.resize(word.position, {kFormula, 0, 0});
    const auto it = stems_.find(word.stem);
    positions_.push_back({it == stems_.end() ? kOther : it->second, word.begin, word.end});
  }
}

bool PositionFinder::stands_at(const Phrase& phrase, std::size_t position) const {
  if (position + phrase.stems.size() > positions_.size()) return false;
  return std::ranges::equal(phrase.stems,
                            std::span(positions_).subspan(position, phrase.stems.size()), {}, {},
                            &Position::stem);
}

bool PositionFinder::has(const Phrase& phrase) const {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (stands_at(phrase, i)) return true;
  }
  return false;
}

std::vector<PositionFinder::Found> PositionFinder::find(const text::Field& field) {
  read(field);
  std::vector<Found> found;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    const Position& position = positions_[i];
    if (position.stem >= kOther) continue;
    const auto place = static_cast<std::uint32_t>(i);
    for (const Phrase& phrase : phrases_) {
      if (phrase.excluded || !stands_at(phrase, i)) continue;
      found.push_back(
          {phrase.clause, {position.begin, positions_[i + phrase.stems.size() - 1].end}, place});
    }
    for (const std::uint32_t clause : clauses_of_[position.stem]) {
      found.push_back({clause, {position.begin, position.end}, place});
    }
  }
  return found;
}

bool PositionFinder::has(const Alternative& alternative, const text::Document& document) const {
  switch (alternative.kind) {
    case ClauseKind::Word:
      return std::ranges::find(positions_, alternative.stem, &Position::stem) != positions_.end();
    case ClauseKind::Tag:
      return std::ranges::any_of(document.tags, [&](const std::string& tag) {
        return in_small_letters(tag) == alternative.value;
      });
    case ClauseKind::Type:
      return in_small_letters(document.kind) == alternative.value;
    default:
      return false;
  }
}

bool PositionFinder::accepts(const text::Document& document, std::span<const std::uint32_t> met) {
  std::vector<bool> seen(phrases_.size(), false);
  std::vector<std::uint32_t> had(met.begin(), met.end());  // groups with a member found
  for (const text::Field& field : document.fields) {
    read(field);
    for (const Alternative& alternative : alternatives_) {
      if (has(alternative, document)) had.push_back(alternative.group);
    }
    for (std::size_t i = 0; i < phrases_.size(); ++i) {
      if (!seen[i]) seen[i] = has(phrases_[i]);
    }
  }
  for (std::size_t i = 0; i < phrases_.size(); ++i) {
    if (phrases_[i].group == 0 && seen[i] == phrases_[i].excluded) return false;
    if (phrases_[i].group != 0 && seen[i]) had.push_back(phrases_[i].group);
  }
  return std::ranges::all_of(phrases_, [&](const Phrase& phrase) {
    return phrase.group == 0 || std::ranges::find(had, phrase.group) != had.end();
  });
}

}  // namespace noether::search
