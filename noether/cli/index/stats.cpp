// noether stats: the contents of an index.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/cli/console/messages.h"
#include "noether/index/index_statistics.h"
#include "noether/index/nearest_formulas.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "stats";

struct StatsOptions {
  std::string folder;
  std::size_t top = 10;
  bool json = false;
};

struct FrequentTerms {
  std::string space;
  std::vector<index::TermFrequency> terms;
};

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.2f} MB", static_cast<double>(bytes) / 1e6);
}

// The models that made the vectors, and damage.
std::string origin_text(const std::vector<index::VectorModel>& models,
                        const std::optional<base::Error>& damage) {
  std::string text;
  for (const index::VectorModel& model : models) {
    const std::string made = model.width == 0
                                 ? std::string("graphs by the parser")
                                 : fmt::format("vectors of width {} by the model", model.width);
    text += fmt::format("{} '{}' ({})\n", made, search::clean_text(model.name), model.digest.hex());
  }
  if (damage) {
    text += fmt::format("damaged: {} ({})\n", search::clean_text(damage->message), damage->hint);
  }
  return text;
}

std::string models_json(const std::vector<index::VectorModel>& models) {
  std::vector<std::string> all;
  for (const index::VectorModel& model : models) {
    all.push_back(JsonObject()
                      .add_string("name", model.name)
                      .add_string("digest", model.digest.hex())
                      .add_number("width", model.width)
                      .text());
  }
  return json_array(all);
}

std::string vectors_text(const index::VectorStatistics& vectors) {
  return fmt::format(
             "{} of {}, {} with a graph of {}; {} {} unreadable to the encoder, {} {} none yet\n",
             counted(vectors.vectors, "vector"), counted(vectors.readable, "formula"),
             megabytes(vectors.bytes), megabytes(vectors.graph_bytes),
             counted(vectors.unreadable, "formula"), vectors.unreadable == 1 ? "is" : "are",
             vectors.untried, vectors.untried == 1 ? "has" : "have") +
         origin_text(vectors.models, vectors.damage);
}

std::string passages_text(const index::PassageStatistics& passages) {
  return fmt::format("{} of {}, {} with a graph of {} and {} of {}; {} {} none yet\n",
                     counted(passages.passages, "passage"),
                     counted(passages.with_passages, "document"), megabytes(passages.bytes),
                     megabytes(passages.graph_bytes), megabytes(passages.token_code_bytes),
                     counted(passages.tokens, "token"), counted(passages.untried, "document"),
                     passages.untried == 1 ? "has" : "have") +
         origin_text(passages.models, passages.damage);
}

std::string vectors_json(const index::VectorStatistics& vectors) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return JsonObject()
      .add_number("vectors", number(vectors.vectors))
      .add_number("formulas", number(vectors.readable))
      .add_number("unreadable", number(vectors.unreadable))
      .add_number("untried", number(vectors.untried))
      .add_number("bytes", number(vectors.bytes))
      .add_number("graph_bytes", number(vectors.graph_bytes))
      .add("models", models_json(vectors.models))
      .add_string("damage", vectors.damage ? vectors.damage->message : "")
      .text();
}

std::string sentences_text(const index::PassageStatistics& sentences, std::string_view unit) {
  const std::string neighbours =
      sentences.graph_bytes == 0
          ? ""
          : fmt::format(" with a graph of {}", megabytes(sentences.graph_bytes));
  return fmt::format("{} of {}, {}{}; {} {} none yet\n", counted(sentences.passages, unit),
                     counted(sentences.with_passages, "document"), megabytes(sentences.bytes),
                     neighbours, counted(sentences.untried, "document"),
                     sentences.untried == 1 ? "has" : "have") +
         origin_text(sentences.models, sentences.damage);
}

