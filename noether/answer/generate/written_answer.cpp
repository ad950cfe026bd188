#include "noether/answer/generate/written_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "noether/answer/generate/chat_prompt.h"
#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

void add_note(AnswerSentence& sentence, CitationVerdict verdict, std::string text,
              base::Span span = {}) {
  Note& note = sentence.notes.emplace_back();
  note.kind = kCitationNote;
  note.text = std::move(text);
  note.span = span;
  note.verdict = citation_verdict_name(verdict);
}

// What is to be said about an answer whose writer stopped before its end.
std::optional<Remark> remark_on(const base::Result<TextEnd>& end, bool has_room, bool repeats) {
  if (repeats) return Remark{"the answer ends where the model repeats itself"};
  if (!end) return Remark{"the end of the answer is missing", end.error().message, true};
  if (!has_room) return Remark{"the answer is cut at the limit of its characters"};
  if (*end == TextEnd::Full) {
    return Remark{"the end of the answer is missing: the model may not write more"};
  }
  return std::nullopt;
}

}  // namespace

WrittenAnswer::WrittenAnswer(Answer trusted, std::span<const Passage> passages, SupportMeter& meter,
                             bool has_read_passages, std::size_t limit)
    : answer_(std::move(trusted)),
      passages_(passages),
      meter_(meter),
      has_read_passages_(has_read_passages),
      room_(limit),
      trust_(answer_.confidence) {
  answer_.way = Way::Generated;
  answer_.confidence = 0;
}

bool WrittenAnswer::take(const std::vector<WrittenSentence>& sentences,
                         const Answerer::OnSentences& on_sentences) {
  for (const WrittenSentence& sentence : sentences) {
    if (is_empty() && says_it_does_not_know(sentence.text.text)) return knows_ = false;
    if (!written_.insert(sentence.text.text).second) {
      if (++repetitions_ == kMostRepetitions) return false;
      continue;
    }
    auto added = add(sentence);
    if (!added) {
      error_ = std::move(added.error());
      return false;
    }
    if (!*added) return has_room_ = false;
    if (on_sentences) on_sentences(answer_);
  }
  return true;
}

// False when there is no room for it.
base::Result<bool> WrittenAnswer::add(const WrittenSentence& written) {
  const std::size_t sources = answer_.sources.size();
  CitedSentence cited = read_citations(written.text, has_read_passages_ ? passages_.size() : 0,
                                       [&](std::size_t passage) { return source(passage) + 1; });
  const std::size_t length = base::count_characters(cited.text.text) + 1;
  if (length > room_) {
    answer_.sources.resize(sources);  // those that this sentence alone cites
    return false;
  }
  room_ -= length;
  AnswerSentence sentence;
  sentence.text = std::move(cited.text);
  sentence.begins_paragraph = written.begins_paragraph;
  auto supported = has_read_passages_ ? judge(cited, sentence) : attribute(sentence);
  if (!supported) return supported;
  if (*supported) ++supported_;
  answer_.sentences.push_back(std::move(sentence));
  answer_.confidence = trust_ * share();
  return true;
}

double WrittenAnswer::share() const {
  return static_cast<double>(supported_) /
         static_cast<double>(std::max<std::size_t>(1, answer_.sentences.size()));
}

// The number of a passage among the sources, which have the order in which they are cited.
std::size_t WrittenAnswer::source(std::size_t passage) {
  const auto& known = answer_.sources;
  const std::uint32_t document = passages_[passage].source.document;
  const auto found = std::ranges::find(known, document, &Source::document);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  answer_.sources.push_back(passages_[passage].source);
  return answer_.sources.size() - 1;
}

// Adds the passage to what the sentence cites.
base::Result<void> WrittenAnswer::cite(std::size_t passage, AnswerSentence& sentence) {
  const auto stretch = meter_.nearest_stretch(sentence.text, passage);
  if (!stretch) return std::unexpected(stretch.error());
  sentence.cites.push_back(
      {.source = source(passage), .field = passages_[passage].field, .span = *stretch});
  return {};
}

// Notes beside a sentence what is known of its citations, and whether one supports it.
base::Result<bool> WrittenAnswer::judge(const CitedSentence& cited, AnswerSentence& sentence) {
  const auto supports = meter_.support(sentence.text, cited.cited);
  if (!supports) return std::unexpected(supports.error());
  bool is_supported = false;
  for (std::size_t i = 0; i < cited.cited.size(); ++i) {
    if (auto cites = cite(cited.cited[i], sentence); !cites) return std::unexpected(cites.error());
    const std::size_t number = sentence.cites.back().source;
    const bool is_near = (*supports)[i] >= kSupported;
    is_supported = is_supported || is_near;
    add_note(sentence, is_near ? CitationVerdict::Supported : CitationVerdict::Unsupported,
             fmt::format("[{}] {} ({:.2f})", number + 1,
                         is_near ? "is near to this" : "is not near to this", (*supports)[i]));
  }
  for (const CitedSentence::Missing& missing : cited.missing) {
    add_note(sentence, CitationVerdict::Missing,
             fmt::format("there is no source [{}]", missing.number), missing.span);
  }
  if (cited.cited.empty() && cited.missing.empty()) {
    add_note(sentence, CitationVerdict::Uncited, "no source is cited");
  }
  return is_supported;
}

// For a writer that has read nothing: the passage that supports the sentence most, if one does.
base::Result<bool> WrittenAnswer::attribute(AnswerSentence& sentence) {
  std::vector<std::size_t> all(passages_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto supports = meter_.support(sentence.text, all);
  if (!supports) return std::unexpected(supports.error());
  const auto nearest = std::ranges::max_element(*supports);
  const double best = nearest == supports->end() ? 0 : *nearest;
  if (best < kSupported) {
    add_note(sentence, CitationVerdict::Uncited, "no source is near to this");
    return false;
  }
  const auto passage = static_cast<std::size_t>(nearest - supports->begin());
  if (auto cites = cite(passage, sentence); !cites) return std::unexpected(cites.error());
  add_note(sentence, CitationVerdict::Supported,
           fmt::format("[{}] is near to this ({:.2f})", sentence.cites.front().source + 1, best));
  return true;
}

base::Result<std::optional<Answer>> WrittenAnswer::finish(const base::Result<TextEnd>& end) {
  if (error_) return std::unexpected(*error_);
  if (!knows_) return std::nullopt;
  if (is_empty() && !end) return std::unexpected(end.error());
  if (is_empty()) {
    if (has_room_) return base::fail("the model wrote nothing");
    return base::fail("the first sentence that was written is longer than the limit", {},
                      "allow more characters, or ask another model");
  }
  answer_.remark = remark_on(end, has_room_, repetitions_ == kMostRepetitions);
  answer_.why.push_back({"share of sentences that a cited source supports", share()});
  return std::move(answer_);
}

}  // namespace noether::answer
