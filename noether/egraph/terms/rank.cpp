#include "noether/egraph/terms/rank.h"

#include <algorithm>
#include <utility>

namespace noether::egraph {

using Kind = Production::Kind;

Ranker::Ranker(const TermCounts& counts) : counts_(counts) {
  const TermGrammar& grammar = counts.grammar();
  for (std::uint32_t row = 0; row < grammar.row_count(); ++row) {
    const std::uint32_t whole = grammar.whole_of(row);
    if (whole == TermGrammar::kNoRow) continue;
    for (const Production& production : grammar.productions(row)) {
      if (production.kind == Kind::Inclusion) continue;
      rows_.emplace(key_of(production), whole);
    }
  }
}

Ranker::Key Ranker::key_of(const Production& production) const {
  const TermGrammar& grammar = counts_.grammar();
  Key key{production.symbol};
  if (production.has_left()) key.push_back(grammar.whole_of(production.left));
  if (production.has_right()) {
    std::uint32_t rest = production.right;
    while (grammar.whole_of(rest) == TermGrammar::kNoRow) {
      const Production& sequence = grammar.productions(rest).front();
      key.push_back(grammar.whole_of(sequence.left));
      rest = sequence.right;
    }
    key.push_back(grammar.whole_of(rest));
  }
  sort_twins(key);
  return key;
}

void Ranker::sort_twins(Key& key) const {
  if (key.size() == 3 && key[2] < key[1] && counts_.grammar().is_commutative(key[0])) {
    std::swap(key[1], key[2]);
  }
}

std::optional<Ranker::Parsed> Ranker::parse(const Term& term) const {
  if (!term.is_complete()) return std::nullopt;
  Parsed parsed{term, std::vector<std::uint32_t>(term.size()),
                std::vector<std::size_t>(term.size())};
  Key key;
  for (std::size_t begin = term.size(); begin-- > 0;) {
    key.assign(1, term.tokens[begin].symbol);
    std::size_t end = begin + 1;
    for (std::uint32_t i = 0; i < term.tokens[begin].arity; ++i) {
      key.push_back(parsed.row[end]);
      end = parsed.end[end];
    }
    sort_twins(key);
    const auto found = rows_.find(key);
    if (found == rows_.end()) return std::nullopt;
    parsed.row[begin] = found->second;
    parsed.end[begin] = end;
  }
  return parsed;
}

// Returns whether the class is right. Whether a padding leaf is wanted here is determined by the
// numbering.
bool Ranker::accepts(const Parsed& parsed, std::uint32_t row, std::size_t begin) const {
  const TermGrammar& grammar = counts_.grammar();
  while (grammar.whole_of(row) == TermGrammar::kNoRow) {
    const Production& sequence = grammar.productions(row).front();
    if (!accepts(parsed, sequence.left, begin)) return false;
    begin = parsed.end[begin];
    row = sequence.right;
  }
  return grammar.whole_of(row) == parsed.row[begin];
}

// The term of the row spans the tokens from begin to end: several subterms for a sequence.
std::optional<mpz_class> Ranker::index_in(const Parsed& parsed, std::uint32_t row,
                                          std::size_t begin, std::size_t end) const {
  const auto size = static_cast<std::uint32_t>(end - begin);
  const TermToken token = parsed.term.tokens[begin];
  mpz_class before;
  for (const LiveProduction& live : counts_.live(row)) {
    const Production& production = counts_.grammar().production(live.number);
    std::optional<mpz_class> index;
    if (production.kind == Kind::Inclusion) {
      index = index_in(parsed, production.left, begin, end);
    } else if (production.kind == Kind::Sequence) {
      index = index_in_pair(parsed, live, begin, end);
    } else if (production.symbol == token.symbol && production.arity == token.arity) {
      if (production.kind == Kind::Leaf) {
        index = 0;
      } else if (production.has_right()) {
        index = index_in_pair(parsed, live, begin + 1, end);
      } else if (accepts(parsed, production.left, begin + 1)) {
        index = index_in(parsed, production.left, begin + 1, end);
      }
    }
    if (index) return before + *index;
    before += terms_of<mpz_class>(live, size, [&](std::uint32_t c) { return counts_.value(c); });
  }
  return std::nullopt;
}

std::optional<mpz_class> Ranker::index_in_pair(const Parsed& parsed, const LiveProduction& live,
                                               std::size_t begin, std::size_t end) const {
  const Production& production = counts_.grammar().production(live.number);
  std::pair<std::size_t, std::size_t> first{begin, parsed.end[begin]};
  std::pair<std::size_t, std::size_t> second{parsed.end[begin], end};
  const auto fits = [&] {
    return accepts(parsed, production.left, first.first) &&
           accepts(parsed, production.right, second.first);
  };
  if (!fits()) {
    if (production.kind != Kind::Pair || !counts_.grammar().is_commutative(production.symbol) ||
        production.arity != 2) {
      return std::nullopt;
    }
    std::swap(first, second);
    if (!fits()) return std::nullopt;
  }
  auto left = index_in(parsed, production.left, first.first, first.second);
  auto right = index_in(parsed, production.right, second.first, second.second);
  if (!left || !right) return std::nullopt;

  auto left_size = static_cast<std::uint32_t>(first.second - first.first);
  auto right_size = static_cast<std::uint32_t>(second.second - second.first);
  const bool are_twins = production.kind == Kind::TwinPair;
  if (are_twins && std::pair(right_size, *right) < std::pair(left_size, *left)) {
    std::swap(left, right);
    std::swap(left_size, right_size);
  }
  const std::uint32_t split = left_size - counts_.bounds().smallest[production.left];
  const std::uint32_t above = left_size + right_size - counts_.bounds().smallest[production.left] -
                              counts_.bounds().smallest[production.right];
  mpz_class index;
  for (std::uint32_t n = 0;; ++n) {
    const std::uint32_t k = are_twins ? n : nth_split(n, above);
    if (k == split) break;
    index += counts_.value(live.left + k) * counts_.value(live.right + (above - k));
  }
  if (are_twins && left_size == right_size) return index + unordered_pairs(*right) + *left;
  return index + *left * counts_.value(live.right + (above - split)) + *right;
}

std::optional<mpz_class> Ranker::index_of(std::uint32_t class_id, const Term& term) const {
  if (term.size() > counts_.largest_counted(class_id)) return std::nullopt;
  const std::optional<Parsed> parsed = parse(term);
  const std::uint32_t row = counts_.grammar().row_of(class_id);
  if (!parsed || parsed->row[0] != row) return std::nullopt;
  return index_in(*parsed, row, 0, term.size());
}

std::optional<mpz_class> Ranker::rank_of(std::uint32_t class_id, const Term& term) const {
  std::optional<mpz_class> rank = index_of(class_id, term);
  if (!rank) return rank;
  for (std::uint32_t size = 1; size < term.size(); ++size) *rank += counts_.count(class_id, size);
  return rank;
}

}  // namespace noether::egraph
