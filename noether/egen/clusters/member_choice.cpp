#include "noether/egen/clusters/member_choice.h"

#include <algorithm>
#include <span>
#include <utility>

#include "noether/algebra/expression/vocabulary.h"

namespace noether::egen {
namespace {

using algebra::Head;
using algebra::Op;

bool is_number(const egraph::TermToken& token) { return Head(token.symbol).op() == Op::Number; }

bool commutes(Op op) {
  return op == Op::Add || op == Op::Multiply || op == Op::Min || op == Op::Max;
}

}  // namespace

void TermOrigins::find(const egraph::Term& term, RuleNumbers& rules) {
  rules.clear();
  done_.clear();
  const std::span tokens(term.tokens);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const auto arity = static_cast<std::ptrdiff_t>(tokens[i].arity);
    children_.assign(done_.rbegin(), done_.rbegin() + arity);
    done_.resize(done_.size() - children_.size());
    const bool is_quotient_of_numbers = Head(tokens[i].symbol).op() == Op::Divide &&
                                        is_number(tokens[i + 1]) && is_number(tokens[i + 2]);
    egraph::NodeId node = node_of(tokens[i].symbol);
    if (node == egraph::kNoId && is_quotient_of_numbers) {
      node = fraction(Head(tokens[i + 1].symbol), Head(tokens[i + 2].symbol));
    }
    done_.push_back(node == egraph::kNoId ? node : graph_.find(node));
    if (node == egraph::kNoId) continue;
    const std::uint32_t rule = graph_.origin(node);
    if (rule <= UINT16_MAX) rules.push_back(static_cast<std::uint16_t>(rule));
  }
  std::ranges::sort(rules);
  const auto repeated = std::ranges::unique(rules);
  rules.erase(repeated.begin(), repeated.end());
}

egraph::NodeId TermOrigins::node_of(egraph::Symbol symbol) {
  if (std::ranges::find(children_, egraph::kNoId) != children_.end()) return egraph::kNoId;
  const egraph::NodeId node = graph_.lookup_node(symbol, children_);
  if (node != egraph::kNoId || children_.size() != 2 || !commutes(Head(symbol).op())) return node;
  // The term contains one of two twins, and the graph may contain the other.
  std::swap(children_[0], children_[1]);
  return graph_.lookup_node(symbol, children_);
}

// A fraction is written as a quotient, but is one number in the graph.
egraph::NodeId TermOrigins::fraction(Head numerator, Head denominator) const {
  algebra::Vocabulary& words = graph_.analysis().facts().vocabulary();
  if (words.value(denominator).is_zero()) return egraph::kNoId;
  const Head number = words.number(words.value(numerator) / words.value(denominator));
  return graph_.lookup_node(number.code, {});
}

namespace {

constexpr std::uint64_t kLargestDeck = std::uint64_t{1} << 62;

}  // namespace

bool RankDeck::deal(egraph::Random& random, mpz_class& rank) {
  if (count_ > kLargestDeck) {
    do {
      rank = random.below(count_);
    } while (!used_.insert(rank).second);
    rank += first_;
    return true;
  }
  const std::uint64_t count = count_.get_ui();
  if (dealt_ == count) return false;
  // One step of the Fisher-Yates shuffle: swap the next place with a random later one.
  const std::uint64_t other = dealt_ + random.below(count - dealt_);
  const auto at = [&](std::uint64_t place) {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  };
  rank = first_ + at(other);
  moved_[other] = at(dealt_);
  moved_.erase(dealt_);
  ++dealt_;
  return true;
}

MemberSampler::MemberSampler(egraph::TermRanking& ranking, std::uint64_t seed, Sampling sampling)
    : ranking_(ranking), random_(seed), sampling_(sampling) {
  if (sampling == Sampling::Uniform) {
    Stratum& all = roots_.emplace_back().strata.emplace_back();
    all.decks.emplace_back(mpz_class(0), ranking.count());
    return;
  }
  for (const egraph::RankRange& of_size : ranking.ranges_by_size()) {
    for (const egraph::RankRange& range : ranking.ranges_by_root_symbol(of_size)) {
      const algebra::Op op = algebra::Head(range.symbol).op();
      auto root = std::ranges::lower_bound(roots_, std::optional(op), {}, &Root::op);
      if (root == roots_.end() || root->op != op) root = roots_.insert(root, Root{op, {}});
      if (root->strata.empty() || root->strata.back().size != of_size.size) {
        root->strata.push_back({of_size.size, {}});
      }
      root->strata.back().decks.emplace_back(range.first, range.count);
    }
  }
}

