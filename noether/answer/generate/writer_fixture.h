// A writer over a small index, with an endpoint that responds as a test wants.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/answer/generate/endpoint.h"
#include "noether/answer/generate/fake_endpoint.h"
#include "noether/answer/generate/writer.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search_fixture.h"

namespace noether::answer {

class WriterTest : public search::SearchTest {
 protected:
  void open(const std::vector<text::Document>& documents) {
    index(documents);
    profile_ = search::find_profile("lexical").value();
    documents_ = search::DocumentTable::read(searcher_->index()).value();
    ranking_ = CandidateRanking::open(searcher_->index(), *documents_, profile_).value();
  }
  void open_matrices() {
    open({search::test_document("m1", "A matrix is invertible when its determinant is not zero.",
                                {}, "theorem", "Inverse matrices"),
          search::test_document("m2", "A matrix with determinant zero is singular.", {},
                                "theorem")});
  }

  using Result = base::Result<std::optional<Answer>>;

  Result ask(FakeEndpoint& server, const std::string& question, const AnswerOptions& options = {},
             const Answerer::OnSentences& on_sentences = {}) {
    EndpointOptions endpoint;
    endpoint.url = server.url();
    endpoint.first_pause = std::chrono::milliseconds(1);
    endpoint.times.idle = std::chrono::milliseconds(500);
    writer_ = std::make_unique<const ChatEndpoint>(ChatEndpoint::open(std::move(endpoint)).value());
    return ask(question, options, on_sentences);
  }
  Result ask(const std::string& question, const AnswerOptions& options = {},
             const Answerer::OnSentences& on_sentences = {}) {
    Writer writer(*ranking_, *searcher_, nullptr, *writer_, nullptr);
    return writer.answer(read_question(question).value(), options, on_sentences);
  }
  Answer answer(FakeEndpoint& server, const AnswerOptions& options = {}) {
    auto found = ask(server, "when is a matrix invertible", options);
    EXPECT_TRUE(found) << found.error().message;
    return found && *found ? **std::move(found) : Answer();
  }
  static std::vector<std::size_t> cited(const AnswerSentence& sentence) {
    std::vector<std::size_t> sources;
    for (const auto& place : sentence.cites) sources.push_back(place.source);
    return sources;
  }
  static std::vector<std::string> verdicts(const AnswerSentence& sentence) {
    std::vector<std::string> all;
    for (const Note& note : sentence.notes) all.push_back(note.verdict);
    return all;
  }

  std::unique_ptr<const TextWriter> writer_;
  search::Profile profile_;
  std::optional<search::DocumentTable> documents_;
  std::optional<CandidateRanking> ranking_;
};

}  // namespace noether::answer
