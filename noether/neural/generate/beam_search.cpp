// Beam search: of all continuations of the current texts, the best few are kept.
//
// Texts are compared by their log probability divided by their length to the power of the length
// penalty. The search ends when as many texts have ended as there are beams and no unfinished text
// is better than the worst of them, or when there is no room left. With random decoding, the kept
// texts are drawn without repetition.
#include "noether/neural/generate/draft.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/neural/generate/decoding.h"

namespace noether::neural {
namespace {

struct Beam {
  Draft draft;
  KeyValueCache cache;
};

// A beam extended by one token.
struct Step {
  std::size_t beam = 0;
  LikelyToken next;
  double rank = 0;  // higher is better
};

class BeamSearch {
 public:
  explicit BeamSearch(const WritingTask& task)
      : task_(task), decoding_(*task.decoding), draws_(decoding_.seed) {}

  base::Result<Written> run() {
    beams_.push_back({{}, task_.transformer->new_cache()});
    if (auto on = task_.go_on(); !on) return std::unexpected(std::move(on.error()));
    std::vector<float> scores = read(task_.prompt, {task_.prompt.size()});
    while (true) {
      follow(best_steps(scores));
      if (beams_.empty() || is_decided()) break;
      if (auto on = task_.go_on(); !on) return std::unexpected(std::move(on.error()));
      std::vector<TokenId> last;
      for (const Beam& beam : beams_) last.push_back(beam.draft.tokens.back());
      scores = read(last, std::vector<std::size_t>(last.size(), 1));
    }
    for (const Beam& beam : beams_) finished_.push_back(beam.draft);
    return std::ranges::max(finished_, {}, [&](const Draft& draft) { return score(draft); })
        .finish(task_);
  }

 private:
  double score(const Draft& draft) const {
    return draft.log_probability /
           std::pow(static_cast<double>(draft.counted()), decoding_.length_penalty);
  }

  // Scores of the next token of each beam.
  std::vector<float> read(std::span<const TokenId> tokens,
                          const std::vector<std::size_t>& lengths) {
    std::vector<KeyValueCache*> caches;
    for (Beam& beam : beams_) caches.push_back(&beam.cache);
    const auto rows = task_.transformer->extend({tokens, lengths}, caches, workspace_);
    const std::size_t width = task_.transformer->config().width;
    // A prompt has one beam, whose last row counts; later each beam has one row.
    return task_.transformer->heads().next(rows.last(beams_.size() * width));
  }

  std::vector<Step> best_steps(const std::vector<float>& scores) {
    const std::size_t vocabulary = task_.transformer->config().vocabulary;
    // Every beam may end once among the texts that are examined.
    const std::size_t looked_at = 2 * decoding_.beams;
    std::vector<Step> steps;
    std::vector<TokenId> before;
    for (std::size_t i = 0; i < beams_.size(); ++i) {
      const Draft& draft = beams_[i].draft;
      before = task_.prompt;
      before.insert(before.end(), draft.tokens.begin(), draft.tokens.end());
      const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(i * vocabulary);
      std::vector<float> of_beam(begin, begin + static_cast<std::ptrdiff_t>(vocabulary));
      for (const LikelyToken& next : likely_tokens(std::move(of_beam), before, decoding_,
                                                   decoding_.draws ? vocabulary : looked_at)) {
        const double noise = decoding_.draws ? draws_.gumbel() : 0;
        steps.push_back({i, next, draft.log_probability + next.log_probability + noise});
      }
    }
    const std::size_t kept = std::min(steps.size(), looked_at);
    std::ranges::partial_sort(
        steps, steps.begin() + static_cast<std::ptrdiff_t>(kept), [](const Step& a, const Step& b) {
          if (a.rank != b.rank) return a.rank > b.rank;
          return std::pair(a.beam, a.next.token) < std::pair(b.beam, b.next.token);
        });
    steps.resize(kept);
    return steps;
  }

  void follow(const std::vector<Step>& steps) {
    std::vector<std::pair<std::size_t, Draft>> going_on;
    for (const Step& step : steps) {
      Draft draft = beams_[step.beam].draft;
      draft.add(task_, step.next.token, step.next.log_probability);
      if (draft.end) {
        finished_.push_back(std::move(draft));
      } else if (going_on.size() < decoding_.beams) {
        going_on.emplace_back(step.beam, std::move(draft));
      }
    }
    keep_best_finished();
    // The last of a beam's continuations takes its cache, the others copy it.
    std::vector<std::size_t> followers(beams_.size());
    for (const auto& [from, draft] : going_on) ++followers[from];
    std::vector<Beam> next;
    for (auto& [from, draft] : going_on) {
      KeyValueCache& cache = beams_[from].cache;
      next.push_back({std::move(draft), --followers[from] == 0 ? std::move(cache) : cache});
    }
    beams_ = std::move(next);
  }

  void keep_best_finished() {
    std::ranges::stable_sort(finished_, std::ranges::greater(),
                             [&](const Draft& draft) { return score(draft); });
    if (finished_.size() > decoding_.beams) finished_.resize(decoding_.beams);
  }

  // A longer text might become better; but to wait for that would mean to write almost always to
  // the last token.
  bool is_decided() const {
    if (finished_.size() < decoding_.beams) return false;
    return std::ranges::all_of(
        beams_, [&](const Beam& beam) { return score(beam.draft) <= score(finished_.back()); });
  }

  const WritingTask& task_;
  const Decoding& decoding_;
  Draws draws_;
  Transformer::Workspace workspace_;
  std::vector<Beam> beams_;
  std::vector<Draft> finished_;
};

}  // namespace

base::Result<Written> write_beams(const WritingTask& task) { return BeamSearch(task).run(); }

}  // namespace noether::neural