// Prints sets of passages or of sentences. Only passages have codes of tokens.
std::string passage_sets_json(const index::IndexReader& index, index::VectorUnit unit) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  const bool has_tokens = unit == index::VectorUnit::Passage;
  std::vector<std::string> sets;
  for (const index::VectorSet& set : index::vector_sets(index)) {
    if (set.unit != unit) continue;
    const index::PassageStatistics passages = index::passage_statistics(index, set);
    JsonObject json;
    json.add_string("set", set.name)
        .add_number("documents", number(passages.with_passages))
        .add_number("tried", number(passages.documents))
        .add_number("untried", number(passages.untried))
        .add_number(has_tokens ? "passages" : "sentences", number(passages.passages));
    if (has_tokens) {
      json.add_number("tokens", number(passages.tokens))
          .add_number("token_bytes", passages.token_bytes)
          .add_number("token_code_bytes", number(passages.token_code_bytes));
    }
    json.add_number("bytes", number(passages.bytes))
        .add_number("graph_bytes", number(passages.graph_bytes))
        .add("models", models_json(passages.models))
        .add_string("damage", passages.damage ? passages.damage->message : "");
    sets.push_back(json.text());
  }
  return json_array(sets);
}

// The sources that documents came from, if they are known.
struct SourceCount {
  std::string name;
  std::size_t documents;
};

std::vector<SourceCount> sources_of(const index::IndexReader& index) {
  std::vector<SourceCount> sources;
  for (const std::string& name : index.origins()) {
    const std::size_t documents = index.documents_from(name).size();
    if (documents > 0) sources.push_back({name, documents});
  }
  return sources;
}

std::string stats_text(const index::IndexReader& index, const index::IndexStatistics& stats,
                       const std::vector<FrequentTerms>& frequent) {
  const index::VectorStatistics vectors = index::vector_statistics(index);
  std::string text = counted(stats.documents, "document");
  if (stats.deleted > 0) text += fmt::format(" (and {} deleted)", stats.deleted);
  text += fmt::format("\n{} in {}\n", counted(stats.formulas, "different formula"),
                      counted(stats.places, "place"));
  text += fmt::format("{}, {} (terms {}, documents {}, formulas {}), commit {}\n\n",
                      counted(index.segments().size(), "segment"), megabytes(index.bytes()),
                      megabytes(stats.term_bytes), megabytes(stats.document_bytes),
                      megabytes(stats.formula_bytes), index.generation());
  if (!vectors.models.empty() || vectors.damage) text += vectors_text(vectors) + "\n";
  for (const index::VectorSet& set : index::vector_sets(index)) {
    if (set.is_default()) continue;
    if (set.unit == index::VectorUnit::Passage) {
      text += fmt::format("the set '{}' of passages: {}\n", set.name,
                          passages_text(index::passage_statistics(index, set)));
      continue;
    }
    if (set.unit == index::VectorUnit::Sentence) {
      const bool is_of_places = set == index::kContextVectors;
      text += fmt::format("the set '{}' of {}: {}\n", set.name,
                          is_of_places ? "formulas in their sentences" : "sentences",
                          sentences_text(index::passage_statistics(index, set),
                                         is_of_places ? "place" : "sentence"));
      continue;
    }
    text += fmt::format("the set '{}' of vectors: {}\n", set.name,
                        vectors_text(index::vector_statistics(index, set)));
  }
  text += fmt::format("{:<19} {:<9} {:>10} {:>11} {:>13} {:>12}\n", "space", "of", "terms",
                      "postings", "mean length", "size");
  for (const index::SpaceStatistics& space : stats.spaces) {
    const double mean =
        space.units == 0 ? 0 : static_cast<double>(space.length) / static_cast<double>(space.units);
    text += fmt::format("{:<19} {:<9} {:>10} {:>11} {:>13.1f} {:>12}\n", space.space.name,
                        space.space.unit == index::Unit::Document ? "documents" : "formulas",
                        space.terms, space.postings, mean, megabytes(space.bytes));
  }
  if (const auto sources = sources_of(index); !sources.empty()) {
    std::vector<std::string> parts;
    for (const auto& [name, documents] : sources) {
      parts.push_back(fmt::format("{} {}", search::clean_text(name), documents));
    }
    text += fmt::format("\nsources: {}\n", fmt::join(parts, ", "));
  }
  for (const FrequentTerms& of_space : frequent) {
    if (of_space.terms.empty()) continue;
    std::vector<std::string> parts;
    for (const auto& term : of_space.terms) {
      parts.push_back(fmt::format("{} {}", search::clean_text(term.text), term.units));
    }
    text += fmt::format("\n{}: {}\n", of_space.space, fmt::join(parts, ", "));
  }
  return text;
}

