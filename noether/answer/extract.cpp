#include "noether/answer/extract.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "noether/answer/confidence.h"

namespace noether::answer {
namespace {

// Composes an answer, document by document, within its limit.
class AnswerWriter {
 public:
  AnswerWriter(const index::IndexReader& index, const Question& question, std::size_t limit,
               double join_gain)
      : index_(index), question_(question), room_(limit), join_gain_(join_gain) {}

  // Returns whether the candidate had something to add.
  base::Result<bool> add(const ReadCandidate& one, Agreement agreement) {
    const ReadDocument& read = one.read;
    const auto stretch = best_stretch(read.document, read.sentences, agreement, {.limit = room_});
    if (!stretch) return false;
    std::vector<SourceSentence> said = said_;
    for (std::size_t i = stretch->first; i < stretch->last; ++i) said.push_back(read.sentences[i]);
    const double covered = coverage(said);
    if (!answer_.sentences.empty() && covered < covered_ + join_gain_) return false;
    said_ = std::move(said);
    covered_ = covered;
    if (auto written = write(one.candidate, read, *stretch); !written) {
      return std::unexpected(std::move(written.error()));
    }
    return true;
  }

  Answer& answer() { return answer_; }

 private:
  base::Result<void> write(const Candidate& candidate, const ReadDocument& read,
                           const Stretch& stretch) {
    for (std::size_t i = stretch.first; i < stretch.last; ++i) {
      room_ -= std::min(room_, length_of(read.document, read.sentences[i]));
    }
    std::optional<ReadDocument> asked;
    if (candidate.question) {
      auto of_question = read_document(index_, *candidate.question);
      if (!of_question) return std::unexpected(std::move(of_question.error()));
      asked = *std::move(of_question);
    }
    const auto defining =
        definitions_for(index_, question_, read, stretch, asked ? &*asked : nullptr);
    if (!defining) return std::unexpected(defining.error());
    std::size_t definitions = kMostDefinitions;
    if (asked) {
      auto done = define(*asked, defining->in_question, definitions);
      if (!done) return done;
    }
    auto done = define(read, defining->in_document, definitions);
    for (std::size_t i = stretch.first; done && i < stretch.last; ++i) {
      done = say(read, i, AnswerSentence::Role::Says);
    }
    return done;
  }

  // Adds as many as fit, the nearest first.
  base::Result<void> define(const ReadDocument& read, std::span<const std::size_t> sentences,
                            std::size_t& most) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = sentences.size(); i-- > 0 && most > 0;) {
      const std::size_t length = length_of(read.document, read.sentences[sentences[i]]);
      const bool is_new = defining_.insert({read.number, sentences[i]}).second;
      if (length > room_ || !is_new) continue;
      room_ -= length;
      --most;
      chosen.push_back(sentences[i]);
    }
    std::ranges::reverse(chosen);
    for (const std::size_t sentence : chosen) {
      if (auto said = say(read, sentence, AnswerSentence::Role::Defines); !said) return said;
    }
    return {};
  }

  base::Result<void> say(const ReadDocument& read, std::size_t number, AnswerSentence::Role role) {
    const auto source = number_of(read);
    if (!source) return std::unexpected(source.error());
    const SourceSentence& sentence = read.sentences[number];
    const bool follows = last_ == std::pair(read.number, number);
    answer_.sentences.push_back({.text = field_of(read.document, sentence),
                                 .role = role,
                                 .place = {{*source, sentence.field, sentence.span}},
                                 .begins_paragraph = !follows || sentence.begins_paragraph});
    last_ = {read.number, number + 1};
    return {};
  }

  base::Result<std::size_t> number_of(const ReadDocument& read) {
    const auto known = std::ranges::find(answer_.sources, read.number, &Source::document);
    if (known != answer_.sources.end()) {
      return static_cast<std::size_t>(known - answer_.sources.begin());
    }
    auto source = source_of(index_, read);
    if (!source) return std::unexpected(std::move(source.error()));
    answer_.sources.push_back(*std::move(source));
    return answer_.sources.size() - 1;
  }

  const index::IndexReader& index_;
  const Question& question_;
  std::size_t room_;
  double join_gain_;
  std::vector<SourceSentence> said_;
  double covered_ = 0;
  // Sentences that already define symbols: answers to one question may need the same definitions.
  std::set<std::pair<std::uint32_t, std::size_t>> defining_;
  std::pair<std::uint32_t, std::size_t> last_ = {UINT32_MAX, 0};  // the sentence after the last
  Answer answer_;
};

}  // namespace

base::Result<std::optional<Answer>> Extractor::answer(const Question& question,
                                                      const AnswerOptions& options,
                                                      const OnSentences& on_sentences) {
  const auto candidates = ranking_->rank(question, *searcher_, kCandidates, options.is_over);
  if (!candidates) return std::unexpected(candidates.error());
  return extract(question, *candidates, options, on_sentences);
}

base::Result<std::optional<Answer>> Extractor::extract(const Question& question,
                                                       std::span<const Candidate> candidates,
                                                       const AnswerOptions& options,
                                                       const OnSentences& on_sentences) const {
  const auto parts = QuestionParts::read(question, texts_);
  if (!parts) return std::unexpected(parts.error());
  const index::IndexReader& index = searcher_->index();
  const auto read = read_candidates(index, *parts, candidates, options.is_over);
  if (!read) return std::unexpected(read.error());
  AnswerWriter writer(index, question, options.limit, join_gain_);
  Answer& answer = writer.answer();
  answer.way = Way::Extracted;
  if (auto trusted = trust_candidates(index, *parts, candidates, texts_, answer); !trusted) {
    return std::unexpected(std::move(trusted.error()));
  }
  std::size_t joined = 0;
  for (const ReadCandidate& one : *read) {
    if (auto on = search::go_on(options.is_over); !on) return std::unexpected(on.error());
    const auto added = writer.add(one, agreement_with_others(*read, one));
    if (!added) return std::unexpected(added.error());
    if (!*added) continue;
    if (on_sentences) on_sentences(answer);
    if (++joined == kMostSources) break;
  }
  if (joined == 0) return std::nullopt;
  return std::move(answer);
}

}  // namespace noether::answer
