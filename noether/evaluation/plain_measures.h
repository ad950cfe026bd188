// Every measure again, written slowly from its definition, for comparison in tests. It shares
// nothing with the fast versions.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace noether::evaluation::plain {

using Grades = std::map<std::string, int>;                   // by id; negative: not judged
using Scores = std::vector<std::pair<std::string, double>>;  // ids and scores, each id once

// Ids by falling score, ties by falling id.
inline std::vector<std::string> ranking(Scores scores) {
  std::vector<std::string> ids;
  while (!scores.empty()) {
    auto best = scores.begin();
    for (auto i = scores.begin(); i != scores.end(); ++i) {
      if (i->second > best->second || (i->second == best->second && i->first > best->first))
        best = i;
    }
    ids.push_back(best->first);
    scores.erase(best);
  }
  return ids;
}

class Topic {
 public:
  Topic(const Scores& scores, Grades grades, int threshold, bool prime)
      : grades_(std::move(grades)), threshold_(threshold) {
    for (const std::string& id : ranking(scores)) {
      if (!prime || is_judged(id)) ids_.push_back(id);
    }
  }

  double precision(std::size_t k) const { return found(k) / static_cast<double>(k); }
  double recall(std::size_t k) const { return relevant() == 0 ? 0 : found(k) / relevant(); }
  double retrieved() const { return static_cast<double>(ids_.size()); }
  double relevant() const {
    return how_many([&](const auto& g) { return g.second >= threshold_; });
  }

  double average_precision(std::size_t k) const {
    double sum = 0;
    for (std::size_t rank = 1; rank <= std::min(k, ids_.size()); ++rank) {
      if (is_relevant(ids_[rank - 1])) sum += precision(rank);
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  double r_precision() const {
    const auto r = static_cast<std::size_t>(relevant());
    return r == 0 ? 0 : found(r) / static_cast<double>(r);
  }

  double reciprocal_rank(std::size_t k) const {
    for (std::size_t rank = 1; rank <= std::min(k, ids_.size()); ++rank) {
      if (is_relevant(ids_[rank - 1])) return 1.0 / static_cast<double>(rank);
    }
    return 0;
  }

  double ndcg(std::size_t k) const {
    std::vector<int> best;
    for (const auto& [id, grade] : grades_) best.push_back(std::max(grade, 0));
    std::ranges::sort(best, std::greater<>());
    double gain = 0;
    double ideal = 0;
    for (std::size_t i = 0; i < std::min(k, ids_.size()); ++i) {
      const auto grade = grades_.find(ids_[i]);
      if (grade != grades_.end())
        gain += std::max(grade->second, 0) / std::log2(static_cast<double>(i) + 2);
    }
    for (std::size_t i = 0; i < std::min(k, best.size()); ++i) {
      ideal += best[i] / std::log2(static_cast<double>(i) + 2);
    }
    return ideal == 0 ? 0 : gain / ideal;
  }

  double bpref() const {
    const double nonrelevant = how_many([&](const auto& g) { return g.second >= 0; }) - relevant();
    double sum = 0;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!is_relevant(ids_[i])) continue;
      double above = 0;
      for (std::size_t j = 0; j < i; ++j) {
        if (is_judged(ids_[j]) && !is_relevant(ids_[j])) ++above;
      }
      sum += above == 0 ? 1 : 1 - std::min(above, relevant()) / std::min(nonrelevant, relevant());
    }
    return relevant() == 0 ? 0 : sum / relevant();
  }

  double interpolated_precision(double level) const {
    const double wanted = std::round(level * relevant());
    double best = 0;
    for (std::size_t rank = 1; rank <= ids_.size(); ++rank) {
      if (found(rank) >= wanted) best = std::max(best, precision(rank));
    }
    return found(ids_.size()) >= wanted ? best : 0;
  }

 private:
  bool is_judged(const std::string& id) const {
    return grades_.contains(id) && grades_.at(id) >= 0;
  }
  bool is_relevant(const std::string& id) const {
    return grades_.contains(id) && grades_.at(id) >= threshold_;
  }
  template <typename Holds>
  double how_many(Holds holds) const {
    return static_cast<double>(std::ranges::count_if(grades_, holds));
  }
  double found(std::size_t k) const {
    double count = 0;
    for (std::size_t i = 0; i < std::min(k, ids_.size()); ++i)
      count += is_relevant(ids_[i]) ? 1 : 0;
    return count;
  }

  Grades grades_;
  int threshold_;
  std::vector<std::string> ids_;
};

}  // namespace noether::evaluation::plain
