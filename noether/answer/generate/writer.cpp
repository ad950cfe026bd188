#include "noether/answer/generate/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "noether/answer/check/check.h"
#include "noether/answer/confidence.h"
#include "noether/answer/generate/chat.h"
#include "noether/answer/generate/citations.h"
#include "noether/answer/generate/decoder_writer.h"
#include "noether/answer/generate/endpoint.h"
#include "noether/answer/generate/written_text.h"
#include "noether/answer/stretch.h"
#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

// A model that repeats itself this often would not stop.
constexpr std::size_t kMostRepetitions = 3;

// An answer that is being written: sentences, the sources that they cite, and notes on the
// citations.
class WrittenAnswer {
 public:
  // `trusted` has the confidence in the candidates. A writer that has read no passages cites
  // nothing; each of its sentences gets the passage that supports it most, if there is one. All
  // arguments must outlive this object.
  WrittenAnswer(Answer trusted, std::span<const Passage> passages, SupportMeter& meter,
                bool has_read_passages, std::size_t limit);

  // Takes sentences up to the first that ends the answer: a sentence that does not fit, that says
  // that the model does not know, or that repeats too often. Returns false then, or if a sentence
  // cannot be judged.
  bool take(const std::vector<WrittenSentence>& sentences,
            const Answerer::OnSentences& on_sentences);

  bool is_open() const { return !error_ && has_room_ && knows_ && repetitions_ < kMostRepetitions; }
  bool is_empty() const { return answer_.sentences.empty(); }
  // Returns the answer, or nothing if the writer does not know. `end` is the result of writing: its
  // error is an error if the answer has no sentence, and a remark otherwise.
  base::Result<std::optional<Answer>> finish(const base::Result<TextEnd>& end);

 private:
  base::Result<bool> add(const WrittenSentence& written);
  base::Result<void> cite(std::size_t passage, AnswerSentence& sentence);
  base::Result<bool> judge(const CitedSentence& cited, AnswerSentence& sentence);
  base::Result<bool> attribute(AnswerSentence& sentence);
  std::size_t source(std::size_t passage);
  double share() const;

  Answer answer_;
  std::span<const Passage> passages_;
  SupportMeter& meter_;
  bool has_read_passages_;
  std::size_t room_;
  double trust_;  // the confidence in the candidates
  std::size_t supported_ = 0;
  std::set<std::string> written_;  // sentences that have citations
  std::size_t repetitions_ = 0;
  bool has_room_ = true;
  bool knows_ = true;
  std::optional<base::Error> error_;
};

void add_note(AnswerSentence& sentence, CitationVerdict verdict, std::string text,
              base::Span span = {}) {
  Note& note = sentence.notes.emplace_back();
  note.kind = kCitationNote;
  note.text = std::move(text);
  note.span = span;
  note.verdict = citation_verdict_name(verdict);
}

// The remark on an answer whose writer stopped before its end.
std::optional<Remark> remark_on(const base::Result<TextEnd>& end, bool has_room, bool repeats) {
  if (repeats) return Remark{"the answer ends where the model repeats itself"};
  if (!end) return Remark{"the end of the answer is missing", end.error().message, true};
  if (!has_room) return Remark{"the answer is cut at the character limit"};
  if (*end == TextEnd::Full) {
    return Remark{"the end of the answer is missing: the model reached its limit"};
  }
  return std::nullopt;
}

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

