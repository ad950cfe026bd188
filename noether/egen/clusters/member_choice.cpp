#include "noether/egen/clusters/member_choice.h"

#include <algorithm>
#include <utility>

namespace noether::egen {
namespace {

// From how many terms one is chosen.
constexpr std::size_t kCandidates = 3;
// A size is given up sooner than the whole root operator.
constexpr std::size_t kStrataPatience = 2;

// The position of the smallest key among those that are not over; the size when there is none.
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