std::string stats_json(const index::IndexReader& index, const index::IndexStatistics& stats,
                       const std::vector<FrequentTerms>& frequent) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  std::vector<std::string> spaces;
  for (const index::SpaceStatistics& space : stats.spaces) {
    spaces.push_back(
        JsonObject()
            .add_string("name", space.space.name)
            .add_string("unit", space.space.unit == index::Unit::Document ? "document" : "formula")
            .add_number("units", number(space.units))
            .add_number("terms", number(space.terms))
            .add_number("postings", number(space.postings))
            .add_number("length", number(space.length))
            .add_number("bytes", number(space.bytes))
            .text());
  }
  std::vector<std::string> sources;
  for (const auto& [name, documents] : sources_of(index)) {
    sources.push_back(
        JsonObject().add_string("name", name).add_number("documents", number(documents)).text());
  }
  JsonObject most;
  for (const FrequentTerms& of_space : frequent) {
    JsonObject terms;
    for (const auto& term : of_space.terms) terms.add_number(term.text, number(term.units));
    most.add(of_space.space, terms.text());
  }
  return JsonObject()
             .add_number("documents", number(stats.documents))
             .add_number("deleted", number(stats.deleted))
             .add_number("formulas", number(stats.formulas))
             .add_number("places", number(stats.places))
             .add_number("segments", number(index.segments().size()))
             .add_number("commit", number(index.generation()))
             .add_number("bytes", number(index.bytes()))
             .add_number("term_bytes", number(stats.term_bytes))
             .add_number("document_bytes", number(stats.document_bytes))
             .add_number("formula_bytes", number(stats.formula_bytes))
             .add("vectors", vectors_json(index::vector_statistics(index)))
             .add("passages", passage_sets_json(index, index::VectorUnit::Passage))
             .add("sentences", passage_sets_json(index, index::VectorUnit::Sentence))
             .add("sources", json_array(sources))
             .add("spaces", json_array(spaces))
             .add("most_frequent", most.text())
             .text() +
         "\n";
}

void run(const StatsOptions& options) {
  const auto index = index::IndexReader::open(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  const auto stats = index::statistics_of(*index);
  if (!stats) fail(kCommand, stats.error(), ExitCode::Failure);
  std::vector<FrequentTerms> frequent;
  for (std::uint32_t space = 0; space < index->schema().spaces.size(); ++space) {
    if (!index->schema().spaces[space].keeps_texts) continue;
    auto terms = index::most_frequent(*index, space, options.top);
    if (!terms) fail(kCommand, terms.error(), ExitCode::Failure);
    frequent.push_back({index->schema().spaces[space].name, std::move(*terms)});
  }
  print_result(kCommand, options.json ? stats_json(*index, *stats, frequent)
                                      : stats_text(*index, *stats, frequent));
}

}  // namespace

void register_stats(CLI::App& app) {
  CLI::App* command = app.add_subcommand("stats", "Prints statistics of an index");
  const auto options = std::make_shared<StatsOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_option("--top", options->top, "The number of most frequent terms to list")
      ->capture_default_str();
  command->add_flag("--json", options->json, "As a JSON object");
  command->footer(
      "Example:\n"
      "  noether stats notes.idx");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
