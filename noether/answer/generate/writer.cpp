#include "noether/answer/generate/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "noether/answer/check/check.h"
#include "noether/answer/confidence.h"
#include "noether/answer/generate/chat_prompt.h"
#include "noether/answer/generate/citations.h"
#include "noether/answer/generate/decoder_writer.h"
#include "noether/answer/generate/endpoint.h"
#include "noether/answer/generate/passages.h"
#include "noether/answer/generate/support.h"
#include "noether/answer/generate/written_text.h"
#include "noether/answer/read_candidates.h"
#include "noether/base/utf8.h"

namespace noether::answer {
namespace {

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::distance(base::code_points(text)));
}

// An answer that grows sentence by sentence.
class WrittenAnswer {
 public:
  WrittenAnswer(Answer trusted, std::span<const Passage> passages, const SupportMeter& meter,
                bool reads_passages, std::size_t limit)
      : answer_(std::move(trusted)),
        passages_(passages),
        meter_(meter),
        reads_passages_(reads_passages),
        room_(limit),
        trust_(answer_.confidence) {
    answer_.confidence = 0;
  }

  // False when there is no room for it.
  base::Result<bool> add(const WrittenSentence& written) {
    CitedSentence cited = read_citations(written.text, reads_passages_ ? passages_.size() : 0,
                                         [&](std::size_t passage) { return source(passage) + 1; });
    const std::size_t length = characters_of(cited.text.text) + 1;
    if (length > room_) return false;
    room_ -= length;
    AnswerSentence sentence;
    sentence.text = std::move(cited.text);
    sentence.begins_paragraph = written.begins_paragraph;
    auto supported = reads_passages_ ? judge(cited, sentence) : attribute(sentence);
    if (!supported) return supported;
    if (*supported) ++supported_;
    answer_.sentences.push_back(std::move(sentence));
    answer_.confidence = trust_ * share();
    return true;
  }

  Answer& answer() { return answer_; }
  Answer finish() {
    answer_.why.push_back({"share of sentences that a cited source supports", share()});
    return std::move(answer_);
  }

 private:
  double share() const {
    return static_cast<double>(supported_) /
           static_cast<double>(std::max<std::size_t>(1, answer_.sentences.size()));
  }

  // The number of a passage among the sources, which have the order in which they are cited.
  std::size_t source(std::size_t passage) {
    const auto& known = answer_.sources;
    const std::uint32_t document = passages_[passage].source.document;
    const auto found = std::ranges::find(known, document, &Source::document);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    answer_.sources.push_back(passages_[passage].source);
    return answer_.sources.size() - 1;
  }

  // Notes beside a sentence what is known of its citations, and whether one supports it.
  base::Result<bool> judge(const CitedSentence& cited, AnswerSentence& sentence) {
    bool is_supported = false;
    for (const std::size_t passage : cited.cited) {
      const std::size_t number = source(passage);
      sentence.cites.push_back(number);
      const auto support = meter_.support(sentence.text, passages_[passage]);
      if (!support) return std::unexpected(support.error());
      const bool supports = *support >= kSupported;
      is_supported = is_supported || supports;
      note(sentence, supports ? CitationVerdict::Supported : CitationVerdict::Unsupported,
           fmt::format("[{}] {} ({:.2f})", number + 1,
                       supports ? "is near to this" : "is not near to this", *support));
    }
    for (const CitedSentence::Missing& missing : cited.missing) {
      note(sentence, CitationVerdict::Missing,
           fmt::format("there is no source [{}]", missing.number), missing.span);
    }
    if (cited.cited.empty() && cited.missing.empty()) {
      note(sentence, CitationVerdict::Uncited, "no source is cited");
    }
    return is_supported;
  }