bool MemberSampler::draw(std::size_t root, std::size_t stratum, egraph::Term& term) {
  Stratum& from = roots_[root].strata[stratum];
  mpz_class rank;
  while (!from.decks.empty()) {
    from.next_deck %= from.decks.size();
    if (from.decks[from.next_deck].deal(random_, rank)) {
      ++from.next_deck;
      ranking_.unrank(rank, term);
      return true;
    }
    from.decks.erase(from.decks.begin() + static_cast<std::ptrdiff_t>(from.next_deck));
  }
  return false;
}

namespace {

// The number of terms from which one is chosen.
constexpr std::size_t kCandidates = 3;
// A size is abandoned sooner than the whole root operator.
constexpr std::size_t kStrataPatience = 2;

// The position of the smallest key among those that are not over; the size if all are over.
template <typename T, typename Key>
std::size_t least(const std::vector<T>& items, Key key) {
  std::size_t best = items.size();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].over && (best == items.size() || key(items[i]) < key(items[best]))) best = i;
  }
  return best;
}

}  // namespace

MemberChoice::MemberChoice(MemberSampler& sampler, RulesOf rules_of, std::size_t patience)
    : sampler_(sampler),
      rules_of_(std::move(rules_of)),
      patience_(patience),
      candidates_(sampler.sampling() == Sampling::Uniform ? 1 : kCandidates) {
  for (const MemberSampler::Root& root : sampler.roots()) {
    roots_.emplace_back().strata.resize(root.strata.size());
  }
}

bool MemberChoice::find_stratum() {
  while (true) {
    root_ = least(roots_, [](const Root& root) { return root.accepted; });
    if (root_ == roots_.size()) return false;
    Root& root = roots_[root_];
    stratum_ = least(root.strata, [](const Stratum& stratum) { return stratum.tried; });
    if (stratum_ < root.strata.size()) return true;
    root.over = true;
  }
}

std::size_t MemberChoice::unseen_rules(const Candidate& candidate) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      candidate.rules, [&](std::uint16_t rule) { return rule >= seen_.size() || !seen_[rule]; }));
}

bool MemberChoice::next(Candidate& candidate) {
  while (find_stratum()) {
    Stratum& stratum = roots_[root_].strata[stratum_];
    while (stratum.waiting.size() < candidates_ && !stratum.drawn_empty) {
      Candidate drawn;
      stratum.drawn_empty = !sampler_.draw(root_, stratum_, drawn.term);
      if (stratum.drawn_empty) break;
      ++drawn_;
      rules_of_(drawn.term, drawn.rules);
      stratum.waiting.push_back(std::move(drawn));
    }
    if (stratum.waiting.empty()) {
      stratum.over = true;
      continue;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < stratum.waiting.size(); ++i) {
      if (unseen_rules(stratum.waiting[i]) > unseen_rules(stratum.waiting[best])) best = i;
    }
    candidate = std::move(stratum.waiting[best]);
    stratum.waiting.erase(stratum.waiting.begin() + static_cast<std::ptrdiff_t>(best));
    ++stratum.tried;
    last_rules_ = candidate.rules;
    return true;
  }
  return false;
}

void MemberChoice::accept() {
  Root& root = roots_[root_];
  ++root.accepted;
  root.refused_in_a_row = 0;
  root.strata[stratum_].refused_in_a_row = 0;
  for (const std::uint16_t rule : last_rules_) {
    if (rule >= seen_.size()) seen_.resize(rule + std::size_t{1}, false);
    seen_[rule] = true;
  }
}

void MemberChoice::refuse() {
  Root& root = roots_[root_];
  Stratum& stratum = root.strata[stratum_];
  if (++root.refused_in_a_row >= patience_) root.over = true;
  if (++stratum.refused_in_a_row >= patience_ / kStrataPatience) stratum.over = true;
}

}  // namespace noether::egen
