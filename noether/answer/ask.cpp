#include "noether/answer/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/answer/check/check.h"
#include "noether/answer/compute/compute.h"
#include "noether/answer/generate/writer.h"
#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

using Clock = std::chrono::steady_clock;

class Asking {
 public:
  Asking(const Question& question, const Answerers& answerers, const AskOptions& options,
         AskListener& listener)
      : question_(question), answerers_(answerers), options_(options), listener_(listener) {}

  base::Result<Asked> run() {
    const bool may_compute = options_.how == How::Compute || options_.how == How::All;
    const auto task = may_compute ? task_of(question_) : std::nullopt;
    if (!task || !task->is_sure) warn();
    // A task that is not sure is done last, so that the first words of an answer do not wait for
    // it.
    std::optional<ComputedAnswer> computed;
    if (task && (task->is_sure || options_.how == How::Compute)) computed = done(*task);
    if (computed) take(answer_of(*std::exchange(computed, std::nullopt)));
    if (options_.how == How::Compute || !asked_.answers.empty()) return std::move(asked_);
    auto found = write_or_extract();
    if (!found) return std::unexpected(std::move(found.error()));
    if (*found) asked_.answers.push_back(**std::move(found));
    if (task && !task->is_sure) computed = done(*task);
    if (computed) take(answer_of(*computed));
    return std::move(asked_);
  }

 private:
  using Found = base::Result<std::optional<Answer>>;
  static constexpr std::string_view kExtracted = "the answer is extracted, because the generator";

  std::optional<ComputedAnswer> done(const Task& task) const {
    return compute(task, {.is_over = options_.is_over});
  }

  Found write_or_extract() {
    if (options_.how == How::Generate && !answerers_.generator) {
      return base::fail("there is no generator to write an answer", {},
                        "name one with --generator, or ask for an extracted answer");
    }
    if (options_.how == How::All && answerers_.generator && answerers_.generator_is_busy) {
      remark({fmt::format("{} is busy", kExtracted), {}, true});
      return answer_by(answerers_.extractor, Clock::time_point::max());
    }
    const bool writes = options_.how == How::Generate || options_.how == How::All;
    if (writes && answerers_.generator) {
      const Clock::time_point until = generator_deadline();
      auto written = answer_by(answerers_.generator, until);
      if (options_.how == How::Generate || (written && *written)) return written;
      if (auto on = search::go_on(options_.is_over); !on) return std::unexpected(on.error());
      remark(why_extracted(written, until));
    }
    return answer_by(answerers_.extractor, Clock::time_point::max());
  }

  Clock::time_point generator_deadline() const {
    if (options_.deadline == Clock::time_point::max()) return Clock::time_point::max();
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> share =
        (options_.how == How::Generate ? kGeneratorShareAlone : kGeneratorShare) *
        (options_.deadline - now);
    return now + std::chrono::duration_cast<Clock::duration>(share);
  }

  static Remark why_extracted(const Found& written, Clock::time_point until) {
    if (written) return {fmt::format("{} wrote nothing that is likely enough", kExtracted)};
    if (Clock::now() >= until) {
      return {fmt::format("{} did not write in time", kExtracted), {}, true};
    }
    const base::Error& error = written.error();
    return {fmt::format("{} failed", kExtracted),
            error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint),
            true};
  }

  // Finds the answer, passes on its sentences as it grows, and checks it at its end. An answer that
  // is not likely enough is dropped, and the sentences already passed on are withdrawn.
  Found answer_by(const OpenAnswerer& open, Clock::time_point writes_until) {
    const auto answerer = open();
    if (!answerer) return std::unexpected(answerer.error());
    std::size_t told = 0;
    const auto tell_more = [&](const Answer& so_far) {
      if (so_far.confidence >= options_.enough) tell(so_far, told);
    };
    auto found = (*answerer)->answer(
        question_,
        {.limit = options_.limit, .is_over = options_.is_over, .writes_until = writes_until},
        tell_more);
    if (found && *found) {
      tell_more(**found);
      if (told > 0) check(**found);
      rate(**found);
      if ((*found)->confidence >= options_.enough) return found;
      // After an error, the sentences passed on are the beginning of an answer that breaks off.
      if (told > 0) listener_.withdrawn(**found);
      found->reset();
    }
    return found;
  }

  void tell(const Answer& so_far, std::size_t& told) {
    if (told == 0) listener_.begins(so_far);
    for (; told < so_far.sentences.size(); ++told) listener_.sentence(so_far, told);
  }

  // Checks an answer that has been passed on.
  void check(Answer& answer) {
    if (options_.checks) {
      const bool in_time = check_answer(
          answer, {.proofs = true, .is_over = options_.is_over},
          [&](std::size_t sentence, const Note& note) { listener_.note(answer, sentence, note); });
      if (!in_time) remark({"there was no time to check every equation", {}, true});
    }
    if (answer.way == Way::Generated) weigh_refutations(answer);
    if (answer.remark) remark(*answer.remark);
  }

  // Records the probability of the best answer, whether or not it is shown.
  void rate(const Answer& answer) {
    if (asked_.way && answer.confidence <= asked_.confidence) return;
    asked_.confidence = answer.confidence;
    asked_.way = answer.way;
  }

  // Whether the result fits into the limit. Drops steps that do not fit.
  bool fits(Answer& computed) const {
    while (base::count_characters(answer_text(computed)) > options_.limit) {
      if (computed.sentences.size() == 1) return false;
      computed.sentences.pop_back();
    }
    return true;
  }

  // Passes on a computed answer, which needs no check.
  void take(Answer computed) {
    if (!fits(computed)) return remark({"the computed answer is longer than the limit"});
    rate(computed);
    if (computed.confidence < options_.enough) return;
    if (asked_.answers.empty()) {
      std::size_t told = 0;
      tell(computed, told);
    } else {
      listener_.offers(computed);
    }
    asked_.answers.push_back(std::move(computed));
  }

  void warn() {
    for (const FormulaWarning& warning : question_.warnings) listener_.warning(warning);
    asked_.warnings = question_.warnings;
  }

  void remark(Remark remark) {
    listener_.remark(remark);
    asked_.remarks.push_back(std::move(remark));
  }

  const Question& question_;
  const Answerers& answerers_;
  const AskOptions& options_;
  AskListener& listener_;
  Asked asked_;
};

}  // namespace

std::optional<How> how_named(std::string_view name) {
  const auto* const found = std::ranges::find(kHowNames, name);
  if (found == std::end(kHowNames)) return std::nullopt;
  return static_cast<How>(found - std::begin(kHowNames));
}

base::Result<Asked> ask(const Question& question, const Answerers& answerers,
                        const AskOptions& options, AskListener& listener) {
  return Asking(question, answerers, options, listener).run();
}

base::Result<Asked> ask(const Question& question, const Answerers& answerers,
                        const AskOptions& options) {
  AskListener nobody;
  return ask(question, answerers, options, nobody);
}

}  // namespace noether::answer
