#include "noether/search/contexts/context_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "noether/amr/penman.h"
#include "noether/base/file_system.h"
#include "noether/base/hash.h"
#include "noether/embedding/shipped_model.h"
#include "noether/search/contexts/contexts.h"

namespace noether::search {
namespace {

constexpr const char* kContextVariable = "NOETHER_CONTEXT_MODEL";
constexpr std::uint64_t kMostContextBytes = 1 << 16;
constexpr std::size_t kMostDocumentsAtHand = 1 << 16;

struct ContextFile {
  amr::Representation representation;
  amr::ContextOptions options;
};

base::Result<ContextFile> read_context_file(const std::string& path) {
  const auto refuse = [&](std::string_view what) {
    return base::fail(fmt::format("{} {}", path, what), {},
                      "it says how the model reads formulas: {\"representation\": \"amr-opt\"}");
  };
  if (!base::FileSystem::real().exists(path)) return refuse("is missing");
  const auto text = base::FileSystem::real().read(path, kMostContextBytes);
  if (!text) return std::unexpected(text.error());
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return refuse("is not a JSON object");
  const auto name = json.find("representation");
  if (name == json.end() || !name->is_string()) return refuse("names no representation");
  const auto representation = amr::representation_by_name(name->get<std::string>());
  if (!representation) {
    return refuse(fmt::format("names '{:.40}', not one of {}", name->get<std::string>(),
                              fmt::join(amr::kRepresentationNames, ", ")));
  }
  ContextFile file{*representation, {}};
  const auto first = json.find("queried_first");
  if (first != json.end()) {
    if (!first->is_boolean())
      return refuse("has a \"queried_first\" that is neither true nor false");
    file.options.queried_first = first->get<bool>();
  }
  return file;
}

// The graph of a sentence that the index stores; nothing if it has none.
base::Result<std::optional<amr::Graph>> stored_graph(std::span<const index::Passage> records,
                                                     const PlacedSentence& sentence) {
  const index::Passage* found = index::passage_at(records, sentence.field, sentence.span.begin);
  if (found == nullptr) return std::nullopt;
  const auto record = unpack_record(found->tokens);
  if (!record) return std::unexpected(record.error());
  const auto tree = amr::read_penman(record->graph);
  if (!tree) return std::unexpected(tree.error());
  return amr::graph_of(*tree);
}

}  // namespace

base::Result<ContextEncoder> ContextEncoder::open(const std::string& named) {
  const std::string folder =
      named.empty() ? embedding::shipped_model_folder(kContextVariable, "context-encoder") : named;
  if (!base::FileSystem::real().exists(folder + "/config.json")) {
    return base::fail(
        fmt::format("there is no model of contexts: '{}' is not a model folder", folder), {},
        fmt::format("set {} to the folder of one", kContextVariable));
  }
  const auto file = read_context_file(fmt::format("{}/{}", folder, kContextFile));
  if (!file) return std::unexpected(file.error());
  auto text = embedding::TextEncoder::open(folder);
  if (!text) return std::unexpected(std::move(text.error()));
  return ContextEncoder(*std::move(text), file->representation, file->options);
}

index::VectorModel ContextEncoder::model_for(const index::IndexReader& index) const {
  base::Hasher hasher;
  hasher.add_text("contexts");
  hasher.add_number(kContextVersion);
  hasher.add_text(amr::representation_name(representation_));
  hasher.add_number(options_.queried_first ? 1 : 0);
  hasher.add_text(text_.digest().hex());
  if (reads_graph()) {
    for (const index::OpenSegment& segment : index.segments()) {
      const auto* graphs = segment.passages_of(index::kSentenceGraphs);
      if (graphs == nullptr) continue;
      hasher.add_text(graphs->model().digest.hex());
      break;
    }
  }
  return {hasher.digest(), static_cast<std::uint32_t>(text_.width()), text_.name(),
          kContextVersion};
}

base::Result<std::vector<std::vector<index::EncodedPassage>>> ContextEncoder::encode(
    const index::IndexReader& index, std::span<const text::Document> documents,
    unsigned threads) const {
  std::vector<std::vector<index::EncodedPassage>> all(documents.size());
  std::vector<std::vector<neural::TokenId>> sequences;
  std::unordered_map<std::string, std::size_t> number_of;  // by line
  std::vector<std::size_t> numbers;                        // of all places, in order
  for (std::size_t i = 0; i < documents.size(); ++i) {
    std::vector<index::Passage> records;
    if (reads_graph()) {
      const auto number = index.find_document(documents[i].id);
      if (!number) return std::unexpected(number.error());
      if (!*number) continue;
      auto read = index::passages_of(index, **number, index::kSentenceGraphs);
      if (!read) return std::unexpected(std::move(read.error()));
      records = *std::move(read);
    }
    for (const PlacedSentence& sentence : sentences_with_formulas(documents[i])) {
      std::optional<amr::Graph> graph = amr::Graph();
      if (reads_graph()) {
        auto stored = stored_graph(records, sentence);
        if (!stored) return std::unexpected(std::move(stored.error()));
        graph = *std::move(stored);
      }
      for (std::size_t formula = 0; graph && formula < sentence.formulas.latex.size(); ++formula) {
        const auto line =
            amr::context_text(representation_, sentence.formulas, *graph, formula, options_);
        if (!line) return std::unexpected(line.error());
        const auto [found, is_new] = number_of.try_emplace(*line, sequences.size());
        if (is_new) sequences.push_back(text_.sequence_of(*line));
        numbers.push_back(found->second);
        const text::FormulaSpan& span =
            documents[i].fields[sentence.field].formulas[sentence.formulas.first_formula + formula];
        all[i].push_back({.field = sentence.field, .span = {span.begin, span.end}});
      }
    }
  }
  const auto vectors = text_.sequences().embed(sequences, static_cast<int>(threads));
  if (!vectors) return std::unexpected(vectors.error());
  auto number = numbers.begin();
  for (auto& of_document : all) {
    for (index::EncodedPassage& place : of_document) {
      const auto begin = vectors->begin() + static_cast<std::ptrdiff_t>(*number++ * text_.width());
      place.vector.assign(begin, begin + static_cast<std::ptrdiff_t>(text_.width()));
    }
  }
  return all;
}

index::PassageEmbedding ContextEncoder::embedding(const index::IndexReader& index,
                                                  unsigned threads) const {
  index::PassageEmbedding embedding;
  embedding.model = model_for(index);
  embedding.set = index::kContextVectors;
  embedding.batch = 128;
  embedding.encode = [this, &index, threads](std::span<const text::Document> documents) {
    return encode(index, documents, threads);
  };
  return embedding;
}

base::Result<std::vector<float>> ContextEncoder::vector_of(const text::Document& query,
                                                           std::uint32_t field, std::uint32_t byte,
                                                           const SentenceGraphs* graphs) const {
  for (const PlacedSentence& sentence : sentences_with_formulas(query)) {
    if (sentence.field != field) continue;
    for (std::size_t i = 0; i < sentence.formulas.latex.size(); ++i) {
      const std::size_t number = sentence.formulas.first_formula + i;
      if (query.fields[field].formulas[number].begin != byte) continue;
      std::optional<amr::Graph> graph = amr::Graph();
      if (reads_graph()) {
        if (graphs == nullptr) return std::vector<float>();
        auto parsed = graphs->graph_of(sentence.formulas);
        if (!parsed) return std::unexpected(std::move(parsed.error()));
        graph = *std::move(parsed);
      }
      if (!graph) return std::vector<float>();
      const auto line = amr::context_text(representation_, sentence.formulas, *graph, i, options_);
      if (!line) return std::unexpected(line.error());
      const std::vector<neural::TokenId> sequence = text_.sequence_of(*line);
      return text_.sequences().embed({&sequence, 1});
    }
  }
  return std::vector<float>();
}

base::Result<bool> ContextScorer::ask(const text::Document& query, std::uint32_t field,
                                      std::uint32_t byte) {
  code_.reset();
  auto vector = encoder_->vector_of(query, field, byte, graphs_);
  if (!vector) return std::unexpected(std::move(vector.error()));
  vector_ = *std::move(vector);
  if (vector_.empty()) return false;
  code_ = index::EncodedVector::encode(vector_);
  if (!code_) return base::fail("the formula has a vector without a direction");
  return true;
}

base::Result<float> ContextScorer::cosine(const index::Place& place) {
  if (!code_) return 0.0F;
  auto known = places_.find(place.document);
  if (known == places_.end()) {
    auto read = index::passages_of(*index_, place.document, index::kContextVectors);
    if (!read) return std::unexpected(std::move(read.error()));
    if (places_.size() >= kMostDocumentsAtHand) places_.clear();
    known = places_.emplace(place.document, *std::move(read)).first;
  }
  const index::Passage* found = index::passage_at(known->second, place.field, place.begin);
  if (found == nullptr) return 0.0F;
  const index::VectorCode asked = code_->code();
  return std::max(
      0.0F, index::rough_cosine(asked.scale, asked.high, found->code.scale, found->code.high));
}

base::Result<std::vector<index::Place>> ContextScorer::nearest(std::uint32_t count) const {
  std::vector<index::Place> places;
  if (!code_) return places;
  const auto near =
      index::nearest_passages(*index_, vector_, {.count = count}, index::kContextVectors);
  if (!near) return std::unexpected(near.error());
  for (const index::NearPassage& one : *near) {
    const auto all = index::passages_of(*index_, one.document, index::kContextVectors);
    if (!all) return std::unexpected(all.error());
    const index::Passage& passage = (*all)[one.passage];
    places.push_back({one.document, passage.field, passage.span.begin, passage.span.end});
  }
  return places;
}

}  // namespace noether::search