// Returns false if the sentence does not fit.
base::Result<bool> WrittenAnswer::add(const WrittenSentence& written) {
  const std::size_t sources = answer_.sources.size();
  CitedSentence cited = read_citations(written.text, has_read_passages_ ? passages_.size() : 0,
                                       [&](std::size_t passage) { return source(passage) + 1; });
  const std::size_t length = base::count_characters(cited.text.text) + 1;
  if (length > room_) {
    answer_.sources.resize(sources);  // sources that only this sentence cites
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

// The number of a passage among the sources, which are in the order of citation.
std::size_t WrittenAnswer::source(std::size_t passage) {
  const auto& known = answer_.sources;
  const std::uint32_t document = passages_[passage].source.document;
  const auto found = std::ranges::find(known, document, &Source::document);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  answer_.sources.push_back(passages_[passage].source);
  return answer_.sources.size() - 1;
}

// Adds the passage to the citations of the sentence.
base::Result<void> WrittenAnswer::cite(std::size_t passage, AnswerSentence& sentence) {
  const auto stretch = meter_.nearest_stretch(sentence.text, passage);
  if (!stretch) return std::unexpected(stretch.error());
  sentence.cites.push_back(
      {.source = source(passage), .field = passages_[passage].field, .span = *stretch});
  return {};
}

// Adds notes on the citations of a sentence. Returns whether one of them supports it.
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

// Finds the passage that supports the sentence most, if one does, for a writer that read no
// passages.
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

}  // namespace

base::Result<std::vector<Passage>> choose_passages(const index::IndexReader& index,
                                                   std::span<const ReadCandidate> read) {
  std::vector<Passage> passages;
  for (const ReadCandidate& one : read) {
    const text::Document& document = one.read.document;
    const auto& sentences = one.read.sentences;
    Agreement agreement = agreement_with_others(read, one);
    const auto stretch =
        best_stretch(document, sentences, agreement, {.limit = kPassageCharacters, .share = 1});
    if (!stretch) continue;
    auto source = source_of(index, one.read);
    if (!source) return std::unexpected(std::move(source.error()));
    const SourceSentence whole{
        .field = sentences[stretch->first].field,
        .span = {sentences[stretch->first].span.begin, sentences[stretch->last - 1].span.end}};
    passages.push_back({.source = *std::move(source),
                        .field = whole.field,
                        .span = whole.span,
                        .text = field_of(document, whole)});
  }
  return passages;
}

base::Result<std::optional<Answer>> Writer::answer(const Question& question,
                                                   const AnswerOptions& options,
                                                   const OnSentences& on_sentences) {
  const index::IndexReader& index = searcher_->index();
  const auto candidates = ranking_->rank(question, *searcher_, kCandidates, options.is_over);
  if (!candidates) return std::unexpected(candidates.error());
  const auto parts = QuestionParts::read(question, texts_);
  if (!parts) return std::unexpected(parts.error());
  const auto read = read_candidates(index, *parts, *candidates, options.is_over);
  if (!read) return std::unexpected(read.error());
  const auto passages = choose_passages(index, *read);
  if (!passages) return std::unexpected(passages.error());
  if (passages->empty() && writer_->reads_passages()) return std::nullopt;
  Answer trusted;
  if (auto rated = trust_candidates(index, *parts, *candidates, texts_, trusted); !rated) {
    return std::unexpected(std::move(rated.error()));
  }
  trusted.model = writer_->name();
  SupportMeter meter(index, texts_, judge_, *passages);
  WrittenAnswer answer(std::move(trusted), *passages, meter, writer_->reads_passages(),
                       options.limit);
  WrittenText text;
  const auto is_late = [&] { return std::chrono::steady_clock::now() >= options.writes_until; };
  auto end = writer_->write(
      {.question = question,
       .passages = *passages,
       .limit = options.limit,
       .is_over = [&] { return is_late() || (options.is_over && options.is_over()); }},
      [&](std::string_view piece) { return answer.take(text.add(piece), on_sentences); });
  if (auto on = search::go_on(options.is_over); !on) return std::unexpected(std::move(on.error()));
  if (!end && is_late()) end = base::fail("the model did not end in time");
  // The rest may be half a sentence. It is shown if the writer finished, or if there is nothing
  // else to show.
  const bool is_whole = end && *end == TextEnd::Whole;
  if (answer.is_open() && end && (is_whole || answer.is_empty())) {
    answer.take(text.end(), on_sentences);
  }
  return answer.finish(end);
}

void weigh_refutations(Answer& answer) {
  if (answer.sentences.empty()) return;
  const std::string_view refuted = equation_verdict_name(EquationVerdict::Refuted);
  const auto is_refuted = [&](const AnswerSentence& sentence) {
    return std::ranges::any_of(sentence.notes,
                               [&](const Note& note) { return note.verdict == refuted; });
  };
  const auto count = static_cast<double>(std::ranges::count_if(answer.sentences, is_refuted));
  if (count == 0) return;
  answer.confidence *= 1 - count / static_cast<double>(answer.sentences.size());
  answer.why.push_back({"sentences with a refuted equation", count});
}

bool is_address(const std::string& place) { return place.contains("://"); }

base::Result<std::unique_ptr<const TextWriter>> open_text_writer(const std::string& place,
                                                                 const std::string& model) {
  if (!is_address(place)) {
    auto decoder = DecoderWriter::open(place);
    if (!decoder) return std::unexpected(std::move(decoder.error()));
    return std::make_unique<const DecoderWriter>(*std::move(decoder));
  }
  EndpointOptions options;
  options.url = place;
  options.model = model;
  if (const char* key = std::getenv(kGeneratorKeyVariable)) options.key = key;
  auto endpoint = ChatEndpoint::open(std::move(options));
  if (!endpoint) return std::unexpected(std::move(endpoint.error()));
  return std::make_unique<const ChatEndpoint>(*std::move(endpoint));
}

bool leaves_this_machine(const std::string& place) {
  return is_address(place) && !is_local_address(place);
}

}  // namespace noether::answer
