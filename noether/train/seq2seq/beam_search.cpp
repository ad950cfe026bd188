#include "noether/train/seq2seq/beam_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noether::train {
namespace {

using embedding::ExpressionTokenizer;
using neural::TokenId;

struct Beam {
  std::vector<TokenId> tokens;
  PrefixGrammar::State state;
  double log_probability = 0;
  bool is_unwanted = false;  // so far
};

struct Candidate {
  double log_probability = 0;
  std::uint32_t parent = 0;
  TokenId token = 0;

  // Beams are already sorted, so this is a total order that does not depend on the machine.
  friend bool operator<(const Candidate& a, const Candidate& b) {
    if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
    return std::pair(a.parent, a.token) < std::pair(b.parent, b.token);
  }
};

double normalised(double log_probability, std::size_t tokens, double power) {
  return log_probability / std::pow(static_cast<double>(tokens + 1), power);
}

bool is_better(const Hypothesis& a, const Hypothesis& b) {
  return a.score != b.score ? a.score > b.score : a.tokens < b.tokens;
}

class Search {
 public:
  Search(NextTokens& decoder, const PrefixGrammar& grammar, const BeamOptions& options)
      : decoder_(decoder), grammar_(grammar), options_(options) {}

  std::vector<Hypothesis> run() {
    std::vector<std::uint32_t> parents = {0};
    std::vector<TokenId> tokens = {ExpressionTokenizer::kBos};
    beams_.resize(1);
    beams_.front().is_unwanted = !options_.unwanted.empty();
    // Each round writes one token: up to max_tokens of the expression, and <eos>.
    for (std::size_t length = 0; length <= options_.max_tokens; ++length) {
      expand(decoder_.step(parents, tokens), length);
      keep_best();
      if (candidates_.empty() || no_beam_can_improve()) break;
      parents.clear();
      tokens.clear();
      for (const Candidate& candidate : candidates_) {
        parents.push_back(candidate.parent);
        tokens.push_back(candidate.token);
      }
      advance();
    }
    return std::move(finished_);
  }

 private:
  void expand(std::span<const float> rows, std::size_t length) {
    candidates_.clear();
    const std::size_t vocabulary = grammar_.size();
    for (std::uint32_t b = 0; b < beams_.size(); ++b) {
      const auto row = rows.subspan(b * vocabulary, vocabulary);
      for (std::size_t id = 0; id < vocabulary; ++id) {
        const auto token = static_cast<TokenId>(id);
        if (!grammar_.allows(beams_[b].state, token, options_.max_tokens - length)) continue;
        const double log_probability = beams_[b].log_probability + static_cast<double>(row[id]);
        if (std::isnan(log_probability)) continue;
        if (token != ExpressionTokenizer::kEos) {
          candidates_.push_back({log_probability, b, token});
        } else if (!beams_[b].is_unwanted || length < options_.unwanted.size()) {
          finish(beams_[b], log_probability);
        }
      }
    }
  }

  bool goes_on_unwanted(const Candidate& candidate) const {
    const Beam& beam = beams_[candidate.parent];
    return beam.is_unwanted && beam.tokens.size() < options_.unwanted.size() &&
           candidate.token == options_.unwanted[beam.tokens.size()];
  }

  // Keeps the best candidates, up to the number of beams, and after them the one that continues the
  // unwanted expression.
  void keep_best() {
    const auto wanted = std::ranges::partition(
        candidates_, [&](const Candidate& candidate) { return !goes_on_unwanted(candidate); });
    const auto count = static_cast<std::ptrdiff_t>(candidates_.size() - wanted.size());
    const auto kept = std::min(count, static_cast<std::ptrdiff_t>(options_.beams));
    const auto begin = candidates_.begin();
    std::partial_sort(begin, begin + kept, begin + count);
    candidates_.erase(begin + kept, begin + count);
  }

  void finish(const Beam& beam, double log_probability) {
    Hypothesis found = {beam.tokens, log_probability,
                        normalised(log_probability, beam.tokens.size(), options_.length_power)};
    const auto place = std::ranges::upper_bound(finished_, found, is_better);
    finished_.insert(place, std::move(found));
    if (finished_.size() > options_.beams) finished_.pop_back();
  }

  // A log probability only decreases, and its divisor is at most that of the maximum length.
  bool no_beam_can_improve() const {
    if (finished_.size() < options_.beams) return false;
    const double best =
        std::ranges::max(candidates_, {}, &Candidate::log_probability).log_probability;
    return normalised(best, options_.max_tokens, options_.length_power) < finished_.back().score;
  }

  void advance() {
    std::vector<Beam> next;
    next.reserve(candidates_.size());
    for (const Candidate& candidate : candidates_) {
      Beam beam = beams_[candidate.parent];
      beam.is_unwanted = goes_on_unwanted(candidate);
      beam.tokens.push_back(candidate.token);
      grammar_.advance(beam.state, candidate.token);
      beam.log_probability = candidate.log_probability;
      next.push_back(std::move(beam));
    }
    beams_ = std::move(next);
  }

  NextTokens& decoder_;
  const PrefixGrammar& grammar_;
  const BeamOptions& options_;
  std::vector<Beam> beams_;
  std::vector<Candidate> candidates_;
  std::vector<Hypothesis> finished_;  // best first
};

}  // namespace

std::vector<Hypothesis> beam_search(NextTokens& decoder, const PrefixGrammar& grammar,
                                    const BeamOptions& options) {
  if (options.beams == 0) return {};
  return Search(decoder, grammar, options).run();
}

}  // namespace noether::train
