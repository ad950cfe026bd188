#include "noether/answer/read_candidates.h"

#include <utility>

#include "noether/search/present/snippet.h"

namespace noether::answer {

base::Result<std::vector<ReadCandidate>> read_candidates(const index::IndexReader& index,
                                                         const QuestionParts& parts,
                                                         std::span<const Candidate> candidates,
                                                         const search::IsOver& is_over) {
  std::vector<ReadCandidate> all;
  TokenNumbers numbers;
  for (const Candidate& candidate : candidates) {
    if (auto on = search::go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    auto read = read_document(index, candidate.document);
    if (!read) return std::unexpected(std::move(read.error()));
    auto met = parts.meet(index, read->number, read->document, read->sentences);
    if (!met) return std::unexpected(std::move(met.error()));
    for (SourceSentence& sentence : read->sentences) {
      sentence.tokens = numbers.of(text_of(read->document, sentence));
    }
    all.push_back({candidate, *std::move(read)});
  }
  return all;
}

Agreement agreement_with_others(std::span<const ReadCandidate> all, const ReadCandidate& one) {
  std::vector<std::vector<std::uint32_t>> others;
  for (const ReadCandidate& other : all) {
    if (&other == &one) continue;
    std::vector<std::uint32_t>& tokens = others.emplace_back();
    for (const SourceSentence& sentence : other.read.sentences) {
      tokens.insert(tokens.end(), sentence.tokens.begin(), sentence.tokens.end());
    }
  }
  return Agreement(others);
}

base::Result<Source> source_of(const index::IndexReader& index, const ReadDocument& read) {
  auto name = index.document_name(read.number, read.document.id);
  if (!name) return std::unexpected(std::move(name.error()));
  Source source;
  source.document = read.number;
  source.name = *std::move(name);
  source.kind = read.document.kind;
  if (const auto title = search::title_field(read.document)) {
    source.title = read.document.fields[*title];
  }
  return source;
}

}  // namespace noether::answer