  // For a writer that has read nothing: the passage that supports the sentence most, if one does.
  base::Result<bool> attribute(AnswerSentence& sentence) {
    double best = 0;
    std::size_t passage = 0;
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      const auto support = meter_.support(sentence.text, passages_[i]);
      if (!support) return std::unexpected(support.error());
      if (*support > best) {
        best = *support;
        passage = i;
      }
    }
    if (best < kSupported) {
      note(sentence, CitationVerdict::Uncited, "no source is near to this");
      return false;
    }
    sentence.cites.push_back(source(passage));
    note(sentence, CitationVerdict::Supported,
         fmt::format("[{}] is near to this ({:.2f})", sentence.cites.front() + 1, best));
    return true;
  }

  static void note(AnswerSentence& sentence, CitationVerdict verdict, std::string text,
                   base::Span span = {}) {
    sentence.notes.push_back({std::string(kCitationNote), std::move(text), span,
                              std::string(citation_verdict_name(verdict))});
  }

  Answer answer_;
  std::span<const Passage> passages_;
  const SupportMeter& meter_;
  bool reads_passages_;
  std::size_t room_;
  double trust_;
  std::size_t supported_ = 0;
};

// What is to be said about an answer whose writer stopped before its end.
std::string remark_on(const base::Result<TextEnd>& end, bool has_room) {
  if (!end) return fmt::format("the end of the answer is missing: {}", end.error().message);
  if (!has_room) return "the answer is cut at the limit of its characters";
  if (*end == TextEnd::Full) {
    return "the end of the answer is missing: the model may not write more";
  }
  return {};
}

}  // namespace

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
  trusted.way = Way::Generated;
  if (auto rated = trust_candidates(index, *parts, *candidates, texts_, trusted); !rated) {
    return std::unexpected(std::move(rated.error()));
  }
  const SupportMeter meter(index, texts_, judge_);
  WrittenAnswer written(std::move(trusted), *passages, meter, writer_->reads_passages(),
                        options.limit);
  WrittenText text;
  std::optional<base::Error> error;
  bool has_room = true;
  bool knows = true;
  const auto add = [&](const std::vector<WrittenSentence>& sentences) {
    for (const WrittenSentence& sentence : sentences) {
      if (written.answer().sentences.empty() && says_it_does_not_know(sentence.text.text)) {
        return knows = false;
      }
      auto added = written.add(sentence);
      if (!added) {
        error = std::move(added.error());
        return false;
      }
      if (!*added) return has_room = false;
      if (on_sentences) on_sentences(written.answer());
    }
    return true;
  };
  const auto end = writer_->write({.question = question,
                                   .passages = *passages,
                                   .limit = options.limit,
                                   .is_over = options.is_over},
                                  [&](std::string_view piece) { return add(text.add(piece)); });
  if (auto on = search::go_on(options.is_over); !on) return std::unexpected(std::move(on.error()));
  // Half a sentence is kept only when there is nothing else, and when the writer could help it.
  const bool is_whole = end && *end == TextEnd::Whole;
  const bool is_empty = written.answer().sentences.empty();
  if (!error && knows && has_room && (is_whole || (end && is_empty))) add(text.end());
  if (error) return std::unexpected(*std::move(error));
  if (!knows) return std::nullopt;
  if (written.answer().sentences.empty()) {
    if (!end) return std::unexpected(end.error());
    return base::fail(has_room ? fmt::format("{} wrote nothing", writer_->name())
                               : "the first sentence that was written is longer than the limit");
  }
  written.answer().remark = remark_on(end, has_room);
  return written.finish();
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

base::Result<std::unique_ptr<const TextWriter>> open_text_writer(const std::string& place,
                                                                 const std::string& model) {
  if (!place.contains("://")) {
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

base::Result<std::unique_ptr<const embedding::CrossEncoder>> open_citation_judge() {
  // One that is named must be there; one that ships may be absent.
  const bool is_named = std::getenv("NOETHER_RERANKER") != nullptr;
  if (!is_named && !std::filesystem::exists(embedding::shipped_reranker_folder())) return nullptr;
  auto judge = embedding::CrossEncoder::open_shipped();
  if (!judge) return std::unexpected(std::move(judge.error()));
  return std::make_unique<const embedding::CrossEncoder>(*std::move(judge));
}

bool leaves_this_machine(const std::string& place) {
  return place.contains("://") && !is_local_address(place);
}

}  // namespace noether::answer
